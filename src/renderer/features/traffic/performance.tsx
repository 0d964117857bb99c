import { Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TrafficStatistics } from '../../../shared/api/traffic.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { sortAmong } from '../../../shared/features/overview/shown-columns.ts'
import type { MergeRules } from '../../../shared/features/traffic/merge-rules.ts'
import { rawValues } from '../../../shared/features/traffic/table.ts'
import { currenciesWithSales } from '../../../shared/tables/measures.ts'
import { type AnalyticsResult, useAnalyticsQuery } from '../../analytics-query.ts'
import { useSessionState } from '../../kept-list.ts'
import { AnswerAge, Answered, Block, Switch } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Sort } from '../../ui/data-table-props.ts'
import { useFormat } from '../../ui/format.ts'
import { NotCompared, useRetryOfBoth } from '../../ui/not-compared.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { BasisSwitch, type Rows, RowsSwitch, topOf } from '../../ui/switches.tsx'
import { type About, comparisonQueriesOf } from './queries.ts'
import type { Rules } from './use-rules.ts'
import { useTrafficColumns, useTrafficTable } from './use-shown-table.ts'
import { ValueDetail } from './value-detail.tsx'

interface PerformanceProps {
  about: About
  query_key: string
  query: AnalyticsResult<'trafficStats'>
  rules: Rules
  /** The merge rules currently applied. */
  inForce: MergeRules
  readAs: ReadAs
  onReadAs: (readAs: ReadAs) => void
  other: string | null
}

export type ReadAs = 'merged' | 'raw'

export function Performance({ about, query_key, query, rules, other, ...props }: PerformanceProps) {
  const { inForce, readAs, onReadAs } = props
  const { t } = useTranslation('traffic')
  const format = useFormat()
  const { account_id, player, period, comparison, zone } = about
  const [rows, setRows] = useSessionState<Rows>('rows', 'top')
  const [picked, setPicked] = useSessionState<Sort | null>('sort', null)
  const earlier = useAnalyticsQuery(
    account_id,
    comparisonQueriesOf(about)?.trafficStats(query_key) ?? null,
  )
  const both = useRetryOfBoth(query, earlier)
  const columns = useTrafficColumns(query.value, earlier.value)
  const usual = byRevenue(query.value?.value ?? [])
  const sort = sortAmong(columns, picked ?? usual, usual)
  const shown = { query_key, sort, rules: inForce, top: topOf(rows) }
  const request = { account_id, player_id: player.id, period, comparison, ...shown }
  return (
    <Block
      title={t('block.performance', { parameter: query_key })}
      tools={
        <>
          <Switch<ReadAs>
            label={t('reading')}
            value={readAs}
            choices={['merged', 'raw'] as const}
            name={(value) => t(`readAs.${value}`)}
            onChange={onReadAs}
          />
          <RowsSwitch value={rows} onChange={setRows} />
          <BasisSwitch />
        </>
      }
      exported={{ table: 'traffic', ...request }}
      foot={
        <>
          <AnswerAge answer={query.value} zone={zone} />
          {comparison && earlier.value && (
            <span>{t('vs', { days: format.dateRange(comparison) })}</span>
          )}
          {query.value && (
            <NotCompared {...{ comparison, zone }} compared={earlier} answer={query.value} />
          )}
          <span data-screen-only>{t('openHint')}</span>
        </>
      }
    >
      <Answered query={both} height={320}>
        {(answer) => (
          <Values
            {...{ about, rules, other, shown, columns, answer }}
            earlier={earlier.value}
            onSort={setPicked}
          />
        )}
      </Answered>
    </Block>
  )
}

/** By revenue of the first currency with sales; without sales, by plays. */
function byRevenue(values: readonly TrafficStatistics[]): Sort {
  const [currency] = currenciesWithSales(values)
  return { column: currency ? `total_amount_${currency}` : 'total_started', descending: true }
}

interface ValuesProps extends Pick<PerformanceProps, 'about' | 'rules' | 'other'> {
  shown: { query_key: string; sort: Sort; rules: Rules['rules']; top: number | null }
  columns: readonly string[]
  answer: Answer<TrafficStatistics[]>
  earlier: Answer<TrafficStatistics[]> | undefined
  onSort: (sort: Sort) => void
}

function Values({ about, rules, other, shown, columns, answer, earlier, onSort }: ValuesProps) {
  const { t } = useTranslation('traffic')
  const { player } = about
  const { query_key, sort, top } = shown
  const words = JSON.stringify(shown)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `words` holds all of `shown`
  const view = useMemo(() => ({ ...shown, player }), [words, player])
  const { table, sources, drawing, few } = useTrafficTable(
    { current: answer, earlier },
    view,
    columns,
  )
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const [first] = opened ?? []
  const source = sources.find((one) => first !== undefined && rawValues(one).includes(first))
  return (
    <>
      <DataTable
        table={table}
        label={t('block.performance', { parameter: query_key })}
        groupTitle={query_key}
        sort={sort}
        onSort={onSort}
        onOpenRow={(index) => setOpened(sources[index] ? rawValues(sources[index]) : null)}
        drawing={drawing}
        maxHeight={top === null ? 480 : 400}
        empty={<EmptyState title={t('noValues')} text={t('noValuesText')} />}
      />
      {few > 0 && (
        <Text maw={960} mt={4} c="dimmed">
          {t('fewRows', { count: few })}
        </Text>
      )}
      {sources.some(({ kind }) => kind === 'merged' || kind === 'others') && (
        <Text maw={960} mt={4} c="dimmed">
          {t('mergedNote')}
        </Text>
      )}
      {opened && source && (
        <ValueDetail
          key={opened[0]}
          {...{ about, query_key, other, rules, source, answer, earlier }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
