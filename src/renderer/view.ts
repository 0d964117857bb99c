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

/** The window's own state: the current place and the preferences. No data of a service. */
export const useView = create<View>(() => ({}) as View)

/** Initializes the state from main before anything is drawn. */
export function startView(info: DeskInfo) {
  setClock(info.clock)
  useView.setState({ info, preferences: info.preferences })
}

/** Changes preferences at once, and stores them through main. */
export function prefer(change: Partial<Preferences>) {
  useView.setState(({ preferences }) => ({ preferences: { ...preferences, ...change } }))
  void call.desk.prefer(change)
}

export type Place = Preferences['place']

type Ahead = (place: Place) => Promise<unknown>

const aheads = new Map<Screen, Ahead>()

/** Registers the prefetch function of a screen, so that its first rendering has data. */
export const setPrefetch = (screen: Screen, ahead: Ahead) => aheads.set(screen, ahead)

/** Maximum wait for prefetched data; a shorter delay still feels immediate. */
const LONGEST_AHEAD_MS = 100

type Stop = Pick<Preferences, 'place' | 'openedTest'>

/** The navigation history, newest last. */
const trail: Stop[] = []
const LONGEST_TRAIL = 50

function leaveTrail() {
  const { place, openedTest } = useView.getState().preferences
  trail.push({ place, openedTest })
  if (trail.length > LONGEST_TRAIL) trail.shift()
}

/** Goes back to the previous place. */
export function goBack() {
  const stop = trail.pop()
  if (stop) prefer(stop)
}

/** Opens an A/B test; null shows the list. */
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
      // Skipped when the user has navigated elsewhere meanwhile.
      if (way === ways) prefer({ place })
    })
    .finally(goOn)
}

/** The report that the window shows, read-only; null for the app's current data. */
export const useReport = () => useView(({ info }) => info.report)

/** Whether this is an offscreen page that is drawn all at once. Never changes for a page. */
export const isPrinted = () => Boolean(useView.getState().info?.print)
