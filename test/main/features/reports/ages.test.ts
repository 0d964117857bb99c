import { expect, test } from 'vitest'
import { agesOf } from '../../../../src/main/features/reports/freeze.ts'
import type { OverviewFigures } from '../../../../src/shared/features/overview/overview.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'

const read = (asOf: number, isSettled = false): OverviewFigures => ({
  ...{ period: NO_STATISTICS, sums: null, asOf, ...(isSettled && { isSettled }) },
})

const agesIn = (current: OverviewFigures, comparison: OverviewFigures | null) =>
  agesOf([
    { noun: 'overview', verb: 'read', input: {}, value: { rows: [{ current, comparison }] } },
  ])

test('the report of an overview is as old as the oldest of its figures, those of the comparison included', () => {
  expect(agesIn(read(20), read(10))).toEqual({ oldest: 10, newest: 20 })
  expect(agesIn(read(20), read(10, true))).toEqual({ oldest: 20, newest: 20 })
  expect(agesIn(read(20), null)).toEqual({ oldest: 20, newest: 20 })
})

test('a list of players or tests makes no figure newer', () => {
  const answer = (verb: string, asOf: number, isSettled = false) => ({
    ...{ noun: 'analytics', verb, input: {}, value: { value: [], asOf, isSettled } },
  })
  const lists = [answer('players', 100), answer('comparisonGroups', 90)]
  expect(agesOf([answer('stats', 10, true), ...lists])).toEqual({ oldest: 10, newest: 10 })
  expect(agesOf([answer('stats', 10), ...lists])).toEqual({ oldest: 10, newest: 10 })
  expect(agesOf(lists)).toEqual({ oldest: 90, newest: 100 })
})
