import { expect, test } from 'vitest'
import {
  FUNNEL_STEPS,
  funnelSteps,
  funnelTable,
} from '../../../../src/shared/features/player/funnel.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { aPlayer, aStatistics, cellAt } from '../../../support/statistics.ts'

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

test('steps counted in sessions only are not applicable on other bases', () => {
  const stats = { value: aStatistics(), asOf: 3 }
  for (const basis of ['events', 'devices'] as const) {
    const steps = funnelSteps({ stats, player: aPlayer() }, basis)
    expect(steps[2]?.count).toEqual(missing('not-applicable'))
    expect(steps[4]?.count).toEqual(missing('not-applicable'))
  }
  expect(funnelSteps({ stats, player: aPlayer() }, 'events')[3]?.shareOfPrevious).toBe(17.5)
})

test('a comparison that can still change makes the funnel change', () => {
  const stats = { value: aStatistics(), asOf: 3, isSettled: true }
  const comparison = { value: aStatistics(), asOf: 2 }
  const { asOf, isSettled } = funnelTable({ stats, comparison, player: aPlayer() })
  expect([asOf, isSettled]).toEqual([2, undefined])
})

test('the funnel is compared step by step', () => {
  const answers = {
    stats: { value: aStatistics(), asOf: 3 },
    comparison: { value: aStatistics({ total_viewed: 600 }), asOf: 2 },
    player: aPlayer(),
  }
  const table = funnelTable(answers)
  expect(table.rows).toHaveLength(3 * FUNNEL_STEPS.length)
  expect(cellAt(table, 0, 'count__change')).toBe(100)
  const absent = funnelTable({ ...answers, comparison: null })
  expect(cellAt(absent, 0, 'count__comparison')).toEqual(missing('not-downloaded'))
})
