import { badParameter } from './refusal.ts'
import { isWireDate, isZone, readRange } from './zone.ts'

/** Parameters of the query or the body. Unknown keys are ignored. */
export type Raw = Record<string, unknown>

export function request(raw: Raw) {
  return {
    ...ofPlayer(raw),
    video_duration: optional(raw, 'video_duration', seconds),
    pitch_time: optional(raw, 'pitch_time', seconds),
  }
}

export function ofPlayer(raw: Raw) {
  const parameters = {
    player_id: player(raw),
    start_date: required(raw, 'start_date', date),
    end_date: required(raw, 'end_date', date),
    timezone: optional(raw, 'timezone', zone),
  }
  const range = rangeOf(parameters)
  if (range.to < range.from) throw badParameter('end_date', 'must not be before start_date')
  return parameters
}

/** The seconds of a checked request's period. */
export function rangeOf(parameters: {
  start_date: string
  end_date: string
  timezone?: string | undefined
}) {
  const { start_date, end_date, timezone = 'UTC' } = parameters
  return readRange({ start: start_date, end: end_date, zone: timezone })
}

type Reader<T> = (value: unknown, key: string) => T

export function optional<T>(raw: Raw, key: string, read: Reader<T>): T | undefined {
  const value = Object.hasOwn(raw, key) ? raw[key] : undefined
  return value === undefined || value === null ? undefined : read(value, key)
}

export function required<T>(raw: Raw, key: string, read: Reader<T>): T {
  const value = optional(raw, key, read)
  if (value === undefined) throw badParameter(key, 'is missing')
  return value
}

export function text(value: unknown, key: string): string {
  if (typeof value !== 'string') throw badParameter(key, 'must be a string')
  return value
}

export function date(value: unknown, key: string): string {
  if (typeof value === 'string' && isWireDate(value)) return value
  throw badParameter(key, 'must be a date as YYYY-MM-DD HH:MM:SS')
}

export function zone(value: unknown, key: string): string {
  if (typeof value === 'string' && isZone(value)) return value
  throw badParameter(key, 'must be an IANA time zone name')
}

export function texts(value: unknown, key: string): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.map((one: unknown, place) => text(one, `${key}[${place}]`))
  }
  throw badParameter(key, 'must be a list of at least one string')
}

export const oneOf =
  <T extends string>(words: readonly T[]): Reader<T> =>
  (value, key) => {
    const word = words.find((known) => known === value)
    if (word !== undefined) return word
    throw badParameter(key, `must be one of ${words.join(', ')}`)
  }

export function seconds(value: unknown, key: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value
  throw badParameter(key, 'must be an integer number of seconds')
}

export function player(raw: Raw): string {
  return required(raw, 'player_id', (value, key) => {
    if (typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)) return value
    throw badParameter(key, 'must be a string of 24 hexadecimal characters')
  })
}
