import { expect, test } from 'vitest'
import { FROZEN_ANSWERS } from '../../../../src/shared/features/reports/frozen-answers.ts'

const arm = (player_id: string, change: object = {}) => ({
  ...{ player_id, views: 10, plays: 5, conversions: 1, pitch_time: 60 },
  shares: {
    conversion_rate: { part: 1, whole: 5 },
    play_rate: { part: 5, whole: 10 },
    pitch_retention_rate: null,
  },
  ...change,
})

const snapshot = (ofB: object = {}) => ({
  ...{ group_id: 'g', start: '2026-07-01 12:00:00', day: '2026-07-02', asOf: 1 },
  arms: [arm('a'.repeat(24)), arm('b'.repeat(24), ofB)],
})

const isTaken = (one: object) =>
  FROZEN_ANSWERS['abTests.list']?.safeParse({
    g: { choice: null, decisions: [], snapshots: [one] },
  }).success

test('of a report a snapshot is refused that the app itself could not have stored', () => {
  expect(isTaken(snapshot())).toBe(true)
  for (const start of ['soon', '', '2026-07-01', '2026-02-30 12:00:00'])
    expect(isTaken({ ...snapshot(), start }), start).toBe(false)
  const { shares } = arm('')
  const half = { shares: { ...shares, conversion_rate: { part: 0.5, whole: 1 } } }
  for (const ofB of [half, { views: 0.5 }, { conversions: -1 }, { pitch_time: 1.5 }])
    expect(isTaken(snapshot(ofB)), JSON.stringify(ofB)).toBe(false)
})
