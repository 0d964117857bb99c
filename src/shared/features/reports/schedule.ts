import { z } from 'zod'
import type { Failure } from '../../failure.ts'
import { LANGUAGES } from '../../locales/languages.ts'
import { accountId, playerId } from '../../model/ids.ts'
import { COMPARISONS, PRESETS } from '../../time/period.ts'
import { instant } from '../../time/time.ts'
import { REPORT_SCREENS } from './report.ts'

/** What a scheduled report is written as; `xlsx` and `csv` are a file per table. */
export const SCHEDULED_FILES = ['cuepoint', 'pdf', 'xlsx', 'csv'] as const
export type ScheduledFile = (typeof SCHEDULED_FILES)[number]

const every = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('day') }),
  /** 1 is Monday. */
  z.object({ kind: z.literal('week'), weekday: z.int().min(1).max(7) }),
  /** In a shorter month its last day. */
  z.object({ kind: z.literal('month'), day: z.int().min(1).max(31) }),
])
export type Every = z.output<typeof every>

const fields = z.object({
  account_id: accountId,
  screen: z.enum(REPORT_SCREENS),
  /** Of a dashboard and of traffic. */
  player_id: playerId.nullable(),
  /** Of traffic; null for the first parameter that is found. */
  query_key: z.string().min(1).max(200).nullable(),
  /** Of an A/B test. */
  group_id: z.string().min(1).max(200).nullable(),
  /** What it is of, as it was called when it was chosen. */
  subject: z.string().min(1).max(2000),
  preset: z.enum(PRESETS),
  comparison: z.enum(COMPARISONS).exclude(['custom']),
  every,
  /** Wall clock of the account's zone. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:MM'),
  files: z.array(z.enum(SCHEDULED_FILES)).min(1).max(SCHEDULED_FILES.length),
  language: z.enum(LANGUAGES),
})
type Fields = z.output<typeof fields>

const isNamed = ({ screen, player_id, group_id }: Fields) =>
  (screen === 'abTests' ? group_id : player_id) !== null
const UNNAMED = { message: 'must name what it is of' }

/** What the window says of a schedule. Where its files go is known to main alone. */
export const scheduleFields = fields.refine(isNamed, UNNAMED)
export type ScheduleFields = Fields

export const scheduleId = z.string().min(1).max(64)

/** A schedule as it is kept. */
export const schedule = fields
  .extend({
    id: scheduleId,
    /** Chosen on this computer; null when none was, and then nothing is made by itself. */
    folder: z.string().min(1).max(4096).nullable(),
    /** Epoch milliseconds: due times before it are none of it. */
    madeAt: instant,
  })
  .refine(isNamed, UNNAMED)
export type Schedule = z.output<typeof schedule>

/** What became of a time at which a report was due. */
export const scheduledRun = z.object({
  schedule_id: scheduleId,
  /** Epoch milliseconds. */
  due_at: instant,
  /** `waiting` is tried again by itself; `missed` was over before the app was there. */
  status: z.enum(['running', 'done', 'waiting', 'failed', 'missed']),
  /** Of the newest try; null before one. */
  triedAt: instant.nullable(),
  /** Why the newest try failed. */
  failure: z.custom<Failure>().nullable(),
  report_id: z.string().max(64).nullable(),
  /** The names of what was written. */
  files: z.array(z.string().max(1000)),
})
export type ScheduledRun = z.output<typeof scheduledRun>

/** A folder that was chosen for a schedule that is not saved yet. */
export interface ChosenFolder {
  /** Names the choice in `save`. */
  choice: string
  /** To be shown only. */
  folder: string
}

export interface ScheduleList {
  schedules: Schedule[]
  /** The newest due first. */
  runs: ScheduledRun[]
}
