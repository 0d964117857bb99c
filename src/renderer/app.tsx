import { type HotkeyItem, useHotkeys, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Screen } from '../shared/features/settings/preferences.ts'
import { followAccounts, IsOffline, useAccount, useIsOffline } from './app-state.ts'
import { OverviewScreen } from './features/overview/overview-screen.tsx'
import { useScrollRestoration, useSessionState } from './kept-list.ts'
import { KeyBuffer } from './keys.ts'
import { lazyNamed } from './lazy-named.ts'
import { ExportTray } from './shell/export-tray.tsx'
import { Header } from './shell/header.tsx'
import { WindowNotes } from './shell/notes.tsx'
import classes from './shell/shell.module.css'
import { BY_NUMBER, BY_NUMBER_WITH_SHIFT, canOpen, Sidebar } from './shell/sidebar.tsx'
import { isAltDigitTyped } from './ui/edits/undo-key.ts'
import { useEditCounts } from './ui/edits/use-edits.ts'
import { useFocusRecovery } from './ui/focus-kept.ts'
import { Guard } from './ui/guard.tsx'
import { useProposals } from './ui/proposals.ts'
import { isModalOpen, shortcut } from './ui/shortcut.ts'
import { goBack, goTo, setPrefetch, useReport, useView } from './view.ts'

// Only the overview is in the first bundle, because the app usually starts there; other screens are loaded
// when opened.
const playerScreen = () => import('./features/player/player-screen.tsx')
const ReportFrame = lazyNamed(() => import('./shell/report-frame.tsx'), 'ReportFrame')
const ProposalsDialog = lazyNamed(
  () => import('./features/proposals/proposals-dialog.tsx'),
  'ProposalsDialog',
)
const Palette = lazyNamed(() => import('./shell/palette.tsx'), 'Palette')
const Shortcuts = lazyNamed(() => import('./shell/shortcuts.tsx'), 'Shortcuts')
const TemplateManager = lazyNamed(
  () => import('./ui/templates/template-manager.tsx'),
  'TemplateManager',
)

const SCREENS = {
  welcome: lazyNamed(() => import('./features/accounts/welcome-screen.tsx'), 'WelcomeScreen'),
  overview: OverviewScreen,
  player: lazyNamed(playerScreen, 'PlayerScreen'),
  traffic: lazyNamed(() => import('./features/traffic/traffic-screen.tsx'), 'TrafficScreen'),
  variants: lazyNamed(() => import('./features/variants/variants-screen.tsx'), 'VariantsScreen'),
  leaderboard: lazyNamed(
    () => import('./features/leaderboard/leaderboard-screen.tsx'),
    'LeaderboardScreen',
  ),
  live: lazyNamed(() => import('./features/live/live-screen.tsx'), 'LiveScreen'),
  videos: lazyNamed(() => import('./features/videos/videos-screen.tsx'), 'VideosScreen'),
  video: lazyNamed(() => import('./features/videos/video-screen.tsx'), 'VideoScreen'),
  sheet: lazyNamed(() => import('./features/sheet/sheet-screen.tsx'), 'SheetScreen'),
  problems: lazyNamed(() => import('./features/problems/problems-screen.tsx'), 'ProblemsScreen'),
  outbox: lazyNamed(() => import('./features/publishing/outbox-screen.tsx'), 'OutboxScreen'),
  abTests: lazyNamed(() => import('./features/ab-tests/ab-tests-screen.tsx'), 'AbTestsScreen'),
  annotations: lazyNamed(
    () => import('./features/annotations/annotations-screen.tsx'),
    'AnnotationsScreen',
  ),
  reports: lazyNamed(() => import('./features/reports/reports-screen.tsx'), 'ReportsScreen'),
  activity: lazyNamed(() => import('./features/activity/activity-screen.tsx'), 'ActivityScreen'),
  settings: lazyNamed(() => import('./features/settings/settings-screen.tsx'), 'SettingsScreen'),
} as const

type Overlay = 'palette' | 'shortcuts' | 'templates' | null

