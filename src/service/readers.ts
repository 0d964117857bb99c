import { badParameter } from './refusal.ts'
import { isWireDate, isZone, readRange } from './zone.ts'

/** What came in the query or the body; unknown keys are ignored (api-facts, Wire facts). */
export type Raw = Record<string, unknown>

export function question(raw: Raw) {
  return {
    ...ofPlayer(raw),
    video_duration: optional(raw, 'video_duration', seconds),
    pitch_time: optional(raw, 'pitch_time', seconds),
  }
}

export function ofPlayer(raw: Raw) {
  const asked = {
    player_id: player(raw),
    start_date: required(raw, 'start_date', date),
    end_date: required(raw, 'end_date', date),
    timezone: optional(raw, 'timezone', zone),
  }
  const range = rangeOf(asked)
  if (range.to < range.from) throw badParameter('end_date', 'must not be before start_date')
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

export type Reader<T> = (given: unknown, key: string) => T

export function optional<T>(raw: Raw, key: string, read: Reader<T>): T | undefined {
  const given = Object.hasOwn(raw, key) ? raw[key] : undefined
  return given === undefined || given === null ? undefined : read(given, key)
}

export function required<T>(raw: Raw, key: string, read: Reader<T>): T {
  const value = optional(raw, key, read)
  if (value === undefined) throw badParameter(key, 'is missing')
  return value
}

export function text(given: unknown, key: string): string {
  if (typeof given !== 'string') throw badParameter(key, 'must be a string')
  return given
}

export function date(given: unknown, key: string): string {
  if (typeof given === 'string' && isWireDate(given)) return given
  throw badParameter(key, 'must be a date as YYYY-MM-DD HH:MM:SS')
}

export function zone(given: unknown, key: string): string {
  if (typeof given === 'string' && isZone(given)) return given
  throw badParameter(key, 'must be an IANA time zone name')
}

/** A list of at least one text. */
export function texts(given: unknown, key: string): string[] {
  if (Array.isArray(given) && given.length > 0) {
    return given.map((one: unknown, place) => text(one, `${key}[${place}]`))
  }
  throw badParameter(key, 'must be a list of at least one string')
}

/** One of some words. */
export const oneOf =
  <T extends string>(words: readonly T[]): Reader<T> =>
  (given, key) => {
    const word = words.find((known) => known === given)
    if (word !== undefined) return word
    throw badParameter(key, `must be one of ${words.join(', ')}`)
  }

export function seconds(given: unknown, key: string): number {
  if (typeof given === 'number' && Number.isInteger(given) && given >= 0) return given
  throw badParameter(key, 'must be an integer number of seconds')
}

export function player(raw: Raw): string {
  return required(raw, 'player_id', (given, key) => {
    if (typeof given === 'string' && /^[0-9a-f]{24}$/i.test(given)) return given
    throw badParameter(key, 'must be a string of 24 hexadecimal characters')
  })
}
