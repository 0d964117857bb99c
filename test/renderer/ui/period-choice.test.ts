import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alone, dayLeftOut, resolvePeriod } from '../../../src/renderer/period.ts'
import {
  choiceOfDays,
  lastDay,
  steppedChoice,
  withComparison,
  withDays,
  withPreset,
} from '../../../src/renderer/ui/period-choice.ts'
import { fixedDays } from '../../../src/shared/features/reports/view.ts'
import {
  DEFAULT_PREFERENCES,
  type PeriodChoice,
} from '../../../src/shared/features/settings/preferences.ts'
import {
  addDays,
  dayCount,
  isTooLong,
  PRESETS,
  type Preset,
} from '../../../src/shared/time/period.ts'

const today = '2026-11-21'
const byDefault: PeriodChoice = DEFAULT_PREFERENCES.overviewPeriod
const last30: PeriodChoice = { ...byDefault, excludesToday: false }

const DAYS = ['today', 'yesterday', 'last7', 'last14', 'last30', 'last90'] as const

const daysOf = (choice: PeriodChoice, now = today) => resolvePeriod(choice, now).period

const seen = (choice: PeriodChoice, now = today) => ({
  period: resolvePeriod(choice, now).period,
  today: now,
})

function earlierDays(choice: PeriodChoice) {
  const earlier = steppedChoice(choice, seen(choice), -1)
  return earlier && daysOf(earlier)
}

