import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ComparisonStatistics } from '../../../../src/shared/api/comparison-group.ts'
import type { BothArms } from '../../../../src/shared/features/ab-tests/arms.ts'
import {
  abRevenue,
  abRevenueTable,
  makeRandom,
  type RevenueDay,
  revenueOf,
} from '../../../../src/shared/features/ab-tests/revenue-table.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { aDay, cellAt } from '../../../support/statistics.ts'

const days = (count: number, cents: (at: number) => number): RevenueDay[] =>
  Array.from({ length: count }, (_, at) => ({
    day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    cents: cents(at),
    plays: 100,
  }))

/** A test that was there before these days, and still is. */
const LONG = { start: '2025-12-01 00:00:00', finished_at: null, zone: 'America/Sao_Paulo' }
const LATER = Date.parse('2026-02-01T00:00:00Z')

describe('revenue per play', () => {
  it('is certain where the days do not vary', () => {
    expect(
      revenueOf(
        days(10, () => 5000),
        days(10, () => 6000),
      ),
    ).toMatchObject({
      a: 50,
      b: 60,
      difference: 10,
      interval: [10, 10],
      bIsHigher: 1,
      days: 10,
    })
  })

  it('varies as far as the mean of the daily differences does (its standard error, times 1.96)', () => {
    const random = makeRandom(7)
    const noise = Array.from({ length: 60 }, () => Math.round((random() - 0.5) * 4000))
    const found = revenueOf(
      days(60, () => 5000),
      days(60, (at) => 5000 + (noise[at] ?? 0)),
    )
    const mean = noise.reduce((sum, one) => sum + one, 0) / 60
    const variance = noise.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 60
    const reach = (1.96 * Math.sqrt(variance / 60)) / 100
    expect(found?.interval[1]).toBeCloseTo(mean / 100 + reach, 0)
    expect(found?.interval[0]).toBeCloseTo(mean / 100 - reach, 0)
  })

  it('gives the same result for the same days each time', () => {
    const some = [days(9, (at) => at * 700), days(9, (at) => 9000 - at * 900)] as const
    expect(revenueOf(...some)).toEqual(revenueOf(...some))
  })

  describe('the chance that B is better', () => {
    const chance = (...of: Parameters<typeof revenueOf>) => revenueOf(...of)?.bIsHigher ?? NaN
    const none = days(10, () => 0)
    const once = days(10, (at) => (at === 4 ? 5000 : 0))

    it('is even where both arms sold the same, or nothing', () => {
      const some = days(10, (at) => at * 700 + 3)
      const threeTimes = some.map((day) => ({ ...day, cents: day.cents * 3, plays: 300 }))
      expect([chance(some, some), chance(none, none), chance(some, threeTimes)]).toEqual([
        0.5, 0.5, 0.5,
      ])
    })

    it('counts days drawn without any sale half for each arm', () => {
      // No draw has the one day with a sale in 0.9 ** 10 of the cases.
      expect(chance(none, once)).toBeCloseTo(1 - 0.9 ** 10 / 2, 1)
      expect(chance(once, none)).toBeCloseTo(0.9 ** 10 / 2, 1)
    })

    it('is that of A once the arms are exchanged', () => {
      const sales = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 10, maxLength: 10 })
      fc.assert(
        fc.property(sales, sales, (a, b) => {
          const [ofA, ofB] = [days(10, (at) => a[at] ?? 0), days(10, (at) => b[at] ?? 0)]
          expect(chance(ofA, ofB) + chance(ofB, ofA)).toBeCloseTo(1, 9)
        }),
        { numRuns: 30 },
      )
    })
  })

  it('has no verdict for less than a week, nor for days that only one arm has', () => {
    expect(
      revenueOf(
        days(6, () => 1),
        days(6, () => 2),
      ),
    ).toBeNull()
    expect(
      revenueOf(
        days(6, () => 1),
        days(20, () => 2),
      ),
    ).toBeNull()
  })

  it('counts every play, because devices of several days cannot be added', () => {
    const ofDays = days(8, () => 30_000).map(({ day, cents }) =>
      aDay(day, { total_started: 300, total_started_device_uniq: 100, total_amount_usd: cents }),
    )
    const arm = { value: ofDays, asOf: LATER }
    expect(cellAt(abRevenueTable(null, [arm, arm], LONG), 0, 'revenue_per_play_usd')).toBe(100)
  })

  it('counts each settled day, whose age is that of the one stored first', () => {
    const value = days(30, () => 5000).map(({ day }) =>
      aDay(day, { total_started: 100, total_amount_usd: 5000 }),
    )
    const asOf = Date.parse('2026-01-06T12:00:00Z')
    const countOf = (isSettled: boolean) => {
      const arm = { value, asOf, isSettled }
      return abRevenue([arm, arm], LONG)[0]?.found.days ?? 0
    }
    expect([countOf(true), countOf(false)]).toEqual([30, 0])
  })

  describe('of a test that starts and ends within a day', () => {
    const usual = { total_started: 500, total_amount_usd: 50_000, total_amount_brl: 0 }
    // The first variant had the page to itself before the test, and has it again after the end.
    const alone = { ...usual, total_started: 4500, total_amount_usd: 210_000 }
    const arm = (edge: typeof usual) => ({
      value: days(9, () => 0).map(({ day }, at) => aDay(day, at % 8 === 0 ? edge : usual)),
      asOf: LATER,
    })
    const found = (start: string, finished_at: string | null) =>
      abRevenue([arm(alone), arm(usual)], { ...LONG, start, finished_at }).map((one) => one.found)

    it('counts only the days on which it ran from midnight to midnight', () => {
      expect(found('2026-01-01 20:00:00', '2026-01-09 09:00:00')).toMatchObject([
        { days: 7, difference: 0, bIsHigher: 0.5 },
      ])
    })

    it('counts a day at whose very beginning or end it started or ended', () => {
      expect(found('2026-01-01 00:00:00', '2026-01-09 23:59:59')).toMatchObject([{ days: 9 }])
      expect(found('2026-01-01 00:00:00', '2026-01-09 00:00:00')).toMatchObject([{ days: 8 }])
      expect(found('2026-01-01 00:00:01', null)).toMatchObject([{ days: 8 }])
    })
  })

  it('leaves out the day in progress, until it is over in the account’s zone for both arms', () => {
    const value = days(7, () => 0).map(({ day }) => aDay(day, { total_amount_usd: 5000 }))
    const arm = (at: string) => ({ value, asOf: Date.parse(at) })
    const found = (a: string, b: string) => abRevenue([arm(a), arm(b)], LONG)
    const [begun, over] = ['2026-01-07T03:40:00Z', '2026-01-08T03:00:00Z']
    expect([found(begun, begun), found(begun, over), found(over, begun)]).toEqual([[], [], []])
    expect(found(over, over)).toMatchObject([{ currency: 'usd', found: { days: 7 } }, {}])
  })

  it('has no verdict without plays', () => {
    const idle = days(8, () => 0).map((one) => ({ ...one, plays: 0 }))
    expect(
      revenueOf(
        idle,
        days(8, () => 1),
      ),
    ).toBeNull()
  })
})

