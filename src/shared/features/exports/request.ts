import { z } from 'zod'
import { ACCOUNT_EVENTS, MOST_LIVE_PLAYERS, RANKED_EVENTS } from '../../api/event-counts.ts'
import { ADDITIVE } from '../../api/statistics.ts'
import { videoId } from '../../api/video.ts'
import type { Failure } from '../../failure.ts'
import { LANGUAGES } from '../../locales/languages.ts'
import { accountId, playerId } from '../../model/ids.ts'
import { noInput, noOutput, type Operation, returns } from '../../operation.ts'
import { period } from '../../time/period.ts'
import { guardrails } from '../ab-tests/ab-test.ts'
import { UNITS } from '../player/buckets.ts'
import { ALIGNMENTS } from '../player/curves/align.ts'
import { curveChoice, MOST_CURVES } from '../player/curves/choice.ts'
import { tags } from '../player-marks/player-mark.ts'
import { historyFilter } from '../publishing/change-history.ts'
import { FILE_KINDS } from '../settings/preferences.ts'
import { mergeRules } from '../traffic/merge-rules.ts'

const comparison = period.nullable()
const sort = z.object({ column: z.string().max(64), descending: z.boolean() })
const field = z.string().min(1).max(64)
const minutes = z.int().min(1).max(720)
const language = z.enum(LANGUAGES)
const query_key = z.string().min(1).max(2000)

const ofAccount = { account_id: accountId, period }
const ofPlayer = { account_id: accountId, player_id: playerId, period }
const ofTraffic = { ...ofPlayer, query_key, rules: mergeRules }
const ofVariants = { ...ofPlayer, base: z.string().max(64).nullable(), guardrails }
const ofRanking = {
  period,
  comparison,
  /** Number of places. */
  limit: z.int().min(1).max(1000),
}
const ofTest = {
  account_id: accountId,
  group_id: z.string().min(1).max(200),
  /** The players compared: the service compares two at a time. */
  arms: z.tuple([playerId, playerId]),
}

/** Identifies a table, its data and its view: enough to build the rows on screen again in main. */
export const tableRequest = requestOf({
  overview: {
    account_id: accountId,
    period,
    comparison,
    search: z.string().max(200),
    activeOnly: z.boolean(),
    tags: tags.optional(),
    columns: z.array(z.string().max(64)).min(1).max(64),
    sort,
  },
  /** A row per day when there is no unit; `comparison` is of the days that the chart compares with. */
  days: { ...ofPlayer, comparison: comparison.optional(), unit: z.enum(UNITS).optional() },
  figures: { ...ofPlayer, comparison },
  funnel: { ...ofPlayer, comparison },
  breakdown: { ...ofPlayer, field, sort },
  traffic: { ...ofTraffic, comparison, sort, top: z.int().min(1).nullable() },
  traffic_parameters: ofPlayer,
  traffic_days: {
    ...ofTraffic,
    measure: z.enum(ADDITIVE),
    top: z.int().min(1),
    /** Values that are in the table although they are not among the top. */
    also: z.array(z.string()).max(100).optional(),
  },
  traffic_retention: {
    ...ofPlayer,
    query_key,
    /** `values`: as requested from the service; `shown`: the ones drawn. */
    values: z.array(z.string()).max(50),
    shown: z.array(z.string()).max(50),
  },
  curves: {
    ...ofPlayer,
    by: z.enum(ALIGNMENTS),
    choices: z.array(curveChoice).max(MOST_CURVES - 1),
  },
  call_windows: ofPlayer,
  field_days: { ...ofPlayer, field },
  marks: { ...ofPlayer, comparison },
  retention: { ...ofPlayer, comparison: comparison.optional() },
  timing: ofPlayer,
  pitch_trial: { ...ofPlayer, trial: z.int().min(0) },
  live: { account_id: accountId, player_id: playerId, minutes },
  headlines: ofVariants,
  turbo: ofVariants,
  smartAutoplays: ofVariants,
  leaderboard: {
    account_id: accountId,
    company_id: z.guid(),
    ...ofRanking,
    event: z.enum(RANKED_EVENTS),
  },
  own_ranking: { account_id: accountId, ...ofRanking, event: z.enum(ACCOUNT_EVENTS) },
  event_days: ofPlayer,
  click_days: ofPlayer,
  conversion_days: ofPlayer,
  engagement_days: ofPlayer,
  account_events: ofAccount,
  live_players: {
    account_id: accountId,
    player_ids: z.array(playerId).min(1).max(MOST_LIVE_PLAYERS),
    minutes,
  },
  annotations: { account_id: accountId, search: z.string().max(200) },
  change_history: { account_id: accountId, filter: historyFilter, language },
  publish: {
    account_id: accountId,
    publish: z.int().nonnegative(),
    language,
    /** Why changes were refused, in words, by video. */
    reasons: z.record(videoId, z.string().max(2000)),
  },
  ab_tests: { account_id: accountId },
  ab_sides: ofTest,
  ab_split: ofTest,
  ab_time: ofTest,
  ab_retention: ofTest,
  ab_revenue: ofTest,
  ab_decisions: ofTest,
})

