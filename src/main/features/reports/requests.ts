import { makeCsvWriter } from '../../../shared/csv.ts'
import { AppError, type Failure } from '../../../shared/failure.ts'
import type { StoredAbTest } from '../../../shared/features/ab-tests/ab-test.ts'
import { type TableRequest, tableRequest } from '../../../shared/features/exports/request.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import { shownColumns, sortAmong } from '../../../shared/features/overview/shown-columns.ts'
import { curvesView } from '../../../shared/features/player/curves/view.ts'
import { comparedIn, type ReportDocument } from '../../../shared/features/reports/report.ts'
import { preferencesFor } from '../../../shared/features/reports/view.ts'
import { DEFAULT_PREFERENCES } from '../../../shared/features/settings/preferences.ts'
import { mergeRules, NO_MERGE_RULES } from '../../../shared/features/traffic/merge-rules.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import { fieldsOf } from '../../../shared/plain.ts'
import { type Period, wireRange } from '../../../shared/time/period.ts'
import { canonicalJson } from '../../database/json.ts'
import { factLines } from '../exports/facts.ts'
import type { BuiltTable } from '../exports/tables.ts'
import type { ReportToPack } from './container.ts'
import { tablesOf } from './report-handlers.ts'

export interface ReportTable extends BuiltTable {
  request: TableRequest
}

/** The tables that a report can show, each once. */
export function requestsOf(document: ReportDocument): TableRequest[] {
  const requests = [
    ...playerRequests(document),
    ...overviewRequests(document),
    ...trafficRequests(document),
    ...testRequests(document),
  ]
  // A file's calls are untrusted: invalid requests are dropped.
  const valid = requests.flatMap((request) => tableRequest.safeParse(request).data ?? [])
  return [...new Map(valid.map((request) => [canonicalJson(request), request])).values()]
}

const MISSING: readonly Failure['kind'][] = ['nothing-stored', 'not-found', 'not-in-report']

/** A report's tables, in the order of its screen, without those that it has no data for. */
export async function builtTables(
  document: ReportDocument,
  requests = requestsOf(document),
): Promise<ReportTable[]> {
  const build = tablesOf(document)
  const tables: ReportTable[] = []
  for (const request of requests) {
    try {
      tables.push({ request, ...(await build(request)) })
    } catch (thrown) {
      if (!(thrown instanceof AppError && MISSING.includes(thrown.failure.kind))) throw thrown
    }
  }
  return tables
}

/** A report's tables as CSV for spreadsheets, with their facts below, for readers without the app. */
export async function csvOf(
  document: ReportDocument,
  language: Language,
): Promise<ReportToPack['tables']> {
  const built = await builtTables(document)
  const { madeAt, version } = document.about
  return built.map(({ table, facts }, index) => {
    const writer = makeCsvWriter(table.columns, 'spreadsheet', language)
    const about = { language, rows: table.rows.length, exportedAt: madeAt, version }
    const below = factLines(writer, { table, facts, ...about })
    return {
      name: numbered(index, facts.table),
      csv: writer.header() + writer.rows(table.rows) + below,
    }
  })
}

/** A table's file name, numbered in the order of the screen. */
export const numbered = (index: number, table: string) =>
  `${String(index + 1).padStart(2, '0')}_${table}`

const inputsOf = ({ calls }: ReportDocument, noun: string, verb: string) =>
  calls.filter((one) => one.noun === noun && one.verb === verb).map(({ input }) => fieldsOf(input))

/** The inputs of a verb's calls about this player and these days. */
function inputsAbout(document: ReportDocument, player_id: string, period: Period) {
  const { start_date, end_date } = wireRange(period)
  return (verb: string) =>
    inputsOf(document, 'analytics', verb).filter(
      (input) =>
        input['player_id'] === player_id &&
        input['start_date'] === start_date &&
        input['end_date'] === end_date,
    )
}

const BY_PLAYS = { column: 'total_started', descending: true }

function overviewRequests(document: ReportDocument): unknown[] {
  const { screen, period, comparison, account } = document.about
  const read = document.calls.find(({ noun, verb }) => noun === 'overview' && verb === 'read')
  if (screen !== 'overview' || !period || !read) return []
  const { basis, overviewTable } = preferencesFor(document, DEFAULT_PREFERENCES)
  const [name = 'name', ...shown] = shownColumns(
    overviewTable.columns,
    basis,
    read.value as Overview,
  )
  // Players may have the same name.
  const columns = [...new Set([name, 'id', ...shown])]
  return [
    {
      ...{ table: 'overview', account_id: account.id, period, comparison },
      ...{ search: '', activeOnly: false },
      ...{ columns, sort: sortAmong(columns, overviewTable.sort) },
    },
  ]
}

