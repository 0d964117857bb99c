import {
  ActionIcon,
  Kbd,
  NativeSelect,
  Progress,
  Switch,
  UnstyledButton,
  useComputedColorScheme,
} from '@mantine/core'
import { IconKeyboard, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { isInProgress } from '../../shared/features/downloads/download.ts'
import type { Screen } from '../../shared/features/settings/preferences.ts'
import { LANGUAGES, type Language } from '../../shared/locales/languages.ts'
import { call } from '../bridge.ts'
import { toggleTheme } from '../color-scheme.ts'
import { chooseLanguage, IsOffline, useAccount } from '../desk.ts'
import { useQuery } from '../query.ts'
import { useFormat } from '../ui/format.ts'
import { goTo, prefer, useReport, useView } from '../view.ts'
import classes from './shell.module.css'

interface HeaderProps {
  screen: Screen
  onFind: () => void
  onShortcuts: () => void
}

export function Header({ screen, onFind, onShortcuts }: HeaderProps) {
  const { t } = useTranslation()
  // Nothing is asked or looked for in a report.
  const isReport = useReport() !== null
  return (
    <header className={classes.header}>
      <Where screen={screen} />
      {!isReport && (
        <UnstyledButton className={classes.find} onClick={onFind}>
          <IconSearch size={15} aria-hidden />
          <span>{t('header.find')}</span>
          <Kbd size="xs">{modifier()}+K</Kbd>
        </UnstyledButton>
      )}
      <div className={classes.tools}>
        {!isReport && (
          <>
            <Download />
            <Status />
          </>
        )}
        <LanguageChoice />
        <ThemeToggle />
        <ActionIcon size={30} aria-label={t('header.shortcuts')} onClick={onShortcuts}>
          <IconKeyboard size={17} aria-hidden />
        </ActionIcon>
      </div>
    </header>
  )
}

/** What the platform calls the key of the shortcuts. */
export const modifier = () => (useView.getState().info.platform === 'darwin' ? '⌘' : 'Ctrl')

function Where({ screen }: { screen: Screen }) {
  const { t } = useTranslation()
  const account = useAccount()
  const isOfAccount = account && !['welcome', 'activity', 'settings'].includes(screen)
  return (
    <div className={classes.title}>
      {t(`screen.${screen}`)}
      {isOfAccount && <span className={classes.titleAccount}>{` · ${account.name}`}</span>}
    </div>
  )
}

function Status() {
  const { t } = useTranslation()
  const isChosen = useView(({ preferences }) => preferences.isOffline)
  const isOffline = useContext(IsOffline)
  return (
    <>
      <span
        className={classes.status}
        role="status"
        data-offline={isOffline || undefined}
        data-kept=""
      >
        <span className={classes.dot} aria-hidden />
        {t(isOffline ? 'header.offline' : 'header.online')}
      </span>
      <Switch
        label={t('header.workOffline')}
        title={t('header.workOfflineHint')}
        checked={isChosen}
        onChange={({ currentTarget }) => prefer({ isOffline: currentTarget.checked })}
      />
    </>
  )
}

function Download() {
  const { t } = useTranslation()
  const format = useFormat()
  const downloads = useQuery('downloads', () => call.downloads.list(), ['downloads']).value
  const download = downloads?.find(isInProgress)
  if (!download) return null
  const { done, total, resumesAt } = download
  const text = resumesAt
    ? t('header.downloadWaits', { time: format.clock(resumesAt) })
    : t('header.download', { done: format.count(done), total: format.count(total) })
  return (
    <UnstyledButton className={classes.download} title={text} onClick={() => goTo('activity')}>
      <span>{text}</span>
      <Progress size={4} value={total ? (done / total) * 100 : 0} aria-label={text} />
    </UnstyledButton>
  )
}

function LanguageChoice() {
  const { t } = useTranslation()
  const language = useView(({ info }) => info.language)
  return (
    <NativeSelect
      w={76}
      aria-label={t('header.language')}
      value={language}
      data={LANGUAGES.map((value) => ({ value, label: value.slice(0, 2).toUpperCase() }))}
      onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value as Language)}
    />
  )
}

function ThemeToggle() {
  const { t } = useTranslation()
  const isDark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
  const Icon = isDark ? IconSun : IconMoon
  return (
    <ActionIcon
      size={30}
      aria-label={t(isDark ? 'header.toLight' : 'header.toDark')}
      onClick={toggleTheme}
    >
      <Icon size={17} aria-hidden />
    </ActionIcon>
  )
}
