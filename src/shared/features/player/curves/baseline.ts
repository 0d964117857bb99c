import { type Period, spanOf } from '../../../time/period.ts'
import { reachedAt, TENTHS } from './align.ts'
import { type Curve, FEWEST_SESSIONS, sessionsOf } from './curve.ts'

/** With fewer curves, a quartile would be a single player's figure. */
export const FEWEST_PLAYERS = 4

/** The typical retention of the account's other players of similar length. */
export interface Baseline {
  /** Number of other players of similar length in the account. */
  similar: number
  /** Of these, the number with a stored curve of enough sessions. */
  players: number
  /**
   * How many of those curves are from days other than the requested ones, and the range of those days; null
   * when none are.
   */
  otherDays: { players: number; period: Period } | null
  /** Their shortest and longest video in seconds; null without any. */
  lengths: { shortest: number; longest: number } | null
  /** Quartiles in percent, at each tenth of a percent of the length; null with too few players. */
  band: { lower: number[]; median: number[]; upper: number[] } | null
}

/** From four fifths to five quarters of a length. */
export const isSimilarLength = (length: number, other: number) =>
  length > 0 && other > 0 && other * 5 >= length * 4 && other * 4 <= length * 5

/** A player's curve; `otherDays` is its period when that is not the requested one. */
export interface BandCurve {
  curve: Curve
  otherDays: Period | null
}

export const hasEnoughSessions = (curve: Curve) => sessionsOf(curve) >= FEWEST_SESSIONS

/**
 * The baseline of stored curves; `similar` is the number of players of similar length, including those
 * without a curve.
 */
export function baselineOf(curves: readonly BandCurve[], similar: number): Baseline {
  const usable = curves.filter(({ curve }) => hasEnoughSessions(curve))
  const lengths = usable.map(({ curve }) => curve.reached.length - 1)
  return {
    similar,
    players: usable.length,
    otherDays: daysOf(usable.flatMap(({ otherDays }) => otherDays ?? [])),
    lengths:
      usable.length === 0
        ? null
        : { shortest: Math.min(...lengths), longest: Math.max(...lengths) },
    band: usable.length < FEWEST_PLAYERS ? null : bandOf(usable.map(({ curve }) => curve)),
  }
}

function daysOf(periods: readonly Period[]): Baseline['otherDays'] {
  const period = spanOf(periods)
  return period && { players: periods.length, period }
}

function bandOf(curves: readonly Curve[]) {
  const band = { lower: [] as number[], median: [] as number[], upper: [] as number[] }
  for (let place = 0; place <= TENTHS; place++) {
    const shares = curves
      .map((curve) => (100 * (reachedAt(curve, place, 'percent') ?? 0)) / sessionsOf(curve))
      .sort((a, b) => a - b)
    band.lower.push(quantile(shares, 0.25))
    band.median.push(quantile(shares, 0.5))
    band.upper.push(quantile(shares, 0.75))
  }
  return band
}

/** The quantile `part` (0 to 1), interpolated linearly (R's type 7); 0 of an empty list. */
export function quantile(sorted: readonly number[], part: number): number {
  const at = (sorted.length - 1) * part
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}
