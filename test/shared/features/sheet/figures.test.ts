import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldStatistics } from '../../../../src/shared/api/statistics.ts'
import type { ConversionsTimed } from '../../../../src/shared/features/player/timing.ts'
import {
  figureIn,
  type PastAnswers,
  rowFigures,
} from '../../../../src/shared/features/sheet/figures.ts'
import type { SheetVideo } from '../../../../src/shared/features/sheet/rows.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'

const NO_MONEY = {
  ...{ timed_amount_usd: 0, timed_amount_brl: 0, timed_amount_eur: 0 },
  ...{ cumulative_amount_usd: 0, cumulative_amount_brl: 0, cumulative_amount_eur: 0 },
}
/** Counts by second. */
type Counts = readonly (readonly [second: number, count: number])[]

const usersAt = (counts: Counts) => counts.map(([timed, total_users]) => ({ timed, total_users }))
const salesAt = (counts: Counts): ConversionsTimed =>
  counts.map(([timed, timed_conversions]) => ({
    ...{ timed, timed_conversions, cumulative_conversions: 0, ...NO_MONEY },
  }))
const fields = (views: Record<string, number>): FieldStatistics[] =>
  Object.entries(views).map(([grouped_field, total_viewed]) => ({
    ...{ ...NO_STATISTICS, grouped_field, total_viewed },
  }))

const NOTHING: PastAnswers = {
  days: { engagement: 28, sources: 28 },
  ...{ plays: null, engagement: null, clicks: null, sales: null, sources: null, breakdowns: {} },
}
const PAST: PastAnswers = {
  ...NOTHING,
  plays: 120,
  // 40 of 100 sessions get to second 50, and 10 of them to the end.
  engagement: usersAt([
    ...([
      [0, 20],
      [49, 40],
      [50, 30],
      [100, 10],
    ] as const),
  ]),
  clicks: usersAt([
    [49, 1],
    [50, 2],
    [60, 4],
    [61, 8],
  ]),
  sales: salesAt([
    [10, 3],
    [50, 5],
    [90, 7],
  ]),
}

const items = (...all: object[]) => ({ items: all })
const callAction = (window: object, duration: number | null = 100) =>
  rowFigures('call_actions', { settings: items({ id: 'a', window }), duration }, PAST)['a']
const pixel = (dispatch: object, duration: number | null = 100, past = PAST) =>
  rowFigures('pixels', { settings: items({ id: 'a', dispatch }), duration }, past)['a']
const filter = (settings: object, breakdowns: PastAnswers['breakdowns']) =>
  rowFigures(
    'traffic_filter',
    { settings: { enabled: true, ...settings }, duration: null },
    {
      ...NOTHING,
      breakdowns,
    },
  )['']

test('a call to action has the share that reached its start, its clicks, and the sales before and after', () => {
  expect(callAction({ start: 50, end: 60 })).toEqual({
    ...{ plays: 120, reach: 40, clicks: 6, sales: 12, salesBefore: 3 },
  })
})

test('one that starts elsewhere has other figures of the same past', () => {
  expect(callAction({ start: 51, end: 60 })).toMatchObject({ reach: 10, clicks: 4, sales: 7 })
  expect(callAction({ start: 0 })).toMatchObject({
    reach: 100,
    clicks: 15,
    sales: 15,
    salesBefore: 0,
  })
})

test('one that stays to the end has the clicks that come a second after it', () => {
  const clicks = usersAt([
    [100, 1],
    [101, 2],
  ])
  const settings = items({ id: 'a', window: { start: 50, end: 100 } })
  const figures = rowFigures('call_actions', { settings, duration: 100 }, { ...PAST, clicks })
  expect(figures['a']).toMatchObject({ clicks: 3 })
})

