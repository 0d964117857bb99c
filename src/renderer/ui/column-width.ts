import type { Cell, Column, Kind } from '../../shared/tables/table.ts'
import { isInPoints } from '../../shared/tables/titles.ts'
import { titleLine } from './title-line.ts'

const BY_KIND: Record<Kind, number> = {
  text: 100,
  count: 64,
  percent: 72,
  money: 96,
  date: 146,
  second: 80,
  duration: 88,
  instant: 190,
}

/** A cell with a change may contain a text instead: "datos insuficientes". */
const WORDS = 124
/** The number of these characters that are small. */
const SMALL_WORDS_LETTER = 5.8
/** Characters of "abaixo da 10ª" except the number; they are small. */
const PLACE_LETTERS = 11
const SMALL_LETTER = 6.8
/** Longer text is truncated with an ellipsis. */
const WIDEST_TEXT = 300

const LETTER = 7
/** Names are in bold. */
const LETTER_OF_NAME = 8
/** All digits are equally wide in tables; this is the width in the weight of totals. */
const DIGIT = 8.6
/** A decimal point or comma. */
const MARK = 4
const PERCENT = 13
/** " p.p.", the widest unit. */
const POINTS = 30
/** "US$ ", the widest currency symbol. */
const SYMBOL = 30
const SIGN = 9
const PADDING = 14
/** Half of it is in the padding. */
const SORT_MARK = 6

interface Contents {
  title: string
  cells: readonly (Cell | undefined)[]
  canSort: boolean
  /** Whether its texts name the rows. */
  isNames?: boolean
  /** Characters of the text that stands for too few data. */
  wordsLetters?: number | undefined
}

/** The width in pixels that a column needs for its cells and its title. */
export function columnWidth(column: Column, { title, canSort, ...contents }: Contents) {
  const titleWidth = titleLine(title) + PADDING + (canSort ? SORT_MARK : 0)
  return Math.max(cellsWidth(column, contents), titleWidth)
}

function cellsWidth(
  column: Column,
  { cells, isNames, wordsLetters }: Omit<Contents, 'title' | 'canSort'>,
) {
  const { kind } = column
  const least = BY_KIND[kind]
  const { letters, hasWords, place } = wordsIn(cells)
  if (kind === 'text') {
    const inCells = Math.max(
      least,
      Math.min(WIDEST_TEXT, letters * (isNames ? LETTER_OF_NAME : LETTER) + PADDING),
    )
    return hasWords ? Math.max(inCells, WORDS) : inCells
  }
  if (place !== null) {
    const inPlace = PLACE_LETTERS + String(place).length
    return Math.max(least, inPlace * SMALL_LETTER + PADDING)
  }
  // Amounts per play can have more decimals than cents have.
  const isFine = kind === 'money' && cells.some((cell) => isFraction(cell))
  const figures = limitsOf(cells).map((figure) => figureWidth(column, figure, isFine))
  const written = Math.max(least, ...figures)
  const words = wordsLetters ? Math.ceil(wordsLetters * SMALL_WORDS_LETTER) + PADDING : WORDS
  return hasWords ? Math.max(written, words) : written
}

// Loops in a single pass, because each keystroke of a search repeats them for thousands of rows.

function wordsIn(cells: Contents['cells']) {
  const found = { letters: 0, hasWords: false, place: null as number | null }
  for (const cell of cells) {
    if (typeof cell === 'string') found.letters = Math.max(found.letters, cell.length)
    if (typeof cell !== 'object') continue
    found.hasWords ||= cell.missing === 'few-data' || cell.missing === 'not-read'
    if (cell.missing === 'not-ranked') found.place ??= cell.lastPlace ?? null
  }
  return found
}

const decimalsOf = (kind: Column['kind'], isFine: boolean) =>
  kind === 'count' ? 0 : isFine ? 4 : 2

const isFraction = (cell: unknown) => typeof cell === 'number' && !Number.isInteger(cell)

function limitsOf(cells: Contents['cells']): [number, number] {
  let low = 0
  let high = 0
  for (const cell of cells) {
    if (typeof cell !== 'number') continue
    low = Math.min(low, cell)
    high = Math.max(high, cell)
  }
  return [low, high]
}

/** The maximum width in pixels of a formatted figure; figures are never truncated. */
function figureWidth({ key, kind, currency }: Column, figure: number, isFine: boolean): number {
  if (kind !== 'count' && kind !== 'percent' && kind !== 'money') return 0
  const size = Math.abs(kind === 'money' ? figure / 100 : figure)
  const digits = String(Math.trunc(size)).length
  const decimals = decimalsOf(kind, isFine)
  const marks = Math.floor((digits - 1) / 3) + (decimals > 0 ? 1 : 0)
  const percent = isInPoints(key) ? POINTS : PERCENT
  const unit = kind === 'percent' ? percent : currency ? SYMBOL : 0
  return Math.ceil(
    (digits + decimals) * DIGIT + marks * MARK + unit + signWidth(key, figure) + PADDING,
  )
}

const signWidth = (key: string, figure: number) => (figure < 0 || isMove(key) ? SIGN : 0)

/** Pixels for the longest of the texts after the first cells. */
export function remarksWidth(remarks: ReadonlyMap<number, string> | undefined): number {
  const longest = Math.max(0, ...[...(remarks?.values() ?? [])].map(({ length }) => length))
  return longest * LETTER
}

/** Whether values of a kind are right-aligned numbers. */
export const isNumeric = (kind: Kind) => kind !== 'text' && kind !== 'date' && kind !== 'instant'

/** Signed kinds, which tell how far something moved. */
export const isMove = (key: string) =>
  isInPoints(key) || /(__change|_lift|^rank_change$|^lift|^(lasting|once)_(low|high))$/u.test(key)
