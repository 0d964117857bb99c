import { useLayoutEffect } from 'react'
import { create } from 'zustand'
import type { Group } from '../shared/api/settings/index.ts'
import type { Basis } from '../shared/api/statistics.ts'
import type { Failure } from '../shared/failure.ts'
import { onBasis } from '../shared/features/overview/columns.ts'
import type { Preferences, Screen } from '../shared/features/settings/preferences.ts'
import type { AppInfo } from '../shared/features/settings/window-info.ts'
import { CallFailed, call } from './bridge.ts'
import { setClock } from './clock.ts'
import { makePageStore } from './kept-in-page.ts'
import { bufferKeys } from './keys.ts'

/** The sections of the settings, by their order there. */
export const SETTINGS_PARTS = [
  'accounts',
  'look',
  'exports',
  'reports',
  'figures',
  'ledger',
  'backup',
  'updates',
  'about',
] as const

/** A part of a screen: a section of the settings, a group of a video's settings, the dialog of a download. */
export type Part = (typeof SETTINGS_PARTS)[number] | Group | 'download'

interface View {
  info: AppInfo
  preferences: Preferences
  /** The part to be shown once its screen is there. */
  part: Part | null
  /** The item at which a video was opened. */
  item: string | null
  /** Why the choice to work offline is not stored. */
  unsaved: Failure | null
}

/** The window's own state: the current place and the preferences. No data of a service. */
export const useView = create<View>(() => ({}) as View)

/** Initializes the state from main before anything is drawn. */
export function startView(info: AppInfo) {
  setClock(info.clock)
  useView.setState({ info, preferences: info.preferences, part: null, item: null, unsaved: null })
}

/** Changes preferences at once, and stores them through main. */
export function prefer(change: Partial<Preferences>) {
  useView.setState(({ preferences }) => ({ preferences: { ...preferences, ...change } }))
  call.app.prefer(change).then(
    () => useView.setState({ unsaved: null }),
    (thrown: unknown) => {
      const isStorage = thrown instanceof CallFailed && thrown.failure.kind === 'storage'
      if (!isStorage) throw thrown
      useView.setState({ unsaved: thrown.failure })
    },
  )
}

/** Changes what is counted once, on every screen: the chosen columns of the overview go along. */
export function preferBasis(basis: Basis) {
  const { overviewTable } = useView.getState().preferences
  const columns = onBasis(overviewTable.columns, basis)
  prefer({ basis, overviewTable: { ...overviewTable, columns } })
}

type Place = Preferences['place']

type Prefetch = (place: Place) => Promise<unknown>

const prefetches = new Map<Screen, Prefetch>()

/** Registers the prefetch function of a screen, so that its first rendering has data. */
export const setPrefetch = (screen: Screen, prefetch: Prefetch) => prefetches.set(screen, prefetch)

/** Maximum wait for prefetched data; a shorter delay still feels immediate. */
const LONGEST_PREFETCH_MS = 100

type BackStep = Pick<Preferences, 'place' | 'openedTest'>

/** The navigation history, newest last: of the app, and of each report. */
const backSteps = makePageStore<Record<string, readonly BackStep[]>>('backSteps', {})
const historyKey = () => useView.getState().info.report?.id ?? 'app'
const MOST_BACK_STEPS = 50

let navigations = 0

/** Goes to a place; `goBack` returns from it. */
function step(change: Partial<BackStep>) {
  const { place, openedTest } = useView.getState().preferences
  const here = { place, openedTest }
  const isElsewhere = JSON.stringify({ ...here, ...change }) !== JSON.stringify(here)
  if (isElsewhere) {
    const key = historyKey()
    const steps = [...(backSteps.getState()[key] ?? []), here]
    backSteps.setState({ [key]: steps.slice(-MOST_BACK_STEPS) })
  }
  prefer(change)
}

export function goBack() {
  navigations++
  const key = historyKey()
  const steps = backSteps.getState()[key] ?? []
  const entry = steps.at(-1)
  if (!entry) return
  backSteps.setState({ [key]: steps.slice(0, -1) })
  const { account_id } = entry.place
  if (account_id === null || hasAccount(account_id)) prefer(entry)
  else goBack()
}

/** Whether an account exists: a place may be of one that was removed. */
const hasAccount = (account_id: string | null) =>
  useView.getState().info.accounts.some(({ id }) => id === account_id)

/** Opens an A/B test; null shows the list. */
export function openTest(openedTest: Preferences['openedTest']) {
  navigations++
  step({ openedTest })
}

/**
 * Opens a screen, with changes to the current place, at one of its parts. Waits briefly for the screen's
 * prefetched data.
 */
export function goTo(
  screen: Screen,
  change: Partial<Omit<Place, 'screen'>> = {},
  part: Part | null = null,
  item: string | null = null,
) {
  useView.setState({ part, item })
  const place = { ...useView.getState().preferences.place, ...change, screen }
  const navigation = ++navigations
  const prefetching = prefetches.get(screen)?.(place)
  if (!prefetching) return step({ place })
  const releaseKeys = bufferKeys()
  const timeout = new Promise((resolve) => setTimeout(resolve, LONGEST_PREFETCH_MS))
  void Promise.race([prefetching, timeout])
    .then(() => {
      // Skipped when the user has navigated elsewhere meanwhile.
      if (navigation === navigations) step({ place })
    })
    .finally(releaseKeys)
}

/** Returns `goTo` for the end of long work: it does nothing when the user has gone elsewhere since this call. */
export function goToLater(): typeof goTo {
  const before = navigations
  return (...to) => {
    if (navigations === before) goTo(...to)
  }
}

/** Switches to an account, and shows its players. */
export function openAccount(account_id: string, go = goTo) {
  go('overview', { account_id, player_id: null, video_id: null })
}

/** Calls `show` once when the screen was opened at one of these parts. */
export function useOpenedPart<P extends Part>(parts: readonly P[], show: (part: P) => void) {
  const opened = useView(({ part }) => parts.find((one) => one === part))
  useLayoutEffect(() => {
    if (opened === undefined) return
    useView.setState({ part: null })
    show(opened)
  }, [opened, show])
}

/** The report that the window shows, read-only; null for the app's current data. */
export const useReport = () => useView(({ info }) => info.report)

/** Whether this is an offscreen page that is drawn all at once. Never changes for a page. */
export const isPrinted = () => Boolean(useView.getState().info?.print)
