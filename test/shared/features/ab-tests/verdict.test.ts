import { describe, expect, it } from 'vitest'
import type { ComparisonStatistics } from '../../../../src/shared/api/comparison-group.ts'
import { DEFAULT_GUARDRAILS } from '../../../../src/shared/features/ab-tests/ab-test.ts'
import { isEngagementMissing, shareOf } from '../../../../src/shared/features/ab-tests/arms.ts'
import {
  lastingInterval,
  liftInterval,
  logRatio,
} from '../../../../src/shared/features/ab-tests/posterior.ts'
import { splitOf } from '../../../../src/shared/features/ab-tests/reading.ts'
import { type Pair, verdictOf } from '../../../../src/shared/features/ab-tests/verdict.ts'

const pair = (a: number, b: number, change: Partial<Pair> = {}): Pair => ({
  a: { part: a, whole: 10_000 },
  b: { part: b, whole: 10_000 },
  conversions: { a, b },
  days: 14,
  invalid: null,
  pairs: 1,
  ...change,
})

const said = (one: Pair, change = {}) => verdictOf(one, { ...DEFAULT_GUARDRAILS, ...change })

describe('the verdict on two arms', () => {
  it('is “too soon” under seven days, with the number of days so far', () => {
    const verdict = said(pair(200, 400, { days: 3 }))
    expect(verdict).toMatchObject({
      state: 'collecting',
      missing: [{ what: 'days', has: 3, of: 7 }],
    })
  })

  it('is “too soon” under a hundred sales, and names the arm', () => {
    expect(said(pair(41, 400))).toMatchObject({
      state: 'collecting',
      missing: [{ what: 'conversions', has: 41, of: 100, arm: 'a' }],
    })
  })

  it('is “better” when an arm clearly is', () => {
    expect(said(pair(400, 520))).toMatchObject({ state: 'decided', ahead: 'b' })
    expect(said(pair(520, 400))).toMatchObject({ state: 'decided', ahead: 'a' })
  })

  it('is only “ahead” while just a single reading would call an arm better', () => {
    const one = pair(400, 460)
    expect(liftInterval(one.a, one.b)[0]).toBeGreaterThan(0)
    expect(said(one)).toMatchObject({ state: 'leaning', ahead: 'b' })
  })

  it('is “no difference” when the whole interval is within the smallest relevant lift', () => {
    const one = pair(5000, 5000)
    expect(said(one, { smallestLift: 10 }).state).toBe('none')
    expect(said(one, { smallestLift: 0.5 }).state).toBe('collecting')
  })

  it('is “no difference” when an arm is certainly better, but by less than matters', () => {
    const many = { a: { part: 100_000, whole: 1_000_000 }, b: { part: 102_000, whole: 1_000_000 } }
    const one = { ...pair(100_000, 102_000), ...many }
    expect(lastingInterval(one.a, one.b, 0.95)[0]).toBeGreaterThan(0)
    expect(said(one)).toMatchObject({ state: 'none' })
    expect(said(one, { smallestLift: 1 })).toMatchObject({ state: 'decided', ahead: 'b' })
  })

  it('is “invalid” while the reading is, whatever the figures', () => {
    expect(said(pair(400, 520, { invalid: 'split' }))).toEqual({ state: 'invalid', why: 'split' })
  })

  it('needs more evidence when more pairs are compared', () => {
    const one = pair(400, 490)
    expect(said(one).state).toBe('decided')
    expect(said({ ...one, pairs: 15 }).state).toBe('leaning')
  })

  it('needs more evidence when a lower risk of a wrong choice is set', () => {
    const one = pair(400, 475)
    expect(said(one, { probability: 80 }).state).toBe('decided')
    expect(said(one, { probability: 80, loss: 0.01 }).state).toBe('leaning')
  })
})

