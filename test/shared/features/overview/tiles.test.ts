import { expect, test } from 'vitest'
import type { Statistics } from '../../../../src/shared/api/statistics.ts'
import type { OverviewRow } from '../../../../src/shared/features/overview/overview.ts'
import { MOST_TILES, overviewTiles } from '../../../../src/shared/features/overview/tiles.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { anOverview, aPlayer, aStatistics, idOf, sumsOf } from '../../../support/statistics.ts'

const of = (change: Partial<Statistics>) => ({ period: aStatistics(change), sums: null, asOf: 1 })

const row = (
  number: number,
  current: OverviewRow['current'],
  comparison: OverviewRow['comparison'] = null,
): OverviewRow => ({ player: aPlayer({ id: idOf(number) }), current, comparison })

const tile = (rows: OverviewRow[], key: string) =>
  overviewTiles(anOverview(rows), 'devices', 99).find((one) => one.key === key)

test('the tiles of an account are sums and ratios of sums, never sums of uniques or rates', () => {
  const rows = [row(1, of({})), row(2, of({ total_started: 200, total_viewed: 300 }))]
  const keys = overviewTiles(anOverview(rows), 'devices').map(({ key }) => key)
  expect(keys).toEqual([
    'total_amount_brl',
    'total_conversions',
    'conversions_per_play',
    'revenue_per_play_brl',
    'total_started',
    'plays_per_view',
    'pitch_retention',
  ])
  expect(tile(rows, 'total_started')).toMatchObject({ value: 1000, method: 'sum' })
  expect(tile(rows, 'plays_per_view')).toMatchObject({ value: 66.66, method: 'ratio' })
  expect(tile(rows, 'conversions_per_play')?.value).toBe(8)
  expect(tile(rows, 'pitch_retention')?.value).toBe(38.42)
})

test('engagement is the median player, and labelled so', () => {
  const rates = ['10.00', '20.00', '90.01']
  const rows = rates.map((engagement_rate, index) => row(index, of({ engagement_rate })))
  expect(tile(rows, 'engagement_rate')).toMatchObject({ value: 20, method: 'median' })
  expect(tile(rows.slice(1), 'engagement_rate')?.value).toBe(55)
})

test('without any play there is no engagement, which is not the same as figures that are missing', () => {
  const idle = of({ total_started: 0, total_started_session_uniq: 0, engagement_rate: '0.00' })
  const unread = { period: null, sums: null, asOf: null }
  const both = [row(1, idle), row(2, idle)]
  expect(tile(both, 'engagement_rate')?.value).toEqual(missing('not-applicable'))
  const value = tile([row(1, idle), row(2, unread)], 'engagement_rate')?.value
  expect(value).toEqual(missing('not-downloaded'))
})

test('a player without plays before has no engagement then, rather than one of 0 %', () => {
  const idle = of({ total_started: 0, total_started_session_uniq: 0, engagement_rate: '0.00' })
  const now = of({ engagement_rate: '40.00' })
  const rows = [row(1, now, now), row(2, now, idle), row(3, now, idle)]
  expect(tile(rows, 'engagement_rate')).toMatchObject({
    change: { kind: 'points', amount: 0 },
    of: { players: 3, all: 3 },
  })
})

test('the change of the median player is of the players with plays in both periods', () => {
  const idle = of({ total_started: 0, total_started_session_uniq: 0, engagement_rate: '0.00' })
  const rate = (engagement_rate: string) => of({ engagement_rate })
  const rows = [row(1, rate('45.00'), rate('40.00')), row(2, rate('10.00'), idle)]
  expect(tile(rows, 'engagement_rate')).toMatchObject({
    value: 27.5,
    comparison: missing('no-comparison'),
    change: { kind: 'points', amount: 5 },
    changeOf: 1,
  })
  const unknown = row(2, rate('10.00'), { period: null, sums: null, asOf: null })
  const tiles = [row(1, rate('45.00'), rate('40.00')), unknown]
  expect(tile(tiles, 'engagement_rate')?.change).toEqual({ kind: 'none' })
  expect(tile(rows.slice(1), 'engagement_rate')?.changeOf).toBeUndefined()
})

