import type { Player } from '../../api/player.ts'
import {
  ADDITIVE,
  type Additive,
  AMOUNTS,
  type DayStatistics,
  type Measure,
  type Statistics,
} from '../../api/statistics.ts'
import { CURRENCIES } from '../../model/money.ts'
import { changeCell } from '../../tables/change.ts'
import {
  averageOrder,
  column,
  columnsOf,
  isAdditive,
  type Known,
  MEASURES,
  measureCell,
  measureColumn,
  perUnit,
  tableOf,
} from '../../tables/measures.ts'
import { type Cell, isMissing, missing, type Table } from '../../tables/table.ts'
import { daysOf, type Period } from '../../time/period.ts'
import type { Overview } from '../overview/overview.ts'
import { overviewTiles } from '../overview/tiles.ts'
import { BASES } from './funnel.ts'

interface FiguresAbout {
  player: Player
  period: Period
  comparison: Period | null
}

interface FiguresKnown {
  current: Statistics
  compared: Statistics | undefined
  days: readonly DayStatistics[] | undefined
}

/** The overview of a single player, so that its tiles are computed by the same code as the account's. */
export function overviewOfOne(
  { player, period, comparison }: FiguresAbout,
  { current, compared, days }: FiguresKnown,
): Overview {
  const figures = (row: Statistics | null) => ({ period: row, sums: null, asOf: null })
  const dates = daysOf(period)
  const byDate = new Map(days?.map((day) => [day.date_key, day]))
  const daily = Object.fromEntries(
    ADDITIVE.map((key) => [key, dates.map((date) => byDate.get(date)?.[key] ?? null)]),
  ) as Record<Additive, (number | null)[]>
  return {
    rows: [
      {
        player,
        current: figures(current),
        comparison: comparison ? figures(compared ?? null) : null,
      },
    ],
    days: dates,
    daily,
    playersAsOf: null,
  }
}

/** A measure on each day of a period, each from the service's row of that day; null without one. */
export function dailyMeasure(
  key: Measure,
  rows: readonly DayStatistics[],
  { player, period }: Pick<FiguresAbout, 'player' | 'period'>,
): (number | null)[] {
  const byDate = new Map(rows.map((row) => [row.date_key, row]))
  return daysOf(period).map((date) => {
    const row = byDate.get(date)
    const cell = row && measureCell(row, key, player)
    return typeof cell === 'number' ? cell : null
  })
}

/** The measures with a change column, on any basis. */
const MOVING = [
  'total_started',
  'total_started_session_uniq',
  'total_started_device_uniq',
  'total_clicked',
  'total_clicked_session_uniq',
  'total_clicked_device_uniq',
  'total_conversions',
  'overall_conversion_rate',
  ...AMOUNTS,
  'engagement_rate',
  'over_pitch_rate',
  'play_rate',
] as const satisfies readonly Measure[]

const COLUMNS = [
  column('compared_side', 'text'),
  ...columnsOf('date', 'period_start', 'period_end'),
  ...MEASURES.map(measureColumn),
  ...CURRENCIES.flatMap((currency) => [
    ...columnsOf('money', `average_order_value_${currency}`, `revenue_per_play_${currency}`),
    column(`revenue_per_device_${currency}`, 'money'),
  ]),
  ...MOVING.map((key) => column(`${key}__change`, 'percent')),
]

interface FiguresAnswers {
  stats: Known<Statistics> | null
  compared: Known<Statistics> | null
}

/** A player's key figures and amounts: one row for the period and one for the comparison period. */
export function figuresTable(about: FiguresAbout, { stats, compared }: FiguresAnswers): Table {
  const { player, period, comparison } = about
  const periodRow = [
    'asked',
    ...[period.start, period.end],
    ...figureCells(stats, player),
    ...changeCells(about, { stats, compared }),
  ]
  const before = comparison && [
    'compared',
    ...[comparison.start, comparison.end],
    ...figureCells(compared, player),
    ...MOVING.map(() => missing('not-applicable')),
  ]
  return tableOf([stats], {
    compared,
    columns: COLUMNS,
    rows: before ? [periodRow, before] : [periodRow],
  })
}

function figureCells(answer: Known<Statistics> | null, player: Player): Cell[] {
  if (!answer) return [...MEASURES, ...RATIOS].map(() => missing('not-downloaded'))
  const { value: row } = answer
  return [
    ...MEASURES.map((key) => measureCell(row, key, player)),
    ...CURRENCIES.flatMap((currency) => {
      const amount = row[`total_amount_${currency}`]
      return [
        averageOrder(currency, (key) => row[key]),
        perUnit(amount, row.total_started),
        perUnit(amount, row.total_started_device_uniq),
      ]
    }),
  ]
}

/** Three per currency, as `figureCells` produces them. */
const RATIOS = CURRENCIES.flatMap(() => [0, 1, 2])

/** The same changes as on the tiles. A currency without sales has no tile. */
function changeCells(about: FiguresAbout, { stats, compared }: FiguresAnswers): Cell[] {
  if (!stats) return MOVING.map(() => missing('not-downloaded'))
  const known = { current: stats.value, compared: compared?.value, days: undefined }
  const overview = overviewOfOne(about, known)
  const tiles = BASES.flatMap((basis) => overviewTiles(overview, basis, Number.POSITIVE_INFINITY))
  return MOVING.map((key) => {
    const tile = tiles.find((one) => one.key === key)
    if (!tile) return missing('not-applicable')
    return isMissing(tile.value) ? tile.value : changeCell(tile.change)
  })
}

/** A player's daily rows, with totals for additive columns only. */
export function daysTable(
  days: Known<readonly DayStatistics[]> | null,
  player: Pick<Player, 'pitch_time'>,
): Table {
  const columns = [column('date_key', 'date'), ...MEASURES.map(measureColumn)]
  const rows = (days?.value ?? []).map((day) => [
    day.date_key,
    ...MEASURES.map((key) => measureCell(day, key, player)),
  ])
  return tableOf([days], { columns, rows, adds: isAdditive })
}
