import {
  type Cell,
  type Column,
  isMissing,
  type Kind,
  type MissingCell,
} from '../../shared/tables/table.ts'
import { titleLine } from './title-line.ts'

const BY_KIND: Record<Kind, number> = {
  text: 100,
  count: 88,
  percent: 88,
  money: 118,
  date: 146,
  second: 80,
  duration: 88,
  instant: 190,
}

/** A change, and what is not told from chance, may be words: "poucos dados". */
const WORDS = 112
/** Letters of "abaixo da 10ª" but for its number; they are small. */
const PLACE_LETTERS = 11
const SMALL_LETTER = 6
/** Longer text ends in an ellipsis. */
const WIDEST_TEXT = 300

const LETTER = 7
const PADDING = 22
const SORT_MARK = 16

interface Contents {
  title: string
  cells: readonly (Cell | undefined)[]
  canSort: boolean
}

/** Pixels a column needs: for what is in its cells, and for its title. */
export function columnWidth(column: Column, { title, cells, canSort }: Contents): number {
  const titleWidth = titleLine(title) + PADDING + (canSort ? SORT_MARK : 0)
  return Math.max(cellsWidth(column, cells), titleWidth)
}

function cellsWidth({ key, kind }: Column, cells: Contents['cells']): number {
  const least = BY_KIND[kind]
  if (kind === 'text') {
    const longest = cells.reduce<number>((most, cell) => Math.max(most, lengthOf(cell)), 0)
    const inCells = Math.max(least, Math.min(WIDEST_TEXT, longest * LETTER + PADDING))
    return cells.some(isInWords) ? Math.max(inCells, WORDS) : inCells
  }
  const place = cells.find(isPlaceInWords)?.lastPlace
  if (place !== undefined) {
    const letters = PLACE_LETTERS + String(place).length
    return Math.max(least, letters * SMALL_LETTER + PADDING)
  }
  return key.endsWith('__change') || cells.some(isInWords) ? Math.max(least, WORDS) : least
}

const isInWords = (cell: Cell | undefined) =>
  cell !== undefined &&
  isMissing(cell) &&
  (cell.missing === 'few-data' || cell.missing === 'not-read')

const isPlaceInWords = (cell: Cell | undefined): cell is MissingCell =>
  cell !== undefined && isMissing(cell) && cell.missing === 'not-ranked'

const lengthOf = (cell: Cell | undefined) => (typeof cell === 'string' ? cell.length : 0)

/** Pixels that the longest of the words after first cells needs. */
export function remarksWidth(remarks: ReadonlyMap<number, string> | undefined): number {
  const longest = Math.max(0, ...[...(remarks?.values() ?? [])].map(({ length }) => length))
  return longest * LETTER
}

export const isNumeric = (kind: Kind) => kind !== 'text' && kind !== 'date' && kind !== 'instant'