/** Keys are read from our record alone: the window has no schemas (`no-zod.ts`). */
function requestOf<T extends Record<string, z.ZodRawShape>>(tables: T) {
  const requests = Object.entries(tables).map(([table, fields]) =>
    z.object({ table: z.literal(table), ...fields }),
  )
  return z.discriminatedUnion('table', requests as unknown as RequestsOf<T>)
}
type RequestsOf<T extends Record<string, z.ZodRawShape>> = [
  { [N in keyof T]: z.ZodObject<{ table: z.ZodLiteral<N & string> } & T[N]> }[keyof T],
]

export type TableRequest = z.output<typeof tableRequest>
export type TableName = TableRequest['table']
export type RequestOf<T extends TableName> = Extract<TableRequest, { table: T }>
export type AbTableRequest = RequestOf<TableName & `ab_${string}`>

export interface ExportState {
  id: number
  /** `file`: one without rows, or whose rows are not counted. */
  table: TableName | 'ledger' | 'picture' | 'grid' | 'pdf' | 'file'
  /** Name of the file or folder, without its path. */
  name: string
  status: 'running' | 'done' | 'cancelled' | 'failed'
  rows: number
  written: number
  /** More than one when the rows exceed one sheet of a workbook. */
  sheets: number
  /** The number of texts that a workbook's cells could not hold in full. */
  cutTexts: number
  failure: Failure | null
}

/** In characters: a picture of 16 MB as base64. */
const LARGEST = Math.ceil((16 * 1024 * 1024 * 4) / 3)

/** Twice the picture, because JSON escapes characters of an SVG. */
const LARGEST_PICTURE_CALL = 2 * LARGEST

const pngPicture = z.object({ png: z.string().min(1).max(LARGEST) })

/** A picture of a chart to be written to a file; `content` is the SVG text, or the PNG in base64. */
export const pictureFile = z.object({
  /** The text from which the file name is made. */
  name: z.string().max(1000),
  kind: z.enum(['png', 'svg']),
  content: z.string().min(1).max(LARGEST),
})
export type PictureFile = z.output<typeof pictureFile>

export const exportsCalls = {
  /** Asks where to save, then writes the file in the background; null when the user cancelled the dialog. */
  start: {
    input: z.object({ request: tableRequest, flavour: z.enum(FILE_KINDS), language }),
    output: returns<ExportState | null>(),
  },
  /** Copies the table to the clipboard as tab-separated text; returns the number of rows. */
  copy: { input: z.object({ request: tableRequest, language }), output: returns<number>() },
  /** Asks where to save a picture of a chart, then writes it; null when the user cancelled the dialog. */
  picture: {
    input: pictureFile,
    output: returns<ExportState | null>(),
    largestInput: LARGEST_PICTURE_CALL,
  },
  copyPicture: { input: pngPicture, output: noOutput, largestInput: LARGEST_PICTURE_CALL },
  cancel: { input: z.object({ id: z.int() }), output: noOutput },
  list: { input: noInput, output: returns<ExportState[]>() },
  reveal: { input: z.object({ id: z.int() }), output: noOutput },
} satisfies Record<string, Operation>
