import { inflateSync } from 'node:zlib'
import { z } from 'zod'
import { type AnalyticsName, analytics } from '../../shared/api/analytics.ts'
import { COLLECTIONS, GROUPS } from '../../shared/api/settings/index.ts'
import { ADDITIVE } from '../../shared/api/statistics.ts'
import { video, videoId } from '../../shared/api/video.ts'
import { DeskError, failureOf } from '../../shared/failure.ts'
import { abChoice, abDecided, abSnapshot } from '../../shared/features/ab-tests/ab-test.ts'
import { SALES } from '../../shared/features/analytics/growth.ts'
import { annotationFields } from '../../shared/features/annotations/own-annotation.ts'
import { downloadScope } from '../../shared/features/downloads/download.ts'
import { MOST_MARKERS, marker } from '../../shared/features/markers/marker.ts'
import { PICTURE_TYPES, pictureHash } from '../../shared/features/pictures/picture.ts'
import { curvesView } from '../../shared/features/player/curves/view.ts'
import { tags } from '../../shared/features/player-marks/player-mark.ts'
import { registerKey, registerKind } from '../../shared/features/publishing/register.ts'
import { reportAbout, reportId } from '../../shared/features/reports/report.ts'
import { schedule, scheduledRun, scheduleId } from '../../shared/features/reports/schedule.ts'
import { mergeRules } from '../../shared/features/traffic/merge-rules.ts'
import { accountId, playerId } from '../../shared/model/ids.ts'
import { instant, timezone } from '../../shared/time/time.ts'
import { unpackedText } from '../features/ab-tests/packed-history.ts'
import { DAY_COLUMNS } from '../features/analytics/day-columns.ts'
import { isMonth } from '../features/analytics/packed-month.ts'
import { backupError } from '../features/backup/parts.ts'
import { MOST_DOCUMENT_BYTES, readDocument } from '../features/reports/document-text.ts'
import { refuseNamed } from '../features/reports/refusal.ts'
import { checkedAddress } from '../http/address.ts'
import { readJson } from '../http/json.ts'
import { type Database, type Value } from './database.ts'

/** A schema for the rows of each table, by the table's name. */
type Rows = Readonly<Record<string, z.ZodType>>

const count = z.int().nonnegative()
const flag = z.literal([0, 1])
const itemId = z.string().min(1).max(200)
const group = z.enum(GROUPS)
// Days since 1970, within the range of calendar dates.
const day = z.int().min(-700_000).max(2_900_000)

/** A text whose JSON fits the schema. */
const json = (schema: z.ZodType) =>
  z.string().superRefine((text, context) => {
    try {
      const { error } = schema.safeParse(readJson(text))
      for (const { path, message } of error?.issues ?? []) {
        context.addIssue({ code: 'custom', path, message })
      }
    } catch (thrown) {
      const failure = failureOf(thrown)
      const message = failure.kind === 'malformed' ? `${failure.reason}: ${failure.where}` : 'JSON'
      context.addIssue({ code: 'custom', message })
    }
  })

/** An address as `checkedAddress` returns it: https, or http on this computer. */
const address = z.string().superRefine((text, context) => {
  const message = whyNoAddress(text)
  if (message !== null) context.addIssue({ code: 'custom', message })
})

function whyNoAddress(text: string): string | null {
  try {
    return checkedAddress(text) === text ? null : 'is not written as an address is kept'
  } catch (thrown) {
    const failure = failureOf(thrown)
    return 'text' in failure ? failure.text : failure.kind
  }
}

const account = z
  .object({
    id: accountId,
    name: z.string().regex(/\S/u, 'must not be empty').max(80),
    is_demo: flag,
    timezone,
    base_url: z.string(),
    api_base_url: address.nullable(),
    tested_at: instant.nullable(),
    downloaded_at: instant.nullable(),
    created_at: instant,
    has_analytics_key: flag.nullable(),
    has_video_token: flag.nullable(),
    company_id: z.uuid().nullable(),
  })
  .superRefine(({ is_demo, base_url }, context) => {
    // The demo service inside the app has a new address at each start.
    const message = is_demo === 1 ? null : whyNoAddress(base_url)
    if (message !== null) context.addIssue({ code: 'custom', path: ['base_url'], message })
  })

