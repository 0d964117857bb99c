import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysTable } from '../../../../src/shared/features/player/figures.ts'
import { trendTable } from '../../../../src/shared/features/player/trend-table.ts'
import {
  changedDays,
  compareTables,
  countsOf,
} from '../../../../src/shared/features/reports/compare.ts'
import { type Cell, type Column, missing, type Table } from '../../../../src/shared/tables/table.ts'
import type { Period } from '../../../../src/shared/time/period.ts'
import { aDay, aPlayer, nastyText } from '../../../support/statistics.ts'

const UTC = 'UTC'
const KEY: Column = { key: 'grouped_field', kind: 'text' }
const FIGURES: Column[] = [
  { key: 'total_started', kind: 'count' },
  { key: 'play_rate', kind: 'percent' },
  { key: 'revenue_per_play_usd', kind: 'money', currency: 'usd' },
  { key: 'revenue_per_play_usd', kind: 'money', currency: 'brl' },
  { key: 'domain', kind: 'text' },
]

const absent = fc.constantFrom('not-applicable' as const, 'merged' as const).map(missing)
const hundredths = fc.integer({ min: 0, max: 10_000 }).map((whole) => whole / 100)
const cellOf = ({ kind }: Column): fc.Arbitrary<Cell> => {
  const known = { percent: hundredths, text: nastyText() } as Record<string, fc.Arbitrary<Cell>>
  return fc.oneof(absent, known[kind] ?? fc.integer({ min: -1000, max: 1e9 }))
}

const aTable: fc.Arbitrary<Table> = fc.subarray(FIGURES).chain((figures) => {
  const columns = [KEY, ...figures]
  const row = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), ...figures.map(cellOf))
  return fc.record({
    columns: fc.constant(columns),
    rows: fc.array(row, { maxLength: 8 }),
    totals: fc.constant(null),
    asOf: fc.constant(1),
  })
})

const sides = (left: Table, right: Table) => ({
  left: { table: left, timezone: UTC },
  right: { table: right, timezone: UTC },
})

const compared = (left: Table, right: Table) => compareTables('breakdown', sides(left, right))

/** Every cell with its column, as a sortable text. */
const cellsIn = ({ columns, rows }: Pick<Table, 'columns'> & { rows: (Cell | null)[][] }) =>
  rows
    .flatMap((row) =>
      row.flatMap((cell, at) => (cell === null ? [] : [JSON.stringify([columns[at], cell])])),
    )
    .sort()

test('the difference of two amounts per play is exact to their two decimals', () => {
  const table = (amount: number): Table => ({
    columns: [
      { key: 'revenue_figure', kind: 'text' },
      { key: 'revenue_per_play_usd', kind: 'money', currency: 'usd' },
    ],
    ...{ rows: [['arm_a', amount]], totals: null, asOf: 1 },
  })
  const [row] = compareTables('ab_revenue', sides(table(12.31), table(12.33))).rows
  expect(row?.changes).toEqual([{ column: 1, by: 0.02 }])
})

test('a renamed arm is still the same row', () => {
  const table = (name: string): Table => ({
    columns: [
      { key: 'name', kind: 'text' },
      { key: 'total_viewed_device_uniq', kind: 'count' },
    ],
    ...{ totals: null, asOf: 1 },
    rows: [
      ['A', 430],
      [name, 440],
    ],
  })
  const { rows, duplicates } = compareTables('ab_split', sides(table('B'), table('Lead')))
  expect(rows.map(({ changes }) => changes)).toEqual([[], [{ column: 0, by: null }]])
  expect(duplicates).toEqual({ left: [], right: [] })
})

test('a table equals itself', () => {
  fc.assert(
    fc.property(aTable, (table) => {
      const { rows, ...of } = countsOf(compared(table, table))
      expect(rows).toBe(table.rows.length)
      expect(of).toEqual({ changed: 0, left: 0, right: 0 })
    }),
  )
})

