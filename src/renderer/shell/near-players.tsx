import { UnstyledButton } from '@mantine/core'
import { IconHistory, IconPinFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { call } from '../bridge.ts'
import { useQuery } from '../query.ts'
import { goTo, useView } from '../view.ts'
import classes from './shell.module.css'

/** Players pinned, and those opened last, of an account; none is the account in view at the start. */
export function useNearPlayers(account_id: string | null) {
  const { value } = useQuery(
    account_id === null ? null : `near ${account_id}`,
    () => call.players.near({ account_id: account_id ?? '' }),
    ['players'],
  )
  return value ?? []
}

export function NearPlayers() {
  const { t } = useTranslation()
  const { account_id, player_id, screen } = useView(({ preferences }) => preferences.place)
  const near = useNearPlayers(account_id)
  if (near.length === 0) return null
  return (
    <>
      <h2 className={classes.heading}>{t('sidebar.players')}</h2>
      <nav aria-label={t('sidebar.players')} className={classes.accounts}>
        <ul className={classes.list}>
          {near.map((one) => {
            const Icon = one.isPinned ? IconPinFilled : IconHistory
            const isCurrent = screen === 'player' && one.player_id === player_id
            return (
              <li key={one.player_id}>
                <UnstyledButton
                  className={classes.link}
                  aria-current={isCurrent ? 'page' : undefined}
                  onClick={() => goTo('player', { player_id: one.player_id })}
                >
                  <Icon
                    size={17}
                    aria-label={t(one.isPinned ? 'sidebar.pinned' : 'sidebar.recent')}
                  />
                  <span className={`${classes.linkText} ${classes.oneLine}`} title={one.name}>
                    {one.name}
                  </span>
                </UnstyledButton>
              </li>
            )
          })}
        </ul>
      </nav>
    </>
  )
}
