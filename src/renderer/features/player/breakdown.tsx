import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Basis, countOf, type FieldStatistics } from '../../../shared/api/statistics.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import {
  BREAKDOWN_FIELDS,
  type BreakdownField,
  requestsAbout,
} from '../../../shared/features/analytics/requests.ts'
import { sortAmong } from '../../../shared/features/overview/shown-columns.ts'
import { breakdownTable } from '../../../shared/features/player/breakdown.ts'
import { valueName } from '../../../shared/model/country.ts'
import { currenciesWithSales } from '../../../shared/tables/measures.ts'
import type { Cell } from '../../../shared/tables/table.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { known, useAnalyticsQuery } from '../../analytics-query.ts'
import { useSessionState } from '../../kept-list.ts'
import { Answered, Block, Switch } from '../../ui/block.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Sort } from '../../ui/data-table-props.ts'
import { shareBars } from '../../ui/data-table-rows.tsx'
import { useFormat } from '../../ui/format.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { BasisSwitch, type Rows, RowsSwitch, topOf } from '../../ui/switches.tsx'
import { withColumns } from '../../ui/table-layout.ts'
import { useView } from '../../view.ts'
import { OwnAge } from './page-age.tsx'
import { type About } from './queries.ts'

export function Breakdown({ about }: { about: About }) {
  const { t } = useTranslation('player')
  const { account_id, player, period, zone } = about
  const [field, setField] = useSessionState<BreakdownField>('breakdown field', 'country')
  const [remembered, setSort] = useSessionState<Sort>('breakdown sort', MOST_PLAYED)
  const [rows, setRows] = useSessionState<Rows>('breakdown rows', 'top')
  const query = useAnalyticsQuery(
    account_id,
    requestsAbout(player, period, zone).statsByField(field),
  )
  const basis = useView(({ preferences }) => preferences.basis)
  const values = query.value?.value
  const columns = useMemo(() => columnsOf(values ?? [], basis), [values, basis])
  const sort = useMemo(() => sortAmong(columns, remembered, MOST_PLAYED), [columns, remembered])
  return (
    <Block
      title={t('block.breakdown')}
      tools={
        <>
          <Switch
            label={t('field')}
            value={field}
            choices={BREAKDOWN_FIELDS.map((value) => ({ value, label: t(`fieldName.${value}`) }))}
            onChange={setField}
          />
          <RowsSwitch value={rows} onChange={setRows} />
          <BasisSwitch />
        </>
      }
      exported={{ table: 'breakdown', account_id, player_id: player.id, period, field, sort }}
      foot={<OwnAge answer={query.value} zone={zone} />}
    >
      <Answered query={query} height={220}>
        {(answer) => <Values {...{ about, answer, field, columns, sort, rows }} onSort={setSort} />}
      </Answered>
    </Block>
  )
}

const MOST_PLAYED: Sort = { column: 'total_started', descending: true }

interface ValuesProps {
  about: About
  answer: Answer<FieldStatistics[]>
  field: BreakdownField
  columns: readonly string[]
  sort: Sort
  rows: Rows
  onSort: (sort: Sort) => void
}

function Values({ onSort, ...shown }: ValuesProps) {
  const { field, sort } = shown
  const { t } = useTranslation('player')
  const { table, drawing, few } = useBreakdownTable(shown)
  const name = t(`fieldName.${field}`)
  return (
    <>
      <DataTable
        table={table}
        label={`${t('block.breakdown')}: ${name}`}
        groupTitle={name}
        sort={sort}
        onSort={onSort}
        drawing={drawing}
        maxHeight={360}
        empty={<EmptyState title={t('noValues')} text={t('noValuesText')} />}
      />
      {few > 0 && (
        <Text mt={4} c="dimmed">
          {t('fewRows', { count: few })}
        </Text>
      )}
    </>
  )
}

/** The shared table with a bar per row for its share of the sessions. */
function useBreakdownTable(shown: Omit<ValuesProps, 'onSort'>) {
  const { about, answer, field, columns, sort, rows } = shown
  const { player } = about
  const { t } = useTranslation('block')
  const { language } = useFormat()
  return useMemo(() => {
    const nameOf = (value: string) => valueName(field, value, language)
    const view = { player, sort, top: topOf(rows), nameOf }
    const { fewData, hasOthers, ...whole } = breakdownTable(known(answer), view)
    const picked = withColumns(whole, columns)
    const isOthers = (index: number) => hasOthers && index === picked.rows.length - 1
    const named = picked.rows.map((row, index) =>
      row.map((cell, at): Cell => {
        if (typeof cell !== 'string') return cell
        if (at > 0) return cellText('few_data', cell, language)
        return isOthers(index) ? t('othersRow') : nameOf(cell)
      }),
    )
    // The values by their names on the service.
    const answered = picked.rows.map(([value], index) =>
      typeof value === 'string' && !isOthers(index) ? value : undefined,
    )
    return {
      table: { ...picked, rows: named },
      drawing: shareBars(picked, fewData, answered),
      few: fewData.filter(Boolean).length,
    }
    // `t` represents the language of the name.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer, field, player, columns, sort, rows, language])
}

function columnsOf(values: readonly FieldStatistics[], basis: Basis) {
  return [
    'grouped_field',
    'share_of_sessions',
    countOf('viewed', basis),
    countOf('started', basis),
    'play_rate',
    'engagement_rate',
    'over_pitch_rate',
    countOf('clicked', basis),
    'total_conversions',
    'overall_conversion_rate',
    ...currenciesWithSales(values).map((currency) => `total_amount_${currency}`),
    'few_data',
  ]
}
