import { Temporal } from 'temporal-polyfill'
import type { ComparisonGroup } from '../../api/comparison-group.ts'
import { dayEndsAt, daysOf, localTime, todayIn } from '../../time/period.ts'
import type { AbChoice, AbSnapshot } from './ab-test.ts'

/**
 * A test with its times as wall-clock times of a zone, as requests take them. The service writes them in UTC:
 * only with its own zone, `Etc/UTC`, are the dates that it takes from the group those of the test (Analytics,
 * POST /comparison_groups/stats, `timezone`).
 */
export function testIn(group: ComparisonGroup, zone: string): ComparisonGroup {
  const here = <T extends { started_at?: string | null | undefined }>(one: T): T =>
    one.started_at ? { ...one, started_at: localTime(one.started_at, zone) } : one
  return {
    ...here(group),
    players: group.players.map(here),
    ...(group.finished_at && { finished_at: localTime(group.finished_at, zone) }),
  }
}

/** `testIn` for each listed test, and the number of those that could not be read. */
export function testsIn<Listed extends { value: readonly ComparisonGroup[] }>(
  listed: Listed,
  zone: string,
): Listed & { leftOut: number } {
  const value = listed.value.filter(({ id }) => id !== '').map((group) => testIn(group, zone))
  return { ...listed, value, leftOut: listed.value.length - value.length }
}

export const armIn = ({ players }: ComparisonGroup, id: string) =>
  players.find(({ player_id }) => player_id === id)

/** Analytics, `items[].start_date`: an arm without its own start has its group's. */
export const startOf = (group: ComparisonGroup, id: string) =>
  armIn(group, id)?.started_at ?? group.started_at ?? null

export type ArmPair = readonly [a: string, b: string]

/** All pairs of arms: the service compares two at a time. */
export function pairsOf({ players }: ComparisonGroup): ArmPair[] {
  return players.flatMap((one, at) =>
    players.slice(at + 1).map((other): ArmPair => [one.player_id, other.player_id]),
  )
}

const timeOf = (wire: string, zone: string) =>
  Temporal.PlainDateTime.from(wire.replace(' ', 'T')).toZonedDateTime(zone)

const instantOf = (wire: string, zone: string): number => timeOf(wire, zone).epochMilliseconds

/** The wall-clock time from which both arms ran; null while one has not started. */
export function commonStart(group: ComparisonGroup, [a, b]: ArmPair): string | null {
  const [first, second] = [startOf(group, a), startOf(group, b)]
  if (!first || !second) return null
  return first > second ? first : second
}

/** The last day to request: today, or the day on which the test finished. */
export function lastDay(group: ComparisonGroup, zone: string, now: number): string {
  const today = todayIn(zone, now)
  const finished = group.finished_at?.slice(0, 10)
  return finished && finished < today ? finished : today
}

/** The query for both arms over the same dates, from their common start; null while one has not started. */
export function comparisonRequest(
  group: ComparisonGroup,
  pair: ArmPair,
  { zone, day }: { zone: string; day: string },
) {
  const start_date = commonStart(group, pair)
  if (start_date === null || start_date.slice(0, 10) > day) return null
  // The service also counts what came after the end of a test, when asked for it.
  const dayEnd = `${day} 23:59:59`
  const { finished_at } = group
  const range = { start_date, end_date: finished_at && finished_at < dayEnd ? finished_at : dayEnd }
  return {
    comparison_group_id: group.id,
    items: pair.map((player_id) => ({ player_id, ...range })),
    timezone: zone,
  }
}

/** The instant at which the test's part of a day is over: with the day, or with the test if earlier. */
function endOf({ finished_at }: ComparisonGroup, day: string, zone: string): number {
  const dayEnd = dayEndsAt(day, zone)
  return finished_at ? Math.min(dayEnd, instantOf(finished_at, zone)) : dayEnd
}

/** Whether figures up to the end of a day were returned before that end, so that they lack a part of it. */
export const isPartial = (
  group: ComparisonGroup,
  { day, asOf }: Pick<AbSnapshot, 'day' | 'asOf'>,
  zone: string,
) => asOf < endOf(group, day, zone)

interface OfDays {
  group: ComparisonGroup
  pair: ArmPair
  choice: Pick<AbChoice, 'primary'>
  zone: string
  /** Of this pair. */
  snapshots: readonly AbSnapshot[]
  /** The last day to request. */
  day: string
  today: string
}

/** Maximum number of days requested at once, the newest first. */
const MOST_DAYS = 28

/**
 * The queries for the days without their result: not read, read before they were over, or without the chosen
 * metric's share. Today is read by the screen itself.
 */
export function daysToRead({ group, pair, choice, zone, snapshots, day, today }: OfDays) {
  const hasShares = ({ arms }: AbSnapshot) =>
    arms.every(({ shares, pitch_time }) => shares[choice.primary] || pitch_time === 0)
  const isResult = (one: AbSnapshot) => !isPartial(group, one, zone) && hasShares(one)
  const read = snapshots.filter((one) => one.day === today || isResult(one))
  const known = new Set(read.map((one) => one.day))
  const start = comparisonRequest(group, pair, { zone, day })?.items[0]?.start_date.slice(0, 10)
  if (!start) return []
  return daysOf({ start, end: day })
    .filter((one) => !known.has(one))
    .slice(-MOST_DAYS)
    .flatMap((one) => comparisonRequest(group, pair, { zone, day: one }) ?? [])
}

/** Whether the test ran through all of a day, which was over at an instant; all times are of one zone. */
export const isWholeDay = (day: string, { start, finished_at, zone }: TestTime, asOf: number) =>
  start <= `${day} 00:00:00` &&
  (!finished_at || finished_at >= `${day} 23:59:59`) &&
  dayEndsAt(day, zone) <= asOf

/** From when both arms ran, and the end of the test if it has one. */
export interface TestTime extends Pick<AbSnapshot, 'start'>, Pick<ComparisonGroup, 'finished_at'> {
  zone: string
}

const SECOND = 1000

/** Whole days from the common start to the time of the figures, or to the end of the test if earlier. */
export function wholeDays(
  group: ComparisonGroup,
  { start, day, asOf }: Pick<AbSnapshot, 'start' | 'day' | 'asOf'>,
  zone: string,
): number {
  // The end of a test is a whole second, in which it still runs.
  const last = Math.min(asOf, dayEndsAt(day, zone), endOf(group, day, zone) + SECOND)
  const end = Temporal.Instant.fromEpochMilliseconds(last).toZonedDateTimeISO(zone)
  // Days of the zone, of which one has 23 or 25 hours when its clock changes.
  return Math.max(0, timeOf(start, zone).until(end, { largestUnit: 'day' }).days)
}

/** Whether an instant (epoch ms) is before a start, which is a wall-clock time of the zone. */
export const isBefore = (start: string, instant: number, zone: string) =>
  instant < instantOf(start, zone)

/** Whether an instant (epoch ms) is after the end of a test. Its end is a wall-clock time of the zone. */
export const isAfterEnd = ({ finished_at }: ComparisonGroup, instant: number, zone: string) =>
  Boolean(finished_at && instant >= instantOf(finished_at, zone))
