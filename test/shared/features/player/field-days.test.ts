import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  dailyOf,
  fieldDaysTable,
  fieldValues,
} from '../../../../src/shared/features/player/field-days.ts'
import { aStatistics } from '../../../support/statistics.ts'

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03']
const row = (grouped_field: string, date_key: string, total_started: number) =>
  aStatistics({ total_started, grouped_field, date_key } as object) as ReturnType<
    typeof aStatistics
  > & { grouped_field: string; date_key: string }

test('the values with most plays come first, and no play of any is lost', () => {
  const aRow = fc
    .record({ value: fc.constantFrom('A', 'B', 'C', ''), day: fc.nat(2), plays: fc.nat(99) })
    .map(({ value, day, plays }) => row(value, DAYS[day] ?? '', plays))
  fc.assert(
    fc.property(
      fc.uniqueArray(aRow, { selector: (one) => `${one.grouped_field} ${one.date_key}` }),
      (rows) => {
        const values = fieldValues(rows)
        const plays = values.map((value) => value.plays)
        expect(plays).toEqual([...plays].sort((a, b) => b - a))
        const all = rows.reduce((sum, { total_started }) => sum + total_started, 0)
        expect(plays.reduce((sum, one) => sum + one, 0)).toBe(all)
        const table = fieldDaysTable({ value: rows, asOf: 3 }, { pitch_time: 10 })
        expect(table.rows).toHaveLength(rows.length)
        const at = table.columns.findIndex(({ key }) => key === 'total_started')
        expect(table.totals?.[at]).toBe(all)
      },
    ),
  )
})

test('a day without a row has zero plays, but no rate', () => {
  const [value] = fieldValues([row('Brazil', '2026-03-02', 8)])
  if (!value) throw new Error('no value')
  const player = { pitch_time: 10 }
  expect(dailyOf(value, DAYS, { measure: 'total_started', player })).toEqual([0, 8, 0])
  const rate = Number(aStatistics().play_rate)
  expect(dailyOf(value, DAYS, { measure: 'play_rate', player })).toEqual([null, rate, null])
})

test('without a pitch no day has a pitch rate', () => {
  const [value] = fieldValues([row('Brazil', '2026-03-02', 8)])
  if (!value) throw new Error('no value')
  const shares = dailyOf(value, DAYS, { measure: 'over_pitch_rate', player: { pitch_time: 0 } })
  expect(shares).toEqual([null, null, null])
})
