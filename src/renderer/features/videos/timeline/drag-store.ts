import type { Change } from '../../../../shared/features/publishing/edit.ts'
import { changesOf, type Handle } from './move.ts'
import type { TimelineItem } from './placed.ts'

/** Where the pointer grabbed the element, so that the item does not jump to the pointer. */
export interface Grab {
  /** As it was drawn then. */
  item: TimelineItem
  left: number
  width: number
  offset: number
}

/** The item that is focused or being moved. */
export interface DragState {
  handle: Handle
  /** The item before it was moved. */
  origin: TimelineItem
  /** The item as drawn now. */
  item: TimelineItem
  /** The item as last given to be saved. That move is drawn until the video contains it. */
  saved: TimelineItem | null
  /** Null while the item does not follow the pointer. */
  grab: Grab | null
}

/** The drag state, kept outside of the components, so that a move renders only that item and the figures. */
export function makeDragStore() {
  const listeners = new Set<() => void>()
  let drag: DragState | null = null

  function update(next: DragState | null) {
    drag = next
    for (const listen of listeners) listen()
  }

  return {
    now: () => drag,
    /** The drag state, if it is of the item with this key. */
    of: (key: string) => (drag?.origin.key === key ? drag : null),
    subscribe(listen: () => void) {
      listeners.add(listen)
      return () => {
        listeners.delete(listen)
      }
    },
    start(item: TimelineItem, handle: Handle, grab: Grab | null = null) {
      if (drag?.origin.key === item.key) update({ ...drag, handle, grab })
      else update({ handle, origin: item, item, saved: null, grab })
    },
    drop() {
      if (drag) update({ ...drag, grab: null })
    },
    move(item: TimelineItem) {
      // What was moved back is the unmoved item again, with the sides that are not set.
      if (drag) update({ ...drag, item: isAlike(item, drag.origin) ? drag.origin : item })
    },
    /** Returns the move to be saved, once. */
    commit(): DragState | null {
      if (!drag || !isUnsaved(drag)) return null
      const move = drag
      update({ ...move, saved: move.item })
      return move
    },
    cancel() {
      if (drag) update({ ...drag, item: drag.origin, saved: null, grab: null })
    },
    /**
     * Ends a move that was saved and read again, or whose saving failed, unless the item was moved again. What
     * the video does not contain by now was undone.
     */
    settle({ item }: DragState) {
      if (drag?.saved === item && drag.item === item) {
        update({ ...drag, item: drag.origin, saved: null })
      }
    },
    release(key: string) {
      if (drag?.origin.key === key && !isMoved(drag) && !isUnsaved(drag)) update(null)
    },
    /** Continues with the new version of the item; ends when it no longer exists. */
    refresh(items: readonly TimelineItem[]) {
      if (!drag) return
      const { origin, item, saved } = drag
      const next = items.find(({ key }) => key === origin.key)
      if (!next) return update(null)
      const isMovedAgain = saved !== null && isAlike(next, saved) && !isAlike(next, item)
      const isUnread = (isMoved(drag) || saved !== null) && isAlike(next, origin)
      if (isMovedAgain || isUnread) update({ ...drag, origin: next })
      else update({ ...drag, origin: next, item: next, saved: null })
    },
  }
}
export type DragStore = ReturnType<typeof makeDragStore>

export const isMoved = ({ origin, item }: DragState) => changesOf(origin, item).length > 0

/** The changes of a move: of what the video contains, and of what is being saved. */
export function changesIn({ origin, saved, item }: DragState): Change[] {
  const all = [...changesOf(origin, item), ...changesOf(saved ?? origin, item)]
  return [...new Map(all.map((change) => [JSON.stringify(change), change])).values()]
}

/** Whether the item was moved and is not being saved. */
export const isUnsaved = ({ origin, saved, item }: DragState) => !isAlike(item, saved ?? origin)

const isAlike = (a: TimelineItem, b: TimelineItem) =>
  a.kind === b.kind && changesOf(a, b).length === 0
