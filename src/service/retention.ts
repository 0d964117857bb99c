import type { WorldPlayer } from './players.ts'

/** Points of the share of plays that still watch at a second, descending from 1. */
export type Curve = { second: number; share: number }[]

/** A steep loss at the start, a long slope, a loss as the pitch begins, then the buyers. */
export function retentionCurve(player: WorldPlayer, seed = player.seed): Curve {
  const { duration, pitch_time } = player
  const level = 0.85 + ((seed >>> 8) % 100) / 400
  const points: Curve = [
    { second: 0, share: 1 },
    { second: duration * 0.01, share: 0.85 * level },
    { second: duration * 0.05, share: 0.66 * level },
    { second: duration * 0.2, share: 0.5 * level },
  ]
  if (pitch_time > 0) {
    points.push({ second: pitch_time, share: 0.38 * level })
    points.push({ second: pitch_time + duration * 0.03, share: 0.27 * level })
  }
  return [...points, { second: duration, share: 0.08 * level }]
}

/** The whole second at which a share of the plays has left: the inverse of the curve. */
export function furthestSecond(curve: Curve, share: number): number {
  for (let at = 1; at < curve.length; at++) {
    const from = curve[at - 1]
    const to = curve[at]
    if (!from || !to || share < to.share) continue
    const part = (from.share - share) / (from.share - to.share)
    return Math.floor(from.second + part * (to.second - from.second))
  }
  return curve.at(-1)?.second ?? 0
}
