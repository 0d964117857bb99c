import { expect, test } from 'vitest'
import { daysTable } from '../../../src/shared/tables/days.ts'
import { missing } from '../../../src/shared/tables/table.ts'
import { aDay, aPlayer, cellAt, totalOf } from '../../support/statistics.ts'

test('daily rows add up only where days may be added', () => {
  const value = [aDay('2026-03-01'), aDay('2026-03-02')]
  const table = daysTable({ value, asOf: 7 }, aPlayer())
  expect(table.rows.map(([day]) => day)).toEqual(['2026-03-01', '2026-03-02'])
  expect(totalOf(table, 'total_started')).toBe(1600)
  for (const key of ['total_started_device_uniq', 'play_rate', 'total_over_pitch']) {
    expect(totalOf(table, key)).toEqual(missing('not-applicable'))
  }
  expect(cellAt(table, 0, 'play_rate')).toBe(60)
})

test('daily rows of a player without a pitch say nothing about it', () => {
  const table = daysTable({ value: [aDay('2026-03-01')], asOf: 7 }, aPlayer({ pitch_time: 0 }))
  expect(cellAt(table, 0, 'over_pitch_rate')).toEqual(missing('not-applicable'))
})
