import { Box, Group, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { retentionTable } from '../../../shared/features/player/retention.ts'
import { timingTable } from '../../../shared/features/player/timing.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { definition, tableName, title } from '../../../shared/tables/titles.ts'
import { type AnalyticsResult, known } from '../../analytics-query.ts'
import { Answered } from '../../ui/block.tsx'
import { CopyButton, copyText } from '../../ui/copy.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useFormat } from '../../ui/format.ts'
import { useCellText } from '../../ui/missing-value.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { withColumns } from '../../ui/table-layout.ts'
import { type About } from './queries.ts'
import { tabbed } from './tabbed.ts'

interface TimelineTableProps {
  of: 'retention' | 'timing'
  about: About
  curve: AnalyticsResult<'userEngagement'>
  clicks: AnalyticsResult<'clicksTimed'>
  sales: AnalyticsResult<'conversionsTimed'>
}

/** The very rows that the export writes, a row per second. */
export function TimelineTable(props: TimelineTableProps) {
  const { of, about, curve, clicks, sales } = props
  if (of === 'retention') {
    return (
      <Answered query={curve} height={320}>
        {(answer) => <Rows of={of} table={retentionTable(known(answer), about.player)} />}
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

/** Without the columns of currencies in which nothing was sold. */
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

function Rows({ of, table }: { of: TimelineTableProps['of']; table: Table }) {
  const { t } = useTranslation('player')
  const { language } = useFormat()
  const text = useCellText()
  const name = tableName(of, language)
  const titles = useMemo(() => (key: string) => title(key, language), [language])
  return (
    <Box maw={of === 'retention' ? 720 : undefined}>
      <Group gap="8px 12px" wrap="nowrap" align="flex-start" justify="space-between" mb={4}>
        <Text size="sm" flex="1 1 auto" miw={0} mb={6}>
          {name}
        </Text>
        <CopyButton
          label={t('copyTable')}
          copy={() => copyText(tabbed(table, { titles, text, language }))}
        />
      </Group>
      <DataTable
        table={table}
        label={name}
        titles={titles}
        definitions={(key) => definition(key, language)}
        maxHeight={420}
        totalsLabel={t('totals')}
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
