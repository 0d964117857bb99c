import { notifyAfter } from '../../change-events.ts'
import type { Store } from '../../database/store.ts'
import type { DeskHandlers } from '../../shell/router.ts'

interface MarkersParts {
  store: Pick<Store, 'markers' | 'putMarker' | 'removeMarker' | 'undoMarkers' | 'redoMarkers'>
  onChange: () => void
}

export function markersHandlers({ store, onChange }: MarkersParts): DeskHandlers['markers'] {
  const thenNotify = notifyAfter(onChange)
  return {
    list: ({ account_id, player_id }) => store.markers(account_id, player_id),
    put: ({ account_id, player_id, marker }) =>
      thenNotify(store.putMarker(account_id, player_id, marker)),
    remove: ({ account_id, player_id, second }) =>
      thenNotify(store.removeMarker(account_id, player_id, second)),
    async undo({ account_id, player_id }) {
      await thenNotify(store.undoMarkers(account_id, player_id))
    },
    async redo({ account_id, player_id }) {
      await thenNotify(store.redoMarkers(account_id, player_id))
    },
  }
}
