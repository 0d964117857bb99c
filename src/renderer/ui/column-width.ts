import type { Cell, Column, Kind } from '../../shared/tables/table.ts'
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
  const { letters, hasWords, place } = foundIn(cells)
  if (kind === 'text') {
    const inCells = Math.max(least, Math.min(WIDEST_TEXT, letters * LETTER + PADDING))
    return hasWords ? Math.max(inCells, WORDS) : inCells
  }
  if (place !== null) {
    const inPlace = PLACE_LETTERS + String(place).length
    return Math.max(least, inPlace * SMALL_LETTER + PADDING)
  }
  return key.endsWith('__change') || hasWords ? Math.max(least, WORDS) : least
}

/** In one pass: a search has this done for each of its keys, over thousands of rows. */
function foundIn(cells: Contents['cells']) {
  const found = { letters: 0, hasWords: false, place: null as number | null }
  for (const cell of cells) {
    if (typeof cell === 'string') found.letters = Math.max(found.letters, cell.length)
    if (typeof cell !== 'object') continue
    found.hasWords ||= cell.missing === 'few-data' || cell.missing === 'not-read'
    if (cell.missing === 'not-ranked') found.place ??= cell.lastPlace ?? null
  }
  return found
}

/** Pixels that the longest of the words after first cells needs. */
export function remarksWidth(remarks: ReadonlyMap<number, string> | undefined): number {
  const longest = Math.max(0, ...[...(remarks?.values() ?? [])].map(({ length }) => length))
  return longest * LETTER
}

export const isNumeric = (kind: Kind) => kind !== 'text' && kind !== 'date' && kind !== 'instant'
