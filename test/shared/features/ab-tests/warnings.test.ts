import { expect, test } from 'vitest'
import type { ComparisonGroup } from '../../../../src/shared/api/comparison-group.ts'
import {
  type AbArm,
  type AbMetric,
  type AbSnapshot,
  DEFAULT_GUARDRAILS,
} from '../../../../src/shared/features/ab-tests/ab-test.ts'
import { warningsOf } from '../../../../src/shared/features/ab-tests/warnings.ts'

const [A, B] = ['a'.repeat(24), 'b'.repeat(24)]
const start = '2026-03-01 00:00:00'
const arm = (player_id: string) => ({ player_id, traffic_percentage: 50, started_at: start })
const group: ComparisonGroup = {
  id: 'group',
  name: 'Two starts',
  players: [arm(A), arm(B)],
  started_at: start,
}

/** Of ten thousand on each side, how many did each thing. */
function figures(player_id: string, [conversion, play, pitch]: [number, number, number]): AbArm {
  const of = (part: number) => ({ part, whole: 10_000 })
  return {
    player_id,
    views: 10_000,
    plays: 10_000,
    conversions: conversion,
    shares: {
      conversion_rate: of(conversion),
      play_rate: of(play),
      pitch_retention_rate: of(pitch),
    },
  }
}

const snapshot = (...[a, b]: Parameters<typeof figures>[1][]): AbSnapshot => ({
  group_id: group.id,
  start,
  day: '2026-03-20',
  asOf: Date.UTC(2026, 2, 21, 12),
  arms: [figures(A, a ?? [0, 0, 0]), figures(B, b ?? [0, 0, 0])],
})

const said = (one: AbSnapshot, primary: AbMetric = 'conversion_rate') =>
  warningsOf(group, one, { choice: { primary, guardrails: DEFAULT_GUARDRAILS }, zone: 'UTC' }).map(
    ({ metric, verdict }) => [metric, verdict.state, verdict.ahead],
  )

test('a metric on which the other arm is better is a warning, and one that agrees is not', () => {
  const one = snapshot([400, 6000, 3000], [520, 5000, 3400])
  expect(said(one)).toEqual([['play_rate', 'decided', 'a']])
  expect(said(one, 'play_rate')).toEqual([
    ['conversion_rate', 'decided', 'b'],
    ['pitch_retention_rate', 'decided', 'b'],
  ])
})

test('a metric on which the other arm is only ahead is a weaker warning', () => {
  expect(said(snapshot([400, 6000, 3000], [520, 5920, 3000]))).toEqual([
    ['play_rate', 'leaning', 'a'],
  ])
})

test('there is no warning while neither arm is ahead on the deciding metric', () => {
  expect(said(snapshot([400, 6000, 3000], [400, 5000, 3400]))).toEqual([])
})
