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
  stepped,
} from '../../shared/time/period.ts'

/** The contract's longest period. */
const MOST_DAYS = 1100

interface Seen {
  /** The days that the choice means now. */
  period: Period
  today: string
}

const isSame = (a: Period, b: Period) => a.start === b.start && a.end === b.end

/** The last day that a choice can hold. */
export const lastDay = ({ excludesToday }: PeriodChoice, today: string) =>
  excludesToday ? addDays(today, -1) : today

/** Days as a choice: by the name of a preset when they are just its days, so that it stays current. */
export function choiceOfDays(choice: PeriodChoice, days: Period, today: string): PeriodChoice {
  const preset = PRESETS.find((name) => {
    const meant = choice.excludesToday ? presetWithoutToday : presetPeriod
    return isSame(meant(name, today), days)
  })
  return preset ? { ...choice, preset } : { ...choice, preset: null, custom: days }
}

/**
 * The choice one period earlier or later, never past the last day; null when there is no later one.
 * A step that would end in the future ends on the last day instead and keeps its length.
 */
export function steppedChoice(
  choice: PeriodChoice,
  { period, today }: Seen,
  direction: -1 | 1,
): PeriodChoice | null {
  const last = lastDay(choice, today)
  if (direction === 1 && period.end >= last) return null
  const next = stepped(period, direction)
  const days = next.end <= last ? next : { start: addDays(last, 1 - dayCount(period)), end: last }
  return choiceOfDays(choice, days, today)
}

/** Today alone cannot leave today out: it is shown, and compared with nothing. */
export function withPreset(choice: PeriodChoice, preset: Preset): PeriodChoice {
  return { ...choice, preset }
}

/** Own dates; today is left out of them only when they reach it and the person asked for that. */
export function withDays(choice: PeriodChoice, custom: Period): PeriodChoice {
  return { ...choice, preset: null, custom }
}

export function isTooLong(days: Period): boolean {
  return dayCount(days) > MOST_DAYS
}

/** A new way to compare; own dates begin as the period just before. */
export function withComparison(
  choice: PeriodChoice,
  comparison: ComparisonMode,
  period: Period,
): PeriodChoice {
  const customComparison =
    choice.customComparison ?? comparisonPeriod(period, 'matchingWeekdays', null)
  return { ...choice, comparison, customComparison }
}
