import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADDITIVE, type Statistics } from '../../../../src/shared/api/statistics.ts'
import type { TrafficStatistics } from '../../../../src/shared/api/traffic.ts'
import {
  type MergeRules,
  NO_MERGE_RULES,
  withAliases,
} from '../../../../src/shared/features/traffic/merge-rules.ts'
import { type TrafficView, trafficTable } from '../../../../src/shared/features/traffic/table.ts'
import {
  trafficByDay,
  trafficDaysTable,
} from '../../../../src/shared/features/traffic/traffic-days.ts'
import {
  trafficRetentionTable,
  valueCurves,
} from '../../../../src/shared/features/traffic/traffic-retention.ts'
import { missing, type Table } from '../../../../src/shared/tables/table.ts'
import { aPlayer, aStatistics, totalOf } from '../../../support/statistics.ts'

const KEY = 'utm_source'
const ALIKE: MergeRules = { ...NO_MERGE_RULES, ignoresCase: true }

const row = (grouped_field: string, change: Partial<Statistics> = {}): TrafficStatistics => ({
  ...aStatistics(change),
  grouped_field,
})
const plays = (grouped_field: string, total_started: number, brl = 0) =>
  row(grouped_field, { total_started, total_amount_brl: brl })

const view = (change: Partial<TrafficView> = {}): TrafficView => ({
  player: aPlayer(),
  query_key: KEY,
  rules: NO_MERGE_RULES,
  sort: { column: 'total_amount_brl', descending: true },
  top: null,
  ...change,
})
const tableOf = (value: TrafficStatistics[], change: Partial<TrafficView> = {}) =>
  trafficTable({ value, asOf: 1 }, null, view(change))

const cells = (table: Table, key: string) => {
  const at = table.columns.findIndex((column) => column.key === key)
  return table.rows.map((one) => one[at])
}

test('values are sorted by revenue, with their share of the plays and flags for small samples', () => {
  const table = tableOf([plays('google', 50, 100), plays('fb', 150, 900)])
  expect(cells(table, 'grouped_field')).toEqual(['fb', 'google'])
  expect(cells(table, 'share_of_plays')).toEqual([75, 25])
  expect(table.fewData).toEqual([false, true])
  expect(cells(table, 'few_data')).toEqual(['no', 'yes'])
})

test('a single raw value has every figure as the service returned it, and null rates as not applicable', () => {
  const table = tableOf([{ ...row('fb'), play_rate: null }])
  expect(cells(table, 'over_pitch_rate')).toEqual([38.42])
  expect(cells(table, 'total_started_device_uniq')).toEqual([600])
  expect(cells(table, 'play_rate')).toEqual([missing('not-applicable')])
})

test('a merged row sums additive figures, and marks the others as merged', () => {
  const table = tableOf([row('fb'), row('FB')], { rules: ALIKE })
  expect(cells(table, 'row_kind')).toEqual(['merged'])
  expect(cells(table, 'total_started')).toEqual([1600])
  expect(cells(table, 'revenue_per_play_brl')).toEqual([1543])
  for (const key of ['total_started_device_uniq', 'total_over_pitch', 'play_rate']) {
    expect(cells(table, key)).toEqual([missing('merged')])
  }
  expect(cells(table, 'raw_count')).toEqual([2])
  expect(cells(table, 'raw_values')).toEqual(['FB · fb'])
})

test('a value merged into a name with a bar has its own row beside what is before the bar', () => {
  const rules = withAliases(
    { ...NO_MERGE_RULES, dropsIds: true },
    KEY,
    ['fb_paid'],
    'Facebook | Ads',
  )
  const rows = [plays('Facebook', 1000), plays('fb_paid', 400)]
  const sort = { column: 'total_started', descending: true }
  const table = tableOf(rows, { rules, sort })
  expect(cells(table, 'grouped_field')).toEqual(['Facebook', 'Facebook | Ads'])
  expect(cells(table, 'total_started')).toEqual([1000, 400])
})

