import { daysDue, type Player } from '../../api/player.ts'
import {
  type AdditiveTotals,
  AMOUNTS,
  type DayStatistics,
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
  sumMeasures,
} from '../../tables/measures.ts'
import { type Cell, isMissing, type Kind, missing } from '../../tables/table.ts'
import { daysOf, type Period } from '../../time/period.ts'

export interface EffectRow {
  key: Measure
  kind: Kind
  before: Cell
  after: Cell
  change: Change
  /** The 95 % confidence interval of the difference of two rates, in percentage points. */
  interval: [low: number, high: number] | null
}

/** The data of one of the compared periods. */
export interface EffectSide {
  /** The service's response for exactly this period; null when there is none. */
  period: Statistics | null
  /** Sums of the stored days; null when any day on which the player existed is not stored. */
  sums: AdditiveTotals | null
  /** A day that was not over when these were read: they lack the rest of it. */
  unfinishedDay?: string | null
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
  ...AMOUNTS,
]

/** Numerator and denominator of each rate. Analytics, Statistics row, Meaning of the fields. */
const SHARES: Partial<Record<Measure, (row: Statistics) => [part: number, whole: number]>> = {
  play_rate: (row) => [row.total_started_device_uniq, row.total_viewed_device_uniq],
  over_pitch_rate: (row) => [row.total_over_pitch, row.total_over_pitch + row.total_under_pitch],
  overall_conversion_rate: (row) => [row.total_conversions, row.total_started_device_uniq],
}

/** The figures of two periods side by side. A rate is given only with the response for its own period. */
export function effectRows(
  { before, after }: Record<'before' | 'after', EffectSide>,
  player: Pick<Player, 'pitch_time'>,
): EffectRow[] {
  return ROWS.filter((key) => !(needsPitch(key) && player.pitch_time === 0)).flatMap((key) => {
    const cells = { before: cellOf(before, key, player), after: cellOf(after, key, player) }
    const isSold = [cells.before, cells.after].some((cell) => !isMissing(cell) && cell !== 0)
    if (currencyOf(key) && !isSold) return []
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
  const lacksHours = isAdditive(key) && Boolean(before.unfinishedDay ?? after.unfinishedDay)
  return { change: isChance(interval) || lacksHours ? withoutTone(change) : change, interval }
}

/** Whether the interval contains zero: such a difference is neither good nor bad. */
const isChance = (interval: EffectRow['interval']) =>
  interval !== null && interval[0] <= 0 && interval[1] >= 0

const withoutTone = (change: Change): Change =>
  'tone' in change ? { ...change, tone: 'neutral' } : change

/**
 * Sums of the additive measures of a period's daily rows; null when one of the days on which the player existed
 * by `now` (epoch milliseconds) has no row.
 */
export function sumsOfDays(
  rows: readonly DayStatistics[],
  period: Period,
  player: Player,
  at: { zone: string; now: number },
): AdditiveTotals | null {
  const days = new Set(rows.map(({ date_key }) => date_key))
  const due = daysDue(period, player, at)
  return !due || daysOf(due).every((day) => days.has(day)) ? sumMeasures(rows) : null
}

/** The normal quantile with 2.5 % in each tail. */
const Z = 1.959964

/**
 * The 95 % confidence interval of the share after minus the share before, in percentage points with two
 * decimals (Newcombe's method 10, which is accurate for small samples too). Each share is a part and its whole.
 * Null when a whole is 0 or a part exceeds it.
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
