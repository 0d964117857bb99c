import { Box, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconAdjustments,
  IconAlertTriangle,
  IconArrowsSplit2,
  IconBroadcast,
  IconChartAreaLine,
  IconCheck,
  IconGauge,
  IconHeading,
  IconLayoutDashboard,
  IconLayoutSidebar,
  IconMovie,
  IconNotes,
  IconPlus,
  IconReport,
  IconRoute,
  IconSelector,
  IconSend,
  IconSettings,
  IconTable,
  IconTrophy,
  IconVideo,
} from '@tabler/icons-react'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Preferences, Screen } from '../../shared/features/settings/preferences.ts'
import { useAccount } from '../app-state.ts'
import { callQuery, useQuery } from '../query.ts'
import { AccountMark } from '../ui/account-mark.tsx'
import { Column } from '../ui/column.tsx'
import { useEditCounts } from '../ui/edits/use-edits.ts'
import { useFormat } from '../ui/format.ts'
import kit from '../ui/kit.module.css'
import { goTo, openAccount, useView } from '../view.ts'
import { NearPlayers, SidebarLink, useNearPlayers } from './near-players.tsx'
import classes from './shell.module.css'

const ICONS = {
  abTests: IconArrowsSplit2,
  annotations: IconNotes,
  reports: IconReport,
  overview: IconLayoutDashboard,
  player: IconVideo,
  traffic: IconRoute,
  variants: IconHeading,
  leaderboard: IconTrophy,
  live: IconBroadcast,
  videos: IconMovie,
  video: IconAdjustments,
  sheet: IconTable,
  problems: IconAlertTriangle,
  outbox: IconSend,
  activity: IconGauge,
  settings: IconSettings,
} as const
/** Groups of screens: figures, settings to edit, and stored records. */
const GROUPS = [
  ['analyze', ['overview', 'live', 'traffic', 'variants', 'abTests', 'leaderboard']],
  ['edit', ['videos', 'sheet', 'problems', 'outbox']],
  ['library', ['reports', 'annotations']],
] as const

const FOOT = ['activity', 'settings'] as const

/** All screens in the order of the sidebar; those of one player or video follow their list. */
export const SCREENS = [
  ...(['overview', 'player', 'live', 'traffic', 'variants', 'abTests', 'leaderboard'] as const),
  ...([
    'videos',
    'video',
    'sheet',
    'problems',
    'outbox',
    'reports',
    'annotations',
    'activity',
    'settings',
  ] as const),
] satisfies (keyof typeof ICONS)[]

/** The screens that Alt and a digit open. */
export const BY_NUMBER = [
  'overview',
  'activity',
  'settings',
  'player',
  'videos',
  'video',
  'outbox',
  'abTests',
  'traffic',
] as const

/** The screens that Alt, Shift and a digit open. */
export const BY_NUMBER_WITH_SHIFT = [
  'variants',
  'leaderboard',
  'live',
  'annotations',
  'reports',
  'sheet',
  'problems',
] as const

interface SidebarProps {
  screen: Screen
  /** Whether it is collapsed to the width of its icons. */
  isRail: boolean
  onRail: (isRail: boolean) => void
  /** Messages about the whole window, above the bottom. */
  notes: ReactNode
}

export function Sidebar({ screen, isRail, onRail, notes }: SidebarProps) {
  const { t } = useTranslation()
  const { place } = useView(({ preferences }) => preferences)
  const near = useNearPlayers(place.account_id)
  const lit = litRow(screen, place, near)
  const list = (screens: readonly (keyof typeof ICONS)[]) =>
    screens
      .filter((one) => canOpen(one, place))
      .map((one) => <ScreenLink key={one} screen={one} isCurrent={lit === one} />)
  return (
    <aside
      className={classes.sidebar}
      data-rail={isRail || undefined}
      aria-label={t('sidebar.label')}
    >
      <AccountSwitcher screen={screen} />
      <div className={classes.scroller}>
        <nav aria-label={t('sidebar.screens')}>
          {GROUPS.map(([group, screens]) => {
            const open = list(screens)
            if (open.length === 0) return null
            return (
              <Fragment key={group}>
                <h2 className={classes.heading} id={`screens-${group}`}>
                  {t(`sidebar.${group}`)}
                </h2>
                <Column
                  component="ul"
                  gap={1}
                  px={8}
                  className={kit.list}
                  aria-labelledby={`screens-${group}`}
                >
                  {open}
                </Column>
              </Fragment>
            )
          })}
        </nav>
        <NearPlayers near={near} lit={lit} />
      </div>
      {notes}
      <Box component="nav" flex="none" pt={4} pb={8} aria-label={t('sidebar.desk')}>
        <Column component="ul" gap={1} px={8} className={kit.list}>
          {list(FOOT)}
          <li>
            <UnstyledButton
              className={`${kit.hover} ${classes.link}`}
              aria-pressed={isRail}
              aria-label={t(isRail ? 'sidebar.widen' : 'sidebar.narrow')}
              title={t(isRail ? 'sidebar.widen' : 'sidebar.narrow')}
              onClick={() => onRail(!isRail)}
            >
              <IconLayoutSidebar size={17} stroke={1.6} aria-hidden />
            </UnstyledButton>
          </li>
        </Column>
      </Box>
    </aside>
  )
}

