import type { Table } from '../../shared/tables/table.ts'
import { timeStep } from '../../shared/time/time.ts'

/** More rows than anybody reads on paper; the report itself holds them all. */
const MOST_ROWS = 150
/** So many times of a video say what its curve says. */
const MOST_TIMES = 40

export interface PaperRows {
  /** The places of the rows that are printed. */
  places: number[]
  /** Which they are when they are not all. */
  left: 'none' | 'after' | 'between'
}

/** Which rows of a table are on paper: of a row per second those a whole step apart, and the last. */
export function paperRows({ columns, rows }: Pick<Table, 'columns' | 'rows'>): PaperRows {
  const all = rows.map((_, index) => index)
  const second = (index: number) => Number(rows[index]?.[0])
  const last = rows.length - 1
  if (columns[0]?.kind === 'second' && rows.length > MOST_TIMES) {
    const step = timeStep(second(last), MOST_TIMES)
    const places = all.filter((index) => second(index) % step === 0 || index === last)
    return { places, left: places.length < rows.length ? 'between' : 'none' }
  }
  return { places: all.slice(0, MOST_ROWS), left: rows.length > MOST_ROWS ? 'after' : 'none' }
}
