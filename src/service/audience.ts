import type { WorldPlayer } from './players.ts'
import { hash } from './random.ts'
import { type Curve, retentionCurve } from './retention.ts'
import { type Part, partOn, visitorsOfArm } from './split-tests.ts'

const WEEK = [1.15, 0.95, 0.98, 1, 1, 0.92, 1.02]

/** The number of sessions of a player on a day (days since the epoch). */
export function sessionsOn(player: WorldPlayer, day: number): number {
  if (day >= player.dead) return 0
  const part = partOn(player, day)
  // The arms of a test share its visitors, so a day is good or bad for all of them.
  if (part) return visitorsOfArm(part, day, visitsOn(part.test.visitors, part.test.seed, day))
  return visitsOn(player.scale, player.seed, day)
}

function visitsOn(scale: number, seed: number, day: number): number {
  const noise = 0.75 + (hash(seed, day, 1) / 2 ** 32) * 0.5
  const trend = 1 + 0.35 * Math.sin((day + (seed % 200)) / 32)
  // Day 0 was a Thursday.
  return Math.round(scale * (WEEK[(day + 4) % 7] ?? 1) * trend * noise)
}

/** The visitors of a day, before any effects of variants. */
export interface Audience {
  part: Part | null
  curve: Curve
  playShare: number
  /** Seed of the prices. */
  seed: number
}

/** The arms of a test differ only in its effects, so everything else is shared. */
export function audienceOn(player: WorldPlayer, day: number): Audience {
  const part = partOn(player, day)
  const seed = part?.test.seed ?? player.seed
  const playShare = part ? 0.45 + (seed % 100) / 500 : player.playShare
  return { part, curve: retentionCurve(player, seed), playShare, seed }
}
