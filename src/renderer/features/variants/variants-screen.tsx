import { useTranslation } from 'react-i18next'
import type { Player } from '../../../shared/api/player.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import { variantRequests } from '../../../shared/features/analytics/requests-audience.ts'
import { VARIANT_KINDS } from '../../../shared/features/variants/table.ts'
import { fetchAnalytics, useAnalyticsQuery } from '../../analytics-query.ts'
import { ofAccount } from '../../app-state.ts'
import { useChosenPeriod } from '../../period.ts'
import { Answered, BlockPage, RefreshButton } from '../../ui/block.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { PlayerPeriodPicker } from '../../ui/period-picker.tsx'
import { PlayerSelect, playerChoices } from '../../ui/player-select.tsx'
import { usePlayer } from '../../use-player.ts'
import { goTo, useView } from '../../view.ts'
import { VariantBlock } from './variant-block.tsx'

// Analytics, POST /headlines/stats_by_player: dates are read in UTC.
const ZONE = 'UTC'

/** The tests within a player, with recommendations on which variants to keep. */
export const VariantsScreen = ofAccount(VariantsOfAccount)

function VariantsOfAccount({ account }: { account: Account }) {
  const { t } = useTranslation('variants')
  const query = useAnalyticsQuery(account.id, { name: 'players', input: {} })
  const { player_id } = useView(({ preferences }) => preferences.place)
  const players = query.value?.value
  const chosen = player_id ?? (players && playerChoices(players)[0]?.value) ?? null
  const player = usePlayer(account.id, chosen, players)
  return (
    <Answered query={query} height={320}>
      {({ value }) =>
        chosen === null ? (
          <EmptyState title={t('noPlayers')} text={t('noPlayersText')} />
        ) : (
          player && <VariantsPage key={chosen} {...{ account, player }} players={value} />
        )
      }
    </Answered>
  )
}

interface OfPlayerProps {
  account: Account
  players: readonly Player[]
  player: Player
}

function VariantsPage({ account, players, player }: OfPlayerProps) {
  const { t } = useTranslation('variants')
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const { period } = useChosenPeriod(choice, ZONE)
  const requests = variantRequests(player, period)
  const refresh = () =>
    Promise.allSettled(
      VARIANT_KINDS.map((kind) => fetchAnalytics(account.id, requests[kind], true)),
    )
  const offered = players.includes(player) ? players : [player, ...players]
  return (
    <BlockPage
      title={t('title')}
      text={t('text')}
      choices={
        <>
          <PlayerSelect
            players={offered}
            value={player.id}
            onChange={(player_id) => goTo('variants', { player_id })}
          />
          <PlayerPeriodPicker isAlone zone={ZONE} />
          <RefreshButton refresh={refresh} />
        </>
      }
    >
      {VARIANT_KINDS.map((kind) => (
        <VariantBlock key={kind} {...{ account, player, period, kind }} />
      ))}
    </BlockPage>
  )
}
