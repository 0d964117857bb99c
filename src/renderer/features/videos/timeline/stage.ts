import type { Format } from '../../../ui/format.ts'
import type { DragStore } from './drag-store.ts'
import type { Axis, Handle } from './move.ts'
import type { TimelineItem } from './placed.ts'
import type { Reach } from './reach.ts'

export interface Words {
  nameOf: (item: TimelineItem) => string
  labelOf: (item: TimelineItem, handle: Handle) => string
  /** The position of a handle, and the sessions that reached it. */
  valueOf: (item: TimelineItem, handle: Handle) => string
}

/** What every item of the timeline needs. Keeps its identity until something changes. */
export interface Stage extends Axis {
  drag: DragStore
  reach: Reach
  words: Words
  format: Format
  /** Saves the dragged item's move, if there is one. */
  commit: () => void
}

/** Distance between rows of a lane, in pixels. */
export const ROW = 24
