import { expect, test } from 'vitest'
import { pitchTrialTable } from '../../../../src/shared/features/player/pitch-trial.ts'
import { aPlayer } from '../../../support/statistics.ts'

const player = aPlayer({ duration: 100, pitch_time: 50 })
const known = <T>(value: T, asOf: number) => ({ value, asOf })
const engagement = known(
  {
    grouped_timed: [
      { timed: 10, total_users: 60 },
      { timed: 40, total_users: 30 },
      { timed: 80, total_users: 9 },
    ],
    average_watched_time: 0,
    engagement_rate: 0,
  },
  30,
)
const clicks = known(
  [
    { timed: 40, total_users: 4 },
    { timed: 60, total_users: 3 },
  ],
  20,
)

test('the set pitch, the trial pitch and their difference are side by side', () => {
  const { rows, asOf } = pitchTrialTable({ engagement, clicks, sales: null }, { player, trial: 20 })
  const none = { missing: 'not-downloaded' }
  expect(rows).toEqual([
    ['set', 50, 9, 90, 9.09, 3, none],
    ['trial', 20, 39, 60, 39.39, 7, none],
    ['difference', -30, 30, -30, 30.3, 4, none],
  ])
  expect(asOf).toBe(20)
})

test('without a set pitch there is only the trial, and without a curve no time', () => {
  const far = aPlayer({ duration: 100, pitch_time: 101 })
  const table = pitchTrialTable({ engagement, clicks, sales: null }, { player: far, trial: 20 })
  expect(table.rows.map(([side]) => side)).toEqual(['trial'])
  const none = pitchTrialTable({ engagement: null, clicks, sales: null }, { player, trial: 20 })
  expect(none.asOf).toBeNull()
})
