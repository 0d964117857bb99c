import type { Player } from '../../api/player.ts'
import {
  ADDITIVE,
  type AdditiveTotals,
  type Measure,
  type Statistics,
} from '../../api/statistics.ts'
import type { Change } from '../../tables/change.ts'
import { figureChange } from '../../tables/floors.ts'
import {
  currencyOf,
  isAdditive,
  MEASURE_KINDS,
  measureCell,
  needsPitch,
} from '../../tables/measures.ts'
import { type Cell, isMissing, type Kind, missing } from '../../tables/table.ts'

export interface EffectRow {
  key: Measure
  kind: Kind
  before: Cell
  after: Cell
  change: Change
  /** Points between which the difference of two shares lies with 95 % confidence. */
  interval: [low: number, high: number] | null
}

/** What is known of one of the compared periods. */
export interface EffectSide {
  /** The service's answer for exactly the period; null when there is none. */
  period: Statistics | null
  /** Sums of the stored days of the whole period; null when a day is not stored. */
  sums: AdditiveTotals | null
}

const ROWS: readonly Measure[] = [
  'total_viewed',
  'total_started',
  'play_rate',
  'engagement_rate',
  'over_pitch_rate',
  'total_clicked',
  'total_conversions',
  'overall_conversion_rate',
  'total_amount_usd',
  'total_amount_brl',
  'total_amount_eur',
]

/** What a rate is a share of. Analytics, Statistics row, Meaning of the fields. */
const SHARES: Partial<Record<Measure, (row: Statistics) => [part: number, whole: number]>> = {
  play_rate: (row) => [row.total_started_device_uniq, row.total_viewed_device_uniq],
  over_pitch_rate: (row) => [row.total_over_pitch, row.total_over_pitch + row.total_under_pitch],
  overall_conversion_rate: (row) => [row.total_conversions, row.total_started_device_uniq],
}

/** The figures of two periods side by side. A rate stands only where its own period was answered. */
export function effectRows(
  { before, after }: Record<'before' | 'after', EffectSide>,
  player: Pick<Player, 'pitch_time'>,
): EffectRow[] {
  return ROWS.filter((key) => !(needsPitch(key) && player.pitch_time === 0)).flatMap((key) => {
    const cells = { before: cellOf(before, key, player), after: cellOf(after, key, player) }
    const isUnsold = cells.before === 0 && cells.after === 0
    if (currencyOf(key) && (isUnsold || isMissing(cells.before))) return []
    const kind = MEASURE_KINDS[key]
    return [{ key, kind, ...cells, ...moved(key, { before, after }, player) }]
  })
}

function cellOf({ period, sums }: EffectSide, key: Measure, player: Pick<Player, 'pitch_time'>) {
  if (period) return measureCell(period, key, player)
  if (!sums) return missing('not-downloaded')
  return isAdditive(key) ? sums[key] : missing('needs-period')
}

function moved(
  key: Measure,
  { before, after }: Record<'before' | 'after', EffectSide>,
  player: Pick<Player, 'pitch_time'>,
): Pick<EffectRow, 'change' | 'interval'> {
  const change = figureChange(key, (measure) => ({
    current: cellOf(after, measure, player),
    previous: cellOf(before, measure, player),
  }))
  const shares = SHARES[key]
  const interval =
    shares && before.period && after.period && change.kind !== 'few-data'
      ? differenceInterval(shares(before.period), shares(after.period))
      : null
  return { change: isChance(interval) ? withoutTone(change) : change, interval }
}

/** A difference that may as well be none is neither good nor bad. */
const isChance = (interval: EffectRow['interval']) =>
  interval !== null && interval[0] <= 0 && interval[1] >= 0

const withoutTone = (change: Change): Change =>
  'tone' in change ? { ...change, tone: 'neutral' } : change

/** The sums of daily rows, of what adds up; null when a row is lacking. */
export function sumsOfDays(rows: readonly Statistics[], days: number): AdditiveTotals | null {
  if (rows.length !== days) return null
  const sum = (key: (typeof ADDITIVE)[number]) => rows.reduce((all, row) => all + row[key], 0)
  return Object.fromEntries(ADDITIVE.map((key) => [key, sum(key)])) as AdditiveTotals
}

/** The normal quantile that leaves 2.5 % on either side. */
const Z = 1.959964

/**
 * How far apart two shares are, in percentage points, with 95 % confidence (Newcombe's method 10,
 * which stays right for small samples). Null where a part is no part of its whole.
 */
export function differenceInterval(
  [partBefore, before]: readonly [number, number],
  [partAfter, after]: readonly [number, number],
): [low: number, high: number] | null {
  if (before === 0 || after === 0 || partBefore > before || partAfter > after) return null
  const a = wilson(partAfter, after)
  const b = wilson(partBefore, before)
  const difference = a.share - b.share
  const low = difference - Math.hypot(a.share - a.low, b.high - b.share)
  const high = difference + Math.hypot(a.high - a.share, b.share - b.low)
  return [hundredths(low * 100), hundredths(high * 100)]
}

function wilson(part: number, whole: number) {
  const share = part / whole
  const middle = part + Z ** 2 / 2
  const spread = Z * Math.sqrt(part * (1 - share) + Z ** 2 / 4)
  const scale = whole + Z ** 2
  return { share, low: (middle - spread) / scale, high: (middle + spread) / scale }
}

const hundredths = (value: number) => Math.round(value * 100) / 100
