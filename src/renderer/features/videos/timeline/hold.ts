import { changesOf, type Handle } from './move.ts'
import type { Placed } from './placed.ts'

/** The item that is focused or being moved. */
export interface Held {
  handle: Handle
  /** The item before it was moved. */
  origin: Placed
  /** The item as drawn now. */
  item: Placed
  /** The move was saved, and is drawn until the video contains it. */
  isKept: boolean
}

/** The drag state, kept outside of the components, so that a move renders only that item and the figures. */
export function makeHold() {
  const listeners = new Set<() => void>()
  let held: Held | null = null

  function become(next: Held | null) {
    held = next
    for (const listen of listeners) listen()
  }

  return {
    now: () => held,
    /** The drag state, if it is of the item with this key. */
    of: (key: string) => (held?.origin.key === key ? held : null),
    subscribe(listen: () => void) {
      listeners.add(listen)
      return () => {
        listeners.delete(listen)
      }
    },
    take(item: Placed, handle: Handle) {
      if (held?.origin.key === item.key) become({ ...held, handle })
      else become({ handle, origin: item, item, isKept: false })
    },
    move(item: Placed) {
      if (held) become({ ...held, item, isKept: false })
    },
    /** Returns the move to be saved, once. */
    keep(): Held | null {
      if (!held || held.isKept || !isMoved(held)) return null
      become({ ...held, isKept: true })
      return held
    },
    giveUp() {
      if (held && held.item !== held.origin) {
        become({ ...held, item: held.origin, isKept: false })
      }
    },
    /** Reverts a move whose saving failed, unless the item was moved again. */
    undo({ origin }: Held) {
      if (held?.isKept && held.origin === origin) {
        become({ ...held, item: origin, isKept: false })
      }
    },
    letGo(key: string) {
      if (held?.origin.key === key && !isMoved(held)) become(null)
    },
    /** Continues with the new version of the item; ends when it no longer exists. */
    renew(items: readonly Placed[]) {
      if (!held) return
      const { origin, handle } = held
      const next = items.find(({ key }) => key === origin.key)
      if (!next) become(null)
      else if (isMoved(held) && isAlike(next, origin)) become({ ...held, origin: next })
      else become({ handle, origin: next, item: next, isKept: false })
    },
  }
}
export type Hold = ReturnType<typeof makeHold>

export const isMoved = ({ origin, item }: Held) => changesOf(origin, item).length > 0

const isAlike = (a: Placed, b: Placed) => a.kind === b.kind && changesOf(a, b).length === 0