interface AppProps {
  /** Called once the keyboard handlers are attached; the screen itself may still be loading. */
  onMounted: () => void
}

export function App({ onMounted }: AppProps) {
  const { t } = useTranslation()
  const [overlay, setOverlay] = useState<Overlay>(null)
  const content = useRef<HTMLElement>(null)
  const openShortcuts = useCallback(() => setOverlay('shortcuts'), [])
  const screen = useScreen()
  const report = useReport()
  const account = useAccount()
  const isAlone = useIsAlone(screen)
  const [isRail, setRail] = useRail(screen)
  useKeys(setOverlay)
  useFocusRecovery()
  useScrollRestoration(content, 'screen')
  useEffect(preload, [])
  useEffect(followAccounts, [])
  useEffect(onMounted, [onMounted])
  const Shown = SCREENS[screen]

  return (
    <OfflineKnown>
      <Title screen={screen} />
      <div
        className={classes.shell}
        data-alone={isAlone || undefined}
        data-rail={isRail || undefined}
      >
        <a className={classes.skip} href="#content" onClick={focusContent}>
          {t('skipToContent')}
        </a>
        {!isAlone && <Sidebar {...{ screen, isRail }} onRail={setRail} notes={<WindowNotes />} />}
        <Header
          isAlone={isAlone}
          onFind={() => setOverlay('palette')}
          onShortcuts={openShortcuts}
        />
        <Suspense fallback={<KeyBuffer />}>{report && <ReportFrame report={report} />}</Suspense>
        <main ref={content} id="content" className={classes.main} tabIndex={-1}>
          <Guard part="screen" anew={[screen, account?.id]}>
            <Suspense fallback={<KeyBuffer />}>
              <Shown key={isOfAccount(screen) ? account?.id : null} />
            </Suspense>
          </Guard>
        </main>
        {isAlone && <WindowNotes />}
        <ExportTray />
        <Suspense fallback={<KeyBuffer />}>
          <Proposals />
          {overlay && <Overlays {...{ overlay, setOverlay }} />}
        </Suspense>
      </div>
      <section id="overlays" aria-label={t('overlays')} />
    </OfflineKnown>
  )
}

/** The window's parts draw themselves again when the connection changes, not all of it. */
function OfflineKnown({ children }: { children: ReactNode }) {
  return <IsOffline value={useIsOffline()}>{children}</IsOffline>
}

function Proposals() {
  const request = useProposals((state) => state.request)
  return request && <ProposalsDialog key={request.show} request={request} />
}

interface OverlaysProps {
  overlay: NonNullable<Overlay>
  setOverlay: (overlay: Overlay) => void
}

/** Rendered over any screen: opened by the palette, a shortcut or a button. */
function Overlays({ overlay, setOverlay }: OverlaysProps) {
  const account_id = useAccount()?.id ?? null
  const openShortcuts = useCallback(() => setOverlay('shortcuts'), [setOverlay])
  const openTemplates = useCallback(() => setOverlay('templates'), [setOverlay])
  const close = useCallback(() => setOverlay(null), [setOverlay])
  if (overlay === 'shortcuts') return <Shortcuts onClose={close} />
  if (overlay === 'templates') return <TemplateManager account_id={account_id} onClose={close} />
  return <Palette onClose={close} onShortcuts={openShortcuts} onTemplates={openTemplates} />
}

/** A report, and the way to a first account, have the whole window. */
function useIsAlone(screen: Screen) {
  const isReport = useReport() !== null
  const hasAccounts = useView(({ info }) => info.accounts.length > 0)
  return isReport || (screen === 'welcome' && !hasAccounts)
}

/** Long enough after a start that preloading does not slow down the first screen. */
const PRELOAD_DELAY_MS = 2000

/**
 * Preloads the player screen and the chart library, which users usually open next from the overview,
 * and the Greek part of the font, which has the Δ of changes: loaded only then, it would lay out
 * the whole page again.
 */
