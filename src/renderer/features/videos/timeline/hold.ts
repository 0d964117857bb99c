import { changesOf, type Handle } from './move.ts'
import type { Placed } from './placed.ts'

/** The one item that is in hand: focused, or being moved. */
export interface Held {
  handle: Handle
  /** As it was when it was taken up. */
  origin: Placed
  /** As it is drawn now. */
  item: Placed
  /** It was given on, and is drawn so until the video comes back with it. */
  isKept: boolean
}

/**
 * Keeps what is in hand outside of the drawing, so that a move draws that item and the figures
 * again and nothing else.
 */
export function makeHold() {
  const listeners = new Set<() => void>()
  let held: Held | null = null

  function become(next: Held | null) {
    held = next
    for (const listen of listeners) listen()
  }

  return {
    now: () => held,
    /** What is in hand, when it is the item of this key. */
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
    /** What was moved, once. */
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
    /** What was given on was not taken: it is back where it was, unless it was moved again. */
    undo({ origin }: Held) {
      if (held?.isKept && held.origin === origin) {
        become({ ...held, item: origin, isKept: false })
      }
    },
    letGo(key: string) {
      if (held?.origin.key === key && !isMoved(held)) become(null)
    },
    /** New items are there: what is in hand goes on from them, unless it is gone. */
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
