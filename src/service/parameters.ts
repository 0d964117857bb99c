import type { Analytics, AnalyticsName } from '../shared/api/analytics.ts'
import type { Input } from '../shared/operation.ts'
import { badParameter } from './refusal.ts'
import { FIELDS, type Field } from './sessions.ts'
import { isWireDate, isZone, readRange } from './zone.ts'

/** What came in the query or the body; unknown keys are ignored (api-facts, Wire facts). */
export type Raw = Record<string, unknown>

const MATCHES = ['contains', 'starts_with', 'ends_with', 'exact'] as const

/** Own reading of every row's parameters: throws a 400 that names the one that is wrong. */
export const parameters: { [N in AnalyticsName]: (raw: Raw) => Input<Analytics[N]> } = {
  players(raw) {
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
  },
  quotaUsage: () => ({}),
  statsByDay: question,
  stats: question,
  statsByField: (raw) => ({ ...question(raw), field: field(raw) }),
  liveUsers: (raw) => ({
    player_id: player(raw),
    minutes: optional(raw, 'minutes', (given, key) => {
      const minutes = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : Number.NaN
      if (minutes >= 1 && minutes <= 720) return minutes
      throw badParameter(key, 'must be an integer from 1 to 720')
    }),
  }),
  userEngagement: (raw) => ({
    ...ofPlayer(raw),
    video_duration: optional(raw, 'video_duration', seconds),
  }),
  conversionsTimed: question,
  clicksTimed: ofPlayer,
}

function question(raw: Raw) {
  return {
    ...ofPlayer(raw),
    video_duration: optional(raw, 'video_duration', seconds),
    pitch_time: optional(raw, 'pitch_time', seconds),
  }
}

function ofPlayer(raw: Raw) {
  const asked = {
    player_id: player(raw),
    start_date: required(raw, 'start_date', date),
    end_date: required(raw, 'end_date', date),
    timezone: optional(raw, 'timezone', zone),
  }
  const range = rangeOf(asked)
  if (range.to < range.from) throw badParameter('end_date', 'must not be before start_date')
  if (range.to - range.from > 3700 * 86_400) throw badParameter('end_date', 'is too far away')
  return asked
}

/** The seconds that a checked question is about. */
export function rangeOf(asked: {
  start_date: string
  end_date: string
  timezone?: string | undefined
}) {
  const { start_date, end_date, timezone = 'UTC' } = asked
  return readRange({ start: start_date, end: end_date, zone: timezone })
}

type Reader<T> = (given: unknown, key: string) => T

function optional<T>(raw: Raw, key: string, read: Reader<T>): T | undefined {
  const given = Object.hasOwn(raw, key) ? raw[key] : undefined
  return given === undefined || given === null ? undefined : read(given, key)
}

function required<T>(raw: Raw, key: string, read: Reader<T>): T {
  const value = optional(raw, key, read)
  if (value === undefined) throw badParameter(key, 'is missing')
  return value
}

function text(given: unknown, key: string): string {
  if (typeof given !== 'string') throw badParameter(key, 'must be a string')
  return given
}

function date(given: unknown, key: string): string {
  if (typeof given === 'string' && isWireDate(given)) return given
  throw badParameter(key, 'must be a date as YYYY-MM-DD HH:MM:SS')
}

function zone(given: unknown, key: string): string {
  if (typeof given === 'string' && isZone(given)) return given
  throw badParameter(key, 'must be an IANA time zone name')
}

function seconds(given: unknown, key: string): number {
  if (typeof given === 'number' && Number.isInteger(given) && given >= 0) return given
  throw badParameter(key, 'must be an integer number of seconds')
}

function player(raw: Raw): string {
  return required(raw, 'player_id', (given, key) => {
    if (typeof given === 'string' && /^[0-9a-f]{24}$/i.test(given)) return given
    throw badParameter(key, 'must be a string of 24 hexadecimal characters')
  })
}

// api-facts: country, browser and device_type; an unknown field is a 400.
const ASKED_FIELDS: Field[] = ['country', 'browser', 'device_type', 'domain']

function field(raw: Raw): string {
  const asked = required(raw, 'field', text)
  if (ASKED_FIELDS.some((known) => known === asked && known in FIELDS)) return asked
  throw badParameter('field', `must be one of ${ASKED_FIELDS.join(', ')}`)
}

// Analytics, GET /players/list: trimmed of surrounding spaces, then 3 to 128 characters.
function searchedName(raw: Raw): string | undefined {
  return optional(raw, 'name', (given, key) => {
    const name = text(given, key).trim()
    const { length } = Array.from(name)
    if (length < 3 || length > 128) throw badParameter(key, 'must have 3 to 128 characters')
    return name
  })
}
