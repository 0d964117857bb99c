import { UnstyledButton } from '@mantine/core'
import {
  IconChartAreaLine,
  IconGauge,
  IconLayoutDashboard,
  IconPlus,
  IconSettings,
  IconVideo,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account, Screen } from '../../shared/model/desk.ts'
import { AccountMark } from '../ui/account-mark.tsx'
import { goTo, useView } from '../view.ts'
import classes from './shell.module.css'

const ICONS = {
  overview: IconLayoutDashboard,
  player: IconVideo,
  activity: IconGauge,
  settings: IconSettings,
} as const
const SCREENS = ['overview', 'player', 'activity', 'settings'] as const

export function Sidebar({ screen: current }: { screen: Screen }) {
  const { t } = useTranslation()
  const { accounts, version } = useView(({ info }) => info)
  const { place } = useView(({ preferences }) => preferences)
  const screens = SCREENS.filter((screen) => canOpen(screen, place))
  return (
    <aside className={classes.sidebar} aria-label={t('sidebar.label')}>
      <div className={classes.brand}>
        <IconChartAreaLine size={20} aria-hidden />
        {t('appName')}
      </div>
      <nav aria-label={t('sidebar.screens')}>
        <ul className={classes.list}>
          {screens.map((screen) => {
            const Icon = ICONS[screen]
            return (
              <Link key={screen} isCurrent={current === screen} onOpen={() => goTo(screen)}>
                <Icon size={17} aria-hidden />
                <span className={classes.linkText}>{t(`screen.${screen}`)}</span>
              </Link>
            )
          })}
        </ul>
      </nav>
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

/** Whether a screen has something to be about: an account, and for a player's also the player. */
export function canOpen(
  screen: Screen,
  place: { account_id: string | null; player_id: string | null },
): boolean {
  if (screen === 'overview') return place.account_id !== null
  if (screen === 'player') return place.account_id !== null && place.player_id !== null
  return true
}

/** Opens an account where its players are. */
export function openAccount(account_id: string) {
  goTo('overview', { account_id, player_id: null })
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
