import { create } from 'zustand'
import type { Preferences, Screen } from '../shared/features/settings/preferences.ts'
import type { DeskInfo } from '../shared/features/settings/window-info.ts'
import { call } from './bridge.ts'
import { setClock } from './clock.ts'
import { holdKeys } from './keys.ts'

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
export const setPrefetch = (screen: Screen, ahead: Ahead) => aheads.set(screen, ahead)

/** Until then a person takes a screen for shown at once. */
const LONGEST_AHEAD_MS = 100

type Stop = Pick<Preferences, 'place' | 'openedTest'>

/** Where the person was before, the last of it last. */
const trail: Stop[] = []
const LONGEST_TRAIL = 50

function leaveTrail() {
  const { place, openedTest } = useView.getState().preferences
  trail.push({ place, openedTest })
  if (trail.length > LONGEST_TRAIL) trail.shift()
}

/** Back to where the person was before they went here. */
export function goBack() {
  const stop = trail.pop()
  if (stop) prefer(stop)
}

/** Opens an A/B test in the place of their list, or with null the list again. */
export function openTest(openedTest: Preferences['openedTest']) {
  leaveTrail()
  prefer({ openedTest })
}

let ways = 0

export function goTo(screen: Screen, change: Partial<Omit<Place, 'screen'>> = {}) {
  const place = { ...useView.getState().preferences.place, ...change, screen }
  const way = ++ways
  leaveTrail()
  const ahead = aheads.get(screen)?.(place)
  if (!ahead) return prefer({ place })
  const goOn = holdKeys()
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_AHEAD_MS))
  void Promise.race([ahead, late])
    .then(() => {
      // Who went elsewhere meanwhile stays there.
      if (way === ways) prefer({ place })
    })
    .finally(goOn)
}

/** The report that the window shows instead of the desk, read only; null when it shows the desk. */
export const useReport = () => useView(({ info }) => info.report)

/** Whether this page is drawn for paper, all of it at once; it stays so. */
export const isPrinted = () => Boolean(useView.getState().info?.print)
