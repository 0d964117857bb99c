import type { Analytics } from '../shared/api/analytics.ts'
import type { Player } from '../shared/model/player.ts'
import type { QuotaUsage } from '../shared/model/quota.ts'
import type { Handlers, Input } from '../shared/operation.ts'
import { rangeOf } from './parameters.ts'
import type { WorldPlayer } from './players.ts'
import { type Block, FIELDS, type Field } from './sessions.ts'
import { type Cut, makeTally, statisticsRow, tally, type View } from './statistics.ts'
import { clicksIn, conversionsIn, engagementIn, LIVE_AGE, liveUsersIn } from './timing.ts'
import type { World } from './world.ts'
import { addDays, type Day, dateAt, daysIn, type Range, readRange, wireDate } from './zone.ts'

/** What a handler knows besides its input. */
export interface Context {
  world: World
  /** Seconds since the epoch. */
  now: number
  usage(): QuotaUsage
  /** A player's sessions around a range, counted as data read. */
  read(player: WorldPlayer, range: Range): Block[]
  /** The same value to every caller for some seconds. */
  cached<T>(key: string, seconds: number, make: () => T): T
}

type Question = Input<Analytics['stats']>

export const analyticsHandlers: Handlers<Analytics, Context> = {
  players(input, { world, now }) {
    const { timezone = 'UTC', start_date, end_date } = input
    const range = readRange({
      start: start_date ?? '0001-01-01 00:00:00',
      end: end_date ?? '9999-12-31 00:00:00',
      zone: timezone,
    })
    return world
      .players(now)
      .filter(({ created }) => created >= range.from && created < range.to)
      .filter(({ name }) => matches(name, input))
      .map(listed)
  },

  quotaUsage: (_, { usage }) => usage(),

  statsByDay(input, context) {
    const found = look(input, context)
    // Analytics, What the service does, 7: an unknown player has an empty list.
    if (!found) return []
    const { timezone = 'UTC' } = input
    const { view, blocks, player } = found
    // Analytics, POST /sessions/stats_by_day: no earlier than the day before it was created.
    const days = daysIn(view, timezone, addDays(dateAt(player.created, timezone), -1))
    const tallies = tally(blocks, { ...view, from: days[0]?.from ?? view.to }, byDay(days))
    return days.map(({ date_key }, index) => ({
      date_key,
      ...statisticsRow(tallies[index] ?? makeTally(), view.video_duration),
    }))
  },

  stats(input, context) {
    const found = look(input, context)
    const [whole] = found ? tally(found.blocks, found.view, WHOLE) : []
    return statisticsRow(whole ?? makeTally(), found?.view.video_duration ?? 0)
  },

  statsByField(input, context) {
    const found = look(input, context)
    if (!found) return []
    const field = input.field as Field
    const values = FIELDS[field]
    const cut: Cut = {
      groups: values.length,
      groupOf: (_, block, session) => block.fields[field][session] ?? 0,
    }
    return tally(found.blocks, found.view, cut).flatMap((counted, index) =>
      counted.devices.size === 0 && counted.amounts.every((amount) => amount === 0)
        ? []
        : [
            {
              grouped_field: values[index]?.value ?? '',
              ...statisticsRow(counted, found.view.video_duration),
            },
          ],
    )
  },

  liveUsers({ player_id, minutes = 60 }, { world, now, read, cached }) {
    const player = world.find(player_id, now)
    if (!player) return []
    // Analytics, GET /sessions/live_users: responses are cached for 30 seconds.
    return cached(`live ${player.id} ${minutes}`, 30, () =>
      liveUsersIn(read(player, { from: now - LIVE_AGE, to: now + 1 }), now, minutes),
    )
  },

  userEngagement(input, context) {
    const found = look(input, context)
    if (!found) return { grouped_timed: [], average_watched_time: 0, engagement_rate: 0 }
    return engagementIn(found.blocks, found.view)
  },

  conversionsTimed(input, context) {
    const found = look(input, context)
    return found ? conversionsIn(found.blocks, found.view) : []
  },

  clicksTimed(input, context) {
    const found = look(input, context)
    return found ? clicksIn(found.blocks, found.view) : []
  },
}

const WHOLE: Cut = { groups: 1, groupOf: () => 0 }

/** The day of a time, found from where it would be if every day had 24 hours. */
function byDay(days: Day[]): Cut {
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

/** The player that is asked about, with its sessions; null when the account has no such player. */
function look(asked: Partial<Question> & Input<Analytics['clicksTimed']>, context: Context) {
  const player = context.world.find(asked.player_id, context.now)
  if (!player) return null
  const view: View = {
    ...rangeOf(asked),
    now: context.now,
    // Analytics, POST /sessions/stats_by_day: omitted or 0 means what is set on the player.
    video_duration: asked.video_duration || player.duration,
    pitch_time: asked.pitch_time || player.pitch_time,
  }
  const until = Math.min(view.to, context.now + 1)
  return { player, view, blocks: context.read(player, { from: view.from, to: until }) }
}

function listed({ id, name, pitch_time, duration, created }: WorldPlayer): Player {
  return { id, name, pitch_time, duration, created_at: wireDate(created) }
}

/** Analytics, GET /players/list: whatever the case, also of accented letters; all marks literal. */
function matches(name: string, asked: Input<Analytics['players']>): boolean {
  if (asked.name === undefined) return true
  const whole = plain(name)
  const part = plain(asked.name)
  switch (asked.name_match ?? 'contains') {
    case 'contains':
      return whole.includes(part)
    case 'starts_with':
      return whole.startsWith(part)
    case 'ends_with':
      return whole.endsWith(part)
    case 'exact':
      return whole === part
  }
}

const plain = (text: string) => text.normalize('NFC').toLowerCase()