test('a value merged into a name joins the raw values that are read as that name', () => {
  const rules = withAliases({ ...ALIKE, dropsIds: true }, KEY, ['fb'], 'facebook')
  const table = tableOf([plays('Facebook|7', 1000), plays('fb', 400)], { rules })
  expect(cells(table, 'total_started')).toEqual([1400])
})

test('without a pitch its figures are not applicable, merged or not', () => {
  const rows = [row('fb'), row('FB'), row('google')]
  const table = tableOf(rows, { rules: ALIKE, player: { pitch_time: 0 } })
  const none = missing('not-applicable')
  expect(cells(table, 'over_pitch_rate')).toEqual([none, none])
})

test('totals are shown for additive figures only', () => {
  const table = tableOf([row('a'), row('b')])
  expect(totalOf(table, 'total_started')).toBe(1600)
  expect(totalOf(table, 'total_started_session_uniq')).toEqual(missing('not-applicable'))
  expect(totalOf(table, 'share_of_plays')).toEqual(missing('not-applicable'))
})

test('beyond the top values all others are one last row, without rates', () => {
  const values = [1, 2, 3, 4].map((size) => plays(`v${size}`, 200 * size, size))
  const table = tableOf(values, { top: 2 })
  // All others may be more values than a spreadsheet's cell can hold.
  expect(cells(table, 'raw_values').at(-1)).toBe('')
  expect(cells(table, 'row_kind')).toEqual(['value', 'value', 'others'])
  expect(cells(table, 'grouped_field')).toEqual(['v4', 'v3', ''])
  expect(cells(table, 'total_started')).toEqual([800, 600, 600])
  expect(cells(table, 'play_rate').at(-1)).toEqual(missing('merged'))
  expect(table.fewData.at(-1)).toBe(false)
})

test('all others are compared with all others then, also with values that are gone', () => {
  const current = { value: [plays('a', 500), plays('b', 100), plays('c', 50)], asOf: 2 }
  const earlier = { value: [plays('a', 400), plays('z', 150)], asOf: 1 }
  const sort = { column: 'total_started', descending: true }
  const table = trafficTable(current, earlier, view({ sort, top: 1 }))
  expect(cells(table, 'row_kind')).toEqual(['value', 'others'])
  expect(cells(table, 'total_started__comparison')).toEqual([400, 150])
  expect(cells(table, 'total_started__change')).toEqual([25, 0])
})

test('a value that fell to nothing has a row of zeros beside its earlier figures', () => {
  const current = { value: [plays('fb', 500)], asOf: 2 }
  const earlier = { value: [plays('fb', 400), plays('tiktok', 150, 900), plays('', 40)], asOf: 1 }
  const sort = { column: 'total_started', descending: true }
  const table = trafficTable(current, earlier, view({ sort }))
  expect(cells(table, 'grouped_field')).toEqual(['fb', '', 'tiktok'])
  expect(cells(table, 'row_kind')).toEqual(['value', 'empty', 'value'])
  expect(cells(table, 'total_started')).toEqual([500, 0, 0])
  expect(cells(table, 'total_started__comparison')).toEqual([400, 40, 150])
  expect(cells(table, 'total_started__change')).toEqual([25, -100, -100])
  expect(cells(table, 'total_amount_brl__comparison')).toEqual([0, 0, 900])
  // Nobody is no session, and of no plays there is no rate.
  expect(cells(table, 'total_started_session_uniq').slice(1)).toEqual([0, 0])
  expect(cells(table, 'play_rate').slice(1)).toEqual(Array(2).fill(missing('not-applicable')))
  expect(totalOf(table, 'total_started')).toBe(500)
  expect(totalOf(table, 'total_started__comparison')).toBe(590)
})

