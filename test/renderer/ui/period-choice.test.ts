import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alone, dayLeftOut, resolvePeriod } from '../../../src/renderer/period.ts'
import {
  choiceOfDays,
  isTooLong,
  lastDay,
  steppedChoice,
  withComparison,
  withPreset,
} from '../../../src/renderer/ui/period-choice.ts'
import {
  DEFAULT_PREFERENCES,
  type PeriodChoice,
} from '../../../src/shared/features/settings/preferences.ts'
import { addDays, dayCount, PRESETS } from '../../../src/shared/time/period.ts'

const today = '2026-11-21'
const byDefault: PeriodChoice = DEFAULT_PREFERENCES.overviewPeriod
const last30: PeriodChoice = { ...byDefault, excludesToday: false }

const seen = (choice: PeriodChoice) => ({ period: resolvePeriod(choice, today).period, today })

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

  test('keeps its length and stays in the past, whatever was chosen', () => {
    const choices = fc.record({
      preset: fc.constantFrom(...PRESETS, null),
      back: fc.nat(500),
      length: fc.integer({ min: 1, max: 400 }),
      excludesToday: fc.boolean(),
      direction: fc.constantFrom(-1 as const, 1 as const),
    })
    fc.assert(
      fc.property(choices, ({ preset, back, length, excludesToday, direction }) => {
        const end = addDays(lastDay({ ...last30, excludesToday }, today), -back)
        const custom = { start: addDays(end, 1 - length), end }
        const choice = { ...last30, excludesToday, preset, custom }
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
    expect(choiceOfDays(last30, { start: '2026-11-15', end: today }, today).preset).toBe('last7')
    const custom = { start: '2026-11-03', end: '2026-11-05' }
    expect(choiceOfDays(last30, custom, today)).toMatchObject({ preset: null, custom })
  })

  test('of today only has no comparison, and another choice leaves today out again', () => {
    const onToday = withPreset(byDefault, 'today')
    expect(resolvePeriod(onToday, today)).toEqual({
      period: { start: today, end: today },
      comparison: null,
      isPartial: true,
    })
    expect(dayLeftOut(onToday, today)).toBeNull()
    expect(resolvePeriod(withPreset(onToday, 'last7'), today).period.end).toBe('2026-11-20')
  })

  test('compares whole days only by default, and shows today separately', () => {
    expect(resolvePeriod(withPreset(byDefault, 'last7'), today)).toEqual({
      period: { start: '2026-11-14', end: '2026-11-20' },
      comparison: { start: '2026-11-07', end: '2026-11-13' },
      isPartial: false,
    })
    expect(dayLeftOut(byDefault, today)).toBe(today)
    expect(dayLeftOut(last30, today)).toBeNull()
    expect(dayLeftOut(withPreset(byDefault, 'yesterday'), today)).toBeNull()
    expect(resolvePeriod(withPreset(byDefault, 'thisWeek'), today).period).toEqual({
      start: '2026-11-16',
      end: '2026-11-20',
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

  test('may have at most 1100 days', () => {
    expect(isTooLong({ start: addDays(today, -1099), end: today })).toBe(false)
    expect(isTooLong({ start: addDays(today, -1100), end: today })).toBe(true)
  })
})
