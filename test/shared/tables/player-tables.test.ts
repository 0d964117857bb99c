import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reached } from '../../../src/shared/model/engagement.ts'
import { breakdownTable } from '../../../src/shared/tables/breakdown.ts'
import { daysTable } from '../../../src/shared/tables/days.ts'
import { FUNNEL_STEPS, funnelSteps, funnelTable } from '../../../src/shared/tables/funnel.ts'
import { liveTable } from '../../../src/shared/tables/live.ts'
import { retentionTable } from '../../../src/shared/tables/retention.ts'
import { type Cell, missing, type Table } from '../../../src/shared/tables/table.ts'
import { timingTable } from '../../../src/shared/tables/timing.ts'
import { aDay, aPlayer, aStatistics } from '../../support/statistics.ts'

const at = (table: Table, row: number, key: string): Cell | undefined =>
  table.rows[row]?.[table.columns.findIndex((column) => column.key === key)]

const totalOf = (table: Table, key: string) =>
  table.totals?.[table.columns.findIndex((column) => column.key === key)]

test('daily rows add up only where days may be added', () => {
  const value = [aDay('2026-03-01'), aDay('2026-03-02')]
  const table = daysTable({ value, asOf: 7 }, aPlayer())
  expect(table.rows.map(([day]) => day)).toEqual(['2026-03-01', '2026-03-02'])
  expect(totalOf(table, 'total_started')).toBe(1600)
  for (const key of ['total_started_device_uniq', 'play_rate', 'total_over_pitch']) {
    expect(totalOf(table, key)).toEqual(missing('not-applicable'))
  }
  expect(at(table, 0, 'play_rate')).toBe(60)
})

test('daily rows of a player without a pitch say nothing about it', () => {
  const table = daysTable({ value: [aDay('2026-03-01')], asOf: 7 }, aPlayer({ pitch_time: 0 }))
  expect(at(table, 0, 'over_pitch_rate')).toEqual(missing('not-applicable'))
})

test('the funnel of sessions has every step, with its shares', () => {
  const stats = { value: aStatistics(), asOf: 3 }
  const steps = funnelSteps({ stats, player: aPlayer() }, 'sessions')
  expect(steps.map(({ count }) => count)).toEqual([1100, 700, 269, 120, 40])
  expect(steps.map(({ shareOfPrevious }) => shareOfPrevious)).toEqual([
    missing('not-applicable'),
    63.63,
    38.42,
    44.6,
    33.33,
  ])
  expect(steps.map(({ shareOfFirst }) => shareOfFirst)).toEqual([100, 63.63, 24.45, 10.9, 3.63])
})

test('steps that are counted in sessions only do not apply on other bases', () => {
  const stats = { value: aStatistics(), asOf: 3 }
  for (const basis of ['events', 'devices'] as const) {
    const steps = funnelSteps({ stats, player: aPlayer() }, basis)
    expect(steps[2]?.count).toEqual(missing('not-applicable'))
    expect(steps[4]?.count).toEqual(missing('not-applicable'))
  }
  expect(funnelSteps({ stats, player: aPlayer() }, 'events')[3]?.shareOfPrevious).toBe(17.5)
})

test('the funnel is compared step by step', () => {
  const answers = {
    stats: { value: aStatistics(), asOf: 3 },
    comparison: { value: aStatistics({ total_viewed: 600 }), asOf: 2 },
    player: aPlayer(),
  }
  const table = funnelTable(answers)
  expect(table.rows).toHaveLength(3 * FUNNEL_STEPS.length)
  expect(at(table, 0, 'count__change')).toBe(100)
  const absent = funnelTable({ ...answers, comparison: null })
  expect(at(absent, 0, 'count__comparison')).toEqual(missing('not-downloaded'))
})

test('a breakdown shares out the sessions, flags small samples and sorts', () => {
  const row = (grouped_field: string, sessions: number) => ({
    ...aStatistics({ total_started: sessions, total_started_session_uniq: sessions }),
    grouped_field,
  })
  const value = [row('Brazil', 50), row('Portugal', 250)]
  const view = { player: aPlayer(), sort: { column: 'total_started', descending: true } }
  const table = breakdownTable({ value, asOf: 1 }, view)
  expect(table.rows.map(([name, share]) => [name, share])).toEqual([
    ['Portugal', 83.33],
    ['Brazil', 16.66],
  ])
  expect(table.fewData).toEqual([false, true])
  expect(totalOf(table, 'total_started')).toBe(300)
  expect(totalOf(table, 'total_started_session_uniq')).toEqual(missing('not-applicable'))
})

test('the curve is what the distribution says at each second, and never rises', () => {
  const item = fc.record({ timed: fc.nat(70), total_users: fc.nat(50) })
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), (grouped_timed) => {
      const value = { grouped_timed, average_watched_time: 0, engagement_rate: 0 }
      const table = retentionTable({ value, asOf: 1 }, { duration: 60 })
      expect(table.rows).toHaveLength(61)
      const sessions = table.rows.map((row) => Number(row[1]))
      sessions.forEach((count, second) => expect(count).toBe(reached(grouped_timed, second)))
      for (let second = 1; second < sessions.length; second++) {
        expect(sessions[second]).toBeLessThanOrEqual(sessions[second - 1] ?? 0)
      }
      const lost = table.rows.map((row) => Number(row[3]))
      expect(lost[25]).toBe((sessions[15] ?? 0) - (sessions[25] ?? 0))
      expect(lost[3]).toBe((sessions[0] ?? 0) - (sessions[3] ?? 0))
    }),
  )
})

test('a curve without sessions has no percentages', () => {
  const value = { grouped_timed: [], average_watched_time: 0, engagement_rate: 0 }
  const table = retentionTable({ value, asOf: 1 }, { duration: 1 })
  expect(table.rows[1]).toEqual([1, 0, missing('not-applicable'), 0, missing('not-applicable')])
})

const sale = (timed: number, count: number, soFar: number) => ({
  timed,
  timed_conversions: count,
  cumulative_conversions: soFar,
  timed_amount_usd: 0,
  cumulative_amount_usd: 0,
  timed_amount_brl: count * 100,
  cumulative_amount_brl: soFar * 100,
  timed_amount_eur: 0,
  cumulative_amount_eur: 0,
})

test('clicks and sales meet on the same seconds', () => {
  const clicks = {
    value: [
      { timed: 5, total_users: 3 },
      { timed: 9, total_users: 2 },
    ],
    asOf: 4,
  }
  const conversions = { value: [sale(5, 1, 1), sale(7, 2, 3)], asOf: 2 }
  const table = timingTable(clicks, conversions)
  expect(table.rows.map((row) => row.slice(0, 5))).toEqual([
    [5, 3, 3, 1, 1],
    [7, 0, 3, 2, 3],
    [9, 2, 5, 0, 3],
  ])
  expect(totalOf(table, 'clicks')).toBe(5)
  expect(totalOf(table, 'timed_amount_brl')).toBe(300)
  expect(totalOf(table, 'cumulative_conversions')).toEqual(missing('not-applicable'))
  expect(table.asOf).toBe(2)
})

test('without the sales the clicks still stand', () => {
  const table = timingTable({ value: [{ timed: 5, total_users: 3 }], asOf: 4 }, null)
  expect(table.rows[0]?.slice(0, 4)).toEqual([5, 3, 3, missing('not-downloaded')])
})

test('live users are told per domain', () => {
  const table = liveTable({ value: [{ domain: 'a.com', live_users: 3 }], asOf: 1 })
  expect(table.rows).toEqual([['a.com', 3]])
  expect(table.totals).toEqual([missing('not-applicable'), 3])
})