test('earlier spellings of a value that fell to nothing are merged under the rules', () => {
  const earlier = { value: [plays('tt', 20), plays('TT', 150)], asOf: 1 }
  const table = trafficTable({ value: [], asOf: 2 }, earlier, view({ rules: ALIKE }))
  expect(cells(table, 'grouped_field')).toEqual(['TT'])
  expect(cells(table, 'total_started__comparison')).toEqual([170])
  expect(cells(table, 'raw_values')).toEqual(['TT · tt'])
  expect(table.sources[0]?.before?.map(({ grouped_field }) => grouped_field)).toEqual(['TT', 'tt'])
})

test('without a comparison no value of another period has a row', () => {
  expect(trafficTable({ value: [plays('fb', 5)], asOf: 2 }, null, view()).rows).toHaveLength(1)
})

test('the shares of some values are of the plays of all', () => {
  const sort = { column: 'total_started', descending: true }
  const some = tableOf([plays('fb', 60), plays('facebook', 40)], { plays: 1000, sort })
  expect(cells(some, 'share_of_plays')).toEqual([6, 4])
})

test('a comparison that can still change makes the traffic change', () => {
  const current = { value: [plays('a', 500)], asOf: 3, isSettled: true }
  const table = trafficTable(current, { value: [], asOf: 2 }, view())
  expect([table.asOf, table.isSettled]).toEqual([2, undefined])
})

test('a single value beyond the top keeps its own row', () => {
  const values = [1, 2, 3].map((size) => plays(`v${size}`, 200 * size))
  expect(cells(tableOf(values, { top: 2 }), 'row_kind')).toEqual(['value', 'value', 'value'])
})

test('an empty value is distinguished from the row of all others', () => {
  expect(cells(tableOf([row('')]), 'row_kind')).toEqual(['empty'])
})

test('each value is compared with itself in the other period, under the same rules', () => {
  const earlier = { value: [plays('FB', 100, 0), plays('fb', 100, 0)], asOf: 1 }
  const current = { value: [plays('fb', 300, 0), plays('google', 40, 0)], asOf: 2 }
  const sort = { column: 'total_started', descending: true }
  const table = trafficTable(current, earlier, view({ rules: ALIKE, sort }))
  expect(cells(table, 'total_started__comparison')).toEqual([200, 0])
  expect(cells(table, 'total_started__change')).toEqual([50, missing('new')])
  // The one side is two raw values, which have no common rate; of the other there was nothing.
  expect(cells(table, 'overall_conversion_rate__comparison')).toEqual([
    missing('merged'),
    missing('no-comparison'),
  ])
})

test('for any number of top values, additive columns have the totals of all raw rows', () => {
  const values = fc.uniqueArray(
    fc
      .tuple(fc.string({ unit: fc.constantFrom('a', 'A', 'b', '+'), maxLength: 3 }), fc.nat(9999))
      .map(([name, size]) => plays(name, size, size * 3)),
    { selector: ({ grouped_field }) => grouped_field, maxLength: 20 },
  )
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 6 }), fc.boolean(), (raw, top, ignoresCase) => {
      const table = tableOf(raw, { top, rules: { ...ALIKE, ignoresCase, decodes: true } })
      for (const key of ADDITIVE) {
        expect(totalOf(table, key)).toBe(raw.reduce((sum, one) => sum + one[key], 0))
      }
    }),
  )
})

const day = (date_key: string, value: string, total_started: number, query_key = KEY) => ({
  ...plays(value, total_started),
  date_key,
  query_key,
})
const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03']
const byDay = { query_key: KEY, days: DAYS, rules: ALIKE, measure: 'total_started' as const }

test('by day merged values are one, a day without a row is zero, and only the top is shown', () => {
  const rows = [
    day('2026-03-01', 'fb', 5),
    day('2026-03-01', 'FB', 7),
    day('2026-03-03', 'fb', 1),
    day('2026-03-02', 'google', 9),
    day('2026-03-02', 'bing', 2),
    day('2026-03-02', 'other', 999, 'utm_medium'),
  ]
  const { values, leftOut } = trafficByDay(rows, { ...byDay, top: 2 })
  expect(leftOut).toBe(1)
  expect(values.map(({ value }) => value)).toEqual(['FB', 'google'])
  expect(values[0]?.daily.map(({ total_started }) => total_started)).toEqual([12, 0, 1])
  const { table } = trafficDaysTable({ value: rows, asOf: 1 }, { ...byDay, top: 2 })
  expect(table.rows).toHaveLength(6)
  expect(table.columns.map(({ key }) => key)).toEqual(['grouped_field', 'date_key', ...ADDITIVE])
})