describe('amounts of less than a cent', () => {
  const AMOUNTS = ['arm_a', 'arm_b', 'difference', 'difference_low', 'difference_high']
  const sold = (cents: number) => ({
    value: days(10, (at) => (at % 2 === 0 ? cents - cents / 10 : cents + cents / 10)).map((one) =>
      aDay(one.day, { total_started: 1000, total_amount_brl: one.cents }),
    ),
    asOf: LATER,
  })
  const table = (a: number, b: number) => abRevenueTable(null, [sold(a), sold(b)], LONG)
  const amounts = (a: number, b: number) =>
    AMOUNTS.map((_, at) => cellAt(table(a, b), at, 'revenue_per_play_brl'))

  it('keep their difference', () => {
    expect(amounts(460, 540).slice(0, 3)).toEqual([0.46, 0.54, 0.08])
    expect(amounts(98_000, 98_400).slice(0, 3)).toEqual([98, 98.4, 0.4])
  })

  it('are truncated, and the difference is that of the amounts that are shown', () => {
    expect(amounts(12_345.67, 12_349.99).slice(0, 3)).toEqual([12.34, 12.34, 0])
    expect(amounts(12_349.99, 12_350.01).slice(0, 3)).toEqual([12.34, 12.35, 0.01])
  })

  it('are of the service per viewer too, truncated', () => {
    const viewed = { value: [arm('a', 1, 0.00469), arm('b', 1, 1.23999)], asOf: 1 } as BothArms
    const perViewer = abRevenueTable(viewed, [null, null], LONG)
    expect(perViewer.rows.map(([, amount]) => amount)).toEqual([0.46, 123.99])
  })

  it('never give certainty: 2,000 draws are no proof', () => {
    const chance = (a: number, b: number) => cellAt(table(a, b), 2, 'chance_better_brl')
    expect([chance(460, 900), chance(900, 460)]).toEqual([99.95, 0.05])
  })
})

function arm(player_id: string, amount: number, rpv: number) {
  return {
    player_id,
    conversions: { total_amount_usd: amount, total_amount_brl: 0, total_amount_eur: 0 },
    ...{ rpv_usd: rpv, rpv_brl: 0, rpv_eur: 0 },
  } as unknown as ComparisonStatistics
}

describe('revenue per viewer', () => {
  const arms: BothArms = { value: [arm('a', 120.5, 1.15), arm('b', 0, 0)], asOf: 2 }

  it('is there for both arms from the first sale, in cents, without a difference', () => {
    const few = { value: [aDay('2026-01-01', { total_amount_usd: 12_050 })], asOf: 1 }
    const table = abRevenueTable(arms, [few, few], LONG)
    expect(table.columns).toEqual([
      { key: 'revenue_figure', kind: 'text' },
      { key: 'revenue_per_viewer_usd', kind: 'money', currency: 'usd' },
    ])
    expect(table.rows).toEqual([
      ['arm_a', 115],
      ['arm_b', 0],
    ])
    expect(table.asOf).toBe(1)
  })

  it('is beside the revenue per play once both arms have seven days', () => {
    const week = {
      value: days(7, () => 0).map(({ day }) =>
        aDay(day, { total_started: 100, total_amount_usd: 5000 }),
      ),
      asOf: LATER,
    }
    const table = abRevenueTable(arms, [week, week], LONG)
    expect(table.rows.map(([figure]) => figure)).toHaveLength(5)
    expect(cellAt(table, 0, 'revenue_per_viewer_usd')).toBe(115)
    expect(cellAt(table, 0, 'revenue_per_play_usd')).toBe(50)
    expect(cellAt(table, 2, 'revenue_per_viewer_usd')).toEqual(missing('not-applicable'))
  })

  it('is empty without sales', () => {
    const none: BothArms = { value: [arm('a', 0, 0), arm('b', 0, 0)], asOf: 2 }
    expect(abRevenueTable(none, [null, null], null).rows).toEqual([])
  })
})
