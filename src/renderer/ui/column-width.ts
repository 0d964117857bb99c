import type { Column, Kind } from '../../shared/tables/table.ts'

const BY_KIND: Record<Kind, number> = {
  text: 130,
  count: 88,
  percent: 88,
  money: 118,
  date: 146,
  second: 80,
  duration: 88,
  instant: 190,
}

/** A change may be words: "poucos dados". */
const CHANGE = 112

const LETTER = 7
const PADDING = 22
const SORT_MARK = 16

/** Pixels a column needs: for its figures, and for its title on two lines without a broken word. */
export function columnWidth(column: Column, title: string): number {
  const longestWord = Math.max(...title.split(/\s+/u).map(({ length }) => length))
  const line = Math.max(longestWord, Math.ceil(title.length * 0.58))
  const least = column.key.endsWith('__change') ? CHANGE : BY_KIND[column.kind]
  return Math.max(least, Math.ceil(line * LETTER) + PADDING + SORT_MARK)
}

export const isNumeric = (kind: Kind) => kind !== 'text' && kind !== 'date' && kind !== 'instant'
