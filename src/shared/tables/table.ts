import { kept } from '../maps.ts'
import type { Currency } from '../model/money.ts'

/** Why a cell has no figure. Each looks and reads differently. */
export type Missing =
  | 'not-downloaded'
  /** It is still being read; never in a file. */
  | 'loading'
  /** Nobody has opened the test it is about. */
  | 'not-read'
  /** Only day rows are stored, and this figure cannot be added over days. */
  | 'needs-period'
  | 'not-applicable'
  | 'not-in-plan'
  | 'failed'
  /** Several raw values in one row: this figure cannot be added, and the service gives it per value. */
  | 'merged'
  /** It had a place below the last one that was asked, or none. */
  | 'not-ranked'
  /** A rank gained by one that was not ranked: by how many places is not known. */
  | 'entered'
  /** A change from zero: there is no percentage of it. */
  | 'new'
  /** A change between samples too small to say anything. */
  | 'few-data'
  /** Nothing to compare with was asked or is stored. */
  | 'no-comparison'
  /** Empty in a file that was opened, which has no room for the reason. */
  | 'left-empty'

export interface MissingCell {
  missing: Missing
  /** Of one that was not ranked: the last place that was asked. */
  lastPlace?: number
}

export type Cell = number | string | MissingCell

export type Kind =
  | 'text'
  | 'count'
  /** Percent, two decimals truncated: 38.42 means 38.42 %. */
  | 'percent'
  /** Integer cents of the column's currency. */
  | 'money'
  /** `YYYY-MM-DD`. */
  | 'date'
  /** A second of the video. */
  | 'second'
  /** Seconds with a fraction. */
  | 'duration'
  /** Epoch milliseconds. */
  | 'instant'

export interface Column {
  /** Stable: the CSV header of the machine flavour, and the key of its title. */
  key: string
  kind: Kind
  currency?: Currency
}

export interface Table {
  columns: Column[]
  rows: Cell[][]
  /** A row of totals under additive columns only, `not-applicable` under the rest; null without one. */
  totals: Cell[] | null
  /** Epoch ms of the oldest answer behind the table that can still change; null when it holds none. */
  asOf: number | null
  /** No answer behind it can change any more; absent: some can. */
  isSettled?: boolean
}

export const isMissing = (cell: Cell): cell is MissingCell => typeof cell === 'object'

const missingCells = new Map<Missing, MissingCell>()

/** The same object for the same reason: thousands of rows have no figure for one. */
export function missing(why: Missing): Cell {
  return kept(missingCells, why, () => Object.freeze({ missing: why }))
}

/** Order of two cells in a sorted column: by value, text by locale, cells without a figure always last. */
export function compareCells(a: Cell, b: Cell, descending: boolean): number {
  if (isMissing(a)) return isMissing(b) ? 0 : 1
  if (isMissing(b)) return -1
  const order =
    typeof a === 'string' || typeof b === 'string' ? collator.compare(String(a), String(b)) : a - b
  return descending ? -order : order
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Lower case without accents, for searching names. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
