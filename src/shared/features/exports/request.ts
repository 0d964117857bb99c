import { z } from 'zod'
import { ADDITIVE } from '../../api/statistics.ts'
import { videoId } from '../../api/video.ts'
import type { Failure } from '../../failure.ts'
import { LANGUAGES } from '../../locales/languages.ts'
import { accountId, playerId } from '../../model/ids.ts'
import { noInput, noOutput, type Operation, returns } from '../../operation.ts'
import { period } from '../../time/period.ts'
import { ALIGNMENTS } from '../player/curves/align.ts'
import { curveChoice, MOST_CURVES } from '../player/curves/choice.ts'
import { tags } from '../player-marks/player-mark.ts'
import { historyFilter } from '../publishing/change-history.ts'
import { FILE_KINDS } from '../settings/preferences.ts'
import { mergeRules } from '../traffic/merge-rules.ts'
import { audienceRequests } from './audience-request.ts'

const sort = z.object({ column: z.string().max(64), descending: z.boolean() })
const ofPlayer = { account_id: accountId, player_id: playerId, period }
const ofTraffic = { ...ofPlayer, query_key: z.string().min(1).max(2000), rules: mergeRules }

const ofTest = {
  account_id: accountId,
  group_id: z.string().min(1).max(200),
  /** The players compared: the service compares two at a time. */
  arms: z.tuple([playerId, playerId]),
}

/** Identifies a table, its data and its view: enough to build the rows on screen again in main. */
export const tableRequest = z.discriminatedUnion('table', [
  z.object({
    table: z.literal('overview'),
    account_id: accountId,
    period,
    comparison: period.nullable(),
    search: z.string().max(200),
    activeOnly: z.boolean(),
    tags: tags.optional(),
    columns: z.array(z.string().max(64)).min(1).max(64),
    sort,
  }),
  z.object({ table: z.literal('days'), ...ofPlayer }),
  z.object({ table: z.literal('figures'), ...ofPlayer, comparison: period.nullable() }),
  z.object({ table: z.literal('funnel'), ...ofPlayer, comparison: period.nullable() }),
  z.object({ table: z.literal('breakdown'), ...ofPlayer, field: z.string().min(1).max(64), sort }),
  z.object({
    table: z.literal('traffic'),
    ...ofTraffic,
    comparison: period.nullable(),
    sort,
    top: z.int().min(1).nullable(),
  }),
  z.object({ table: z.literal('traffic_parameters'), ...ofPlayer }),
  z.object({
    table: z.literal('traffic_days'),
    ...ofTraffic,
    measure: z.enum(ADDITIVE),
    top: z.int().min(1),
  }),
  z.object({
    table: z.literal('traffic_retention'),
    ...ofPlayer,
    query_key: z.string().min(1).max(2000),
    /** `values`: as requested from the service; `shown`: the ones drawn. */
    values: z.array(z.string()).max(50),
    shown: z.array(z.string()).max(50),
  }),
  z.object({
    table: z.literal('curves'),
    ...ofPlayer,
    by: z.enum(ALIGNMENTS),
    choices: z.array(curveChoice).max(MOST_CURVES - 1),
  }),
  z.object({ table: z.literal('call_windows'), ...ofPlayer }),
  z.object({ table: z.literal('field_days'), ...ofPlayer, field: z.string().min(1).max(64) }),
  z.object({ table: z.literal('marks'), ...ofPlayer, comparison: period.nullable() }),
  z.object({ table: z.literal('retention'), ...ofPlayer }),
  z.object({ table: z.literal('timing'), ...ofPlayer }),
  z.object({ table: z.literal('pitch_trial'), ...ofPlayer, trial: z.int().min(0) }),
  z.object({
    table: z.literal('live'),
    account_id: accountId,
    player_id: playerId,
    minutes: z.int().min(1).max(720),
  }),
  ...audienceRequests,
  z.object({ table: z.literal('annotations'), account_id: accountId, search: z.string().max(200) }),
  z.object({
    table: z.literal('change_history'),
    account_id: accountId,
    filter: historyFilter,
    language: z.enum(LANGUAGES),
  }),
  z.object({
    table: z.literal('publish'),
    account_id: accountId,
    publish: z.int().nonnegative(),
    language: z.enum(LANGUAGES),
    /** Why changes were refused, in words, by video. */
    reasons: z.record(videoId, z.string().max(2000)),
  }),
  z.object({ table: z.literal('ab_tests'), account_id: accountId }),
  z.object({ table: z.literal('ab_sides'), ...ofTest }),
  z.object({ table: z.literal('ab_split'), ...ofTest }),
  z.object({ table: z.literal('ab_time'), ...ofTest }),
  z.object({ table: z.literal('ab_retention'), ...ofTest }),
  z.object({ table: z.literal('ab_revenue'), ...ofTest }),
  z.object({ table: z.literal('ab_decisions'), ...ofTest }),
])
export type TableRequest = z.output<typeof tableRequest>
export type TableName = TableRequest['table']
export type AbTableRequest = Extract<TableRequest, { table: `ab_${string}` }>

export interface ExportState {
  id: number
  table: TableName | 'ledger' | 'picture' | 'grid'
  /** Name of the file or folder, without its path. */
  name: string
  status: 'running' | 'done' | 'cancelled' | 'failed'
  rows: number
  written: number
  /** More than one when the rows exceed one sheet of a workbook. */
  sheets: number
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
    input: z.object({
      request: tableRequest,
      flavour: z.enum(FILE_KINDS),
      language: z.enum(LANGUAGES),
    }),
    output: returns<ExportState | null>(),
  },
  /** Copies the table to the clipboard as tab-separated text; returns the number of rows. */
  copy: {
    input: z.object({ request: tableRequest, language: z.enum(LANGUAGES) }),
    output: returns<number>(),
  },
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
