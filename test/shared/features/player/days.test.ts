import { expect, test } from 'vitest'
import { overviewTiles } from '../../../../src/shared/features/overview/tiles.ts'
import { daysTable } from '../../../../src/shared/features/player/days.ts'
import { overviewOfOne } from '../../../../src/shared/features/player/figures.ts'
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