describe('the always-valid interval', () => {
  it('leaves zero out exactly when the mixture ratio reaches twenty (Johari et al., equation 5)', () => {
    for (const b of [430, 450, 470, 480, 490, 500]) {
      const { a, b: other } = pair(400, b)
      const { estimate, variance } = logRatio(a, other)
      const spread = Math.log(1.2) ** 2
      const ratio =
        Math.sqrt(variance / (variance + spread)) *
        Math.exp((spread * estimate ** 2) / (2 * variance * (variance + spread)))
      const [low] = lastingInterval(a, other, 0.95)
      expect(low > 0).toBe(ratio > 20)
    }
  })

  it('is wider than the interval of a single reading', () => {
    const { a, b } = pair(400, 460)
    const [low, high] = liftInterval(a, b)
    const lasting = lastingInterval(a, b, 0.95)
    expect(lasting[0]).toBeLessThan(low)
    expect(lasting[1]).toBeGreaterThan(high)
  })
})

describe('the split', () => {
  it("agrees with Mendel's peas (315, 101, 108, 32 to 9:3:3:1: chi-square 0.470, P 0.925)", () => {
    const planned = [9, 3, 3, 1]
    const split = splitOf(
      [315, 101, 108, 32].map((views, at) => ({ views, planned: planned[at] ?? 0 })),
    )
    expect(split?.probability).toBeCloseTo(0.925, 2)
    expect(split?.isOff).toBe(false)
  })

  it('is off when 61 of 100 visitors came to an arm planned for half', () => {
    const split = splitOf([
      { views: 610, planned: 50 },
      { views: 390, planned: 50 },
    ])
    expect(split).toMatchObject({ isOff: true, got: [61, 39], planned: [50, 50] })
  })

  it('is not checked without a plan, nor with hardly any views', () => {
    expect(
      splitOf([
        { views: 500, planned: null },
        { views: 500, planned: 50 },
      ]),
    ).toBeNull()
    expect(
      splitOf([
        { views: 3, planned: 50 },
        { views: 4, planned: 50 },
      ]),
    ).toBeNull()
    expect(
      splitOf([
        { views: 300, planned: 0 },
        { views: 400, planned: 100 },
      ]),
    ).toBeNull()
  })
})

describe('an arm', () => {
  const counts = { total: 900, total_uniq_sessions: 800, total_uniq_device: 700 }
  const arm = (timed: { timed: number; total_users: number }[]): ComparisonStatistics => ({
    player_id: 'a'.repeat(24),
    pitch_time: 10,
    video_duration: 20,
    views: { ...counts, total_uniq_device: 1000 },
    plays: counts,
    finishes: counts,
    clicks: counts,
    conversions: {
      total: 12,
      total_uniq_sessions: 11,
      total_uniq_device: 10,
      total_amount_usd: 0,
      total_amount_brl: 0,
      total_amount_eur: 0,
    },
    engagement: { average_watched_time: 0, engagement_rate: 0, grouped_timed: timed },
    pitch_audience: 300,
    pitch_retention_rate: 0,
    play_rate: 0,
    conversion_rate: 0,
    rpv_usd: 0,
    rpv_brl: 0,
    rpv_eur: 0,
  })

  it('converts sessions of the devices that played', () => {
    expect(shareOf(arm([]), 'conversion_rate')).toEqual({ part: 11, whole: 700 })
    expect(shareOf(arm([]), 'play_rate')).toEqual({ part: 700, whole: 1000 })
  })

  it('has no pitch retention, rather than 100 %, when the player has no pitch', () => {
    const pitchless = { ...arm([{ timed: 4, total_users: 600 }]), pitch_time: 0 }
    expect(shareOf(pitchless, 'pitch_retention_rate')).toBeNull()
  })

  it('has no pitch retention, rather than zero, when the engagement is all zeros', () => {
    expect(isEngagementMissing(arm([{ timed: 0, total_users: 0 }]))).toBe(true)
    expect(shareOf(arm([{ timed: 0, total_users: 0 }]), 'pitch_retention_rate')).toBeNull()
    expect(shareOf(arm([{ timed: 4, total_users: 600 }]), 'pitch_retention_rate')).toEqual({
      part: 300,
      whole: 600,
    })
  })
})
