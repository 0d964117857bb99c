import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import type { Failure } from '../../failure.ts'
import { LANGUAGES } from '../../locales/languages.ts'
import { accountId, playerId } from '../../model/ids.ts'
import { COMPARISONS, PRESETS, todayIn } from '../../time/period.ts'
import { instant } from '../../time/time.ts'
import { REPORT_SCREENS, type ReportScreen } from './report.ts'

/** The file formats of a scheduled report; `xlsx` and `csv` give one file per table. */
export const SCHEDULED_FILES = ['cuepoint', 'pdf', 'xlsx', 'csv'] as const
export type ScheduledFile = (typeof SCHEDULED_FILES)[number]

const every = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('day') }),
  /** 1 is Monday. */
  z.object({ kind: z.literal('week'), weekday: z.int().min(1).max(7) }),
  /** In a shorter month, its last day is used. */
  z.object({ kind: z.literal('month'), day: z.int().min(1).max(31) }),
])
export type Every = z.output<typeof every>

const fields = z.object({
  account_id: accountId,
  screen: z.enum(REPORT_SCREENS),
  /** For a dashboard or traffic report. */
  player_id: playerId.nullable(),
  /** For a traffic report; null for the first parameter found. */
  query_key: z.string().min(1).max(200).nullable(),
  /** For an A/B test report. */
  group_id: z.string().min(1).max(200).nullable(),
  /** Name of the player or test when it was chosen; of the account for an overview. */
  subject: z.string().min(1).max(2000),
  preset: z.enum(PRESETS),
  comparison: z.enum(COMPARISONS).exclude(['custom']),
  every,
  /** Wall-clock time in the account's zone. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM'),
  files: z.array(z.enum(SCHEDULED_FILES)).min(1).max(SCHEDULED_FILES.length),
  language: z.enum(LANGUAGES),
})
type Fields = z.output<typeof fields>

/** The subjects of a screen's report that the user must choose; none for the whole account. */
export function scheduledSubject(screen: ReportScreen): 'account' | 'player' | 'test' {
  if (screen === 'overview') return 'account'
  return screen === 'abTests' ? 'test' : 'player'
}

function isNamed({ screen, player_id, group_id }: Fields) {
  const ids = { account: '', player: player_id, test: group_id }
  return ids[scheduledSubject(screen)] !== null
}
const UNNAMED = { message: 'must name what it is of' }

/** A schedule without its folder, which only main knows. */
export const scheduleFields = fields.refine(isNamed, UNNAMED)
export type ScheduleFields = Fields

export const scheduleId = z.string().min(1).max(64)

/** A schedule as stored. */
export const schedule = fields
  .extend({
    id: scheduleId,
    /** Chosen on this computer. Null when none was chosen: then nothing runs automatically. */
    folder: z.string().min(1).max(4096).nullable(),
    /** Epoch milliseconds; earlier due times do not count. */
    madeAt: instant,
  })
  .refine(isNamed, UNNAMED)
export type Schedule = z.output<typeof schedule>

/** What happened at one due time of a schedule. */
export const scheduledRun = z.object({
  schedule_id: scheduleId,
  /** Epoch milliseconds. */
  due_at: instant,
  /**
   * `waiting`: retried automatically. `missed`: the due time passed while the app was closed, or retrying was given
   * up.
   */
  status: z.enum(['running', 'done', 'waiting', 'failed', 'missed']),
  /** Of the last attempt; null before the first. */
  triedAt: instant.nullable(),
  /** The first of the failed attempts that are retried; absent before one, and in older rows. */
  waitsSince: instant.optional(),
  /** Of the last attempt. */
  failure: z.custom<Failure>().nullable(),
  /** Made already while the run waits to write its files. */
  report_id: z.string().max(64).nullable(),
  /** Names of the files written. */
  files: z.array(z.string().max(1000)),
})
export type ScheduledRun = z.output<typeof scheduledRun>

/** A folder chosen for a schedule that is not saved yet. */
export interface ChosenFolder {
  /** Identifies the choice in `save`. */
  choice: string
  /** For display only. */
  folder: string
}

export interface ScheduleList {
  schedules: Schedule[]
  /** Latest due time first. */
  runs: ScheduledRun[]
}

/** Maximum number of days to look back: after a longer time closed, older runs are not listed. */
const MOST_DAYS = 800

interface Span {
  /** Epoch milliseconds. A run due exactly then is excluded. */
  since: number
  now: number
  zone: string
}

/**
 * When a schedule was due after `since` and until `now`, in epoch ms, oldest first. Its times are wall-clock
 * times of its zone.
 */
export function dueTimes(
  { every, time }: Pick<Schedule, 'every' | 'time'>,
  { since, now, zone }: Span,
): number[] {
  const last = Temporal.PlainDate.from(todayIn(zone, now))
  const first = Temporal.PlainDate.from(todayIn(zone, Math.min(since, now)))
  const oldest = last.subtract({ days: MOST_DAYS })
  let day = Temporal.PlainDate.compare(first, oldest) < 0 ? oldest : first
  const due: number[] = []
  while (Temporal.PlainDate.compare(day, last) <= 0) {
    const at = isDueOn(every, day) ? instantOf(day, time, zone) : null
    if (at !== null && at > since && at <= now) due.push(at)
    day = day.add({ days: 1 })
  }
  return due
}

function isDueOn(every: Every, day: Temporal.PlainDate): boolean {
  if (every.kind === 'day') return true
  if (every.kind === 'week') return day.dayOfWeek === every.weekday
  return day.day === Math.min(every.day, day.daysInMonth)
}

/**
 * A time skipped by daylight saving is shifted forward, or back where that would be the next day; of a repeated time
 * the first is used.
 */
function instantOf(day: Temporal.PlainDate, time: string, zone: string) {
  const wall = day.toPlainDateTime(Temporal.PlainTime.from(time))
  const shifted = wall.toZonedDateTime(zone)
  const isOnDay = shifted.toPlainDate().equals(day)
  const due = isOnDay ? shifted : wall.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return due.epochMilliseconds
}

/** The wall-clock time of a due time, HH:MM. Its schedule may have another by now. */
export const wallTimeOf = (due_at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(due_at)
    .toZonedDateTimeISO(zone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
