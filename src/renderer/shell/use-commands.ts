import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { appTexts, LANGUAGES } from '../../shared/locales/languages.ts'
import { call } from '../bridge.ts'
import { toggleTheme } from '../color-scheme.ts'
import { chooseLanguage } from '../desk.ts'
import { useQuery } from '../query.ts'
import { goTo, prefer, useView } from '../view.ts'
import type { Command } from './commands.ts'
import { canOpen, openAccount, SCREENS } from './sidebar.tsx'

/** Everything the palette can do now: screens, the window's commands, accounts and players. */
export function useCommands(onShortcuts: () => void): Command[] {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const openReport = useTranslation('report').t('openFile')
  const accounts = useView(({ info }) => info.accounts)
  const { place, isOffline } = useView(({ preferences }) => preferences)
  const { account_id } = place
  const players = useQuery(
    account_id,
    () => call.analytics.players({ account_id: account_id ?? '' }),
    ['analytics'],
  ).value?.value

  return useMemo(
    () => [
      ...screens(t, place),
      ...windowCommands({ t, language, openReport }, isOffline, onShortcuts),
      ...accounts.map(
        ({ id, name }): Command => ({
          id: `account-${id}`,
          kind: 'account',
          text: name,
          run: () => openAccount(id),
        }),
      ),
      ...(players ?? []).map(
        ({ id, name }): Command => ({
          id: `player-${id}`,
          kind: 'player',
          text: name,
          run: () => goTo('player', { player_id: id }),
        }),
      ),
    ],
    [t, language, openReport, place, isOffline, onShortcuts, accounts, players],
  )
}

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
  const command = (id: string, text: string, run: () => void): Command => ({
    id,
    kind: 'command',
    text,
    run,
  })
  return [
    command('offline', t(isOffline ? 'banner.goOnline' : 'header.workOffline'), () =>
      prefer({ isOffline: !isOffline }),
    ),
    command('theme', t(isDark ? 'header.toLight' : 'header.toDark'), toggleTheme),
    ...LANGUAGES.filter((other) => other !== language).map((other) =>
      command(`language-${other}`, appTexts(other).name, () => void chooseLanguage(other)),
    ),
    command('openReport', openReport, () => void call.reports.openFile()),
    command('shortcuts', t('header.shortcuts'), onShortcuts),
  ]
}
