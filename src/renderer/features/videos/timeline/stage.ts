import type { Format } from '../../../ui/format.ts'
import type { Hold } from './hold.ts'
import type { Axis, Handle } from './move.ts'
import type { Placed } from './placed.ts'
import type { Reach } from './reach.ts'

/** Words for an item, in the window's language. */
export interface Words {
  nameOf: (item: Placed) => string
  labelOf: (item: Placed, handle: Handle) => string
  /** Where it stands, and what that second would have reached. */
  valueOf: (item: Placed, handle: Handle) => string
}

/** What every item of the timeline needs; the same object until something of it changes. */
export interface Stage extends Axis {
  hold: Hold
  reach: Reach
  words: Words
  format: Format
  /** Gives on what is in hand, when it was moved. */
  keep: () => void
}

/** Pixels from one row of a lane to the next. */
export const ROW = 24
