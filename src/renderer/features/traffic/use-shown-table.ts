import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Basis, countOf } from '../../../shared/api/statistics.ts'
import type { TrafficStatistics } from '../../../shared/api/traffic.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import {
  type RowSource,
  rawValues,
  type TrafficView,
  trafficTable,
} from '../../../shared/features/traffic/table.ts'
import { currenciesWithSales } from '../../../shared/tables/measures.ts'
import type { Cell } from '../../../shared/tables/table.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { known } from '../../analytics-query.ts'
import { shareBars } from '../../ui/data-table-rows.tsx'
import { useFormat } from '../../ui/format.ts'
import { withColumns } from '../../ui/table-layout.ts'
import { useView } from '../../view.ts'

interface Answers {
  current: Answer<readonly TrafficStatistics[]>
  earlier: Answer<readonly TrafficStatistics[]> | undefined
}

/** The traffic table with display texts and a bar per row for its share of the plays. */
export function useTrafficTable(
  { current, earlier }: Answers,
  view: TrafficView,
  columns: readonly string[],
) {
  const { t } = useTranslation('traffic')
  const { language } = useFormat()
  const nameOf = useRowName()
  return useMemo(() => {
    const { fewData, sources, ...whole } = trafficTable(known(current), known(earlier), view)
    const picked = withColumns(whole, columns)
    const rows = picked.rows.map((row, index) =>
      row.map((cell, at): Cell => {
        const source = sources[index]
        if (at === 0 && source) return nameOf(source)
        return typeof cell === 'string' ? cellText('few_data', cell, language) : cell
      }),
    )
    return {
      table: { ...picked, rows },
      sources,
      drawing: shareBars(picked, fewData),
      few: fewData.filter(Boolean).length,
    }
    // `t` represents the language of the names.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [current, earlier, view, columns, language, t])
}

/** The columns of the traffic table, once there are answers. */
export function useTrafficColumns(
  current: Answers['current'] | undefined,
  earlier: Answers['earlier'],
) {
  const basis = useView(({ preferences }) => preferences.basis)
  return useMemo(() => {
    const values = [...(current?.value ?? []), ...(earlier?.value ?? [])]
    return columnsOf(values, basis, earlier !== undefined)
  }, [current, earlier, basis])
}

/** The name of a row: its value, or a text for special rows. */
export function useRowName() {
  const { t } = useTranslation('traffic')
  const { t: words } = useTranslation('block')
  return (source: RowSource) => {
    const { kind, value } = source
    const name = value === '' ? t('empty') : value
    if (kind === 'others') return words('othersRow')
    const raw = rawValues(source).length
    return kind === 'merged' ? t('mergedName', { value: name, raw }) : name
  }
}

function columnsOf(values: readonly TrafficStatistics[], basis: Basis, isCompared: boolean) {
  const currencies = currenciesWithSales(values)
  const money = currencies.map((currency) => `total_amount_${currency}`)
  const withChange = (key: string) => (isCompared ? [key, `${key}__change`] : [key])
  return [
    'grouped_field',
    'share_of_plays',
    ...withChange('total_started'),
    // Next to the plays, because rows are sorted by them.
    ...money.flatMap(withChange),
    countOf('viewed', basis),
    ...(basis === 'events' ? [] : [countOf('started', basis)]),
    'play_rate',
    'engagement_rate',
    'over_pitch_rate',
    countOf('clicked', basis),
    ...withChange('total_conversions'),
    ...withChange('overall_conversion_rate'),
    ...currencies.map((currency) => `revenue_per_play_${currency}`),
    'few_data',
  ]
}