function preload() {
  let idle = 0
  const load = () => {
    idle = requestIdleCallback(() => {
      void document.fonts.load('1em "Inter Variable"', 'Δ')
      void import('./ui/chart.tsx')
      void Promise.all([playerScreen(), import('./features/player/prefetch.ts')]).then(
        ([, { prefetchPlayer }]) => setPrefetch('player', prefetchPlayer),
      )
    })
  }
  const timer = setTimeout(load, PRELOAD_DELAY_MS)
  return () => {
    clearTimeout(timer)
    cancelIdleCallback(idle)
  }
}

/** The window's title: pending changes, the screen or the open report, and the account. */
function Title({ screen }: { screen: Screen }) {
  const { t } = useTranslation()
  const account = useAccount()
  const about = useReport()?.about
  const shown = about?.title ?? t(`screen.${screen}`)
  const whose = (about?.account ?? account)?.name
  const { changes } = useEditCounts(about ? null : (account?.id ?? null))
  useEffect(() => {
    const pending = changes > 0 ? `(${changes}) ` : ''
    document.title = `${pending}${[shown, whose, 'Cuepoint'].filter(Boolean).join(' · ')}`
  }, [changes, shown, whose])
  return null
}

/** The screen chosen last, or a fallback when its account, player or video no longer exists. */
function useScreen(): Screen {
  const place = useView(({ preferences }) => preferences.place)
  const account = useAccount()
  if (place.screen === 'reports' || place.screen === 'settings' || place.screen === 'activity')
    return place.screen
  if (!account) return 'welcome'
  return canOpen(place.screen, place) ? place.screen : 'overview'
}

/** Whether a screen is remounted when another account is chosen. */
const isOfAccount = (screen: Screen) =>
  !['welcome', 'reports', 'activity', 'settings'].includes(screen)

/** Sets the focus by script, because main refuses the navigation that a `#content` link would cause. */
function focusContent(event: { preventDefault: () => void }) {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

const BACK_BUTTON = 3

/** Not behind a dialog, which would be removed with what was typed into it. */
const goBackFromScreen = () => {
  if (!isModalOpen()) goBack()
}

const onBackButton = ({ button }: MouseEvent) => {
  if (button === BACK_BUTTON) goBackFromScreen()
}

function useKeys(setOverlay: (overlay: Overlay) => void) {
  const open = (overlay: Overlay) => {
    if (!isModalOpen()) setOverlay(overlay)
  }
  const to = (screen: Screen) => (event: KeyboardEvent) => {
    const { info, preferences } = useView.getState()
    if (isAltDigitTyped(info.platform, event)) return
    event.preventDefault()
    if (!isModalOpen() && canOpen(screen, preferences.place)) goTo(screen)
  }
  // Physical keys, because with Alt some keyboard layouts type another character.
  const numbers = (keys: string, screens: readonly Screen[]) =>
    screens.map(
      (screen, index): HotkeyItem => [
        `${keys}+Digit${index + 1}`,
        to(screen),
        { usePhysicalKeys: true, preventDefault: false },
      ],
    )
  const back = shortcut('back')
  // The empty list means that these also work inside form fields.
  useHotkeys(
    [
      ['mod+K', () => open('palette')],
      [back.hotkey, goBackFromScreen, { usePhysicalKeys: back.usePhysicalKeys }],
      ...numbers('alt', BY_NUMBER),
      ...numbers('alt+shift', BY_NUMBER_WITH_SHIFT),
    ],
    [],
  )
  useEffect(() => {
    window.addEventListener('mouseup', onBackButton)
    return () => window.removeEventListener('mouseup', onBackButton)
  }, [])
  useHotkeys([
    ['shift+?', () => open('shortcuts')],
    ['?', () => open('shortcuts')],
  ])
}

/** As a window is under a large zoom. */
const NARROW = '(max-width: 860px)'

/** The sheet needs the width, as every screen does in a narrow window; elsewhere names are worth more. */
function useRail(screen: Screen) {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  return useSessionState(isNarrow ? 'narrowRail' : 'rail', isNarrow || screen === 'sheet')
}
