import { z } from 'zod'
import { missedOf } from '../../api/player.ts'
import type { Failure } from '../../failure.ts'
import { inLanguages } from '../../locales/in-languages.ts'
import { appTexts, type Language } from '../../locales/languages.ts'
import { accountId, playerId } from '../../model/ids.ts'
import { type Age, dayRead } from '../../time/age.ts'
import { type Period, period, todayIn, unevenDays } from '../../time/period.ts'
import { instant, isoDate, timezone, videoSecond } from '../../time/time.ts'
import { growingIn } from '../analytics/growth.ts'
import { tags } from '../player-marks/player-mark.ts'
import { type ReportCover, reportCover } from './cover.ts'

/** The screens that can be frozen and reopened, and whose reports a schedule can make. */
export const REPORT_SCREENS = ['overview', 'player', 'traffic', 'abTests'] as const
export type ReportScreen = (typeof REPORT_SCREENS)[number]

/** This many digits of the checksum distinguish reports. */
export const SUM_DIGITS = 16

/** The sort orders of the library. */
export const REPORT_SORTS = [
  'madeAt',
  'addedAt',
  'asOf',
  'title',
  'account',
  'player',
  'size',
] as const

const LONGEST_TITLE = 200
const title = z.string().regex(/\S/u, 'must not be empty').max(LONGEST_TITLE)

/** The title of a report about something whose name may be longer or blank. */
export const titleFrom = (name: string): string =>
  // Not with half a character at its end.
  name
    .trim()
    .slice(0, LONGEST_TITLE)
    .replace(/[\ud800-\udbff]$/, '') || '–'

/** What a report is about, stored in every report and shown in every list. */
export const reportAbout = z.object({
  screen: z.enum(REPORT_SCREENS),
  title,
  /** The account's name on the computer that made the report; not linked to an account on this one. */
  account: z.object({ id: accountId, name: z.string().max(80), timezone }),
  player: z
    .object({
      id: playerId,
      name: z.string().max(2000),
      /** Values in effect when it was made, in seconds; 0 for none. */
      duration: videoSecond,
      pitch_time: videoSecond,
      /** The day on which it was created; absent when unknown, and in older reports. */
      created: isoDate.optional(),
    })
    .nullable(),
  /** The A/B test. */
  group: z.object({ id: z.string().min(1).max(200), name: z.string().max(2000) }).nullable(),
  period: period.nullable(),
  comparison: period.nullable(),
  /** The day of them that was not over when its figures were read, or null; absent in older reports. */
  unfinished: isoDate.nullable().optional(),
  /** Verbs none of whose answers is in it, read before a day was over that the totals have whole; absent for none. */
  leftOut: z.array(z.string().max(64)).max(100).optional(),
  filters: z.record(z.string().max(64), z.union([z.string().max(2000), z.number(), z.boolean()])),
  /** Epoch milliseconds. */
  madeAt: instant,
  /** The times of its oldest and newest answer; null without any. */
  asOf: z.object({ oldest: instant, newest: instant }).nullable(),
  /** Version of the app that made it. */
  version: z.string().max(32),
})
export type ReportAbout = z.output<typeof reportAbout>

/** The names of what a report leaves out because it was read too early. */
export function leftOutNames({ leftOut = [] }: Pick<ReportAbout, 'leftOut'>, language: Language) {
  const names: Record<string, string> = appTexts(language).endpoints.analytics
  return leftOut.map((verb) => (Object.hasOwn(names, verb) ? (names[verb] ?? verb) : verb))
}

/** What a report says about its days. */
export type ReportDays = Pick<
  ReportAbout,
  'account' | 'player' | 'period' | 'comparison' | 'unfinished' | 'madeAt'
>

/**
 * The day of the period or its comparison that was not over when its figures were read, or null. Older
 * reports only say when they were made.
 */
export function unfinishedDay(of: ReportDays): string | null {
  const { account, period, comparison, madeAt } = of
  const day = of.unfinished === undefined ? todayIn(account.timezone, madeAt) : of.unfinished
  const isIn = (days: Period | null) => day !== null && days && days.start <= day && day <= days.end
  return isIn(period) || isIn(comparison) ? day : null
}

/** The day on which the player was created, when it was not there on all of the compared days; or null. */
export const createdLate = ({ player, comparison }: ReportDays): string | null =>
  player?.created && missedOf(player.created, comparison) ? player.created : null

