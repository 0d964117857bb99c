import { useMemo, useSyncExternalStore } from 'react'
import type { PeriodChoice } from '../shared/features/settings/preferences.ts'
import {
  comparisonPeriod,
  dayEndsAt,
  type Period,
  presetPeriod,
  presetWithoutToday,
  todayIn,
  withoutToday,
} from '../shared/time/period.ts'
import { clock } from './clock.ts'
import { useReport, useView } from './view.ts'

/** A timer stands still while the computer sleeps, and the person may set its clock. */
const LONGEST_WAIT_MS = 30_000

/** The day that is now in a zone. Whoever subscribed is notified in the moment in which it ends. */
export function makeDay(zone: string, now: () => number) {
  const listeners = new Set<() => void>()
  let day = todayIn(zone, now())
  let timer: ReturnType<typeof setTimeout> | undefined

  function look() {
    const before = day
    day = todayIn(zone, now())
    if (day !== before) for (const listen of [...listeners]) listen()
    clearTimeout(timer)
    if (listeners.size === 0) return
    timer = setTimeout(look, Math.min(dayEndsAt(day, zone) - now(), LONGEST_WAIT_MS))
  }

  return {
    current() {
      if (listeners.size === 0) look()
      return day
    },
    subscribe(listen: () => void) {
      listeners.add(listen)
      if (listeners.size === 1) look()
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

/** The day that is now in a zone, the same for all of the window; in a report that of its making. */
export function useToday(zone: string): string {
  const report = useReport()
  const { subscribe, current } = dayOf(zone)
  const today = useSyncExternalStore(subscribe, current)
  return report ? todayIn(zone, report.about.madeAt) : today
}

/** `useToday` for what is asked outside of a component. */
export function todayInView(zone: string): string {
  const { report } = useView.getState().info
  return report ? todayIn(zone, report.about.madeAt) : dayOf(zone).current()
}

export interface ChosenPeriod {
  period: Period
  comparison: Period | null
  /** The period holds the day that is not over. */
  isPartial: boolean
}

/** The days a choice means, seen from a day. */
export function resolvePeriod(choice: PeriodChoice, today: string): ChosenPeriod {
  const period = daysOf(choice, today)
  const isPartial = period.end >= today
  return {
    period,
    // Only today was left: nothing that is over to compare.
    comparison:
      isPartial && choice.excludesToday
        ? null
        : comparisonPeriod(period, choice.comparison, choice.customComparison),
    isPartial,
  }
}

function daysOf({ preset, custom, excludesToday }: PeriodChoice, today: string): Period {
  if (preset === null && custom) {
    return excludesToday ? (withoutToday(custom, today) ?? custom) : custom
  }
  const named = preset ?? 'last7'
  return excludesToday ? presetWithoutToday(named, today) : presetPeriod(named, today)
}

/** A choice where nothing is compared: there today is not left out, and stays as it was elsewhere. */
export const alone = (choice: PeriodChoice): PeriodChoice => ({ ...choice, excludesToday: false })

/** The day that a choice leaves out and that its days would otherwise end with; null when there is none. */
export function dayLeftOut(choice: PeriodChoice, today: string): string | null {
  const { period } = resolvePeriod({ ...choice, excludesToday: false }, today)
  const { isPartial } = resolvePeriod(choice, today)
  return choice.excludesToday && !isPartial && period.end >= today ? today : null
}

/** The days a choice means today, in a zone: the same object until these are others. */
export function useChosenPeriod(choice: PeriodChoice, zone: string): ChosenPeriod {
  const dates = JSON.stringify(resolvePeriod(choice, useToday(zone)))
  return useMemo(() => JSON.parse(dates) as ChosenPeriod, [dates])
}
