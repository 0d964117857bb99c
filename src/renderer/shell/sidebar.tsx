import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconAdjustments,
  IconArrowsSplit2,
  IconBroadcast,
  IconChartAreaLine,
  IconGauge,
  IconHeading,
  IconLayoutDashboard,
  IconMovie,
  IconNotes,
  IconPlus,
  IconReport,
  IconRoute,
  IconSend,
  IconSettings,
  IconTrophy,
  IconVideo,
} from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../shared/features/accounts/account.ts'
import type { Preferences, Screen } from '../../shared/features/settings/preferences.ts'
import { call } from '../bridge.ts'
import { useQuery } from '../query.ts'
import { AccountMark } from '../ui/account-mark.tsx'
import { countsOf } from '../ui/edits/counts.ts'
import { goTo, useView } from '../view.ts'
import { NearPlayers } from './near-players.tsx'
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
  outbox: IconSend,
  activity: IconGauge,
  settings: IconSettings,
} as const
/** What is about the account, about one player of it, its edited videos, and what is about none. */
const GROUPS = [
  ['account', ['overview', 'live', 'abTests', 'leaderboard', 'annotations']],
  ['player', ['player', 'traffic', 'variants']],
  ['editing', ['videos', 'video', 'outbox']],
  ['desk', ['reports', 'activity', 'settings']],
] as const

/** All screens in the order of the sidebar. */
export const SCREENS = GROUPS.flatMap(([, screens]): readonly (keyof typeof ICONS)[] => screens)

export function Sidebar({ screen: current }: { screen: Screen }) {
  const { t } = useTranslation()
  const { accounts, version } = useView(({ info }) => info)
  const { place } = useView(({ preferences }) => preferences)
  return (
    <aside className={classes.sidebar} aria-label={t('sidebar.label')}>
      <div className={classes.brand}>
        <IconChartAreaLine size={20} aria-hidden />
        {t('appName')}
      </div>
      <nav aria-label={t('sidebar.screens')} className={classes.screens}>
        {GROUPS.map(([group, screens]) => {
          const open = screens.filter((screen) => canOpen(screen, place))
          if (open.length === 0) return null
          return (
            <Fragment key={group}>
              <h2 className={classes.heading} id={`screens-${group}`}>
                {t(`sidebar.${group}`)}
              </h2>
              <ul className={classes.list} aria-labelledby={`screens-${group}`}>
                {open.map((screen) => (
                  <ScreenLink key={screen} screen={screen} isCurrent={current === screen} />
                ))}
              </ul>
            </Fragment>
          )
        })}
      </nav>
      <NearPlayers />
      <h2 className={classes.heading}>{t('sidebar.accounts')}</h2>
      <nav aria-label={t('sidebar.accounts')} className={classes.accounts}>
        <ul className={classes.list}>
          {accounts.map((account) => (
            <AccountLink
              key={account.id}
              account={account}
              isCurrent={current !== 'welcome' && account.id === place.account_id}
            />
          ))}
          <Link isCurrent={current === 'welcome'} onOpen={() => goTo('welcome')}>
            <IconPlus size={17} aria-hidden />
            <span className={classes.linkText}>{t('sidebar.addAccount')}</span>
          </Link>
        </ul>
      </nav>
      <p className={classes.version}>{`${t('appName')} ${version}`}</p>
    </aside>
  )
}

function ScreenLink({ screen, isCurrent }: { screen: keyof typeof ICONS; isCurrent: boolean }) {
  const { t } = useTranslation()
  const { account_id } = useView(({ preferences }) => preferences.place)
  const Icon = ICONS[screen]
  return (
    <Link isCurrent={isCurrent} onOpen={() => goTo(screen)}>
      <Icon size={17} aria-hidden />
      <span className={classes.linkText}>{t(`screen.${screen}`)}</span>
      {screen === 'outbox' && <Unposted account_id={account_id} />}
    </Link>
  )
}

const OF_THE_DESK: readonly Screen[] = ['reports', 'activity', 'settings', 'welcome']

/** Whether a screen has something to be about: an account, and its player or video. */
export function canOpen(
  screen: Screen,
  { account_id, player_id, video_id }: Omit<Preferences['place'], 'screen'>,
): boolean {
  if (useView.getState().info.report) return screen === useView.getState().preferences.place.screen
  if (OF_THE_DESK.includes(screen)) return true
  if (account_id === null) return false
  if (screen === 'player') return player_id !== null
  return screen !== 'video' || video_id !== null
}

/** Opens an account where its players are. */
export function openAccount(account_id: string) {
  goTo('overview', { account_id, player_id: null, video_id: null })
}

/** How many changes wait on this desk: always in view. */
function Unposted({ account_id }: { account_id: string | null }) {
  const { t } = useTranslation('edits')
  const query = useQuery(
    account_id === null ? null : `edits ${account_id}`,
    () => call.edits.list({ account_id: account_id ?? '' }),
    ['edits'],
  )
  const counts = countsOf(query.value?.edits ?? [])
  if (counts.changes === 0) return null
  const words = t('changesOn', {
    changes: t('changes', { count: counts.changes }),
    videos: t('videos', { count: counts.videos }),
  })
  return (
    <span className={classes.unposted} title={words}>
      <span aria-hidden>{counts.changes}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}

function AccountLink({ account, isCurrent }: { account: Account; isCurrent: boolean }) {
  const { t } = useTranslation()
  return (
    <Link isCurrent={isCurrent} onOpen={() => openAccount(account.id)}>
      <AccountMark id={account.id} name={account.name} />
      <span className={classes.linkText} title={account.name}>
        {account.name}
      </span>
      {account.isDemo && <span className={classes.tag}>{t('sidebar.demo')}</span>}
    </Link>
  )
}

interface LinkProps {
  isCurrent: boolean
  onOpen: () => void
  children: ReactNode
}

function Link({ isCurrent, onOpen, children }: LinkProps) {
  return (
    <li>
      <UnstyledButton
        className={classes.link}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onOpen}
      >
        {children}
      </UnstyledButton>
    </li>
  )
}
