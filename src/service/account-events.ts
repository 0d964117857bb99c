import type { Analytics } from '../shared/api/analytics.ts'
import type { Input, Wire } from '../shared/operation.ts'
import { type Context, findPlayer, WHOLE } from './context.ts'
import { asText, countsByDay, talliesByDay } from './day-counts.ts'
import type { WorldPlayer } from './players.ts'
import { badParameter } from './refusal.ts'
import { EVENT, type EventName } from './sessions.ts'
import { BOUGHT, countsOf, devicesWith, makeTally, type Tally, tally } from './statistics.ts'

type InputOf<N extends keyof Analytics> = Input<Analytics[N]>
type Answer<N extends keyof Analytics> = Wire<Analytics[N]>

interface Dates {
  start_date: string
  end_date: string
}

const END_OF_TIME = '9999-12-30 00:00:00'

/** docs/sandbox.md, Events of many players: longer lists get an empty answer. */
const LONGEST_LIST = 1_000

export function playersEvents(
  { events, players_start_date }: InputOf<'playersEvents'>,
  context: Context,
): Answer<'playersEvents'> {
  if (players_start_date.length > LONGEST_LIST) return []
  return players_start_date.flatMap((one) => {
    const dates = { start_date: one.start_date, end_date: one.end_date ?? END_OF_TIME }
    const counted = tallyOf(one.player_id, dates, context)
    if (!counted) return []
    return events.map((event) => ({ player_id: one.player_id, ...countOf(counted, event) }))
  })
}

/** Every device belongs to one player in this world, so the account's devices are their sum. */
export function accountEvents(
  { events, player_id, ...dates }: InputOf<'accountEvents'>,
  context: Context,
): Answer<'accountEvents'> {
  const ids = player_id ? [player_id] : playersOf(context).map(({ id }) => id)
  const counted = ids.flatMap((id) => tallyOf(id, dates, context) ?? [])
  return events.map((event) => {
    const counts = counted.map((one) => countOf(one, event))
    const sum = (of: (one: ReturnType<typeof countOf>) => number) =>
      counts.reduce((all, one) => all + of(one), 0)
    return {
      event,
      total: sum(({ total }) => total),
      total_uniq_sessions: sum((one) => one.total_uniq_sessions),
      total_uniq_device: sum((one) => one.total_uniq_device),
    }
  })
}

const PLATFORMS = ['Hotmart', 'Kiwify', 'Eduzz'] as const

/** Each player sells through one platform. */
export function platforms(
  { start_date, timezone }: InputOf<'platforms'>,
  context: Context,
): Answer<'platforms'> {
  const dates = { start_date, end_date: END_OF_TIME, timezone }
  const sells = ({ id }: WorldPlayer) => (tallyOf(id, dates, context)?.conversions ?? 0) > 0
  const selling = playersOf(context).filter(sells)
  return PLATFORMS.filter((_, place) =>
    selling.some(({ index }) => index % PLATFORMS.length === place),
  )
}

const playersOf = ({ world, now }: Context) => world.players(now)

function tallyOf(
  player_id: string,
  dates: Dates & { timezone?: string | undefined },
  context: Context,
): Tally | null {
  const found = findPlayer({ player_id, ...dates }, context)
  if (!found) return null
  const [whole = makeTally()] = tally(found.blocks, found.view, WHOLE)
  return whole
}

function countOf(counted: Tally, event: string) {
  const { events, sessions, devices } = countsOf(counted, EVENT[event as EventName])
  return { event, total: events, total_uniq_sessions: sessions, total_uniq_device: devices }
}

/** A session has at most one initial sale, so conversions equal the sessions with one. */
export const conversionsOf = (counted: Tally = makeTally()) => ({
  total: counted.conversions,
  total_uniq_device: devicesWith(counted, BOUGHT),
  total_uniq_session: counted.conversions,
})

// Analytics, Events: the event kinds that it names.
const DOCUMENTED_EVENTS: readonly string[] = ['started', 'viewed', 'finished']

export function eventsByDay(
  input: Input<Analytics['eventsByDay']>,
  context: Context,
): Wire<Analytics['eventsByDay']> {
  const refused = input.events.find((event) => !DOCUMENTED_EVENTS.includes(event))
  if (context.isByDocument && refused !== undefined) {
    throw badParameter('events', `${refused} is not an event`)
  }
  const { days, tallies } = talliesByDay(input, context)
  return [...new Set(input.events)].map((event) => ({
    event,
    events_by_day: days.map(({ date_key: day }, index) => ({
      day,
      ...asText(countsByDay(tallies[index], EVENT[event as EventName])),
    })),
  }))
}
