import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Account } from '../../../shared/features/accounts/account.ts'
import {
  accountEventsRequest,
  platformsRequest,
} from '../../../shared/features/analytics/requests-account.ts'
import { accountEventsTable } from '../../../shared/features/live/account-events.ts'
import { appTexts } from '../../../shared/locales/languages.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { isNotOffered, known, useAnalyticsQuery } from '../../analytics-query.ts'
import { alone, useChosenPeriod } from '../../period.ts'
import { AnswerAge, Answered, Block } from '../../ui/block.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import { useView } from '../../view.ts'
import { DaysTable } from './days-table.tsx'

/** The events of the whole account in the period of the blocks above, and its checkout platforms. */
export function AccountBlock({ account }: { account: Account }) {
  const { t } = useTranslation('live')
  const { language, dateRange } = useFormat()
  const { id: account_id, timezone } = account
  const choice = useView(({ preferences }) => preferences.playerPeriod)
  const { period } = useChosenPeriod(alone(choice), timezone)
  const query = useAnalyticsQuery(account_id, accountEventsRequest(period, timezone))
  const platforms = useAnalyticsQuery(account_id, platformsRequest(period, timezone)).value?.value
  const table = useMemo(() => {
    const { rows, ...rest } = accountEventsTable(known(query.value))
    const named = rows.map((cells) =>
      cells.map((cell) => (typeof cell === 'string' ? cellText('step', cell, language) : cell)),
    )
    return { ...rest, rows: named }
  }, [query.value, language])
  if (isNotOffered(query)) return null
  const title = appTexts(language).endpoints.analytics.accountEvents
  const names = platforms?.join(', ')
  return (
    <Block
      title={title}
      tools={<ExportButton request={{ table: 'account_events', account_id, period }} />}
      foot={
        <>
          <AnswerAge answer={query.value} zone={timezone} />
          <span>{`${dateRange(period)}. ${t('days.ofAccount')}`}</span>
          {names && <span>{t('days.sellsThrough', { names })}</span>}
        </>
      }
    >
      <Answered query={query} height={120}>
        {() => <DaysTable table={table} label={title} today="" />}
      </Answered>
    </Block>
  )
}
