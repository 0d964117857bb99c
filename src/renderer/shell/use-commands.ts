import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReportAbout } from '../../shared/features/reports/report.ts'
import { appTexts, LANGUAGES } from '../../shared/locales/languages.ts'
import { namesApart } from '../../shared/model/ids.ts'
import { chooseLanguage } from '../app-state.ts'
import { call } from '../bridge.ts'
import { toggleTheme } from '../color-scheme.ts'
import { leavePage } from '../kept-in-page.ts'
import { useCall } from '../query.ts'
import { type Format, useFormat } from '../ui/format.ts'
import { exportedName, tablesShown } from '../ui/page-exports.ts'
import { goTo, openAccount, prefer, SETTINGS_PARTS, useReport, useView } from '../view.ts'
import { runCommand } from './command-failure.tsx'
import type { Command } from './commands.ts'
import { useNearPlayers } from './near-players.tsx'
import { canOpen, SCREENS } from './sidebar.tsx'

/** Functions that open something over the screen. They must keep their identity. */
interface Overlays {
  onShortcuts: () => void
  onTemplates: () => void
}

/** Everything that the palette can currently run and find. */
export function useCommands({ onShortcuts, onTemplates }: Overlays): Command[] {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const openReport = useTranslation('report').t('openFile')
  const { place, isOffline } = useView(({ preferences }) => preferences)
  const isReport = useReport() !== null
  const accounts = useView(({ info }) => info.accounts)
  const ofTables = useTableCommands(t)
  const live = useLiveCommands(place.account_id, onTemplates)
  // A report contains its own screen only, and none of another account, player or video.
  const { recent, found } = useFindable(isReport ? null : place.account_id)

  return useMemo(
    () => [
      ...recent,
      ...screens(t, place),
      ...windowCommands({ t, language, openReport }, isOffline, onShortcuts),
      ...live,
      ...ofTables,
      ...(isReport ? [] : accounts).map(
        ({ id, name }): Command => ({
          id: `account-${id}`,
          kind: 'account',
          text: name,
          run: () => openAccount(id),
        }),
      ),
      ...found,
    ],
    [
      t,
      language,
      openReport,
      place,
      isOffline,
      onShortcuts,
      isReport,
      accounts,
      live,
      ofTables,
      recent,
      found,
    ],
  )
}

/** Items found by name: players, videos and saved reports; and the most recently opened players. */
function useFindable(account_id: string | null) {
  const at = account_id === null ? null : { account_id }
  const near = useNearPlayers(account_id)
  const players = useCall('analytics', 'players', at).value?.value
  const videos = useCall('videos', 'list', at, ['videos', 'edits']).value
  const reports = useCall('reports', 'list').value
  const format = useFormat()
  return useMemo(() => {
    const player = (kind: 'recent' | 'player') => (id: string, text: string) =>
      command(`${kind}-${id}`, kind, text, () => goTo('player', { player_id: id }))
    const named = namesApart(players ?? [])
    const names = new Map(named.map(({ id, name }) => [id, name]))
    return {
      recent: near.map(({ player_id, name }) =>
        player('recent')(player_id, names.get(player_id) ?? name),
      ),
      found: [
        ...named.map(({ id, name }) => player('player')(id, name)),
        ...namesApart(videos?.rows ?? []).map(({ id, name }) =>
          command(`video-${id}`, 'video', name, () => goTo('video', { video_id: id })),
        ),
        ...(reports ?? []).map(({ id, about }) =>
          command(`report-${id}`, 'report', datedTitle(about, format), () => {
            runCommand(() => leavePage(() => call.reports.open({ id })))
          }),
        ),
      ],
    }
  }, [near, players, videos, reports, format])
}

/** The title of a report and when it was made, which tells reports of one title apart. */
function datedTitle({ title, madeAt, account }: ReportAbout, { instant }: Format): string {
  try {
    return `${title} · ${instant(madeAt, account.timezone)}`
  } catch {
    // An earlier version took times from files that cannot be written, and the zone may be unknown here.
    return title
  }
}

/** A command for each table on the screen, to export it in the selected format. */
function useTableCommands(t: Translate): Command[] {
  const { language } = useFormat()
  const { fileKind } = useView(({ preferences }) => preferences)
  const [tables] = useState(tablesShown)
  return useMemo(() => {
    const button = t(fileKind === 'xlsx' ? 'exports.buttonXlsx' : 'exports.button')
    return tables.map((request, at) =>
      command(`export-${at}`, 'export', `${button}: ${exportedName(request, language)}`, () =>
        runCommand(() => call.exports.start({ request, flavour: fileKind, language })),
      ),
    )
  }, [t, language, fileKind, tables])
}

/**
 * Commands to download the account, and for the sections of the settings; none while a report is
 * open.
 */
function useLiveCommands(account_id: string | null, onTemplates: () => void): Command[] {
  const { t } = useTranslation('settings')
  const updates = useTranslation('updates').t('title')
  const download = useTranslation('overview').t('download.title')
  const templates = useTranslation('templates').t('open')
  const isReport = useReport() !== null
  return useMemo(() => {
    if (isReport) return []
    const settings = SETTINGS_PARTS.map((part) => {
      const text = part === 'updates' ? updates : t(`${part}.title`)
      return command(`setting-${part}`, 'setting', text, () => goTo('settings', {}, part))
    })
    const own = [command('templates', 'command', templates, onTemplates), ...settings]
    if (account_id === null) return own
    const open = () => goTo('overview', {}, 'download')
    return [command('download', 'command', `${download}…`, open), ...own]
  }, [t, updates, download, templates, onTemplates, isReport, account_id])
}

const command = (id: string, kind: Command['kind'], text: string, run: () => void): Command => ({
  ...{ id, kind, text, run },
})

type Translate = TFunction<'ui'>

function screens(t: Translate, place: Parameters<typeof canOpen>[1]): Command[] {
  return [...SCREENS, 'welcome' as const]
    .filter((screen) => canOpen(screen, place))
    .map((screen) => ({
      id: `go-${screen}`,
      kind: 'go',
      text: t(screen === 'welcome' ? 'sidebar.addAccount' : `screen.${screen}`),
      run: () => goTo(screen),
    }))
}

function windowCommands(
  { t, language, openReport }: { t: Translate; language: string; openReport: string },
  isOffline: boolean,
  onShortcuts: () => void,
) {
  const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark'
  const own = (id: string, text: string, run: () => void) => command(id, 'command', text, run)
  return [
    own('offline', t(isOffline ? 'banner.goOnline' : 'header.workOffline'), () =>
      prefer({ isOffline: !isOffline }),
    ),
    own('theme', t(isDark ? 'header.toLight' : 'header.toDark'), toggleTheme),
    ...LANGUAGES.filter((other) => other !== language).map((other) =>
      own(`language-${other}`, appTexts(other).name, () => void chooseLanguage(other)),
    ),
    own('openReport', openReport, () => void call.reports.openFile()),
    own('shortcuts', t('header.shortcuts'), onShortcuts),
  ]
}
