import { expect, test } from 'vitest'
import {
  differenceInterval,
  type EffectSide,
  effectRows,
  sumsOfDays,
} from '../../../../src/shared/features/publishing/effect-table.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { aDay, aPlayer, aStatistics, sumsOf } from '../../../support/statistics.ts'

const side = (change = {}) => ({ period: aStatistics(change), sums: null })
const rowOf = (rows: ReturnType<typeof effectRows>, key: string) =>
  rows.find((row) => row.key === key)

// Newcombe, Statistics in Medicine 17 (1998), 873-890, table II, method 10.
test.each([
  [56, 70, 48, 80, 5.24, 33.39],
  [9, 10, 3, 10, 17.05, 80.9],
  [10, 10, 0, 10, 60.75, 100],
])('%i of %i against %i of %i differ as published', (part, whole, other, all, low, high) => {
  expect(differenceInterval([other, all], [part, whole])).toEqual([low, high])
})

test('there is no interval for an invalid share, or without any sessions', () => {
  expect(differenceInterval([1, 0], [1, 2])).toBeNull()
  expect(differenceInterval([3, 2], [1, 2])).toBeNull()
})

test('a rate and its change come from the answers for exactly the two periods', () => {
  const rows = effectRows({ before: side(), after: side({ play_rate: '66.00' }) }, aPlayer())
  expect(rowOf(rows, 'play_rate')).toMatchObject({
    before: 60,
    after: 66,
    change: { kind: 'points', amount: 6 },
    interval: [expect.any(Number), expect.any(Number)],
  })
})

test('a difference that may be chance is called neither good nor bad', () => {
  const tones = (after: object, of = {}) => {
    const row = rowOf(effectRows({ before: side(of), after: side(after) }, aPlayer()), 'play_rate')
    return row?.change && 'tone' in row.change ? row.change.tone : null
  }
  expect(tones({ total_started_device_uniq: 550, play_rate: '55.00' })).toBe('bad')
  const hundred = { total_viewed_device_uniq: 100, total_started_device_uniq: 60 }
  expect(tones({ ...hundred, total_started_device_uniq: 55, play_rate: '55.00' }, hundred)).toBe(
    'neutral',
  )
})

test('with only daily data, counts are summed and every rate needs the period query', () => {
  const sums = sumsOf(aStatistics())
  const stored = { period: null, sums }
  const rows = effectRows({ before: stored, after: stored }, aPlayer())
  expect(rowOf(rows, 'total_started')?.after).toBe(800)
  const rates = rows.filter(({ kind }) => kind === 'percent')
  expect(rates.map(({ key }) => key)).toEqual([
    'play_rate',
    'engagement_rate',
    'over_pitch_rate',
    'overall_conversion_rate',
  ])
  for (const rate of rates) {
    expect(rate).toMatchObject({ after: missing('needs-period'), change: { kind: 'none' } })
    expect(rate.interval).toBeNull()
  }
})

test('currencies without sales, and the pitch of a player without one, are left out', () => {
  const rows = effectRows({ before: side(), after: side() }, aPlayer({ pitch_time: 0 }))
  const keys = rows.map(({ key }) => key)
  expect(keys.filter((key) => key.startsWith('total_amount'))).toEqual(['total_amount_brl'])
  expect(keys).not.toContain('over_pitch_rate')
})

test('a currency with sales only after the change is shown as new', () => {
  const rows = effectRows({ before: side(), after: side({ total_amount_usd: 900 }) }, aPlayer())
  expect(rowOf(rows, 'total_amount_usd')?.change.kind).toBe('new')
})

test('days are summed only when none of those on which the player existed is missing', () => {
  const rows = [aDay('2026-06-01'), aDay('2026-06-02')]
  const at = { zone: 'UTC', now: Date.parse('2026-06-20T12:00:00Z') }
  const viewed = (end: string, created: string) => {
    const player = aPlayer({ created_at: `${created} 10:00:00` })
    return sumsOfDays(rows, { start: '2026-05-31', end }, player, at)?.total_viewed
  }
  expect(viewed('2026-06-02', '2026-05-01')).toBeUndefined()
  expect(viewed('2026-06-02', '2026-06-01')).toBe(2400)
  // The day before a player is created may have a row too.
  expect(viewed('2026-06-02', '2026-06-02')).toBe(2400)
  expect(viewed('2026-06-03', '2026-06-02')).toBeUndefined()
  const none = aPlayer({ created_at: '2026-06-10 10:00:00' })
  const before = { start: '2026-05-31', end: '2026-06-02' }
  expect(sumsOfDays([], before, none, at)?.total_viewed).toBe(0)
})

test('amounts are shown of each currency in which either side is known to have sold', () => {
  const none = { period: null, sums: null }
  const sold = side({ total_amount_brl: 1_000_000, total_amount_usd: 0, total_amount_eur: 0 })
  const shown = (before: EffectSide, after: EffectSide) =>
    effectRows({ before, after }, aPlayer()).filter(({ kind }) => kind === 'money')
  expect(shown(none, sold)).toMatchObject([
    { key: 'total_amount_brl', before: missing('not-downloaded'), after: 1_000_000 },
  ])
  expect(shown(sold, none).map(({ key }) => key)).toEqual(['total_amount_brl'])
  expect(shown(none, none)).toEqual([])
})

test('a count that lacks the rest of a day is neither good nor bad', () => {
  const toneOf = (unfinishedDay: string | null) => {
    const after = { ...side({ total_viewed: 100 }), unfinishedDay }
    const rows = effectRows({ before: side({ total_viewed: 1000 }), after }, aPlayer())
    return rowOf(rows, 'total_viewed')?.change
  }
  expect(toneOf(null)).toMatchObject({ tone: 'bad' })
  expect(toneOf('2026-06-02')).toMatchObject({ tone: 'neutral' })
})
