import { z } from 'zod'
import type { Failure } from '../failure.ts'
import { LANGUAGES } from './desk.ts'
import { accountId, playerId } from './ids.ts'
import { COMPARISONS, PRESETS } from './period.ts'
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

export const scheduleFields = z
  .object({
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
    folder: z.string().min(1).max(4096),
    language: z.enum(LANGUAGES),
  })
  .refine(({ screen, player_id, group_id }) => (screen === 'abTests' ? group_id : player_id), {
    message: 'must name what it is of',
  })
export type ScheduleFields = z.output<typeof scheduleFields>

export type Schedule = ScheduleFields & {
  id: string
  /** Epoch milliseconds: due times before it are none of it. */
  madeAt: number
}

/** What became of a time at which a report was due. */
export interface ScheduledRun {
  schedule_id: string
  /** Epoch milliseconds. */
  due_at: number
  /** `waiting` is tried again by itself; `missed` was over before the app was there. */
  status: 'running' | 'done' | 'waiting' | 'failed' | 'missed'
  /** Of the newest try; null before one. */
  triedAt: number | null
  /** Why the newest try failed. */
  failure: Failure | null
  report_id: string | null
  /** The names of what was written. */
  files: string[]
}

export interface ScheduleList {
  schedules: Schedule[]
  /** The newest due first. */
  runs: ScheduledRun[]
}