function playerRequests(document: ReportDocument): unknown[] {
  const { player, period, account } = document.about
  if (!player || !period) return []
  const comparison = comparedIn(document.about)
  const of = { account_id: account.id, player_id: player.id, period }
  const inputs = inputsAbout(document, player.id, period)
  const hasVideo = inputsOf(document, 'videos', 'open').some((one) => one['video_id'] === player.id)
  const live = inputsOf(document, 'analytics', 'liveUsers').filter(
    (input) => input['player_id'] === player.id,
  )
  return [
    { table: 'figures', ...of, comparison },
    { table: 'funnel', ...of, comparison },
    { table: 'days', ...of },
    { table: 'retention', ...of, comparison },
    ...curvesRequests(document, of, comparison),
    ...trialRequests(document, of, player.duration),
    { table: 'timing', ...of },
    ...inputs('statsByField').map(({ field }) => ({
      ...{ table: 'breakdown', ...of, field },
      sort: BY_PLAYS,
    })),
    ...inputs('statsByFieldByDay').map(({ field }) => ({ table: 'field_days', ...of, field })),
    ...(hasVideo ? [{ table: 'call_windows', ...of }] : []),
    { table: 'marks', ...of, comparison },
    ...live.map(({ minutes }) => ({
      ...{ table: 'live', account_id: account.id, player_id: player.id },
      minutes,
    })),
  ]
}

/** The overlaid curves; that of the comparison until others are chosen. */
function curvesRequests(
  { calls }: ReportDocument,
  of: { player_id: string },
  comparison: Period | null,
): unknown[] {
  const view = curvesViewIn(calls, of.player_id)
  if (!view) return []
  const chosen = view.overlays?.map(({ choice }) => choice) ?? [null]
  const compared = comparison && { kind: 'period', period: comparison }
  const choices = chosen.flatMap((choice) => choice ?? compared ?? [])
  return choices.length === 0 ? [] : [{ table: 'curves', ...of, by: view.by, choices }]
}

/** The trial pitch, if it lies within the video. */
function trialRequests(
  { calls }: ReportDocument,
  of: { player_id: string },
  duration: number,
): unknown[] {
  const trial = curvesViewIn(calls, of.player_id)?.trial ?? null
  return trial === null || trial > duration ? [] : [{ table: 'pitch_trial', ...of, trial }]
}

function curvesViewIn(calls: ReportDocument['calls'], player_id: string) {
  const call = calls.find(
    ({ noun, verb, input }) =>
      noun === 'curves' && verb === 'view' && fieldsOf(input)['player_id'] === player_id,
  )
  return call && curvesView.safeParse(call.value).data
}

/** Number of values with a series by day in the table. */
const TOP_BY_DAY = 50

function trafficRequests(document: ReportDocument): unknown[] {
  const { player, period, account } = document.about
  if (!player || !period) return []
  const comparison = comparedIn(document.about)
  const rules = rulesOf(document)
  const of = { account_id: account.id, player_id: player.id, period }
  const inputs = inputsAbout(document, player.id, period)
  return [
    ...inputs('validUtms').map(() => ({ table: 'traffic_parameters', ...of })),
    ...inputs('trafficStats').map(({ query_key }) => ({
      ...{ table: 'traffic', ...of, query_key, rules, comparison },
      ...{ sort: BY_PLAYS, top: null },
    })),
    ...inputs('trafficStatsByDay').flatMap(({ query_keys }) =>
      listOf(query_keys).map((query_key) => ({
        ...{ table: 'traffic_days', ...of, query_key, rules },
        ...{ measure: 'total_started', top: TOP_BY_DAY },
      })),
    ),
    ...inputs('userEngagementByOrigin').map(({ query_key, values }) => ({
      ...{ table: 'traffic_retention', ...of, query_key, values, shown: values },
    })),
  ]
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function rulesOf({ calls }: ReportDocument) {
  const call = calls.find(({ noun, verb }) => noun === 'traffic' && verb === 'rules')
  return mergeRules.safeParse(call?.value).data ?? NO_MERGE_RULES
}

const OF_ARMS = ['ab_sides', 'ab_split', 'ab_time', 'ab_retention', 'ab_revenue'] as const

function testRequests(document: ReportDocument): unknown[] {
  const { group, account } = document.about
  if (!group) return []
  const { id: account_id } = account
  const of = { account_id, group_id: group.id }
  const pairs = armsOf(document, group.id)
  return [
    { table: 'ab_tests', account_id },
    ...pairs.flatMap((arms) => OF_ARMS.map((table) => ({ table, ...of, arms }))),
    // Decisions belong to the test, not to a pair of arms.
    ...pairs.slice(0, 1).map((arms) => ({ table: 'ab_decisions', ...of, arms })),
  ]
}

/** The pairs of arms that were compared. */
function armsOf(document: ReportDocument, group_id: string): unknown[][] {
  const tests = document.calls.find(({ noun, verb }) => noun === 'abTests' && verb === 'list')
  const kept = (tests?.value as Record<string, StoredAbTest> | undefined)?.[group_id]
  const read = (kept?.snapshots ?? []).map(({ arms }) => arms.map(({ player_id }) => player_id))
  const inputs = inputsOf(document, 'analytics', 'comparisonStats')
    .filter((input) => input['comparison_group_id'] === group_id)
    .map(({ items }) => listOf(items).map((item) => fieldsOf(item)['player_id']))
  const pairs = [...read, ...inputs].filter(({ length }) => length === 2)
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()]
}
