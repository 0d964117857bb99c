import { expect, test } from 'vitest'
import type { Measure, Statistics } from '../../../src/shared/api/statistics.ts'
import { overviewTiles } from '../../../src/shared/features/overview/tiles.ts'
import { figureChange, floorOf } from '../../../src/shared/tables/floors.ts'
import { anOverview, aPlayer, aStatistics, idOf } from '../../support/statistics.ts'

const between = (key: Measure, now: object, before: object = {}) => {
  const [current, previous] = [aStatistics(now), aStatistics(before)]
  return figureChange(key, (measure) => ({
    current: Number(current[measure]),
    previous: Number(previous[measure]),
  }))
}

test('the sample size of a conversion rate is its conversions, however many plays there are', () => {
  const many = { total_started: 50_000, total_started_device_uniq: 40_000 }
  const rate = { overall_conversion_rate: 0.05 }
  const few = { ...many, ...rate, total_conversions: 29 }
  expect(between('overall_conversion_rate', few, { total_conversions: 90 }).kind).toBe('few-data')
  expect(between('overall_conversion_rate', { ...few, total_conversions: 30 }).kind).toBe('points')
})

test('the sample size of a play rate is its views, of engagement its sessions, of the pitch those who reached it', () => {
  expect(between('play_rate', { total_viewed_device_uniq: 99 }).kind).toBe('few-data')
  expect(between('play_rate', { total_viewed_device_uniq: 100 }).kind).toBe('points')
  expect(between('engagement_rate', { total_started_session_uniq: 99 }).kind).toBe('few-data')
  expect(between('over_pitch_rate', { total_over_pitch: 29 }).kind).toBe('few-data')
  expect(between('over_pitch_rate', { total_over_pitch: 30 }).kind).toBe('points')
})

test('the sample size of an amount is its conversions, and of a count the count itself', () => {
  const unsold = { total_conversions: 29 }
  expect(between('total_amount_brl', { ...unsold, total_amount_brl: 9 }, unsold).kind).toBe(
    'few-data',
  )
  expect(floorOf('revenue_per_play_usd').behind).toBe('total_conversions')
  expect(floorOf('total_clicked_device_uniq').behind).toBe('total_clicked_device_uniq')
})

test('tiles have the same minimum sample sizes as the columns of the table', () => {
  const figures = (change: Partial<Statistics>) => ({
    period: aStatistics(change),
    sums: null,
    asOf: 1,
  })
  const few = figures({ total_started: 50_000, total_conversions: 12 })
  const rows = [1, 2].map((number) => ({
    player: aPlayer({ id: idOf(number) }),
    current: few,
    comparison: few,
  }))
  const kinds = Object.fromEntries(
    overviewTiles(anOverview(rows), 'events').map(({ key, change }) => [key, change.kind]),
  )
  expect(kinds).toMatchObject({
    conversions_per_play: 'few-data',
    revenue_per_play_brl: 'few-data',
    total_conversions: 'few-data',
    plays_per_view: 'points',
    total_started: 'relative',
  })
})
