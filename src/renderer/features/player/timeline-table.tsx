import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { retentionTable } from '../../../shared/features/player/retention.ts'
import { timingTable } from '../../../shared/features/player/timing.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { tableName } from '../../../shared/tables/titles.ts'
import { type AnalyticsResult, known } from '../../analytics-query.ts'
import { Answered } from '../../ui/block.tsx'
import { useFormat } from '../../ui/format.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { withColumns } from '../../ui/table-layout.ts'
import { CopiedTable } from './copied-table.tsx'
import { type About } from './queries.ts'

interface TimelineTableProps {
  of: 'retention' | 'timing'
  about: About
  curve: Record<'query' | 'compared', AnalyticsResult<'userEngagement'>>
  clicks: AnalyticsResult<'clicksTimed'>
  sales: AnalyticsResult<'conversionsTimed'>
}

/** The same rows as in the export, one per second. */
export function TimelineTable(props: TimelineTableProps) {
  const { of, about, curve, clicks, sales } = props
  if (of === 'retention') {
    return (
      <Answered query={curve.query} height={320}>
        {(answer) => (
          <Rows of={of} table={retentionTable(known(answer), about.player, curve.compared.value)} />
        )}
      </Answered>
    )
  }
  return (
    <Answered query={clicks} height={320}>
      {(clicked) => (
        <Answered query={sales} height={320}>
          {(sold) => <Rows of={of} table={withSales(timingTable(known(clicked), known(sold)))} />}
        </Answered>
      )}
    </Answered>
  )
}

/** Without the columns of currencies that had no sales. */
function withSales(table: Table) {
  const kept = table.columns.filter(
    ({ kind }, index) =>
      kind !== 'money' ||
      table.rows.some((row) => typeof row[index] === 'number' && row[index] > 0),
  )
  return withColumns(
    table,
    kept.map(({ key }) => key),
  )
}

/** The curve alone has five columns, which would be far apart in the width of the block. */
const NARROW = 6

function Rows({ of, table }: { of: TimelineTableProps['of']; table: Table }) {
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const name = tableName(of, language)
  return (
    <Box maw={table.columns.length < NARROW ? 720 : undefined}>
      <CopiedTable
        table={table}
        head={name}
        label={name}
        empty={
          <EmptyState
            title={t('curveEmpty')}
            text={of === 'timing' ? t('noneOfThese') : t('curveEmptyText')}
          />
        }
      />
    </Box>
  )
}
