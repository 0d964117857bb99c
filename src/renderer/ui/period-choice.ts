import type { PeriodChoice } from '../../shared/features/settings/preferences.ts'
import {
  addDays,
  type ComparisonMode,
  calendarPeriod,
  comparisonPeriod,
  dayCount,
  type Period,
  PRESETS,
  type Preset,
  presetPeriod,
  presetWithoutToday,
  samePeriod,
  stepped,
  type Unit,
  unitOf,
} from '../../shared/time/period.ts'

interface Shown {
  /** The current days of the choice. */
  period: Period
  today: string
}

export const lastDay = ({ excludesToday }: PeriodChoice, today: string) =>
  excludesToday ? addDays(today, -1) : today

/**
 * Days of a unit as a choice. When they equal a preset's days the preset is chosen, so that the choice moves
 * on with time, and one of the same unit rather than another, so that the next step is of that unit too.
 */
export function choiceOfDays(
  choice: PeriodChoice,
  days: Period,
  { today, unit }: { today: string; unit: Unit },
): PeriodChoice {
  const daysOf = choice.excludesToday ? presetWithoutToday : presetPeriod
  const same = PRESETS.filter((name) => samePeriod(daysOf(name, today), days))
  const isOfUnit = (preset: Preset) => unitOf({ preset }, days) === unit
  const isOfMonths = (preset: Preset) => unitOf({ preset }, days) === 'months'
  const preset = same.find(isOfUnit) ?? same.find((name) => !isOfMonths(name))
  if (preset) return { ...choice, preset }
  return { ...choice, preset: null, custom: days, countsDays: unit !== 'months' }
}

/**
 * The choice one period earlier or later; null when there is no later one. A step that would end in the
 * future ends on the last selectable day: a week or a month is then not whole, other days keep their number.
 */
export function steppedChoice(
  choice: PeriodChoice,
  { period, today }: Shown,
  direction: -1 | 1,
): PeriodChoice | null {
  const last = lastDay(choice, today)
  if (direction === 1 && period.end >= last) return null
  const unit = unitOf(choice, period)
  const whole = choice.preset && calendarPeriod(choice.preset, today)
  const next = stepped(whole ?? period, direction, unit)
  const cut = unit === 'days' ? addDays(last, 1 - dayCount(period)) : next.start
  const days = next.end <= last ? next : { start: cut, end: last }
  return choiceOfDays(choice, days, { today, unit })
}

/** Selects a preset. When only today is left, it is shown although excluded, and without a comparison. */
export function withPreset(choice: PeriodChoice, preset: Preset): PeriodChoice {
  return { ...choice, preset }
}

/** Selects custom dates. Today is excluded only when they include it and the user excluded it. */
export function withDays(choice: PeriodChoice, custom: Period): PeriodChoice {
  return { ...choice, preset: null, custom, countsDays: false }
}

/** Selects a comparison. Custom dates start with the matching period before. */
export function withComparison(
  choice: PeriodChoice,
  comparison: ComparisonMode,
  period: Period,
): PeriodChoice {
  const customComparison =
    choice.customComparison ?? comparisonPeriod(period, 'matchingWeekdays', null)
  return { ...choice, comparison, customComparison }
}
