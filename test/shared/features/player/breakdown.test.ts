import { expect, test } from 'vitest'
import { breakdownTable } from '../../../../src/shared/features/player/breakdown.ts'
import { valueName } from '../../../../src/shared/model/country.ts'
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

test('values are sorted by the names that are shown', () => {
  const value = ['Spain', 'France', 'Germany'].map((grouped_field) => ({
    ...aStatistics({ total_started: 5, total_started_session_uniq: 5 }),
    grouped_field,
  }))
  const sort = { column: 'grouped_field', descending: false }
  const view = { player: aPlayer(), sort }
  const names = (nameOf?: (name: string) => string) =>
    breakdownTable({ value, asOf: 1 }, { ...view, nameOf }).rows.map(([name]) => name)
  expect(names()).toEqual(['France', 'Germany', 'Spain'])
  // Alemanha, Espanha, França.
  const inPortuguese = (name: string) => valueName('country', name, 'pt-BR')
  expect(names(inPortuguese)).toEqual(['Germany', 'Spain', 'France'])
  const byPlays = { ...view, sort: BY_PLAYS, nameOf: inPortuguese }
  const equal = breakdownTable({ value, asOf: 1 }, byPlays).rows.map(([name]) => name)
  expect(equal).toEqual(['Germany', 'Spain', 'France'])
})
