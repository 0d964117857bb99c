import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { AbSnapshot } from '../../../shared/features/ab-tests/ab-test.ts'
import { abRevenue, abRevenueTable } from '../../../shared/features/ab-tests/revenue-table.ts'
import type { Currency } from '../../../shared/model/money.ts'
import { AnswerAge } from '../../ui/block.tsx'
import { useFormat } from '../../ui/format.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { Note } from './note.ts'
import { TableBlock } from './table-block.tsx'
import { type About, useDays } from './use-test.ts'

/** Revenue per play, with an interval from its day-to-day variation. */
export function Revenue({ about, newest }: { about: About; newest: AbSnapshot | null }) {
  const { t } = useTranslation('abTests')
  const { money } = useFormat()
  const { query } = useDays(about, newest)
  const [a, b] = [query[0].value ?? null, query[1].value ?? null]
  const found = useMemo(() => abRevenue([a, b]), [a, b])
  const table = useMemo(() => abRevenueTable([a, b]), [a, b])
  const failed = query.find(({ failure }) => failure)
  return (
    <TableBlock
      name="ab_revenue"
      about={about}
      table={table}
      foot={<AnswerAge answer={a ?? undefined} zone={about.zone} />}
      empty={<EmptyState title={t('revenueNone')} text={t('revenueNoneText')} />}
    >
      {failed?.failure && <Notice failure={failed.failure} onRetry={failed.refetch} />}
      {found.map(({ currency, found: { difference, interval } }) => (
        <Note key={currency}>
          {t('revenueText', {
            difference: signed(difference, currency),
            low: signed(interval[0], currency),
            high: signed(interval[1], currency),
          })}
        </Note>
      ))}
    </TableBlock>
  )

  function signed(cents: number, currency: Currency) {
    const rounded = Math.round(cents)
    return `${rounded > 0 ? '+' : ''}${money(rounded, currency)}`
  }
}
