import type { Analytics } from '../shared/api/analytics.ts'
import type { QuotaUsage } from '../shared/api/quota.ts'
import type { Input } from '../shared/operation.ts'
import type { Shapes } from './answer-shapes.ts'
import type { WorldPlayer } from './players.ts'
import { rangeOf } from './readers.ts'
import type { Block } from './sessions.ts'
import type { Cut, View } from './statistics.ts'
import type { World } from './world.ts'
import { addDays, type Day, dateAt, daysIn, type Range } from './zone.ts'

/** What handlers receive besides their input. */
export interface Context {
  world: World
  /** The company of the key. */
  company_id: string
  /** Seconds since the epoch. */
  now: number
  usage(): QuotaUsage
  shapes: Shapes
  /** Whether only what the documents name is accepted. */
  isByDocument: boolean
  /** A player's sessions around a range; counted as bytes read. */
  read(player: WorldPlayer, range: Range): Block[]
  /** Caches a value for some seconds. */
  cached<T>(key: string, seconds: number, make: () => T): T
}

/** The requested player with its sessions; null when the account has no such player. */
export function findPlayer(
  request: Input<Analytics['clicksTimed']> & Partial<Input<Analytics['stats']>>,
  context: Context,
) {
  const player = context.world.find(request.player_id, context.now)
  if (!player) return null
  const view: View = {
    ...rangeOf(request),
    now: context.now,
    // Analytics, POST /sessions/stats_by_day: omitted or 0 means the player's own value.
    video_duration: request.video_duration || player.duration,
    pitch_time: request.pitch_time || player.pitch_time,
    marks: context.shapes.marks,
  }
  const until = Math.min(view.to, context.now + 1)
  return { player, view, blocks: context.read(player, { from: view.from, to: until }) }
}

export type Found = NonNullable<ReturnType<typeof findPlayer>>

/** The days of a view that have a row. */
export function daysOf({ view, player }: Found, timezone = 'UTC'): Day[] {
  // Analytics, POST /sessions/stats_by_day: no earlier than the day before it was created.
  return daysIn(view, timezone, addDays(dateAt(player.created, timezone), -1))
}

export const WHOLE: Cut = { groups: 1, groupOf: () => 0 }

/** The index of a time's day, estimated with days of 24 hours and then corrected. */
export function byDay(days: Day[]): Cut {
  const first = days[0]?.to ?? 0
  return {
    groups: days.length,
    groupOf(time) {
      let day = Math.max(0, Math.min(days.length - 1, Math.ceil((time - first + 1) / 86_400)))
      while (time < (days[day]?.from ?? Number.NEGATIVE_INFINITY)) day--
      while (time >= (days[day]?.to ?? Number.POSITIVE_INFINITY)) day++
      return day
    },
  }
}