const texts = z.array(z.string()).max(5000)
const place = { group, item_id: itemId.nullable(), register: z.string().nullable() }

/** `failure` is not read: it is removed when the row becomes a draft again. */
const editFields = z.looseObject({
  account_id: accountId,
  video_id: videoId,
  key: z.string(),
  seq: count,
  kind: z.enum(['set', 'list', 'create', 'delete']),
  ...place,
  base: z.unknown(),
  want: z.unknown(),
  added: texts.nullable(),
  removed: texts.nullable(),
  status: z.enum(['draft', 'queued', 'sending', 'confirming', 'conflict', 'rejected']),
  revision: count.optional(),
})

const editRow = editFields
  .refine((row) => row.key === registerKey(row), { path: ['key'], message: 'is not its place' })
  .refine(isPlaced, { path: ['register'], message: 'is not a setting' })

function isPlaced({ kind, register, ...at }: z.output<typeof editFields>): boolean {
  const isOfItem = kind === 'create' || kind === 'delete'
  if (isOfItem) return register === null && at.item_id !== null
  const known = register === null ? undefined : registerKind({ ...at, register })
  return known !== undefined && (known === 'list') === (kind === 'list')
}

const history = z.object({
  at: instant,
  event: z.enum(['downloaded', 'posted', 'overwritten', 'duplicate', 'discarded', 'resolved']),
  group: group.nullable(),
  item_id: itemId.nullable(),
  register: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
})

const annotation = annotationFields.extend({
  id: z.string().min(1).max(64),
  madeAt: instant,
  changedAt: instant,
})
const markers = z.array(marker).max(MOST_MARKERS)

const downloadState = z.object({
  account_id: accountId,
  scope: downloadScope,
  status: z.enum(['running', 'waiting', 'done', 'cancelled', 'failed', 'interrupted']),
  total: count,
  done: count,
  failures: z.array(z.unknown()),
  startedAt: instant,
  endedAt: instant.nullable(),
  resumesAt: instant.nullable(),
})

const steps = { id: count, account_id: accountId, is_undone: flag }
const ofPlayer = { account_id: accountId, player_id: playerId }
const ofVideo = { account_id: accountId, video_id: videoId }
const ofTest = { account_id: accountId, group_id: z.string().min(1).max(200) }

