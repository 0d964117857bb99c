import { notifyAfter } from '../../change-events.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import type { DeskHandlers } from '../../shell/router.ts'

interface PlayersParts {
  store: Pick<Store, 'playerMarks' | 'nearPlayers' | 'tagPlayers' | 'pinPlayer' | 'openedPlayer'>
  clock: Clock
  onChange: () => void
}

export function playersHandlers({ store, clock, onChange }: PlayersParts): DeskHandlers['players'] {
  const thenNotify = notifyAfter(onChange)
  return {
    marks: ({ account_id }) => store.playerMarks(account_id),
    near: ({ account_id }) => store.nearPlayers(account_id),
    tag: ({ account_id, player_ids, add, remove }) =>
      thenNotify(store.tagPlayers(account_id, player_ids, { add, remove })),
    pin: ({ account_id, player_id, isPinned }) =>
      thenNotify(store.pinPlayer(account_id, player_id, isPinned)),
    opened: ({ account_id, player_id }) =>
      thenNotify(store.openedPlayer(account_id, player_id, clock.now())),
  }
}
