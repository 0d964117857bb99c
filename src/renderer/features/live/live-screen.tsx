import { useTranslation } from 'react-i18next'
import type { Player } from '../../../shared/api/player.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { useAnalyticsQuery } from '../../analytics-query.ts'
import { useAccount } from '../../app-state.ts'
import { Answered, BlockPage } from '../../ui/block.tsx'
import { playerChoices } from '../../ui/player-select.tsx'
import { useView } from '../../view.ts'
import { AccountBlock } from './account-block.tsx'
import { EventsOfPlayer } from './events-of-player.tsx'
import { LiveBlock } from './live-block.tsx'

/** The current viewers of several players, and the daily events of one of them. */
export function LiveScreen() {
  const account = useAccount()
  return account ? <OfAccount account={account} /> : null
}

function OfAccount({ account }: { account: Account }) {
  const { t } = useTranslation('live')
  const query = useAnalyticsQuery(account.id, { name: 'players', input: {} })
  return (
    <BlockPage title={t('title')} text={t('text')}>
      <Answered query={query} height={320}>
        {({ value: players }) => (
          <>
            <LiveBlock {...{ account, players }} />
            <Events {...{ account, players }} />
            <AccountBlock account={account} />
          </>
        )}
      </Answered>
    </BlockPage>
  )
}

function Events({ account, players }: { account: Account; players: readonly Player[] }) {
  const { player_id } = useView(({ preferences }) => preferences.place)
  const chosen = player_id ?? playerChoices(players)[0]?.value
  if (chosen === undefined) return null
  return <EventsOfPlayer {...{ account, players }} player_id={chosen} />
}
