import { useMemo, useSyncExternalStore } from 'react'
import type { PeriodChoice } from '../shared/features/settings/preferences.ts'
import {
  begunDays,
  comparisonPeriod,
  dayEndsAt,
  type Period,
  presetPeriod,
  presetWithoutToday,
  todayIn,
  unitOf,
  withoutToday,
} from '../shared/time/period.ts'
import { clock } from './clock.ts'
import { useReport, useView } from './view.ts'

/** Upper limit of a timer, because timers pause while the computer sleeps, and the user may set the clock. */
const LONGEST_WAIT_MS = 30_000

/** The current calendar day in a zone, as a store. Notifies its listeners when the day ends. */
export function makeDay(zone: string, now: () => number) {
  const listeners = new Set<() => void>()
  let day = todayIn(zone, now())
  let timer: ReturnType<typeof setTimeout> | undefined

  function update() {
    const before = day
    day = todayIn(zone, now())
    if (day !== before) for (const listen of [...listeners]) listen()
    clearTimeout(timer)
    if (listeners.size === 0) return
    timer = setTimeout(update, Math.min(dayEndsAt(day, zone) - now(), LONGEST_WAIT_MS))
  }

  return {
    current() {
      if (listeners.size === 0) update()
      return day
    },
    subscribe(listen: () => void) {
      listeners.add(listen)
      if (listeners.size === 1) update()
      return () => {
        listeners.delete(listen)
        if (listeners.size === 0) clearTimeout(timer)
      }
    },
  }
}

const days = new Map<string, ReturnType<typeof makeDay>>()

function dayOf(zone: string) {
  const known = days.get(zone) ?? makeDay(zone, () => clock.now())
  days.set(zone, known)
  return known
}

/** The current calendar day in a zone; in a report, the day on which it was made. */
export function useToday(zone: string): string {
  const report = useReport()
  const { subscribe, current } = dayOf(zone)
  const today = useSyncExternalStore(subscribe, current, current)
  return report ? todayIn(zone, report.about.madeAt) : today
}

/** `useToday` for use outside of components. */
export function todayInView(zone: string): string {
  const { report } = useView.getState().info
  return report ? todayIn(zone, report.about.madeAt) : dayOf(zone).current()
}

export interface ChosenPeriod {
  period: Period
  comparison: Period | null
  /** Whether the period includes today, which is not over. */
  isPartial: boolean
  /** Whether the comparison includes today. */
  comparesPartial: boolean
}

export function resolvePeriod(chosen: PeriodChoice, today: string): ChosenPeriod {
  const choice = chosen.isFixed ? chosen : withBegunDays(chosen, today)
  const period = daysOf(choice, today)
  const isPartial = period.end >= today
  const comparison = isOnlyToday(choice, period, today)
    ? null
    : comparisonPeriod(period, choice.comparison, choice.customComparison, unitOf(choice, period))
  const comparesPartial = comparison !== null && comparison.end >= today
  return { period, comparison, isPartial, comparesPartial }
}

/** Whether a choice without today is of today alone, so that there are no completed days to compare. */
export const isOnlyToday = (choice: PeriodChoice, period: Period, today: string) =>
  choice.excludesToday && period.end >= today

/** Dates that end today in one zone may end tomorrow in that of another account or screen. */
function withBegunDays(choice: PeriodChoice, today: string): PeriodChoice {
  const { custom, customComparison } = choice
  return {
    ...choice,
    custom: custom && begunDays(custom, today),
    customComparison: customComparison && begunDays(customComparison, today),
  }
}

function daysOf({ preset, custom, excludesToday }: PeriodChoice, today: string): Period {
  if (preset === null && custom) {
    return excludesToday ? (withoutToday(custom, today) ?? custom) : custom
  }
  const named = preset ?? 'last7'
  return excludesToday ? presetWithoutToday(named, today) : presetPeriod(named, today)
}

/** The choice for screens of single days: today is included there. */
export const alone = (choice: PeriodChoice): PeriodChoice => ({ ...choice, excludesToday: false })

/** The day that the choice excludes from the end of its period; null when it excludes none. */
export function dayLeftOut(choice: PeriodChoice, today: string): string | null {
  const { period } = resolvePeriod({ ...choice, excludesToday: false }, today)
  const { isPartial } = resolvePeriod(choice, today)
  return choice.excludesToday && !isPartial && period.end >= today ? today : null
}

/** The current days of a period choice. The same object while the days stay the same. */
export function useChosenPeriod(choice: PeriodChoice, zone: string): ChosenPeriod {
  const dates = JSON.stringify(resolvePeriod(choice, useToday(zone)))
  return useMemo(() => JSON.parse(dates) as ChosenPeriod, [dates])
}