test('a pixel by second or by percent of the video has the sessions that reach it, per week', () => {
  expect(pixel({ mode: 'time', threshold: 50 })).toEqual({ plays: 120, reach: 40, perWeek: 10 })
  expect(pixel({ mode: 'percent', threshold: 25 }, 200)).toEqual(
    pixel({ mode: 'time', threshold: 50 }),
  )
  expect(pixel({ mode: 'percent', threshold: 100 })).toMatchObject({ reach: 10, perWeek: 2.5 })
})

test('what a pixel would reach is not guessed without its threshold, or without the length of its video', () => {
  expect(pixel({ mode: 'percent', threshold: 25 }, null)).toEqual({ plays: 120 })
  expect(pixel({ mode: 'time' })).toEqual({ plays: 120 })
  expect(pixel({ mode: 'time', threshold: 25 }, null)).toMatchObject({ reach: 80 })
})

test('a pixel has the sessions of each source that reach it, per week, the most first', () => {
  const sources = [
    {
      grouped_key: 'google',
      grouped_values: usersAt([
        [49, 9],
        [50, 12],
      ]),
    },
    { grouped_key: 'face book', grouped_values: usersAt([[80, 400]]) },
    { grouped_key: 'mail', grouped_values: usersAt([[10, 7]]) },
  ]
  const dispatch = { mode: 'time', threshold: 50 }
  expect(pixel(dispatch, 100, { ...NOTHING, sources })).toEqual({
    sources: [
      { source: 'face book', perWeek: 100 },
      { source: 'google', perWeek: 3 },
      { source: 'mail', perWeek: 0 },
    ],
  })
  expect(pixel({ mode: 'time' }, 100, { ...NOTHING, sources })).toBeUndefined()
})

test('a week has seven days that have passed, and of less than one day no week is made', () => {
  const after = (engagement: number) =>
    pixel({ mode: 'time', threshold: 50 }, 100, { ...PAST, days: { engagement, sources: 28 } })
  expect(after(7)).toMatchObject({ perWeek: 40 })
  expect(after(1)).toMatchObject({ perWeek: 280 })
  expect(after(1.25)).toMatchObject({ perWeek: 224 })
  expect(after(0.99)).toMatchObject({ reach: 40 })
  expect(after(0.99)).not.toHaveProperty('perWeek')
})

test('a filter has the views that its list would have turned away, and none while it is off', () => {
  const country = fields({ Brazil: 70, Portugal: 20, Spain: 10 })
  expect(filter({ countries: ['BR'] }, { country })).toEqual({ turnedAway: 30 })
  expect(filter({}, { country })).toEqual({ turnedAway: 0 })
  for (const off of [{}, { block_proxy: true }, { token: 'secret' }]) {
    const settings = { ...off, enabled: false, countries: ['BR'] }
    expect(filter(settings, { country })).toEqual({ turnedAway: 0 })
  }
})

test('how often a pixel that is off is sent has no figure, and how many reach it has one', () => {
  const dispatch = { mode: 'time', threshold: 50 }
  const sources = [{ grouped_key: 'google', grouped_values: usersAt([[50, 12]]) }]
  const past = { ...PAST, sources }
  const off = { plays: 120, reach: 40 }
  expect(pixel({ ...dispatch, active: false }, 100, past)).toEqual(off)
  const settings = { enabled: false, ...items({ id: 'a', dispatch }) }
  expect(rowFigures('pixels', { settings, duration: 100 }, past)['a']).toEqual(off)
})

test('of several rules there is a figure only where they leave no number open', () => {
  const breakdowns = {
    country: fields({ Brazil: 70, Spain: 30 }),
    device_type: fields({ mobile: 90, desktop: 10 }),
  }
  const settings = { countries: ['BR'], devices: ['mobile'] }
  expect(filter(settings, breakdowns)).toBeUndefined()
  expect(filter(settings, { country: breakdowns.country })).toBeUndefined()
  expect(filter({ ...settings, devices: ['mobile', 'desktop'] }, breakdowns)).toEqual({
    turnedAway: 30,
  })
})

