import type { PeriodChoice } from '../../shared/features/settings/preferences.ts'
import {
  addDays,
  type ComparisonMode,
  comparisonPeriod,
  dayCount,
  type Period,
  PRESETS,
  type Preset,
  presetPeriod,
  presetWithoutToday,
  samePeriod,
  stepped,
} from '../../shared/time/period.ts'

/** The maximum period of the service, in days. */
const MOST_DAYS = 1100

interface Shown {
  /** The current days of the choice. */
  period: Period
  today: string
}

export const lastDay = ({ excludesToday }: PeriodChoice, today: string) =>
  excludesToday ? addDays(today, -1) : today

/**
 * Days as a choice. When they equal a preset's days the preset is chosen, so that the choice moves on with
 * time.
 */
export function choiceOfDays(choice: PeriodChoice, days: Period, today: string): PeriodChoice {
  const preset = PRESETS.find((name) => {
    const daysOf = choice.excludesToday ? presetWithoutToday : presetPeriod
    return samePeriod(daysOf(name, today), days)
  })
  return preset ? { ...choice, preset } : { ...choice, preset: null, custom: days }
}

/**
 * The choice one period earlier or later; null when there is no later one. A step that would end in the
 * future ends on the last selectable day and keeps its length.
 */
export function steppedChoice(
  choice: PeriodChoice,
  { period, today }: Shown,
  direction: -1 | 1,
): PeriodChoice | null {
  const last = lastDay(choice, today)
  if (direction === 1 && period.end >= last) return null
  const next = stepped(period, direction)
  const days = next.end <= last ? next : { start: addDays(last, 1 - dayCount(period)), end: last }
  return choiceOfDays(choice, days, today)
}

/** Selects a preset. When only today is left, it is shown although excluded, and without a comparison. */
export function withPreset(choice: PeriodChoice, preset: Preset): PeriodChoice {
  return { ...choice, preset }
}

/** Selects custom dates. Today is excluded only when they include it and the user excluded it. */
export function withDays(choice: PeriodChoice, custom: Period): PeriodChoice {
  return { ...choice, preset: null, custom }
}

export function isTooLong(days: Period): boolean {
  return dayCount(days) > MOST_DAYS
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
