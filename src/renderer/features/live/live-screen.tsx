import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../../../shared/api/player.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import {
  accountEventsRequest,
  platformsRequest,
} from '../../../shared/features/analytics/requests-account.ts'
import { accountEventsTable } from '../../../shared/features/live/account-events.ts'
import { appTexts } from '../../../shared/locales/languages.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { combinedAge } from '../../../shared/time/age.ts'
import { isNotOffered, known, useAnalyticsQuery } from '../../analytics-query.ts'
import { ofAccount } from '../../app-state.ts'
import { alone, useChosenPeriod } from '../../period.ts'
import { AnswerAge, Answered, Block, BlockPage } from '../../ui/block.tsx'
import { useFormat } from '../../ui/format.ts'
import { playerChoices } from '../../ui/player-select.tsx'
import { useView } from '../../view.ts'
import { DaysTable } from './days-table.tsx'
import { EventsOfPlayer } from './events-of-player.tsx'
import { LiveBlock } from './live-block.tsx'

/** The current viewers of several players, and the daily events of one of them. */
export const LiveScreen = ofAccount(LivePage)

function LivePage({ account }: { account: Account }) {
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

/** The events of the whole account in the period of the blocks above, and its checkout platforms. */
function AccountBlock({ account }: { account: Account }) {
  const { t } = useTranslation('live')
  const { language, date, dateRange } = useFormat()
  const { id: account_id, timezone } = account
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const { period } = useChosenPeriod(alone(choice), timezone)
  const query = useAnalyticsQuery(account_id, accountEventsRequest(period, timezone))
  const platforms = useAnalyticsQuery(account_id, platformsRequest(period, timezone)).value
  const table = useMemo(() => {
    const { rows, ...rest } = accountEventsTable(known(query.value))
    const named = rows.map((cells) =>
      cells.map((cell) => (typeof cell === 'string' ? cellText('step', cell, language) : cell)),
    )
    return { ...rest, rows: named }
  }, [query.value, language])
  if (isNotOffered(query)) return null
  const title = appTexts(language).endpoints.analytics.accountEvents
  const names = platforms?.value.join(', ')
  const age = combinedAge([query.value, names ? platforms : null])
  return (
    <Block
      title={title}
      exported={{ table: 'account_events', account_id, period }}
      foot={
        <>
          <AnswerAge answer={query.value && { ...query.value, ...age }} zone={timezone} />
          <span>{`${dateRange(period)}. ${t('days.ofAccount')}`}</span>
          {names && <span>{t('days.sellsThrough', { names, day: date(period.start) })}</span>}
        </>
      }
    >
      <Answered query={query} height={120}>
        {() => <DaysTable table={table} label={title} />}
      </Answered>
    </Block>
  )
}