describe('a step of the period', () => {
  test('moves back by the length of the period', () => {
    const earlier = steppedChoice(last30, seen(last30), -1)
    expect(earlier).toMatchObject({
      preset: null,
      custom: { start: '2026-09-23', end: '2026-10-22' },
    })
  })

  test('back and forth returns to the original preset', () => {
    const earlier = steppedChoice(last30, seen(last30), -1)
    if (!earlier) throw new Error('no earlier period')
    expect(steppedChoice(earlier, seen(earlier), 1)?.preset).toBe('last30')
  })

  test('does not move into the future', () => {
    expect(steppedChoice(last30, seen(last30), 1)).toBeNull()
    const withoutToday = { ...last30, excludesToday: true }
    expect(steppedChoice(withoutToday, seen(withoutToday), 1)).toBeNull()
  })

  test('that would end in the future ends today and keeps its length', () => {
    const choice = { ...last30, preset: null, custom: { start: '2026-11-08', end: '2026-11-19' } }
    expect(steppedChoice(choice, seen(choice), 1)?.custom).toEqual({
      start: '2026-11-10',
      end: today,
    })
  })

  test('yesterday steps to today, and back', () => {
    const yesterday = withPreset(last30, 'yesterday')
    const next = steppedChoice(yesterday, seen(yesterday), 1)
    expect(next?.preset).toBe('today')
    expect(next && steppedChoice(next, seen(next), -1)?.preset).toBe('yesterday')
  })

  test('goes by whole months from a calendar month, and comes back to its preset', () => {
    const lastMonth = withPreset(last30, 'lastMonth')
    const september = steppedChoice(lastMonth, seen(lastMonth), -1)
    if (!september) throw new Error('no earlier period')
    expect(daysOf(september)).toEqual({ start: '2026-09-01', end: '2026-09-30' })
    const august = steppedChoice(september, seen(september), -1)
    expect(august && daysOf(august)).toEqual({ start: '2026-08-01', end: '2026-08-31' })
    expect(steppedChoice(september, seen(september), 1)?.preset).toBe('lastMonth')
  })

  test('goes by as many months as were chosen', () => {
    const quarter = withDays(last30, { start: '2026-01-01', end: '2026-03-31' })
    expect(earlierDays(quarter)).toEqual({
      start: '2025-10-01',
      end: '2025-12-31',
    })
  })

  test.each([
    ['month', 'lastMonth', 'thisMonth'],
    ['week', 'lastWeek', 'thisWeek'],
  ] as const)('from the last %s leads to the current one, and back', (_, past, current) => {
    const firstDays = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-07', '2026-11-30']
    for (const day of [today, ...firstDays]) {
      const [before, now] = [withPreset(last30, past), withPreset(last30, current)]
      expect([day, steppedChoice(before, seen(before, day), 1)?.preset]).toEqual([day, current])
      expect([day, steppedChoice(now, seen(now, day), -1)?.preset]).toEqual([day, past])
    }
  })

  test('keeps the number of days of a period that only happens to be a calendar month', () => {
    const onTheLast = '2026-11-30'
    const october = steppedChoice(last30, seen(last30, onTheLast), -1)
    if (!october) throw new Error('no earlier period')
    expect(daysOf(october, onTheLast)).toEqual({ start: '2026-10-02', end: '2026-10-31' })
    expect(steppedChoice(october, seen(october, onTheLast), 1)?.preset).toBe('last30')
    // On its way back it passes April, which is thirty days too.
    let choice = withPreset(last30, 'last30')
    for (let step = 0; step < 3; step++) {
      choice = steppedChoice(choice, seen(choice, '2026-07-29'), -1) ?? choice
    }
    expect(daysOf(choice)).toEqual({ start: '2026-04-01', end: '2026-04-30' })
    const resolved = resolvePeriod({ ...choice, comparison: 'previous' }, '2026-07-29')
    expect(resolved.comparison).toEqual({ start: '2026-03-02', end: '2026-03-31' })
    expect(earlierDays(choice)).toEqual(resolved.comparison)
    const byHand = withDays(choice, daysOf(choice))
    expect(earlierDays(byHand)).toEqual({
      start: '2026-03-01',
      end: '2026-03-31',
    })
  })

  test('back and then forward returns to the same days, whatever was chosen', () => {
    const choices = fc.record({
      preset: fc.constantFrom(...PRESETS, null),
      now: fc.nat(800).map((days) => addDays(today, -days)),
      start: fc.nat(800).map((days) => addDays(today, -days)),
      length: fc.integer({ min: 1, max: 120 }),
      excludesToday: fc.boolean(),
      steps: fc.integer({ min: 1, max: 6 }),
    })
    fc.assert(
      fc.property(choices, ({ preset, now, start, length, excludesToday, steps }) => {
        const chosen = { ...last30, preset, excludesToday }
        const last = lastDay(chosen, now)
        const from = start > last ? last : start
        const end = addDays(from, length - 1)
        let choice: PeriodChoice = {
          ...chosen,
          custom: { start: from, end: end > last ? last : end },
        }
        // Only today is left of it, which no step leads to.
        if (resolvePeriod(choice, now).period.end > last) return
        const before = daysOf(choice, now)
        for (const direction of [-1, 1] as const) {
          for (let step = 0; step < steps; step++) {
            choice = steppedChoice(choice, seen(choice, now), direction) ?? choice
            expect(daysOf(choice, now).end <= last).toBe(true)
          }
        }
        expect(daysOf(choice, now)).toEqual(before)
      }),
    )
  })

  test('keeps the length of a number of days and stays in the past', () => {
    const choices = fc.record({
      preset: fc.constantFrom(...DAYS, null),
      back: fc.nat(500),
      length: fc.integer({ min: 1, max: 400 }),
      excludesToday: fc.boolean(),
      direction: fc.constantFrom(-1 as const, 1 as const),
    })
    fc.assert(
      fc.property(choices, ({ preset, back, length, excludesToday, direction }) => {
        const end = addDays(lastDay({ ...last30, excludesToday }, today), -back)
        const custom = { start: addDays(end, 1 - length), end }
        const choice = { ...last30, excludesToday, preset, custom, countsDays: true }
        const before = seen(choice)
        const after = steppedChoice(choice, before, direction)
        if (!after) return direction === 1
        const { period } = seen(after)
        return (
          dayCount(period) === dayCount(before.period) &&
          period.end <= lastDay(choice, today) &&
          period.start !== before.period.start
        )
      }),
    )
  })
})