/**
 * The row of the current screen: the player's own row when it is listed, otherwise that of its
 * list.
 */
function litRow(
  screen: Screen,
  { player_id }: Preferences['place'],
  near: readonly { player_id: string }[],
): string {
  if (screen === 'video') return 'videos'
  if (screen !== 'player') return screen
  return near.find((one) => one.player_id === player_id)?.player_id ?? 'overview'
}

function ScreenLink({ screen, isCurrent }: { screen: keyof typeof ICONS; isCurrent: boolean }) {
  const { t } = useTranslation()
  const { account_id } = useView(({ preferences }) => preferences.place)
  const Icon = ICONS[screen]
  return (
    <SidebarLink title={t(`screen.${screen}`)} isCurrent={isCurrent} onOpen={() => goTo(screen)}>
      <Icon size={17} stroke={1.6} aria-hidden />
      <span className={`${kit.cut} ${classes.linkText}`}>{t(`screen.${screen}`)}</span>
      {screen === 'outbox' && <Unposted account_id={account_id} />}
      {screen === 'problems' && <VideosWithErrors account_id={account_id} />}
    </SidebarLink>
  )
}

const OF_ALL_ACCOUNTS: readonly Screen[] = ['reports', 'activity', 'settings', 'welcome']

/** Whether a screen can be opened: most need an account, and two of them a player or a video. */
export function canOpen(
  screen: Screen,
  { account_id, player_id, video_id }: Omit<Preferences['place'], 'screen'>,
): boolean {
  if (useView.getState().info.report) return screen === useView.getState().preferences.place.screen
  if (OF_ALL_ACCOUNTS.includes(screen)) return true
  if (account_id === null) return false
  if (screen === 'player') return player_id !== null
  return screen !== 'video' || video_id !== null
}

/** The number of pending changes, always visible. */
function Unposted({ account_id }: { account_id: string | null }) {
  const { t } = useTranslation('edits')
  const format = useFormat()
  const counts = useEditCounts(account_id)
  if (counts.changes === 0) return null
  const words = t('changesOn', {
    changes: t('changes', { count: counts.changes }),
    videos: t('videos', { count: counts.videos }),
  })
  return (
    <span className={classes.unposted} title={words}>
      <span aria-hidden>{format.count(counts.changes)}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}

/** Long enough after a start that checking all videos does not slow down the first screen. */
const ERRORS_AFTER_MS = 2000

/** The number of videos with an error that viewers notice. */
function VideosWithErrors({ account_id }: { account_id: string | null }) {
  const { t } = useTranslation('problems')
  const format = useFormat()
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), ERRORS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const input = account_id !== null && isDue ? { account_id } : null
  const query = callQuery('problems', 'videosWithErrors', input, [
    'problems',
    'videos',
    'edits',
    'players',
  ])
  const { value: count = 0 } = useQuery(...query, true)
  if (count === 0) return null
  const words = t('badge', { count })
  return (
    <span className={classes.errors} title={words}>
      <span aria-hidden>{format.count(count)}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}

/** The current account, and the menu to choose another. */
function AccountSwitcher({ screen }: { screen: Screen }) {
  const { t } = useTranslation()
  const { accounts } = useView(({ info }) => info)
  const account = useAccount()
  const words = account && [account.isDemo && t('sidebar.demo'), account.timezone]
  return (
    <Menu width="target" position="bottom-start" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <UnstyledButton className={`${kit.hover} ${classes.switcher}`}>
          <VisuallyHidden>{`${t('sidebar.accounts')}: `}</VisuallyHidden>
          {account ? (
            <AccountMark id={account.id} name={account.name} />
          ) : (
            <IconChartAreaLine size={20} aria-hidden />
          )}
          <span className={classes.switcherText}>
            <span className={`${kit.cut} ${classes.switcherName}`}>
              {account?.name ?? t('appName')}
            </span>
            {words && (
              <span className={`${kit.cut} ${classes.fact}`}>
                {words.filter(Boolean).join(' · ')}
              </span>
            )}
          </span>
          <IconSelector size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {accounts.map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={<AccountMark id={id} name={name} />}
            rightSection={id === account?.id && <IconCheck size={15} aria-hidden />}
            aria-current={id === account?.id && screen !== 'welcome'}
            onClick={() => openAccount(id)}
          >
            {name}
          </Menu.Item>
        ))}
        {accounts.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<IconPlus size={17} aria-hidden />} onClick={() => goTo('welcome')}>
          {t('sidebar.addAccount')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