export const DESK_ROWS: Rows = {
  accounts: account,
  downloads: z.object({
    account_id: accountId,
    scope: json(downloadScope),
    started_at: instant,
    status: downloadState.shape.status,
    state: json(downloadState).nullable(),
  }),
  seals: z.object({ file: z.string(), mark: z.string() }),
  videos: z.object({
    ...ofVideo,
    fetched_at: instant,
    name: z.string(),
    duration: z.number().nonnegative().nullable(),
    call_actions: count,
    pixels: count,
    video: json(video),
  }),
  video_lists: z.object({ account_id: accountId, as_of: instant }),
  edits: z.object({
    ...ofVideo,
    key: z.string(),
    seq: count,
    kind: editFields.shape.kind,
    status: editFields.shape.status,
    edit: json(editRow),
  }),
  steps: z.object({ ...steps, made_at: instant }),
  step_rows: z.object({
    step: count,
    ...ofVideo,
    key: z.string(),
    before: json(editRow).nullable(),
    after: json(editRow).nullable(),
  }),
  edit_history: z.object({
    id: count,
    ...ofVideo,
    at: instant,
    event: history.shape.event,
    entry: json(history),
  }),
  watched_items: z.object({ ...ofVideo, item_id: itemId, until: instant, edit: json(editRow) }),
  duplicates: z.object({
    ...ofVideo,
    item_id: itemId,
    collection: z.enum(COLLECTIONS),
    twin_of: itemId,
    found_at: instant,
  }),
  pictures: z.object({
    account_id: accountId,
    hash: pictureHash,
    name: z.string(),
    type: z.enum(PICTURE_TYPES),
    size: count,
    width: count,
    height: count,
    chosen_at: instant,
  }),
  uploads: z.object({
    id: count,
    account_id: accountId,
    hash: pictureHash,
    name: z.string(),
    at: instant,
    file_id: z.string().nullable(),
  }),
  ab_choices: z.object({ ...ofTest, choice: json(abChoice) }),
  ab_decisions: z.object({
    id: count,
    ...ofTest,
    decision: json(abDecided.extend({ at: instant })),
  }),
  traffic_rules: z.object({ account_id: accountId, rules: json(mergeRules) }),
  player_marks: z.object({
    ...ofPlayer,
    tags: json(tags),
    is_pinned: flag,
    opened_at: instant.nullable(),
  }),
  annotations: z.object({
    account_id: accountId,
    id: annotation.shape.id,
    annotation: json(annotation),
  }),
  annotation_steps: z.object({
    ...steps,
    annotation_id: annotation.shape.id,
    before: json(annotation).nullable(),
    after: json(annotation).nullable(),
  }),
  markers: z.object({ ...ofPlayer, markers: json(markers) }),
  marker_steps: z.object({
    ...steps,
    player_id: playerId,
    before: json(markers),
    after: json(markers),
  }),
  curves_views: z.object({ ...ofPlayer, view: json(curvesView) }),
  reports: z.object({
    id: reportId,
    origin: z.enum(['made', 'scheduled', 'opened']),
    added_at: instant,
    removed_at: instant.nullable(),
    size: count,
    has_preview: flag,
    tags: json(tags),
    is_favourite: flag,
    about: json(reportAbout),
  }),
  report_documents: z
    .object({
      id: reportId,
      document: z.instanceof(Uint8Array),
      preview: z.instanceof(Uint8Array).nullable(),
    })
    .superRefine(({ id, document }, context) => {
      const message = whyNoDocument(id, document)
      if (message !== null) context.addIssue({ code: 'custom', path: ['document'], message })
    }),
  report_schedules: z.object({ id: scheduleId, account_id: accountId, schedule: json(schedule) }),
  report_runs: z.object({
    schedule_id: scheduleId,
    due_at: instant,
    run: json(scheduledRun.omit({ schedule_id: true, due_at: true })),
  }),
}

function whyNoDocument(id: string, packed: Uint8Array): string | null {
  try {
    const json = inflateSync(packed, { maxOutputLength: MOST_DOCUMENT_BYTES })
    return readDocument(json, refuseNamed(id)).id === id ? null : 'is not of this checksum'
  } catch (thrown) {
    if (thrown instanceof DeskError && thrown.failure.kind === 'report-file') {
      return `${thrown.failure.reason} ${thrown.failure.text}`
    }
    return 'cannot be unpacked'
  }
}

const question = z.record(z.string(), z.unknown())
const measures = <T extends string>(names: readonly T[]) =>
  Object.fromEntries(names.map((name) => [name, z.int()])) as Record<T, z.ZodInt>
const ofQuestion = { account_id: accountId, input: json(question), as_of: instant }
const answered = { ...ofQuestion, is_settled: flag }
const isEndpoint = (name: string): name is AnalyticsName => Object.hasOwn(analytics, name)

/** Start, end and zone of a period, as in the request. */
const span = z.tuple([z.string().nullable(), z.string().nullable(), z.string().nullable()])