/** The days that figures are compared with: none that were over before the player was created. */
export const comparedIn = ({
  player,
  comparison,
}: Pick<ReportAbout, 'player' | 'comparison'>): Period | null =>
  player?.created && missedOf(player.created, comparison) === 'all' ? null : comparison

/**
 * The days that the period can be compared with; null with an unfinished day, which has less in it, with days
 * on which the player did not exist, or with another number of days.
 */
export const fairComparison = (days: ReportDays): Period | null =>
  (unfinishedDay(days) ?? createdLate(days) ?? unevenDays(days)) ? null : days.comparison

/**
 * The days of the period whose sales could still grow after their figures were read, which `age` says; null
 * when none could.
 */
export function growingDays(
  { account, period, madeAt }: ReportDays,
  age: Age | null,
): Period | null {
  if (!period) return null
  const day = todayIn(account.timezone, madeAt)
  return growingIn(period, day, dayRead(age, account.timezone, day))
}

/** A call that the screen made, with its answer at that time. */
const frozenCall = z.object({
  noun: z.string().max(64),
  verb: z.string().max(64),
  input: z.unknown(),
  value: z.unknown(),
})
export type FrozenCall = z.output<typeof frozenCall>

export const MOST_FROZEN_CALLS = 5000

/** A complete report: all that the screen needs to be drawn again, without keys or codes. */
export const reportDocument = z.object({
  format: z.literal('cuepoint-report'),
  /** Incremented when older versions could misread the format. */
  edition: z.literal(1),
  about: reportAbout,
  /** The preferences that the screen's figures depend on. */
  view: z.record(z.string().max(64), z.unknown()),
  /** The definitions of its figures when it was made, by figure and language. */
  definitions: z.record(z.string().max(64), inLanguages(z.string())),
  calls: z.array(frozenCall).max(MOST_FROZEN_CALLS),
})
export type ReportDocument = z.output<typeof reportDocument>

/** SHA-256 of the document in canonical JSON, as 64 hexadecimal digits: the report's identity. */
export const reportId = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')

export interface ListedReport {
  id: string
  /** With the title of its cover, where that has one. */
  about: ReportAbout
  /** Made by the user, made by a schedule, or opened from a file. */
  origin: 'made' | 'scheduled' | 'opened'
  /** Epoch milliseconds at which it was added to the library. */
  addedAt: number
  /** Bytes in the library. */
  size: number
  hasPreview: boolean
  tags: string[]
  isFavourite: boolean
  cover: ReportCover
}

/** What the user can change about a report; the report itself is immutable. */
export const reportMarks = z
  .object({ tags, isFavourite: z.boolean(), cover: reportCover })
  .partial()
export type ReportMarks = z.output<typeof reportMarks>

/** In bytes: a screen with all its calls. */
export const LARGEST_FROZEN_SCREEN = 8 * 1024 * 1024

/** A screen to be frozen, as the window describes it; main reads the answers itself. */
export const frozenScreen = reportAbout
  .pick({ screen: true, group: true, period: true, comparison: true, filters: true })
  .extend({
    /** The name of what it shows, of which the title is made. */
    title: z.string().max(2000),
    account_id: accountId,
    player_id: playerId.nullable(),
    /** All players of the screen; for an A/B test, its arms. */
    player_ids: z.array(playerId).max(50),
    /** The calls that the screen made. */
    calls: z.array(frozenCall.omit({ value: true })).max(MOST_FROZEN_CALLS),
  })
export type FrozenScreen = z.output<typeof frozenScreen>

/** Maximum size of a dropped file that the window reads itself; larger ones are opened by the file dialog. */
export const MOST_DROPPED_BYTES = 16 * 1024 * 1024

/** A file dropped on the window, whose path the window does not know. */
export const droppedReport = z.object({
  /** File name, for display only. */
  name: z.string().min(1).max(255),
  /** Base64. */
  bytes: z.string().max(Math.ceil(MOST_DROPPED_BYTES / 3) * 4),
})
export type DroppedReport = z.output<typeof droppedReport>

/** Why a file from the operating system could not be opened as a report. */
export interface OpenFileFailure {
  /** The file name, without its path. */
  name: string
  failure: Failure
}