test('a value that is asked for by name is shown by day below the top, in whatever case', () => {
  const rows = ['bing', 'google', 'yahoo', 'FB'].map((value, place) =>
    day('2026-03-02', value, 9 - place),
  )
  const { values, leftOut } = trafficByDay(rows, { ...byDay, top: 1, also: ['fb', 'bing', 'gone'] })
  expect(values.map(({ value }) => value)).toEqual(['bing', 'FB'])
  expect(leftOut).toBe(2)
})

test('a value merged by day has the name that it has in the whole period', () => {
  const rows = [...DAYS.map((date) => day(date, 'fb', 10)), day('2026-03-02', 'FB', 20)]
  const { values } = trafficByDay(rows, { ...byDay, top: 2 })
  const period = tableOf([plays('fb', 30), plays('FB', 20)], { rules: ALIKE })
  expect(cells(period, 'grouped_field')).toEqual(['fb'])
  expect(values.map(({ value }) => value)).toEqual(['fb'])
})

const groups = [
  { grouped_key: 'fb', grouped_values: [0, 10, 10].map((timed) => ({ timed, total_users: 2 })) },
  { grouped_key: 'google', grouped_values: [{ timed: 21, total_users: 4 }] },
]

test('curves come in the requested order, and a value missing from the response has none', () => {
  const curves = valueCurves(groups, ['google', 'missing', 'fb'], { duration: 20 })
  expect(curves.map(({ value, sessions }) => [value, sessions])).toEqual([
    ['google', 4],
    ['fb', 6],
  ])
  expect(curves[1]?.curve.slice(0, 2)).toEqual([6, 4])
})

test('without a known length all curves end where the longest does', () => {
  const curves = valueCurves(groups, ['fb', 'google'], { duration: 0 })
  expect(curves.map(({ curve }) => curve.length)).toEqual([22, 22])
})

test('the table of the curves has a row per value and second', () => {
  const table = trafficRetentionTable({ value: groups, asOf: 1 }, ['fb'], { duration: 10 })
  expect(table.rows).toHaveLength(11)
  expect(table.rows[0]).toEqual(['fb', 0, 6, 100])
  expect(table.rows[10]).toEqual(['fb', 10, 4, 66.66])
})

test('a value without sessions or views has no share of them, rather than 0 %', () => {
  const none = { total_over_pitch: 0, total_under_pitch: 0, over_pitch_rate: '0.00' }
  expect(cells(tableOf([row('fb', none)]), 'over_pitch_rate')).toEqual([missing('not-applicable')])
  const unseen = { total_viewed_device_uniq: 0, play_rate: '0.00' }
  expect(cells(tableOf([row('fb', unseen)]), 'play_rate')).toEqual([missing('not-applicable')])
})

test('only rows of the shown values are sorted by day, each once, however many days there are', () => {
  let reads = 0
  const rows = Array.from({ length: 500 }, (_, at) => ({
    ...{ ...plays(`visitor ${at}`, at), query_key: KEY },
    get date_key() {
      reads += 1
      return '2026-03-02'
    },
  }))
  const days = Array.from({ length: 30 }, (_, at) => `2026-03-${at + 1}`)
  const options = { query_key: KEY, rules: NO_MERGE_RULES, days, measure: 'total_started' as const }
  expect(trafficByDay(rows, { ...options, top: 2 }).values.map(({ value }) => value)).toEqual([
    ...['visitor 499', 'visitor 498'],
  ])
  expect(reads).toBe(2)
})
