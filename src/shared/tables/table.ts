import { getOrCreate } from '../maps.ts'
import type { Currency } from '../model/money.ts'
import type { DaysAged } from '../time/age.ts'
import type { Period } from '../time/period.ts'

/** Why a cell has no figure. Each reason has its own text and appearance. */
export type Missing =
  | 'not-downloaded'
  /** Still being loaded; never written to a file. */
  | 'loading'
  /** The A/B test has not been opened yet, so nothing of it was read. */
  | 'not-read'
  /** Only daily rows are stored, and this figure cannot be summed over days. */
  | 'needs-period'
  | 'not-applicable'
  | 'not-in-plan'
  | 'failed'
  /** Several raw values share this row: the service gives the figure per value, and it cannot be summed. */
  | 'merged'
  /** Ranked below the last requested place, or not ranked at all. */
  | 'not-ranked'
  /** Newly ranked: the number of places gained is unknown. */
  | 'entered'
  /** A change from zero, which has no percentage. */
  | 'new'
  /** A change between samples that are too small. */
  | 'few-data'
  /** No comparison was requested, or none is stored. */
  | 'no-comparison'
  /** Empty in an opened file, which does not store the reason. */
  | 'left-empty'

export interface MissingCell {
  missing: Missing
  /** With `not-ranked`: the last requested place. */
  lastPlace?: number
}

export type Cell = number | string | MissingCell

export type Kind =
  | 'text'
  | 'count'
  /** In percent, truncated to two decimals: 38.42 means 38.42 %. */
  | 'percent'
  /** Cents in the column's currency: integers, but for amounts per play: of an A/B test, and below one cent. */
  | 'money'
  /** `YYYY-MM-DD`. */
  | 'date'
  /** Position in the video, in whole seconds. */
  | 'second'
  /** In seconds, with a fraction. */
  | 'duration'
  /** Epoch milliseconds. */
  | 'instant'

export interface Column {
  /** Stable identifier: the CSV header of the machine flavour, and the key of the title text. */
  key: string
  kind: Kind
  currency?: Currency
}

export interface Table {
  columns: Column[]
  rows: Cell[][]
  /** Sums of the additive columns, `not-applicable` in the others; null when the table has no totals. */
  totals: Cell[] | null
  /** Epoch ms of the oldest answer behind the table that can still change; null without any answer. */
  asOf: number | null
  /** True when no answer behind the table can change any more. */
  isSettled?: boolean
  /** When the days of the period and the compared ones were read; absent when all were at `asOf`. */
  read?: { own: readonly DaysAged[]; compared: readonly DaysAged[] }
  /** The days that were not over when they were read, where the rows know them; null for none. */
  open?: { own: Period | null; compared: Period | null }
}

export const isMissing = (cell: Cell): cell is MissingCell => typeof cell === 'object'

const missingCells = new Map<Missing, MissingCell>()

/** One shared object per reason, because thousands of rows may lack a figure. */
export function missing(why: Missing): Cell {
  return getOrCreate(missingCells, why, () => Object.freeze({ missing: why }))
}

/** Sort order of two cells: numbers by value, texts by collation, missing cells always last. */
export function compareCells(a: Cell, b: Cell, descending: boolean): number {
  if (isMissing(a)) return isMissing(b) ? 0 : 1
  if (isMissing(b)) return -1
  const order =
    typeof a === 'string' || typeof b === 'string' ? collator.compare(String(a), String(b)) : a - b
  return descending ? -order : order
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Lower case without accents, for searching. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Whether a folded text has every word of a search; null when the search has no word. */
export function wordSearch(search: string): ((text: string) => boolean) | null {
  const words = folded(search).split(/\s+/u).filter(Boolean)
  return words.length === 0 ? null : (text) => words.every((word) => text.includes(word))
}
