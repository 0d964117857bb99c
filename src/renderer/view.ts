import { create } from 'zustand'
import type { DeskInfo, PeriodChoice, Preferences, Screen } from '../shared/model/desk.ts'
import {
  comparisonPeriod,
  type Period,
  presetPeriod,
  todayIn,
  withoutToday,
} from '../shared/model/period.ts'
import { call, forgetCalls } from './bridge.ts'
import { clock, setClock } from './clock.ts'

interface View {
  info: DeskInfo
  preferences: Preferences
}

/** What the window shows now: where the person is, and their choices. Nothing that a service said. */
export const useView = create<View>(() => ({}) as View)

/** Sets the view from what main knows, before anything is drawn. */
export function startView(info: DeskInfo) {
  setClock(info.clock)
  useView.setState({ info, preferences: info.preferences })
}

/** Remembers choices here at once, and in main for the next start. */
export function prefer(change: Partial<Preferences>) {
  useView.setState(({ preferences }) => ({ preferences: { ...preferences, ...change } }))
  void call.desk.prefer(change)
}

export type Place = Preferences['place']

type Ahead = (place: Place) => Promise<unknown>

const aheads = new Map<Screen, Ahead>()

/** A screen whose first questions are asked before it is shown is drawn once, with its figures. */
export const setAhead = (screen: Screen, ahead: Ahead) => aheads.set(screen, ahead)

/** Until then a person takes a screen for shown at once. */
const LONGEST_AHEAD_MS = 100

let ways = 0

export function goTo(screen: Screen, change: Partial<Omit<Place, 'screen'>> = {}) {
  const place = { ...useView.getState().preferences.place, ...change, screen }
  const way = ++ways
  forgetCalls()
  const ahead = aheads.get(screen)?.(place)
  if (!ahead) return prefer({ place })
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_AHEAD_MS))
  void Promise.race([ahead, late]).then(() => {
    // Who went elsewhere meanwhile stays there.
    if (way === ways) prefer({ place })
  })
}

/** The report that the window shows instead of the desk, read only; null when it shows the desk. */
export const useReport = () => useView(({ info }) => info.report)

/** Whether this page is drawn for paper, all of it at once; it stays so. */
export const isPressed = () => Boolean(useView.getState().info?.press)

/** Now, epoch milliseconds; of a report the moment it was made, in which it stands still. */
export const nowInView = () => useView.getState().info.report?.about.madeAt ?? clock.now()

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
  nowMs = nowInView(),
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
