import { Temporal } from 'temporal-polyfill'

/** Seconds since the epoch; `to` is the first second after the range. */
export interface Range {
  from: number
  to: number
}

/** A calendar day in a zone, cut to a range. */
export interface Day extends Range {
  date_key: string
}

// The calendar library reads a leap second as the one before, so seconds of 60 are refused.
const WIRE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:[0-5]\d)( UTC)?$/
const DAY_MS = 86_400_000

const knownZones = new Set<string>()

// Analytics, What the service does, 5: an IANA zone name, so never an offset such as +03:00.
export function isZone(name: string): boolean {
  if (knownZones.has(name)) return true
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return false
  }
  knownZones.add(name)
  return true
}

/** The local time of a wire date; null when invalid. */
function read(text: string): { wall: Temporal.PlainDateTime; isUtc: boolean } | null {
  const match = WIRE.exec(text)
  if (!match) return null
  try {
    const wall = Temporal.PlainDateTime.from(`${match[1]}T${match[2]}`, { overflow: 'reject' })
    return { wall, isUtc: match[3] !== undefined }
  } catch {
    return null
  }
}

export const isWireDate = (text: string) => read(text) !== null

/**
 * The seconds between two local times, both included. A local time that occurs twice counts from
 * its first to its second occurrence, and one that is skipped stands for the moment of the skip: so
 * consecutive days in a zone neither overlap nor leave a gap.
 */
export function readRange(input: { start: string; end: string; zone: string }): Range {
  const first = instants(input.start, input.zone)
  const last = instants(input.end, input.zone)
  return { from: first.earlier, to: last.isSkipped ? last.later : last.later + 1 }
}

function instants(text: string, zone: string) {
  const clock = read(text)
  if (!clock) throw new RangeError(`not a wire date: ${text}`)
  const { wall, isUtc } = clock
  const effectiveZone = isUtc ? 'UTC' : zone
  const earlier = wall.toZonedDateTime(effectiveZone, { disambiguation: 'earlier' })
  const later = wall.toZonedDateTime(effectiveZone, { disambiguation: 'later' })
  if (earlier.toPlainDateTime().equals(wall)) {
    return { earlier: seconds(earlier), later: seconds(later), isSkipped: false }
  }
  const skip = seconds(earlier.getTimeZoneTransition('next') ?? later)
  return { earlier: skip, later: skip, isSkipped: true }
}

const seconds = (moment: Temporal.ZonedDateTime) => Math.floor(moment.epochMilliseconds / 1000)

/** The date in a zone at a second since the epoch. */
export function dateAt(second: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(second * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString()
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Rows exist only for these days, whatever the length of a range. */
const ROWS: Range = { from: 0, to: Date.UTC(2100, 0, 1) / 1000 }

/** The days of a range in a zone, in order, from `earliest` on. */
export function daysIn(range: Range, zone: string, earliest: string): Day[] {
  const first = dateAt(Math.max(range.from, ROWS.from), zone)
  const last = dateAt(Math.min(range.to, ROWS.to) - 1, zone)
  const days: Day[] = []
  let date = first < earliest ? earliest : first
  let from = firstSecond(date, zone)
  while (date <= last) {
    const next = addDays(date, 1)
    const to = firstSecond(next, zone)
    days.push({
      date_key: date,
      from: Math.max(range.from, from),
      to: Math.min(range.to, to),
    })
    date = next
    from = to
  }
  return days
}

const midnights = new Map<string, number>()

/** The first second of a date: not midnight where the zone skips midnight. */
function firstSecond(date: string, zone: string): number {
  const key = `${zone} ${date}`
  const known = midnights.get(key)
  if (known !== undefined) return known
  if (midnights.size > 20_000) midnights.clear()
  const second = seconds(Temporal.PlainDate.from(date).toZonedDateTime(zone))
  midnights.set(key, second)
  return second
}

/** A second since the epoch in wire format, in UTC. */
export function wireDate(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 19).replace('T', ' ')
}
