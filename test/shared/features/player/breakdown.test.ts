import { expect, test } from 'vitest'
import { breakdownTable } from '../../../../src/shared/features/player/breakdown.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { aPlayer, aStatistics, totalOf } from '../../../support/statistics.ts'

const BY_PLAYS = { column: 'total_started', descending: true }

test('a breakdown has shares of the sessions, flags small samples and is sorted', () => {
  const row = (grouped_field: string, sessions: number) => ({
    ...aStatistics({ total_started: sessions, total_started_session_uniq: sessions }),
    grouped_field,
  })
  const value = [row('Brazil', 50), row('Portugal', 250)]
  const view = { player: aPlayer(), sort: BY_PLAYS }
  const table = breakdownTable({ value, asOf: 1 }, view)
  expect(table.rows.map(([name, share]) => [name, share])).toEqual([
    ['Portugal', 83.33],
    ['Brazil', 16.66],
  ])
  expect(table.fewData).toEqual([false, true])
  expect(totalOf(table, 'total_started')).toBe(300)
  expect(totalOf(table, 'total_started_session_uniq')).toEqual(missing('not-applicable'))
})

test('values beyond the top are one last row of what can be added, and all rows are in a whole table', () => {
  const value = Array.from({ length: 140 }, (_, index) => ({
    ...aStatistics({ total_started: 1000 - index, total_started_session_uniq: 100 }),
    grouped_field: `Country ${index}`,
  }))
  const view = { player: aPlayer(), sort: BY_PLAYS }
  const top = breakdownTable({ value, asOf: 1 }, { ...view, top: 10 })
  const whole = breakdownTable({ value, asOf: 1 }, view)
  expect([top.rows.length, top.hasOthers]).toEqual([11, true])
  expect([whole.rows.length, whole.hasOthers]).toEqual([140, false])
  expect(top.rows.slice(0, 10)).toEqual(whole.rows.slice(0, 10))
  const others = (key: string) => top.rows[10]?.[top.columns.findIndex((one) => one.key === key)]
  expect(others('total_started')).toBe(
    value.slice(10).reduce((sum, one) => sum + one.total_started, 0),
  )
  expect(others('share_of_sessions')).toBe(92.85)
  expect(others('total_started_device_uniq')).toEqual(missing('merged'))
  expect(others('play_rate')).toEqual(missing('merged'))
  expect(top.totals).toEqual(whole.totals)
})
