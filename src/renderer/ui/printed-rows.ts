import type { Table } from '../../shared/tables/table.ts'
import { timeStep } from '../../shared/time/time.ts'

/** More rows are not read on paper; the report itself contains all. */
const MOST_ROWS = 150
/** This many times of a video show the shape of its curve. */
const MOST_TIMES = 40

interface PrintedRows {
  /** Indexes of the printed rows. */
  places: number[]
  /** Where the omitted rows are. */
  left: 'none' | 'after' | 'between'
}

/** The rows to print. Of a table with a row per second: those at a round time step, and the last. */
export function printedRows({ columns, rows }: Pick<Table, 'columns' | 'rows'>): PrintedRows {
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