describe('a choice of period', () => {
  test('has the name of the preset with the same days', () => {
    const of = { today, unit: 'days' } as const
    expect(choiceOfDays(last30, { start: '2026-11-15', end: today }, of).preset).toBe('last7')
    const custom = { start: '2026-11-03', end: '2026-11-05' }
    expect(choiceOfDays(last30, custom, of)).toMatchObject({ preset: null, custom })
  })

  test('of today only has no comparison, and another choice leaves today out again', () => {
    const onToday = withPreset(byDefault, 'today')
    expect(resolvePeriod(onToday, today)).toEqual({
      period: { start: today, end: today },
      comparison: null,
      isPartial: true,
      comparesPartial: false,
    })
    expect(dayLeftOut(onToday, today)).toBeNull()
    expect(resolvePeriod(withPreset(onToday, 'last7'), today).period.end).toBe('2026-11-20')
  })

  test('compares whole days only by default, and shows today separately', () => {
    expect(resolvePeriod(withPreset(byDefault, 'last7'), today)).toEqual({
      period: { start: '2026-11-14', end: '2026-11-20' },
      comparison: { start: '2026-11-07', end: '2026-11-13' },
      isPartial: false,
      comparesPartial: false,
    })
    expect(dayLeftOut(byDefault, today)).toBe(today)
    expect(dayLeftOut(last30, today)).toBeNull()
    expect(dayLeftOut(withPreset(byDefault, 'yesterday'), today)).toBeNull()
    expect(resolvePeriod(withPreset(byDefault, 'thisWeek'), today).period).toEqual({
      start: '2026-11-16',
      end: '2026-11-20',
    })
  })

  test('of a calendar month is compared with the month before, and last 30 days with 30 days', () => {
    const before = (preset: Preset) =>
      resolvePeriod({ ...last30, preset, comparison: 'previous' }, '2026-11-30').comparison
    expect(before('lastMonth')).toEqual({ start: '2026-09-01', end: '2026-09-30' })
    expect(before('thisMonth')).toEqual({ start: '2026-10-01', end: '2026-10-31' })
    expect(before('last30')).toEqual({ start: '2026-10-02', end: '2026-10-31' })
    const byHand = withDays(last30, { start: '2026-02-01', end: '2026-02-28' })
    expect(resolvePeriod({ ...byHand, comparison: 'previous' }, today).comparison).toEqual({
      start: '2026-01-01',
      end: '2026-01-31',
    })
  })

  test('keeps today when nothing is compared', () => {
    expect(resolvePeriod(alone(byDefault), today).period.end).toBe(today)
  })

  test('with custom comparison dates starts with the earlier period', () => {
    const { period } = seen(last30)
    expect(withComparison(last30, 'custom', period).customComparison).toEqual({
      start: addDays(period.start, -35),
      end: addDays(period.end, -35),
    })
  })

  test('of days up to the today of another zone ends today where that day has not begun', () => {
    const chosen = withDays(last30, { start: '2026-11-10', end: '2026-11-22' })
    const choice = {
      ...withComparison(chosen, 'custom', daysOf(chosen)),
      customComparison: { start: '2026-11-20', end: '2026-11-22' },
    }
    expect(resolvePeriod(choice, today)).toEqual({
      period: { start: '2026-11-10', end: today },
      comparison: { start: '2026-11-20', end: today },
      isPartial: true,
      comparesPartial: true,
    })
    expect(resolvePeriod(choice, '2026-11-22')).toMatchObject({
      period: choice.custom,
      comparison: choice.customComparison,
    })
    expect(daysOf(withDays(byDefault, choice.customComparison))).toEqual({
      start: '2026-11-20',
      end: '2026-11-20',
    })
  })

  test('of a day that has not begun here is today, and has no later one', () => {
    const tomorrow = { start: '2026-11-22', end: '2026-11-22' }
    for (const excludesToday of [false, true]) {
      const choice = { ...withDays(last30, tomorrow), excludesToday }
      expect(daysOf(choice)).toEqual({ start: today, end: today })
      expect(steppedChoice(choice, seen(choice), 1)).toBeNull()
    }
  })

  test('of a report stays as it was stored', () => {
    const period = { start: '2026-11-10', end: '2026-11-22' }
    expect(resolvePeriod(fixedDays(period, period), today)).toEqual({
      period,
      comparison: period,
      isPartial: true,
      comparesPartial: true,
    })
  })

  test('may have at most 1100 days', () => {
    expect(isTooLong({ start: addDays(today, -1099), end: today })).toBe(false)
    expect(isTooLong({ start: addDays(today, -1100), end: today })).toBe(true)
  })
})
