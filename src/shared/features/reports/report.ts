import { z } from 'zod'
import type { Failure } from '../../failure.ts'
import { inLanguages } from '../../locales/in-languages.ts'
import { accountId, playerId } from '../../model/ids.ts'
import { period } from '../../time/period.ts'
import { instant, timezone, videoSecond } from '../../time/time.ts'
import { tags } from '../player-marks/player-mark.ts'

/** The screens that can be frozen, and are opened again as they were. */
export const REPORT_SCREENS = ['player', 'traffic', 'abTests'] as const
export type ReportScreen = (typeof REPORT_SCREENS)[number]

/** By what the library is ordered. */
export const REPORT_SORTS = [
  'madeAt',
  'addedAt',
  'asOf',
  'title',
  'account',
  'player',
  'size',
] as const

const title = z.string().regex(/\S/u, 'must not be empty').max(200)

/** What a report is about; every file and every list says it. */
export const reportAbout = z.object({
  screen: z.enum(REPORT_SCREENS),
  title,
  /** The account as its owner named it; the report belongs to none on the desk that opens it. */
  account: z.object({ id: accountId, name: z.string().max(80), timezone }),
  player: z
    .object({
      id: playerId,
      name: z.string().max(2000),
      /** Seconds in force when it was made; 0 for none. */
      duration: videoSecond,
      pitch_time: videoSecond,
    })
    .nullable(),
  /** The A/B test. */
  group: z.object({ id: z.string().min(1).max(200), name: z.string().max(2000) }).nullable(),
  period: period.nullable(),
  comparison: period.nullable(),
  filters: z.record(z.string().max(64), z.union([z.string().max(2000), z.number(), z.boolean()])),
  /** Epoch milliseconds. */
  madeAt: instant,
  /** The oldest and the newest of its answers; null without any. */
  asOf: z.object({ oldest: instant, newest: instant }).nullable(),
  /** Of the app that made it. */
  version: z.string().max(32),
})
export type ReportAbout = z.output<typeof reportAbout>

/** A question of the screen, and its answer as it stood. */
export const frozenCall = z.object({
  noun: z.string().max(64),
  verb: z.string().max(64),
  input: z.unknown(),
  value: z.unknown(),
})
export type FrozenCall = z.output<typeof frozenCall>

export const MOST_FROZEN_CALLS = 5000

/** A report whole: all that the screen needs to be drawn again, and nothing of the keys or codes. */
export const reportDocument = z.object({
  format: z.literal('cuepoint-report'),
  /** Rises when a reader of before could no longer read it rightly. */
  edition: z.literal(1),
  about: reportAbout,
  /** How the screen was set: the part of the preferences that its figures depend on. */
  view: z.record(z.string().max(64), z.unknown()),
  /** The words by which its figures were defined when it was made, by figure and language. */
  definitions: z.record(z.string().max(64), inLanguages(z.string())),
  calls: z.array(frozenCall).max(MOST_FROZEN_CALLS),
})
export type ReportDocument = z.output<typeof reportDocument>

/** SHA-256 of the document in canonical JSON, as 64 hexadecimal digits: a report's identity. */
export const reportId = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')

/** A report as the library lists it. */
export interface ListedReport {
  id: string
  about: ReportAbout
  /** Made here by the person, made here by a schedule, or opened from a file. */
  origin: 'made' | 'scheduled' | 'opened'
  /** Epoch milliseconds: when it came into the library. */
  addedAt: number
  /** Bytes it takes in the library. */
  size: number
  hasPreview: boolean
  tags: string[]
  isFavourite: boolean
}

/** What a person may change of a report without changing the report. */
export const reportMarks = z.object({ tags, isFavourite: z.boolean() }).partial()
export type ReportMarks = z.output<typeof reportMarks>

/** Bytes of a screen with all the calls that it made. */
export const LARGEST_FROZEN_SCREEN = 8 * 1024 * 1024

/** A screen to be frozen, as the window knows it; main reads the answers itself. */
export const frozenScreen = reportAbout
  .pick({ screen: true, title: true, group: true, period: true, comparison: true, filters: true })
  .extend({
    account_id: accountId,
    player_id: playerId.nullable(),
    /** All that the screen is about: of an A/B test its arms. */
    player_ids: z.array(playerId).max(50),
    /** What the screen asked. */
    calls: z.array(frozenCall.omit({ value: true })).max(MOST_FROZEN_CALLS),
  })
export type FrozenScreen = z.output<typeof frozenScreen>

/** What the window reads of a dropped file itself; a larger one is opened by its dialog. */
export const MOST_DROPPED_BYTES = 16 * 1024 * 1024

/** A file dropped on the window, which does not know its place. */
export const droppedReport = z.object({
  /** Its own, to be told of only. */
  name: z.string().min(1).max(255),
  /** Base64. */
  bytes: z.string().max(Math.ceil(MOST_DROPPED_BYTES / 3) * 4),
})
export type DroppedReport = z.output<typeof droppedReport>

/** Why a report file that the system handed to the app could not be opened. */
export interface GivenTrouble {
  /** The file's own name, without its folder. */
  name: string
  failure: Failure
}