test('a sum without some players says how many it covers, and is not compared', () => {
  const none = { period: null, sums: null, asOf: null }
  const rows = [row(1, of({}), of({ total_started: 400 })), row(2, none, of({}))]
  expect(tile(rows, 'total_started')).toMatchObject({
    value: 800,
    comparison: 1200,
    of: { players: 1, all: 2 },
    change: { kind: 'none' },
  })
})

test('where only players without sessions are known, a rate has the reason why the others are missing', () => {
  const idle = of({ total_started: 0, total_viewed: 0, total_over_pitch: 0, total_under_pitch: 0 })
  const none = { period: null, sums: null, asOf: null }
  for (const key of ['pitch_retention', 'plays_per_view']) {
    expect(tile([row(1, idle), row(2, idle)], key)?.value).toEqual(missing('not-applicable'))
    expect(tile([row(1, idle), row(2, none)], key)?.value).toEqual(missing('not-downloaded'))
  }
})

test('a change compares the same players on both sides', () => {
  const rows = [
    row(1, of({}), of({ total_started: 400 })),
    row(2, of({}), of({ total_started: 400 })),
  ]
  expect(tile(rows, 'total_started')?.change).toMatchObject({ kind: 'relative', amount: 100 })
})

test('players without a pitch are left out of the share over it', () => {
  const rows = [
    row(1, of({})),
    { ...row(2, of({})), player: aPlayer({ id: idOf(2), pitch_time: 0 }) },
  ]
  expect(tile(rows, 'pitch_retention')).toMatchObject({ of: { players: 1, all: 1 } })
  const none = rows.map((one) => ({ ...one, player: { ...one.player, pitch_time: 0 } }))
  expect(tile(none, 'pitch_retention')?.value).toEqual(missing('not-applicable'))
})

test('each currency with sales has its own tile, and the number of tiles is limited', () => {
  const rows = [row(1, of({ total_amount_usd: 5, total_amount_eur: 7 })), row(2, of({}))]
  const tiles = overviewTiles(anOverview(rows), 'events')
  expect(tiles.slice(0, 3).map(({ currency }) => currency)).toEqual(['usd', 'brl', 'eur'])
  expect(tiles.length).toBeLessThanOrEqual(MOST_TILES + 1)
  expect(tiles.at(-1)?.key).toBe('pitch_retention')
  expect(tiles.some(({ key }) => key.startsWith('revenue_per_play'))).toBe(false)
})

test('the change of the revenue per play is that of the amounts, not of their whole cents', () => {
  const perPlay = (total_amount_brl: number) => of({ total_started: 10_000, total_amount_brl })
  const change = (now: number, before: number) =>
    tile([row(1, perPlay(now), perPlay(before))], 'revenue_per_play_brl')?.change
  expect(change(109_900, 110_000)).toMatchObject({ amount: -0.09, isSteady: true, tone: 'neutral' })
  expect(change(9000, 9900)).toMatchObject({ amount: -9.09, isSteady: false, tone: 'bad' })
})

test('a single player has the service’s own figures on the requested basis', () => {
  const rows = [row(1, of({}), of({ play_rate: '50.00' }))]
  expect(tile(rows, 'total_started_device_uniq')).toMatchObject({ value: 600, method: 'own' })
  expect(tile(rows, 'play_rate')).toMatchObject({
    value: 60,
    change: { kind: 'points', amount: 10, tone: 'good' },
  })
})

test('with nothing stored no tile has a figure', () => {
  const none = { period: null, sums: null, asOf: null }
  for (const { value } of overviewTiles(anOverview([row(1, none), row(2, none)]), 'events')) {
    expect(value).toEqual(missing('not-downloaded'))
  }
})

test('a change is missing for the reason of the comparison, when that only has to be read', () => {
  const unread = { period: null, sums: null, asOf: null }
  const before = of({})
  const daily = { period: null, sums: sumsOf(aStatistics()), asOf: 1 }
  const lacking = (rows: Parameters<typeof tile>[0], key: string) => tile(rows, key)?.lacking
  expect(lacking([row(1, before, unread)], 'total_conversions')).toBe('not-downloaded')
  expect(lacking([row(1, before, daily)], 'play_rate')).toBe('needs-period')
  const two = [row(1, before, before), row(2, before, daily)]
  expect(lacking(two, 'engagement_rate')).toBe('needs-period')
  expect(lacking(two, 'total_started')).toBeUndefined()
  expect(lacking([row(1, before, null)], 'total_conversions')).toBeUndefined()
})
