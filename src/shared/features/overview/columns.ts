import {
  AMOUNTS,
  type Basis,
  countOf,
  type FunnelEvent,
  type Measure,
} from '../../api/statistics.ts'
import { CURRENCIES } from '../../model/money.ts'
import { column, currencyOf, isAdditive, MEASURE_KINDS, MEASURES } from '../../tables/measures.ts'
import type { Column, Kind } from '../../tables/table.ts'

const RATIOS = [
  'average_order_value_usd',
  'average_order_value_brl',
  'average_order_value_eur',
  'revenue_per_play_usd',
  'revenue_per_play_brl',
  'revenue_per_play_eur',
] as const
export type Ratio = (typeof RATIOS)[number]

const FACTS = {
  name: 'text',
  id: 'text',
  tags: 'text',
  created_at: 'instant',
  duration: 'second',
  pitch_time: 'second',
  as_of: 'instant',
} as const satisfies Record<string, Kind>
export type Fact = keyof typeof FACTS

/** The measures that are also shown for the comparison period, and as a change from it. */
const COMPARED = [
  'total_viewed',
  'total_started',
  'total_started_session_uniq',
  'total_started_device_uniq',
  'total_clicked',
  'total_conversions',
  'overall_conversion_rate',
  ...AMOUNTS,
  'engagement_rate',
  'over_pitch_rate',
  'play_rate',
] as const satisfies readonly Measure[]
type ComparedMeasure = (typeof COMPARED)[number]

type OverviewKey =
  | Fact
  | Measure
  | Ratio
  | `${ComparedMeasure}__comparison`
  | `${ComparedMeasure}__change`

export interface OverviewColumn extends Column {
  key: OverviewKey
  /** The column's figure, without its group. */
  measure: Fact | Measure | Ratio
  /**
   * Of the period, of the comparison period, or the change between them (percent; percentage points for a
   * rate).
   */
  group: 'current' | 'comparison' | 'change'
  isAdditive: boolean
}

interface Shown {
  key: OverviewKey
  kind: Kind
  measure: Fact | Measure | Ratio
}

function inGroup(group: OverviewColumn['group'], { key, kind, measure }: Shown): OverviewColumn {
  const currency = kind === 'money' ? currencyOf(measure) : undefined
  const adds = group !== 'change' && isAdditive(measure)
  return { ...column(key, kind), ...(currency && { currency }), measure, group, isAdditive: adds }
}

const current = (measure: Fact | Measure | Ratio, kind: Kind) =>
  inGroup('current', { key: measure, kind, measure })

/** Every available column of the player table, in the order of the column chooser. */
export const OVERVIEW_COLUMNS: readonly OverviewColumn[] = [
  ...(Object.keys(FACTS) as Fact[]).map((key) => current(key, FACTS[key])),
  ...MEASURES.map((key) => current(key, MEASURE_KINDS[key])),
  ...RATIOS.map((key) => current(key, 'money')),
  ...COMPARED.map((measure) => {
    const key = `${measure}__comparison` as const
    return inGroup('comparison', { key, kind: MEASURE_KINDS[measure], measure })
  }),
  ...COMPARED.map((measure) => {
    const key = `${measure}__change` as const
    return inGroup('change', { key, kind: 'percent', measure })
  }),
]

/** The default columns, with counts on this basis. */
export function defaultColumns(basis: Basis): OverviewKey[] {
  return [
    'name',
    ...AMOUNTS,
    'total_conversions',
    'total_conversions__change',
    'overall_conversion_rate',
    countOf('started', basis),
    `${countOf('started', basis)}__change`,
    'play_rate',
    'over_pitch_rate',
    'total_clicked',
  ]
}

const byKey = new Map<string, OverviewColumn>(OVERVIEW_COLUMNS.map((one) => [one.key, one]))

export const overviewColumn = (key: string): OverviewColumn | undefined => byKey.get(key)

const EVENT_COUNT =
  /^total_(viewed|started|finished|clicked)(?:_session_uniq|_device_uniq)?(__\w+)?$/

/** The same columns with their event counts on another basis. */
export function onBasis(columns: readonly string[], basis: Basis): string[] {
  const moved = columns.map((key) => {
    const [, event, group = ''] = EVENT_COUNT.exec(key) ?? []
    const onIt = event && `${countOf(event as FunnelEvent, basis)}${group}`
    return onIt && overviewColumn(onIt) ? onIt : key
  })
  return [...new Set(moved)]
}

const CURRENCY = new RegExp(`_(?:${CURRENCIES.join('|')})(?=__|$)`, 'u')

/** What a column shows, whatever its basis or currency. */
export function figureOf(key: string): string {
  const [, event, group = ''] = EVENT_COUNT.exec(key) ?? []
  return event ? event + group : key.replace(CURRENCY, '')
}
