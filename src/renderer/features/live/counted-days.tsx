import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Player } from '../../../shared/api/player.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import {
  conversionsRequest,
  engagementDaysRequest,
} from '../../../shared/features/analytics/requests-account.ts'
import {
  clicksRequest,
  eventsRequest,
} from '../../../shared/features/analytics/requests-audience.ts'
import { clickDaysTable, conversionDaysTable } from '../../../shared/features/live/click-days.ts'
import { engagementDaysTable } from '../../../shared/features/live/event-days.ts'
import { appTexts } from '../../../shared/locales/languages.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { dayRead } from '../../../shared/time/age.ts'
import type { Period } from '../../../shared/time/period.ts'
import { isNotOffered, known, useAnalyticsQuery } from '../../analytics-query.ts'
import type { QueryResult } from '../../query.ts'
import { AnswerAge, Answered, Block } from '../../ui/block.tsx'
import { useFormat } from '../../ui/format.ts'
import { missingComparison } from '../../ui/not-compared.tsx'
import { DaysTable } from './days-table.tsx'

export interface DaysProps {
  account: Account
  player_id: string
  period: Period
  /** The current day in the account's zone. */
  today: string
}

export function ClicksBlock(props: DaysProps) {
  const { account, player_id, period } = props
  const query = useAnalyticsQuery(account.id, clicksRequest(player_id, period, account.timezone))
  const table = useMemo(() => clickDaysTable(known(query.value)), [query.value])
  return <DaysBlock {...props} {...{ query, table }} name="clicksByDay" exported="click_days" />
}

/** Conversions per day, with the period's unique counts as totals. */
export function ConversionsBlock(props: DaysProps) {
  const { account, player_id, period } = props
  const query = useAnalyticsQuery(
    account.id,
    conversionsRequest(player_id, period, account.timezone),
  )
  const table = useMemo(() => conversionDaysTable(known(query.value)), [query.value])
  return (
    <DaysBlock
      {...props}
      {...{ query, table }}
      name="conversionsByDay"
      exported="conversion_days"
    />
  )
}

export function EngagementBlock({ player, ...props }: DaysProps & { player: Player }) {
  const { account, period } = props
  const query = useAnalyticsQuery(
    account.id,
    engagementDaysRequest(player, period, account.timezone),
  )
  const events = useAnalyticsQuery(account.id, eventsRequest(player.id, period, account.timezone))
  const lacking = missingComparison(events)
  const table = useMemo(
    () => engagementDaysTable(known(query.value), known(events.value), lacking),
    [query.value, events.value, lacking],
  )
  return (
    <DaysBlock {...props} {...{ query, table }} name="engagementByDay" exported="engagement_days" />
  )
}

interface DaysBlockProps extends DaysProps {
  query: QueryResult<Answer<unknown>>
  table: Table
  name: 'clicksByDay' | 'conversionsByDay' | 'engagementByDay'
  exported: 'click_days' | 'conversion_days' | 'engagement_days'
}

/** A table of days; renders nothing when the service does not offer the operation. */
function DaysBlock(props: DaysBlockProps) {
  const { account, player_id, period, today, query, table, name, exported } = props
  const { t } = useTranslation('live')
  const { language } = useFormat()
  if (isNotOffered(query)) return null
  const title = appTexts(language).endpoints.analytics[name]
  const note = t(table.totals ? 'days.note' : 'days.rates')
  return (
    <Block
      title={title}
      exported={{ table: exported, account_id: account.id, player_id, period }}
      foot={
        <>
          <AnswerAge answer={query.value} zone={account.timezone} />
          <span>{note}</span>
        </>
      }
    >
      <Answered query={query} height={200}>
        {(answer) => (
          <DaysTable
            table={table}
            read={dayRead(answer, account.timezone, today)}
            label={title}
            totalsLabel={t('days.sums')}
          />
        )}
      </Answered>
    </Block>
  )
}
