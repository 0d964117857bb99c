import { create } from 'zustand'
import type { Preferences, Screen } from '../shared/features/settings/preferences.ts'
import type { AppInfo } from '../shared/features/settings/window-info.ts'
import { call } from './bridge.ts'
import { setClock } from './clock.ts'
import { bufferKeys } from './keys.ts'

interface View {
  info: AppInfo
  preferences: Preferences
}

/** The window's own state: the current place and the preferences. No data of a service. */
export const useView = create<View>(() => ({}) as View)

/** Initializes the state from main before anything is drawn. */
export function startView(info: AppInfo) {
  setClock(info.clock)
  useView.setState({ info, preferences: info.preferences })
}

/** Changes preferences at once, and stores them through main. */
export function prefer(change: Partial<Preferences>) {
  useView.setState(({ preferences }) => ({ preferences: { ...preferences, ...change } }))
  void call.desk.prefer(change)
}

type Place = Preferences['place']

type Prefetch = (place: Place) => Promise<unknown>

const prefetches = new Map<Screen, Prefetch>()

/** Registers the prefetch function of a screen, so that its first rendering has data. */
export const setPrefetch = (screen: Screen, prefetch: Prefetch) => prefetches.set(screen, prefetch)

/** Maximum wait for prefetched data; a shorter delay still feels immediate. */
const LONGEST_PREFETCH_MS = 100

type BackStep = Pick<Preferences, 'place' | 'openedTest'>

/** The navigation history, newest last. */
const backStack: BackStep[] = []
const MOST_BACK_STEPS = 50

function pushBackStack() {
  const { place, openedTest } = useView.getState().preferences
  backStack.push({ place, openedTest })
  if (backStack.length > MOST_BACK_STEPS) backStack.shift()
}

export function goBack() {
  const entry = backStack.pop()
  if (entry) prefer(entry)
}

/** Opens an A/B test; null shows the list. */
export function openTest(openedTest: Preferences['openedTest']) {
  pushBackStack()
  prefer({ openedTest })
}

let navigations = 0

/** Opens a screen, with changes to the current place. Waits briefly for the screen's prefetched data. */
export function goTo(screen: Screen, change: Partial<Omit<Place, 'screen'>> = {}) {
  const place = { ...useView.getState().preferences.place, ...change, screen }
  const navigation = ++navigations
  pushBackStack()
  const prefetching = prefetches.get(screen)?.(place)
  if (!prefetching) return prefer({ place })
  const releaseKeys = bufferKeys()
  const timeout = new Promise((resolve) => setTimeout(resolve, LONGEST_PREFETCH_MS))
  void Promise.race([prefetching, timeout])
    .then(() => {
      // Skipped when the user has navigated elsewhere meanwhile.
      if (navigation === navigations) prefer({ place })
    })
    .finally(releaseKeys)
}

/** The report that the window shows, read-only; null for the app's current data. */
export const useReport = () => useView(({ info }) => info.report)

/** Whether this is an offscreen page that is drawn all at once. Never changes for a page. */
export const isPrinted = () => Boolean(useView.getState().info?.print)