const snapshotsText = json(z.array(z.tuple([json(question), abSnapshot])))
const packedHistory = z.instanceof(Uint8Array).superRefine((stored, context) => {
  try {
    const { error } = snapshotsText.safeParse(unpackedText(stored))
    for (const { path, message } of error?.issues ?? []) {
      context.addIssue({ code: 'custom', path, message })
    }
  } catch {
    context.addIssue({ code: 'custom', message: 'cannot be unpacked' })
  }
})

export const ANSWERS_ROWS: Rows = {
  answers: z
    .object({ id: count, ...answered, name: z.string(), value: z.string() })
    .superRefine(({ name, value }, context) => {
      // Answers to unknown endpoints are never read.
      const parsed = isEndpoint(name) && json(analytics[name].output).safeParse(value)
      if (!parsed || parsed.success) return
      for (const { path, message } of parsed.error.issues) {
        context.addIssue({ code: 'custom', path: ['value', ...path], message })
      }
    }),
  period_answers: z.object({
    ...answered,
    span: z.string(),
    value: json(analytics.stats.output),
  }),
  periods_used: z.object({ account_id: accountId, span: json(span), used_at: instant }),
  ab_snapshots: z.object({
    ...ofQuestion,
    pair: z.string().nullable(),
    day: z.string().nullable(),
    snapshot: json(abSnapshot).nullable(),
  }),
  ab_histories: z.object({ account_id: accountId, pair: z.string(), snapshots: packedHistory }),
  ab_newest: z.object({ account_id: accountId, pair: z.string(), snapshot: json(abSnapshot) }),
  calendars: z.object({ id: count, account_id: accountId, timezone }),
  series: z.object({ id: count, calendar: count, player_id: playerId }),
  days: z.object({
    series: count,
    day,
    as_of: instant,
    pitch_time: count,
    video_duration: count,
    ...measures(DAY_COLUMNS),
    extra: json(question).nullable(),
  }),
  months: z.object({
    calendar: count,
    month: count,
    series: count,
    stored: z.int(),
    oldest: instant,
    ...measures(ADDITIVE),
  }),
  month_days: z.object({
    calendar: count,
    month: count,
    series: count,
    lanes: z.instanceof(Uint8Array).refine(isMonth, 'is not a month of days'),
  }),
  account_days: z.object({ calendar: count, day, ...measures(ADDITIVE) }),
  early_days: z.object({
    series: count,
    day,
    age: count,
    as_of: instant,
    ...measures(SALES),
  }),
  grown_days: z.object({
    calendar: count,
    day,
    age: count,
    ...measures(SALES.flatMap((sale) => [`early_${sale}`, `settled_${sale}`] as const)),
  }),
}

/** The tables made by migrations, without SQLite's own. */
export const tablesOf = (database: Database): string[] =>
  database
    .all<[string]>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
    )
    .flat()

/** Throws `backup` with table and row (from 1) for the first row that does not fit its schema. */
export function assertRows(database: Database, rows: Rows) {
  for (const table of tablesOf(database)) assertTable(database, table, rows[table])
}

function assertTable(database: Database, table: string, schema: z.ZodType = z.never()) {
  const columns = database.all<[string]>(`SELECT name FROM pragma_table_info('${table}')`).flat()
  let number = 0
  database.each<Value[]>(
    `SELECT ${columns.map(readable).join(', ')} FROM ${table}`,
    [],
    (values) => {
      number += 1
      const row = Object.fromEntries(columns.map((name, index) => [name, values[index]]))
      const [issue] = schema.safeParse(row).error?.issues ?? []
      if (!issue) return
      const why = `${issue.path.join('.')}: ${issue.message}`.slice(0, LONGEST_REASON)
      throw backupError('row', '', `${table}, row ${number}: ${why}`)
    },
  )
}

/** The driver fails for good on integers beyond 2^53. As text they fail the schema instead. */
const readable = (column: string) =>
  `iif(typeof(${column}) = 'integer' AND abs(${column} / 2) > ${Number.MAX_SAFE_INTEGER} / 2,
    CAST(${column} AS TEXT), ${column})`

const LONGEST_REASON = 200