test('compared in reverse, the same cells differ by the opposite amount', () => {
  const changesOf = (left: Table, right: Table, sign: 1 | -1) => {
    const { columns, rows } = compared(left, right)
    return rows
      .flatMap((row) =>
        row.changes.map(({ column, by }) =>
          JSON.stringify([row.left?.[0], columns[column], by === null ? null : sign * by]),
        ),
      )
      .sort()
  }
  fc.assert(
    fc.property(aTable, aTable, (a, b) => {
      expect(changesOf(a, b, 1)).toEqual(changesOf(b, a, -1))
      const [one, other] = [countsOf(compared(a, b)), countsOf(compared(b, a))]
      expect([one.left, one.right]).toEqual([other.right, other.left])
    }),
  )
})

test('every cell of both tables is in the comparison exactly once', () => {
  fc.assert(
    fc.property(aTable, aTable, (a, b) => {
      const { columns, rows } = compared(a, b)
      const side = (of: 'left' | 'right') =>
        cellsIn({ columns, rows: rows.flatMap((row) => (row[of] ? [row[of]] : [])) })
      expect(side('left')).toEqual(cellsIn(a))
      expect(side('right')).toEqual(cellsIn(b))
    }),
  )
})

test('a row that occurs twice is matched in order, and reported', () => {
  const table = (...figures: number[]): Table => ({
    columns: [KEY, { key: 'total_started', kind: 'count' }],
    rows: figures.map((figure) => ['a', figure]),
    totals: null,
    asOf: 1,
  })
  const { rows, duplicates } = compared(table(1, 2), table(1))
  expect(rows.map(({ left, right }) => [left?.[1], right?.[1]])).toEqual([
    [1, 1],
    [2, undefined],
  ])
  expect(duplicates).toEqual({ left: [['a']], right: [] })
})

