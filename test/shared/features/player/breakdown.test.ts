import { expect, test } from 'vitest'
import { breakdownTable } from '../../../../src/shared/features/player/breakdown.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { aPlayer, aStatistics, totalOf } from '../../../support/statistics.ts'

test('a breakdown has shares of the sessions, flags small samples and is sorted', () => {
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
