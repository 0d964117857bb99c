import { UnstyledButton } from '@mantine/core'
import { IconHistory, IconPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../query.ts'
import { Column } from '../ui/column.tsx'
import kit from '../ui/kit.module.css'
import { goTo } from '../view.ts'
import classes from './shell.module.css'

/** An account's pinned and recently opened players. At the start no account is current yet. */
export function useNearPlayers(account_id: string | null) {
  const { value } = useCall('players', 'near', account_id === null ? null : { account_id })
  return value ?? []
}

interface NearPlayersProps {
  near: ReturnType<typeof useNearPlayers>
  /** The row of the current screen. */
  lit: string
}

export function NearPlayers({ near, lit }: NearPlayersProps) {
  const { t } = useTranslation()
  if (near.length === 0) return null
  return (
    <nav aria-label={t('sidebar.players')}>
      <h2 className={classes.heading}>{t('sidebar.players')}</h2>
      <Column component="ul" gap={1} px={8} className={kit.list}>
        {near.map(({ player_id, name, isPinned }) => {
          const Icon = isPinned ? IconPin : IconHistory
          return (
            <SidebarLink
              key={player_id}
              isCurrent={player_id === lit}
              onOpen={() => goTo('player', { player_id })}
            >
              <Icon
                size={17}
                stroke={1.6}
                aria-label={t(isPinned ? 'sidebar.pinned' : 'sidebar.recent')}
              />
              <span className={`${kit.cut} ${classes.linkText}`} title={name}>
                {name}
              </span>
            </SidebarLink>
          )
        })}
      </Column>
    </nav>
  )
}

interface SidebarLinkProps {
  /** Shown on hover. */
  title?: string
  isCurrent: boolean
  onOpen: () => void
  children: ReactNode
}

/** A row of the sidebar. */
export function SidebarLink({ title, isCurrent, onOpen, children }: SidebarLinkProps) {
  return (
    <li>
      <UnstyledButton
        className={`${kit.hover} ${classes.link}`}
        title={title}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onOpen}
      >
        {children}
      </UnstyledButton>
    </li>
  )
}
