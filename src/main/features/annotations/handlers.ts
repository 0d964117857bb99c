import { notifyAfter } from '../../change-events.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import type { DeskHandlers } from '../../shell/router.ts'

interface AnnotationsParts {
  store: Pick<
    Store,
    | 'annotations'
    | 'addAnnotation'
    | 'changeAnnotation'
    | 'removeAnnotation'
    | 'undoAnnotation'
    | 'redoAnnotation'
  >
  clock: Clock
  onChange: () => void
}

export function annotationsHandlers(parts: AnnotationsParts): DeskHandlers['annotations'] {
  const { store, clock } = parts
  const thenNotify = notifyAfter(parts.onChange)
  return {
    list: ({ account_id }) => store.annotations(account_id),
    add: ({ account_id, fields }) =>
      thenNotify(store.addAnnotation(account_id, fields, clock.now())),
    change: ({ account_id, id, fields }) =>
      thenNotify(store.changeAnnotation(account_id, id, fields, clock.now())),
    remove: ({ account_id, id }) => thenNotify(store.removeAnnotation(account_id, id)),
    async undo({ account_id }) {
      await thenNotify(store.undoAnnotation(account_id))
    },
    async redo({ account_id }) {
      await thenNotify(store.redoAnnotation(account_id))
    },
  }
}
