import { expect, test } from 'vitest'
import { clickDays } from '../../../../src/shared/api/event-counts.ts'
import { clickDaysTable } from '../../../../src/shared/features/live/click-days.ts'
import { missing } from '../../../../src/shared/tables/table.ts'

test.each([
  ['integers', (count: number) => count],
  ['strings', String],
])('clicks by day may be %s, and the uniques of the period are its own', (_, written) => {
  const counts = (total: number, session: number, device: number) => ({
    total: written(total),
    total_uniq_session: written(session),
    total_uniq_device: written(device),
  })
  const value = clickDays.parse({
    events_by_day: [
      { day: '2026-03-01', ...counts(5, 4, 3) },
      { day: '2026-03-02', ...counts(6, 4, 3) },
    ],
    total_events: written(11),
    total_uniq_session_events: written(7),
    total_uniq_device_events: written(5),
  })
  const table = clickDaysTable({ value, asOf: 5 })
  expect(table.rows).toEqual([
    ['2026-03-01', 5, 4, 3],
    ['2026-03-02', 6, 4, 3],
  ])
  expect(table.totals).toEqual([missing('not-applicable'), 11, 7, 5])
})
