import { expect, test } from 'vitest'
import {
  type GrownDay,
  growingIn,
  growthIn,
  LEAST_GROWN_DAYS,
  usualGrowth,
} from '../../../../src/shared/features/analytics/growth.ts'

const sales = (total_conversions: number) => ({
  total_conversions,
  total_amount_usd: 0,
  total_amount_brl: total_conversions * 19_700,
  total_amount_eur: 0,
})

const grown = (age: number, early: number, settled: number): GrownDay => ({
  age,
  early: sales(early),
  settled: sales(settled),
})

const week = (age: number, early: number, settled: number) =>
  Array.from({ length: LEAST_GROWN_DAYS }, () => grown(age, early, settled))

test('the typical growth of days of an age is their median growth', () => {
  const days = [...week(1, 100, 108), grown(1, 10, 90), ...week(2, 100, 103)]
  const { total_conversions, total_amount_brl, total_amount_usd } = usualGrowth(days)
  const expected = [
    { age: 1, percent: 8, days: 8 },
    { age: 2, percent: 3, days: 7 },
  ]
  expect(total_conversions).toEqual(expected)
  expect(total_amount_brl).toEqual(expected)
  expect(total_amount_usd).toEqual([])
})

test('of an even number of days it is halfway between the middle two', () => {
  const days = [...week(1, 100, 100), ...week(1, 100, 110)]
  expect(usualGrowth(days).total_conversions).toEqual([{ age: 1, percent: 5, days: 14 }])
})

test('a day that shrank counts as negative growth', () => {
  expect(usualGrowth(week(3, 50, 48)).total_conversions[0]?.percent).toBe(-4)
})

test('there is no typical growth from fewer than seven days, nor from days that started at zero', () => {
  expect(usualGrowth(week(1, 100, 108).slice(1)).total_conversions).toEqual([])
  expect(usualGrowth(week(1, 0, 8)).total_conversions).toEqual([])
  expect(usualGrowth([]).total_conversions).toEqual([])
})

test('the days that may still grow are today and the three before, within the period', () => {
  const today = '2026-03-10'
  const in7 = { start: '2026-03-04', end: today }
  expect(growingIn(in7, today)).toEqual({ start: '2026-03-07', end: today })
  expect(growingIn({ start: '2026-03-09', end: '2026-03-31' }, today)).toEqual({
    start: '2026-03-09',
    end: today,
  })
  expect(growingIn({ start: '2026-03-01', end: '2026-03-06' }, today)).toBeNull()
  // Read on the 5th, and not since.
  expect(growingIn({ start: '2026-03-01', end: '2026-03-06' }, today, '2026-03-05')).toEqual({
    start: '2026-03-02',
    end: '2026-03-06',
  })
  const known = [1, 2, 3].map((age) => ({ age, percent: 8, days: 20 }))
  expect(growthIn(known, { start: '2026-03-01', end: '2026-03-08' }, today)).toEqual(known.slice(1))
})
