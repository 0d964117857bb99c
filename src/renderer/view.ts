import { create } from 'zustand'
import type { DeskInfo, PeriodChoice, Preferences, Screen } from '../shared/model/desk.ts'
import {
  comparisonPeriod,
  type Period,
  presetPeriod,
  todayIn,
  withoutToday,
} from '../shared/model/period.ts'
import { call } from './bridge.ts'

interface View {
  info: DeskInfo
  preferences: Preferences
}

/** What the window shows now: where the person is, and their choices. Nothing that a service said. */
export const useView = create<View>(() => ({}) as View)

/** Sets the view from what main knows, before anything is drawn. */
export function startView(info: DeskInfo) {
  useView.setState({ info, preferences: info.preferences })
}

/** Remembers choices here at once, and in main for the next start. */
export function prefer(change: Partial<Preferences>) {
  useView.setState(({ preferences }) => ({ preferences: { ...preferences, ...change } }))
  void call.desk.prefer(change)
}

export function goTo(screen: Screen, change: Partial<Omit<Preferences['place'], 'screen'>> = {}) {
  const { place } = useView.getState().preferences
  prefer({ place: { ...place, ...change, screen } })
}

export interface ChosenPeriod {
  period: Period
  comparison: Period | null
  /** The period holds the day that is not over. */
  isPartial: boolean
}

/** The days a choice means today, in a zone. */
export function resolvePeriod(
  choice: PeriodChoice,
  zone: string,
  nowMs = Date.now(),
): ChosenPeriod {
  const today = todayIn(zone, nowMs)
  const chosen =
    choice.preset === null && choice.custom
      ? choice.custom
      : presetPeriod(choice.preset ?? 'last7', today)
  const period = (choice.excludesToday ? withoutToday(chosen, today) : chosen) ?? chosen
  return {
    period,
    comparison: comparisonPeriod(period, choice.comparison, choice.customComparison),
    isPartial: period.end >= today,
  }
}
