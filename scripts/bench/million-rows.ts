import type { Cell, Column } from '../../src/shared/tables/table.ts'

const BATCH = 5000

export const columns: Column[] = Array.from({ length: 24 }, (_, index) =>
  index === 0
    ? { key: 'name', kind: 'text' }
    : index === 1
      ? { key: 'date_key', kind: 'date' }
      : index < 6
        ? { key: `grouped_field_${index}`, kind: 'text' }
        : { key: `total_${index}`, kind: 'count' },
)

/** Names with commas and quotes now and then, dates, a few words, and eighteen figures. */
export function* batches(total: number): Generator<Cell[][]> {
  for (let done = 0; done < total; done += BATCH) {
    const size = Math.min(BATCH, total - done)
    yield Array.from({ length: size }, (_, offset) => row(done + offset))
  }
}

function row(n: number): Cell[] {
  const cells: Cell[] = [
    n % 20 === 0 ? `Oferta "${n}", parte 2` : `VSL principal ${n % 1700}`,
    '2026-03-04',
    'Brazil',
    'Chrome',
    'mobile',
    n % 50 === 0 ? '=SUM(A1)' : 'facebook',
  ]
  for (let column = 6; column < 24; column++) cells.push((n * 7919 + column * 104729) % 1_000_003)
  return cells
}
