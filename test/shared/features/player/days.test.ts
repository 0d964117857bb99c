import { expect, test } from 'vitest'
import { overviewTiles } from '../../../../src/shared/features/overview/tiles.ts'
import {
  dailyMeasure,
  daysTable,
  overviewOfOne,
} from '../../../../src/shared/features/player/figures.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { aDay, aPlayer, aStatistics, cellAt, totalOf } from '../../../support/statistics.ts'

test('daily rows have totals only for additive figures', () => {
  const value = [aDay('2026-03-01'), aDay('2026-03-02')]
  const table = daysTable({ value, asOf: 7 }, aPlayer())
  expect(table.rows.map(([day]) => day)).toEqual(['2026-03-01', '2026-03-02'])
  expect(totalOf(table, 'total_started')).toBe(1600)
  for (const key of ['total_started_device_uniq', 'play_rate', 'total_over_pitch']) {
    expect(totalOf(table, key)).toEqual(missing('not-applicable'))
  }
  expect(cellAt(table, 0, 'play_rate')).toBe(60)
})

test('daily rows of a player without a pitch have no pitch figures', () => {
  const table = daysTable({ value: [aDay('2026-03-01')], asOf: 7 }, aPlayer({ pitch_time: 0 }))
  expect(cellAt(table, 0, 'over_pitch_rate')).toEqual(missing('not-applicable'))
})

test.each([
  ['play_rate', { total_viewed_device_uniq: 0 }],
  ['engagement_rate', { total_started_session_uniq: 0 }],
  ['overall_conversion_rate', { total_started_device_uniq: 0 }],
  ['over_pitch_rate', { total_over_pitch: 0, total_under_pitch: 0 }],
] as const)(
  '%s is not applicable where it is a share of nothing, and 0 only where it is a share',
  (key, nothing) => {
    const row = { [key]: key === 'overall_conversion_rate' ? 0 : '0.00' }
    const cellOf = (change: object) =>
      cellAt(
        daysTable({ value: [aDay('2026-03-01', { ...row, ...change })], asOf: 7 }, aPlayer()),
        0,
        key,
      )
    expect(cellOf(nothing)).toEqual(missing('not-applicable'))
    expect(cellOf({})).toBe(0)
    const about = { player: aPlayer(), period: { start: '2026-03-01', end: '2026-03-01' } }
    const tileOf = (change: object) => {
      const current = aStatistics({ ...row, ...change })
      const overview = overviewOfOne(
        { ...about, comparison: null },
        { current, compared: undefined, days: undefined },
      )
      return overviewTiles(overview, 'events', 99).find((tile) => tile.key === key)?.value
    }
    expect([tileOf(nothing), tileOf({})]).toEqual([missing('not-applicable'), 0])
    const daily = (change: object) =>
      dailyMeasure(key, [aDay('2026-03-01', { ...row, ...change })], about)
    expect([daily(nothing), daily({})]).toEqual([[null], [0]])
  },
)

test('without sessions a day or period has no pitch rate, whatever the service returns', () => {
  const none = { total_over_pitch: 0, total_under_pitch: 0, over_pitch_rate: '0.00' }
  const table = daysTable({ value: [aDay('2026-03-01', none)], asOf: 7 }, aPlayer())
  expect(cellAt(table, 0, 'over_pitch_rate')).toEqual(missing('not-applicable'))
  expect(cellAt(table, 0, 'total_over_pitch')).toBe(0)
  const period = { start: '2026-03-01', end: '2026-03-01' }
  const overview = overviewOfOne(
    { player: aPlayer(), period, comparison: null },
    { current: aStatistics(none), compared: undefined, days: undefined },
  )
  const tile = overviewTiles(overview, 'events').find(({ key }) => key === 'over_pitch_rate')
  expect(tile?.value).toEqual(missing('not-applicable'))
  const left = { total_over_pitch: 0, total_under_pitch: 3, over_pitch_rate: '0.00' }
  const played = daysTable({ value: [aDay('2026-03-01', left)], asOf: 7 }, aPlayer())
  expect(cellAt(played, 0, 'over_pitch_rate')).toBe(0)
})
