import {
  date,
  ofPlayer,
  oneOf,
  optional,
  player,
  type Raw,
  request,
  required,
  seconds,
  text,
  texts,
  zone,
} from './readers.ts'
import { badParameter } from './refusal.ts'
import { isWireDate } from './zone.ts'

const MATCHES = ['contains', 'starts_with', 'ends_with', 'exact'] as const

export function playersRequest(raw: Raw) {
  const name = searchedName(raw)
  const match = optional(raw, 'name_match', text)
  const name_match = MATCHES.find((known) => known === match)
  if (match !== undefined && name_match === undefined) {
    throw badParameter('name_match', `must be one of ${MATCHES.join(', ')}`)
  }
  // Analytics, GET /players/list: name_match requires name, otherwise 400.
  if (match !== undefined && name === undefined) throw badParameter('name_match', 'requires name')
  const range = {
    start_date: optional(raw, 'start_date', date),
    end_date: optional(raw, 'end_date', date),
    timezone: optional(raw, 'timezone', zone),
  }
  return { name, name_match, ...range }
}

export const liveRequest = (raw: Raw) => ({
  player_id: player(raw),
  minutes: optional(raw, 'minutes', (value, key) => {
    const minutes = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (minutes >= 1 && minutes <= 720) return minutes
    throw badParameter(key, 'must be an integer from 1 to 720')
  }),
})

export const engagementRequest = (raw: Raw) => ({
  ...ofPlayer(raw),
  video_duration: optional(raw, 'video_duration', seconds),
})

export const fieldEngagementRequest = (raw: Raw) => ({
  ...ofPlayer(raw),
  field: required(raw, 'field', oneOf(ENGAGEMENT_FIELDS)),
  values: required(raw, 'values', texts),
})

export const originEngagementRequest = (raw: Raw) => ({
  ...ofPlayer(raw),
  query_key: required(raw, 'query_key', word),
  values: required(raw, 'values', texts),
})

export const trafficRequest = (raw: Raw) => ({
  ...measured(raw),
  query_key: required(raw, 'query_key', word),
})

export const trafficDaysRequest = (raw: Raw) => ({
  ...measured(raw),
  query_keys: required(raw, 'query_keys', texts),
})

export const eventsRequest = (raw: Raw) => ({
  ...ofPlayer(raw),
  events: required(raw, 'events', (value, key) =>
    texts(value, key).map((event, place) => oneOf(EVENTS)(event, `${key}[${place}]`)),
  ),
})

// docs/sandbox.md, Events of many players: only these events are accepted.
const ACCOUNT_EVENTS = ['started', 'finished', 'viewed'] as const

const accountEvents = (raw: Raw) => ({
  events: required(raw, 'events', (value, key) =>
    texts(value, key).map((event, place) => oneOf(ACCOUNT_EVENTS)(event, `${key}[${place}]`)),
  ),
  start_date: required(raw, 'start_date', startDate),
  end_date: required(raw, 'end_date', endDate),
})

export const accountEventsRequest = (raw: Raw) => ({
  ...accountEvents(raw),
  player_id: raw['player_id'] === undefined ? undefined : player(raw),
})

export const playersEventsRequest = (raw: Raw) => ({
  ...accountEvents(raw),
  players_start_date: required(raw, 'players_start_date', (value, key) =>
    objects(value, key).map((one) => ({
      player_id: player(one),
      start_date: required(one, 'start_date', startDate),
      end_date: optional(one, 'end_date', endDate),
    })),
  ),
})

export const platformsRequest = (raw: Raw) => ({
  start_date: required(raw, 'start_date', startDate),
  timezone: optional(raw, 'timezone', zone),
})

export const engagementDaysRequest = (raw: Raw) => ({
  ...ofPlayer(raw),
  video_duration: required(raw, 'video_duration', seconds),
})

// docs/sandbox.md, Events of many players: dates without a time are accepted.
const startDate = (value: unknown, key: string) => dayOrTime(value, key, '00:00:00')
const endDate = (value: unknown, key: string) => dayOrTime(value, key, '23:59:59')
const dayOrTime = (value: unknown, key: string, time: string) =>
  date(typeof value === 'string' && /^[\d-]{10}$/.test(value) ? `${value} ${time}` : value, key)

function objects(value: unknown, key: string): Raw[] {
  const isObject = (one: unknown): one is Raw => typeof one === 'object' && one !== null
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) return value
  throw badParameter(key, 'must be a list of at least one object')
}

export const leaderboardRequest = (raw: Raw) => ({
  company_id: required(raw, 'company_id', uuid),
  leaderboards: required(raw, 'leaderboards', leaderboards),
  timezone: optional(raw, 'timezone', zone),
})

// docs/sandbox.md, Session fields: an unknown field is a 400. That `domain` exists is assumed.
const ASKED_FIELDS = ['country', 'browser', 'device_type', 'domain'] as const
const ENGAGEMENT_FIELDS = [
  ...ASKED_FIELDS,
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
] as const
// docs/sandbox.md, Events: only these are accepted.
const EVENTS = ['started', 'finished', 'viewed', 'clicked', 'paused'] as const

export function fieldRequest(raw: Raw) {
  return { ...request(raw), field: required(raw, 'field', oneOf(ASKED_FIELDS)) }
}

// POST /traffic_origin/stats requires the video's length, unlike others (observed).
const measured = (raw: Raw) => ({
  ...request(raw),
  video_duration: required(raw, 'video_duration', seconds),
})

function leaderboards(value: unknown, key: string) {
  if (!Array.isArray(value) || value.length === 0) {
    throw badParameter(key, 'must be a list of at least one leaderboard')
  }
  return value.map((one: unknown, place) => {
    const name = `${key}[${place}]`
    if (typeof one !== 'object' || one === null) throw badParameter(name, 'must be an object')
    const raw = Object.fromEntries(
      Object.entries(one).map(([field, value]) => [`${name}.${field}`, value as unknown]),
    )
    return oneLeaderboard(raw, name)
  })
}

function oneLeaderboard(raw: Raw, name: string) {
  const start_date = required(raw, `${name}.start_date`, day)
  const end_date = optional(raw, `${name}.end_date`, day)
  if (end_date !== undefined && end_date < start_date) {
    throw badParameter(`${name}.end_date`, 'must not be before start_date')
  }
  return {
    leaderboard_limit: required(raw, `${name}.leaderboard_limit`, atLeastOne),
    start_date,
    end_date,
    event: required(raw, `${name}.event`, oneOf(EVENTS)),
  }
}

function atLeastOne(value: unknown, key: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value
  throw badParameter(key, 'must be an integer of at least 1')
}

function day(value: unknown, key: string): string {
  if (typeof value === 'string' && isWireDate(`${value} 00:00:00`)) return value
  throw badParameter(key, 'must be a date as YYYY-MM-DD')
}

function uuid(value: unknown, key: string): string {
  if (typeof value === 'string' && UUID.test(value)) return value
  throw badParameter(key, 'must be a UUID')
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function word(value: unknown, key: string): string {
  if (text(value, key) !== '') return text(value, key)
  throw badParameter(key, 'must not be empty')
}

// Analytics, GET /players/list: trimmed of surrounding spaces, then 3 to 128 characters.
function searchedName(raw: Raw): string | undefined {
  return optional(raw, 'name', (value, key) => {
    const name = text(value, key).trim()
    const { length } = Array.from(name)
    if (length < 3 || length > 128) throw badParameter(key, 'must have 3 to 128 characters')
    return name
  })
}
