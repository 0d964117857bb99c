import { makeTold } from '../../change-events.ts'
import type { Store } from '../../database/store.ts'
import type { DeskHandlers } from '../../shell/router.ts'

interface MarkersParts {
  store: Pick<Store, 'markers' | 'putMarker' | 'removeMarker' | 'undoMarkers' | 'redoMarkers'>
  onChange: () => void
}

export function markersHandlers({ store, onChange }: MarkersParts): DeskHandlers['markers'] {
  const told = makeTold(onChange)
  return {
    list: ({ account_id, player_id }) => store.markers(account_id, player_id),
    put: ({ account_id, player_id, marker }) =>
      told(store.putMarker(account_id, player_id, marker)),
    remove: ({ account_id, player_id, second }) =>
      told(store.removeMarker(account_id, player_id, second)),
    async undo({ account_id, player_id }) {
      await told(store.undoMarkers(account_id, player_id))
    },
    async redo({ account_id, player_id }) {
      await told(store.redoMarkers(account_id, player_id))
    },
  }
}