test('a row that only the right table has stands after the row that it follows there', () => {
  const table = (...keys: string[]): Table => ({
    columns: [KEY],
    rows: keys.map((key) => [key]),
    totals: null,
    asOf: 1,
  })
  const { rows } = compared(table('b', 'd'), table('a', 'b', 'c', 'd', 'e'))
  expect(rows.map(({ left, right }) => (left ?? right)?.[0])).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('amounts in two currencies, or a figure and a missing one, differ without an amount', () => {
  const table = (column: Column, cell: Cell): Table => ({
    columns: [KEY, column],
    rows: [['a', cell]],
    totals: null,
    asOf: 1,
  })
  const [, , usd, brl] = FIGURES as [Column, Column, Column, Column]
  const currencies = compared(table(usd, 100), table(brl, 100))
  expect(currencies.rows[0]?.changes.map(({ by }) => by)).toEqual([null, null])
  expect(currencies.rows[0]?.left).toEqual(['a', 100, null])
  const gone = compared(table(usd, 100), table(usd, missing('failed')))
  expect(gone.rows[0]?.changes).toEqual([{ column: 1, by: null }])
  const reasons = compared(table(usd, missing('merged')), table(usd, missing('failed')))
  expect(reasons.rows[0]?.changes).toEqual([{ column: 1, by: null }])
})

test('percentages differ by points, exactly', () => {
  const table = (rate: number): Table => ({
    columns: [KEY, { key: 'play_rate', kind: 'percent' }],
    rows: [['a', rate]],
    totals: [missing('not-applicable'), rate],
    asOf: 1,
  })
  const { rows, totals } = compared(table(38.4), table(38.7))
  expect(rows[0]?.changes).toEqual([{ column: 1, by: 0.3 }])
  expect(totals?.changes).toEqual([{ column: 1, by: 0.3 }])
})

test('a value whose spellings are merged is the same value, however it was mostly written', () => {
  const table = (...rows: Cell[][]): Table => ({
    columns: [KEY, { key: 'row_kind', kind: 'text' }, { key: 'total_started', kind: 'count' }],
    rows,
    ...{ totals: null, asOf: 1 },
  })
  const left = table(['facebook', 'value', 500], ['Google', 'value', 7])
  const right = table(['Facebook', 'merged', 550], ['google', 'value', 7])
  const counts = (ignoresCase: boolean) => {
    const side = { timezone: UTC, ignoresCase }
    const both = { left: { ...side, table: left }, right: { ...side, table: right } }
    return countsOf(compareTables('traffic', both))
  }
  expect(counts(true)).toMatchObject({ rows: 2, left: 0, right: 0 })
  expect(counts(false)).toMatchObject({ rows: 4, left: 2, right: 2 })
})

test('steps of a funnel are distinguished by what they count', () => {
  const table = (count: number): Table => ({
    columns: [
      { key: 'step', kind: 'text' },
      { key: 'basis', kind: 'text' },
      { key: 'count', kind: 'count' },
    ],
    rows: [
      ['viewed', 'events', count],
      ['viewed', 'sessions', 5],
    ],
    totals: null,
    asOf: 1,
  })
  const { keys, rows, duplicates } = compareTables('funnel', sides(table(9), table(10)))
  expect(keys).toBe(2)
  expect(rows.map(({ changes }) => changes)).toEqual([[{ column: 2, by: 1 }], []])
  expect(duplicates).toEqual({ left: [], right: [] })
})

test('players of the same name are told apart, and a renamed player is the same', () => {
  const table = (...players: [name: string, id: string, plays: number][]): Table => ({
    columns: [
      { key: 'name', kind: 'text' },
      { key: 'id', kind: 'text' },
      { key: 'total_started', kind: 'count' },
    ],
    rows: players,
    totals: null,
    asOf: 1,
  })
  const both = sides(
    table(['VSL', 'p1', 500], ['VSL', 'p2', 400], ['Old', 'p3', 1]),
    table(['VSL', 'p2', 600], ['VSL', 'p1', 500], ['New', 'p3', 2]),
  )
  const { rows, duplicates } = compareTables('overview', both)
  expect(rows.map(({ left, changes }) => [left?.[1], changes.map(({ by }) => by)])).toEqual([
    ['p1', []],
    ['p2', [200]],
    ['p3', [1]],
  ])
  expect(duplicates).toEqual({ left: [], right: [] })
})

const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
const days = (asOf: string, change: object) =>
  daysTable({ value: [aDay('2026-03-01', change), aDay('2026-03-09')], asOf: at(asOf) }, aPlayer())
const dayChanges = (left: Table, right: Table, zone = UTC, explained = new Set<string>()) =>
  compareTables(
    'days',
    { left: { table: left, timezone: UTC }, right: { table: right, timezone: zone } },
    explained,
  ).rows.map(({ day }) => day)

test('a day settled on both sides with another figure is restated', () => {
  const later = days('2026-04-01', { total_started: 801 })
  expect(dayChanges(days('2026-03-10', {}), later)).toEqual(['restated', null])
})

test('a day of a settled table is restated, also when the oldest of its days was read before it', () => {
  const settled = (change: object): Table => ({ ...days('2026-03-02', change), isSettled: true })
  expect(dayChanges(settled({}), settled({ total_started: 801 }))).toEqual(['restated', null])
})

type Valued = [value: string, day: string, plays: number]
const byValue = (...rows: Valued[]): Table => ({
  columns: [KEY, { key: 'date_key', kind: 'date' }, { key: 'total_started', kind: 'count' }],
  ...{ rows, totals: null, asOf: at('2026-04-01') },
})

test('a day with several values is one restated day', () => {
  const table = (...figures: number[]) =>
    byValue(...figures.map((figure, at): Valued => [`value ${at}`, '2026-03-01', figure]))
  const both = compareTables('field_days', sides(table(1, 2), table(3, 4)))
  expect(countsOf(both).changed).toBe(2)
  expect(changedDays(both)).toEqual({ restated: ['2026-03-01'], grew: [] })
})

test('a day is restated by a value that only one side counts on it, but not by the zeros of the value', () => {
  const few = byValue(['fb', '2026-03-01', 9], ['fb', '2026-03-02', 9])
  const google = byValue(['google', '2026-03-01', 0], ['google', '2026-03-02', 5])
  const all = { ...few, rows: [...few.rows, ...google.rows] }
  const restated = (left: Table, right: Table) =>
    changedDays(compareTables('traffic_days', sides(left, right))).restated
  expect(restated(few, all)).toEqual(['2026-03-02'])
  expect(restated(all, few)).toEqual(['2026-03-02'])
})

test('a value of a day that is in the period of one side alone restates none', () => {
  const restated = (end: string) => {
    const left = byValue(['fb', '2026-03-01', 9], ['fb', '2026-03-02', 5])
    const right = byValue(['fb', '2026-03-01', 9])
    const compared = compareTables('traffic_days', {
      left: { table: left, timezone: UTC, period: MARCH },
      right: { table: right, timezone: UTC, period: { start: '2026-02-01', end } },
    })
    return changedDays(compared).restated
  }
  expect(restated('2026-03-01')).toEqual([])
  expect(restated('2026-03-02')).toEqual(['2026-03-02'])
})

test('a value that is on one side alone as the reports merge values otherwise restates no day', () => {
  const both = sides(byValue(['fb', '2026-03-01', 9]), byValue(['FB', '2026-03-01', 9]))
  const merged = new Set(['grouped_field', 'date_key', 'total_started'])
  expect(changedDays(compareTables('traffic_days', both)).restated).toEqual(['2026-03-01'])
  expect(changedDays(compareTables('traffic_days', both, merged)).restated).toEqual([])
})

test('a day that was not settled yet grew', () => {
  const later = days('2026-04-01', { total_conversions: 44 })
  expect(dayChanges(days('2026-03-03', {}), later)).toEqual(['grew', null])
})

test('a day that was not over yet grew only when a figure of it differs', () => {
  const dayOfTrend = (asOf: string, change: object) => {
    const read = { value: [aDay('2026-03-01', change)], asOf: at(asOf) }
    const period = { start: '2026-03-01', end: '2026-03-01' }
    const view = { player: aPlayer(), unit: 'day', period, comparison: null, zone: UTC } as const
    return trendTable({ days: read, compared: null }, view)
  }
  const changed = (change: object) =>
    compareTables('days', sides(dayOfTrend('2026-03-01', {}), dayOfTrend('2026-03-02', change)))
  // The word for a day that was not over differs, as the row shows.
  expect(countsOf(changed({})).changed).toBe(1)
  expect(changedDays(changed({}))).toEqual({ restated: [], grew: [] })
  expect(changedDays(changed({ total_started: 801 })).grew).toEqual(['2026-03-01'])
})

test('days with another zone, pitch or length are neither restated nor grown', () => {
  const [left, right] = [days('2026-03-20', {}), days('2026-04-01', { over_pitch_rate: '40.00' })]
  expect(dayChanges(left, right)).toEqual(['restated', null])
  expect(dayChanges(left, right, 'Asia/Tokyo')).toEqual([null, null])
  expect(dayChanges(left, right, UTC, new Set(['over_pitch_rate']))).toEqual([null, null])
})

test('a day of an A/B reading is never restated, since it is the state of the test at that time', () => {
  const table = (lift: number): Table => ({
    columns: [
      { key: 'date_key', kind: 'date' },
      { key: 'lift', kind: 'percent' },
    ],
    rows: [['2026-03-01', lift]],
    totals: null,
    asOf: at('2026-04-01'),
  })
  const { rows } = compareTables('ab_time', sides(table(1), table(2)))
  expect(rows[0]?.day).toBeNull()
  expect(rows[0]?.changes).toEqual([{ column: 1, by: 1 }])
})

const MARCH = { start: '2026-03-01', end: '2026-03-03' }
const APRIL = { start: '2026-04-01', end: '2026-04-03' }
const dayRows = (...rows: [string, number, number][]): Table => ({
  columns: [
    { key: 'date_key', kind: 'date' },
    { key: 'total_started_device_uniq', kind: 'count' },
    { key: 'play_rate', kind: 'percent' },
  ],
  rows,
  totals: null,
  asOf: Date.parse('2026-06-01T00:00:00Z'),
})

function ofPeriods(left: [Table, Period], right: [Table, Period]) {
  const [one, period] = left
  const [other, otherPeriod] = right
  return compareTables('days', {
    left: { table: one, timezone: UTC, period },
    right: { table: other, timezone: UTC, period: otherPeriod },
  })
}

test('disjoint periods of equal length are matched by position, and a missing day by nothing', () => {
  const table = ofPeriods(
    [dayRows(['2026-03-01', 10, 50], ['2026-03-03', 30, 60.5]), MARCH],
    [dayRows(['2026-04-02', 7, 1], ['2026-04-03', 33, 60]), APRIL],
  )
  expect(table.dayMatch?.by).toBe('place')
  const found = table.rows.map(({ left, right, changes, day }) => [
    ...[left?.[0] ?? null, right?.[0] ?? null, day],
    changes.map(({ by }) => by),
  ])
  expect(found).toEqual([
    [null, '2026-04-02', null, []],
    ['2026-03-01', null, null, []],
    ['2026-03-03', '2026-04-03', null, [3, -0.5]],
  ])
  expect(table.totals).toBeNull()
  expect(changedDays(table)).toEqual({ restated: [], grew: [] })
})

test('a matched day with the same figures has not changed, despite its other date', () => {
  const table = ofPeriods(
    [dayRows(['2026-03-01', 10, 50]), MARCH],
    [dayRows(['2026-04-01', 10, 50]), APRIL],
  )
  expect(countsOf(table)).toEqual({ rows: 1, changed: 0, left: 0, right: 0 })
})

test('disjoint periods of different lengths are not matched', () => {
  const longer = { start: '2026-04-01', end: '2026-04-04' }
  const table = ofPeriods(
    [dayRows(['2026-03-01', 10, 50]), MARCH],
    [dayRows(['2026-04-01', 10, 50]), longer],
  )
  expect(table.dayMatch).toEqual({ by: 'nothing', left: MARCH, right: longer })
  expect(countsOf(table)).toEqual({ rows: 2, changed: 0, left: 1, right: 1 })
})

test('a day that both periods have is matched with itself, and can be restated', () => {
  const later = { start: '2026-03-02', end: '2026-03-04' }
  const rows = dayRows(['2026-03-02', 10, 50], ['2026-03-03', 20, 50])
  const table = ofPeriods([rows, MARCH], [dayRows(['2026-03-03', 21, 50]), later])
  expect(table.dayMatch?.by).toBe('date')
  expect(changedDays(table)).toEqual({ restated: ['2026-03-03'], grew: [] })
})

test('rows with a value and a day are matched by value and position', () => {
  const rows = (day: string): Table => ({
    columns: [
      { key: 'grouped_field', kind: 'text' },
      { key: 'date_key', kind: 'date' },
      { key: 'total_started', kind: 'count' },
    ],
    rows: [
      ['BR', day, 1],
      ['PT', day, 2],
    ],
    totals: null,
    asOf: 1,
  })
  const { rows: found } = compareTables('field_days', {
    left: { table: rows('2026-03-02'), timezone: UTC, period: MARCH },
    right: { table: rows('2026-04-02'), timezone: UTC, period: APRIL },
  })
  expect(found.map(({ left, right }) => [left?.[0], right?.[0], right?.[1]])).toEqual([
    ['BR', 'BR', '2026-04-02'],
    ['PT', 'PT', '2026-04-02'],
  ])
})

test('a text that is not a date is matched with itself, whatever the periods', () => {
  const table = ofPeriods([dayRows(['x', 1, 1]), MARCH], [dayRows(['x', 2, 1]), APRIL])
  expect(countsOf(table)).toEqual({ rows: 1, changed: 1, left: 0, right: 0 })
})