test('a filter of which nothing certain is stored has no figure', () => {
  const country = fields({ Brazil: 70, Spain: 30 })
  expect(filter({ countries: ['BR'] }, {})).toBeUndefined()
  expect(filter({ devices: ['mobile'] }, { country })).toBeUndefined()
  expect(filter({ block_proxy: true }, { country })).toBeUndefined()
  expect(filter({ countries: ['BR'], token: 'secret' }, { country })).toBeUndefined()
})

test('where nothing is stored there is no figure, not a zero', () => {
  const of = { settings: items({ id: 'a', window: { start: 5 } }), duration: 10 }
  expect(rowFigures('call_actions', of, NOTHING)).toEqual({})
  const onlySales = { ...NOTHING, sales: salesAt([[3, 1]]) }
  expect(rowFigures('call_actions', of, onlySales)).toEqual({ a: { sales: 0, salesBefore: 1 } })
  const none = { ...NOTHING, engagement: [] }
  expect(rowFigures('call_actions', of, none)).toEqual({})
})

test('the other groups have the plays of their video', () => {
  expect(rowFigures('playback', { settings: {}, duration: 10 }, PAST)).toEqual({
    '': { plays: 120 },
  })
})

test('a figure of a row is found by its video and item', () => {
  const video: SheetVideo = { id: 'v', name: '', duration: 1, pitch: null, settings: null }
  const rows = { a: { plays: 3 }, '': { plays: 4 } }
  const days = { start: '2026-06-01', end: '2026-06-28' }
  const figures = new Map([['v', { video_id: 'v', period: days, asOf: 1, rows }]])
  expect(figureIn(figures, { video, item_id: 'a' }, 'plays')).toBe(3)
  expect(figureIn(figures, { video, item_id: null }, 'plays')).toBe(4)
  expect(figureIn(figures, { video, item_id: 'a' }, 'clicks')).toBeNull()
  expect(figureIn(new Map(), { video, item_id: 'a' }, 'plays')).toBeNull()
})

const counts = fc.uniqueArray(fc.tuple(fc.nat(200), fc.nat(50)), { selector: ([at]) => at })
const seconds = fc.tuple(fc.nat(200), fc.nat(200)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)])

test('sales before and after are all sales, wherever the start is', () => {
  fc.assert(
    fc.property(counts, fc.nat(250), (sold, start) => {
      const settings = items({ id: 'a', window: { start } })
      const past = { ...NOTHING, sales: salesAt(sold) }
      const { sales = 0, salesBefore = 0 } =
        rowFigures('call_actions', { settings, duration: 200 }, past)['a'] ?? {}
      expect(sales + salesBefore).toBe(sold.reduce((sum, [, count]) => sum + count, 0))
    }),
  )
})

test('a later threshold is reached by no more sessions', () => {
  fc.assert(
    fc.property(counts, seconds, (users, [early = 0, late = 0]) => {
      const past = { ...NOTHING, engagement: usersAt(users) }
      const at = (threshold: number) => pixel({ mode: 'time', threshold }, 200, past) ?? {}
      const [first, then] = [at(early), at(late)]
      expect(then.perWeek ?? 0).toBeLessThanOrEqual(first.perWeek ?? 0)
      expect(then.reach ?? 0).toBeLessThanOrEqual(first.reach ?? 0)
      expect(first.reach ?? 0).toBeLessThanOrEqual(100)
    }),
  )
})

test('the clicks of two windows side by side are those of one over both', () => {
  fc.assert(
    fc.property(counts, seconds, fc.nat(200), (clicked, [start = 0, end = 0], cut) => {
      fc.pre(start <= cut && cut < end)
      const past = { ...NOTHING, clicks: usersAt(clicked) }
      const within = (first: number, last: number) => {
        const settings = items({ id: 'a', window: { start: first, end: last } })
        return rowFigures('call_actions', { settings, duration: 1000 }, past)['a']?.clicks ?? 0
      }
      expect(within(start, cut) + within(cut + 1, end)).toBe(within(start, end))
    }),
  )
})
