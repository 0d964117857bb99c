import { truncatedRate } from '../../../api/statistics.ts'
import { type Curve, FEWEST_SESSIONS } from './curve.ts'

/** Length of a drop, in seconds. */
export const DROP_SECONDS = 15
/** The opening of a video, in seconds, for its retention. */
const HOLD_SECONDS = 30
/** A stretch is flat when it loses at most this share of all sessions. */
const FLAT_PERCENT = 1
/** Where fewer of all sessions are left nearly nobody can leave, so that the curve is flat there anyway. */
export const FLAT_LEAST_PERCENT = 10
const DROPS = 3

type MomentKind = 'hold' | 'drop' | 'flat' | 'pitch'

export interface Moment {
  kind: MomentKind
  /** Seconds of the video; equal for a single second. */
  start: number
  end: number
  /** Sessions that reached its end; for a drop, those lost in it. */
  sessions: number
  /** `sessions` in percent of all sessions, truncated. */
  percent: number
}

/** Notable moments of a curve. A curve of furthest seconds only falls, so rewatching cannot be seen. */
export function keyMoments({ reached, pitch }: Curve): Moment[] {
  const all = reached[0] ?? 0
  if (all === 0) return []
  const last = reached.length - 1
  const at = (kind: MomentKind, second: number): Moment =>
    moment({ kind, start: second, end: second, sessions: reached[second] ?? 0 }, all)
  const flat = longestFlat(reached)
  return [
    ...(last >= HOLD_SECONDS ? [at('hold', HOLD_SECONDS)] : []),
    ...(pitch === null ? [] : [at('pitch', pitch)]),
    ...steepestDrops(reached).map((drop) => moment({ kind: 'drop', ...drop }, all)),
    ...(flat ? [moment({ kind: 'flat', ...flat }, all)] : []),
  ]
}

const moment = (of: Omit<Moment, 'percent'>, all: number): Moment => ({
  ...of,
  percent: truncatedRate(of.sessions, all) ?? 0,
})

interface Stretch {
  start: number
  end: number
  sessions: number
}

/** The non-overlapping stretches of 15 seconds with the largest losses; of equal ones, the earliest. */
export function steepestDrops(reached: readonly number[]): Stretch[] {
  const found: Stretch[] = []
  for (let round = 0; round < DROPS; round++) {
    let steepest: Stretch | null = null
    for (let start = 0; start + DROP_SECONDS < reached.length; start++) {
      const end = start + DROP_SECONDS
      if (found.some((drop) => start < drop.end && drop.start < end)) continue
      const sessions = (reached[start] ?? 0) - (reached[end] ?? 0)
      if (sessions > (steepest?.sessions ?? 0)) steepest = { start, end, sessions }
    }
    if (!steepest) break
    found.push(steepest)
  }
  return found
}

/** The longest stretch that loses at most one percent of all sessions while enough of them are left. */
export function longestFlat(reached: readonly number[]): Stretch | null {
  const all = reached[0] ?? 0
  const most = (all * FLAT_PERCENT) / 100
  const fewest = Math.max(FEWEST_SESSIONS, (all * FLAT_LEAST_PERCENT) / 100)
  let longest: Stretch | null = null
  let start = 0
  for (let end = 1; end < reached.length; end++) {
    const sessions = reached[end] ?? 0
    if (sessions < fewest) break
    while ((reached[start] ?? 0) - sessions > most) start++
    if (end - start > (longest ? longest.end - longest.start : 0))
      longest = { start, end, sessions }
  }
  return longest
}
