import {
  ActionIcon,
  Flex,
  Group,
  Kbd,
  NativeSelect,
  Progress,
  Switch,
  Text,
  UnstyledButton,
  useComputedColorScheme,
} from '@mantine/core'
import {
  IconChartAreaLine,
  IconChevronDown,
  IconKeyboard,
  IconMoon,
  IconSearch,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../shared/features/accounts/account.ts'
import type { Reach } from '../../shared/features/analytics/connection.ts'
import { isInProgress } from '../../shared/features/downloads/download.ts'
import { LANGUAGES, type Language } from '../../shared/locales/languages.ts'
import { chooseLanguage, useAccount, useReach } from '../app-state.ts'
import { toggleTheme } from '../color-scheme.ts'
import { useCall } from '../query.ts'
import { useDownloadWait } from '../ui/download-wait.ts'
import { useEditCounts } from '../ui/edits/use-edits.ts'
import { useFormat } from '../ui/format.ts'
import kit from '../ui/kit.module.css'
import { PopoverButton } from '../ui/popover.tsx'
import { goTo, prefer, useReport, useView } from '../view.ts'
import classes from './shell.module.css'

interface HeaderProps {
  /** True without an account or with an open report: nothing can be refreshed or searched then. */
  isAlone: boolean
  onFind: () => void
  onShortcuts: () => void
}

export function Header({ isAlone, onFind, onShortcuts }: HeaderProps) {
  const { t } = useTranslation()
  const isReport = useReport() !== null
  return (
    <Flex component="header" gap={12} align="center" className={classes.header}>
      {isAlone ? (
        <Flex component="span" gap={8} align="center" fz="md" fw={600} className={classes.brand}>
          <IconChartAreaLine size={20} aria-hidden />
          {t('appName')}
        </Flex>
      ) : (
        <UnstyledButton className={`${kit.hover} ${classes.find}`} onClick={onFind}>
          <IconSearch size={16} aria-hidden />
          <span className={kit.cut}>{t('header.find')}</span>
          <Kbd>{modifier()}+K</Kbd>
        </UnstyledButton>
      )}
      <Group gap={4} wrap="nowrap" flex="none" ml="auto">
        {!isAlone && <Download />}
        {!isReport && <Online />}
        <LanguageChoice />
        <ThemeToggle />
        <ActionIcon size="control" aria-label={t('header.shortcuts')} onClick={onShortcuts}>
          <IconKeyboard size={17} aria-hidden />
        </ActionIcon>
        {isAlone && !isReport && (
          <ActionIcon
            size="control"
            aria-label={t('screen.settings')}
            onClick={() => goTo('settings')}
          >
            <IconSettings size={17} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </Flex>
  )
}

/** The platform's name of the shortcut's modifier key. */
export const modifier = () => (useView.getState().info.platform === 'darwin' ? '⌘' : 'Ctrl')

const REACH = {
  online: 'online',
  'videos-lost': 'videosLost',
  offline: 'offline',
  halted: 'halted',
} as const

/** Whether the services are reached, since when they are not, and the switch to work offline. */
function Online() {
  const { t } = useTranslation()
  const isChosen = useView(({ preferences }) => preferences.isOffline)
  const reach = useReach()
  const account = useAccount()
  const word = t(`header.${REACH[reach]}`)
  return (
    <PopoverButton
      label={t('header.workOffline')}
      text={
        <span role="status" data-kept="">
          {word}
        </span>
      }
      aria-label={word}
      variant="subtle"
      color="gray"
      px="sm"
      c="var(--desk-second)"
      fw={500}
      leftSection={<span className={classes.dot} data-offline={reach !== 'online' || undefined} />}
      rightSection={<IconChevronDown size={14} aria-hidden />}
      popover={{ position: 'bottom-end', width: 280 }}
    >
      <Switch
        label={t('header.workOffline')}
        description={t('header.workOfflineHint')}
        checked={isChosen}
        onChange={({ currentTarget }) => prefer({ isOffline: currentTarget.checked })}
      />
      {reach !== 'online' && account && <Since {...{ reach, account }} />}
    </PopoverButton>
  )
}

/** Why not all is reached, when the data that is shown was last downloaded, and what waits to be published. */
function Since({ reach, account }: { reach: Exclude<Reach, 'online'>; account: Account }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isChosen = useView(({ preferences }) => preferences.isOffline)
  const at = reach === 'videos-lost' ? null : account.downloadedAt
  const why = reach === 'offline' && isChosen ? 'chosen' : REACH[reach]
  const { changes } = useEditCounts(account.id)
  return (
    <Text mt="sm">
      {t(`banner.${why}`)}
      {at && ` ${t('banner.lastDownload', { when: format.instant(at) })}`}
      {changes > 0 && ` ${t('banner.waiting', { count: changes })}`}
    </Text>
  )
}

function Download() {
  const { t } = useTranslation()
  const format = useFormat()
  const downloads = useCall('downloads', 'list').value
  const download = downloads?.find(isInProgress)
  const wait = useDownloadWait(download)
  if (!download) return null
  const { done, total } = download
  const text = wait
    ? t(`header.downloadWaitsFor.${wait.why}`, { until: wait.until })
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
      variant="unstyled"
      w={52}
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
      size="control"
      aria-label={t(isDark ? 'header.toLight' : 'header.toDark')}
      onClick={toggleTheme}
    >
      <Icon size={17} aria-hidden />
    </ActionIcon>
  )
}
