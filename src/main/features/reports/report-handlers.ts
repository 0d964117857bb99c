import { type LengthAndPitch, NOTHING_KNOWN } from '../../../shared/api/player.ts'
import { bridge, type Noun } from '../../../shared/bridge.ts'
import { AppError } from '../../../shared/failure.ts'
import type { StoredAbTest } from '../../../shared/features/ab-tests/ab-test.ts'
import { NO_STORED_DATA } from '../../../shared/features/ab-tests/table.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import type { AnnotationList } from '../../../shared/features/annotations/own-annotation.ts'
import type { MarkerList } from '../../../shared/features/markers/marker.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import { callActionsAt } from '../../../shared/features/publishing/calls-then.ts'
import type { HistoryEntry, OpenVideo } from '../../../shared/features/publishing/edit.ts'
import { isFreezable } from '../../../shared/features/reports/left-in.ts'
import type { ReportDocument } from '../../../shared/features/reports/report.ts'
import { preferencesFor } from '../../../shared/features/reports/view.ts'
import type { Preferences } from '../../../shared/features/settings/preferences.ts'
import type { OpenReport } from '../../../shared/features/settings/window-info.ts'
import { canonicalJson } from '../../database/json.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { makeAnnotated, makeTables } from '../exports/tables.ts'
import { withoutRefresh } from './freeze.ts'

type Handle = (input: unknown) => unknown

interface ReportParts {
  id: string
  document: ReportDocument
  /** The handlers of the live app, for calls that do not concern the account. */
  handlers: CallHandlers
  preferences: () => Preferences
  /** Exports of the report's own tables. */
  exports: CallHandlers['exports']
}

/** Calls about the app rather than the report's data; the live handlers answer them. */
const OF_THE_APP: readonly string[] = [
  'app.connection',
  'app.copy',
  'app.copyDiagnostics',
  'app.fault',
  'app.reload',
  'app.about',
  'app.startAgain',
  'keys.ready',
  'keys.hold',
  'keys.putBack',
  'reports.close',
  'reports.save',
  'reports.pdf',
  'reports.mark',
  'reports.list',
  // Opening another report replaces this one, as by a double click on its file.
  'reports.open',
  'reports.openFile',
  'reports.take',
  'reports.arrived',
  'reports.showArrived',
  'reports.openFailures',
  'reports.forgetOpenFailures',
  'updates.state',
  'updates.dismiss',
]
/** Fixed answers: in a report nothing is running and nothing is stored. */
const FIXED_ANSWERS: Readonly<Record<string, unknown>> = {
  'app.pagesForgotten': 0,
  'app.keepPage': undefined,
  'downloads.list': [],
  'players.near': [],
  'players.opened': undefined,
  'curves.keepView': undefined,
  'edits.list': { edits: [], names: {}, duplicates: [] },
  'activity.list': { running: [], failures: [], sent: 0 },
}

/** Handlers that answer from a report alone: read only, without account, key or network. */
export function makeReportHandlers(parts: ReportParts): CallHandlers {
  const answers = answersOf(parts.document)
  const trends = trendsOf(parts.document)
  const handlers = Object.entries(bridge).map(([noun, verbs]) => {
    const each = Object.keys(verbs).map((verb): [string, Handle] => {
      return [verb, handlerOf(parts, answers, { noun, verb })]
    })
    return [noun, Object.fromEntries(each)]
  })
  const ofReport = Object.fromEntries(handlers) as unknown as CallHandlers
  return {
    ...ofReport,
    exports: parts.exports,
    abTests: {
      ...ofReport.abTests,
      // The list contains the test with its full history, see `freeze.ts`.
      async test({ account_id, group_id }) {
        return (await ofReport.abTests.list({ account_id }))[group_id] ?? NO_STORED_DATA
      },
    },
    overview: {
      ...ofReport.overview,
      async trends({ player_ids }) {
        return Object.fromEntries(player_ids.map((id) => [id, trends[id] ?? []]))
      },
    },
    accounts: { ...ofReport.accounts, list: () => [accountOf(parts.document)] },
    app: { ...ofReport.app, ...ownAppCalls(parts) },
  }
}

function handlerOf(
  { handlers }: ReportParts,
  answers: Answers,
  call: { noun: string; verb: string },
) {
  const name = `${call.noun}.${call.verb}`
  if (OF_THE_APP.includes(name)) {
    return (handlers[call.noun as Noun] as Record<string, Handle>)[call.verb] as Handle
  }
  if (Object.hasOwn(FIXED_ANSWERS, name)) return () => FIXED_ANSWERS[name]
  if (isFreezable(call)) return (input: unknown) => answers.find(call, input)
  return () => {
    throw new AppError({ kind: 'report-read-only' })
  }
}

type Change = { [K in keyof Preferences]?: Preferences[K] | undefined }

/** Preferences of the reader, kept when the report is closed. */
const OF_THE_READER: readonly string[] = [
  'language',
  'theme',
  'fileKind',
  'isOffline',
] satisfies (keyof Preferences)[]
/** Preferences that the report fixes: its screen and subject. */
const AS_FROZEN: readonly string[] = [
  'place',
  'playerPeriod',
  'overviewPeriod',
  'openedTest',
] satisfies (keyof Preferences)[]

/** Preferences start as the report's; most changes are dropped when it is closed. */
function ownAppCalls({ id, document, handlers, preferences }: ReportParts) {
  const report: OpenReport = { id, about: document.about }
  let shown = preferencesFor(document, preferences())
  return {
    async info() {
      const own = await handlers.app.info(undefined)
      return { ...own, preferences: shown, accounts: [accountOf(document)], report }
    },
    async prefer(change: Change): Promise<Preferences> {
      const changed = Object.entries(change).filter(([, value]) => value !== undefined)
      const free = Object.fromEntries(changed.filter(([key]) => !AS_FROZEN.includes(key)))
      shown = { ...shown, ...free }
      const lasting = Object.fromEntries(changed.filter(([key]) => OF_THE_READER.includes(key)))
      // Throws when the choice to work offline is not stored; it applies nevertheless.
      if (Object.keys(lasting).length > 0) await handlers.app.prefer(lasting)
      return shown
    },
  } satisfies Partial<CallHandlers['app']>
}

/** From all calls of the report: each has only the players that were in view at the time. */
const trendsOf = ({ calls }: ReportDocument): Record<string, (number | null)[]> =>
  Object.assign(
    {},
    ...calls
      .filter(({ noun, verb }) => noun === 'overview' && verb === 'trends')
      .map(({ value }) => value),
  )

interface Answers {
  find: (call: { noun: string; verb: string }, input: unknown) => unknown
  /** A service's stored answer, as exports and comparisons read it. */
  stored: (account_id: string, name: string, input: object) => Answer<unknown> | null
}

export function answersOf({ calls }: ReportDocument): Answers {
  const byRequest = new Map(calls.map((call) => [keyOf(call, call.input), call.value]))
  return {
    find(call, input) {
      const key = keyOf(call, input)
      if (byRequest.has(key)) return byRequest.get(key)
      throw new AppError({ kind: 'not-in-report' })
    },
    stored(account_id, name, input) {
      const key = keyOf({ noun: 'analytics', verb: name }, { ...input, account_id })
      return (byRequest.get(key) as Answer<unknown> | undefined) ?? null
    },
  }
}

const keyOf = ({ noun, verb }: { noun: string; verb: string }, input: unknown) =>
  `${noun}.${verb} ${canonicalJson(withoutRefresh(input))}`

const NO_ANNOTATIONS: AnnotationList = { annotations: [], canUndo: false, canRedo: false }

/** Builds the tables of a report's screen, by the code that builds those of the live app. */
export function tablesOf(document: ReportDocument) {
  const { find, stored } = answersOf(document)
  const { account, player, madeAt } = document.about
  const findOrNull = <T>(noun: Noun, verb: string, input: object): T | null => {
    try {
      return find({ noun, verb }, input) as T
    } catch {
      return null
    }
  }
  const annotations = async (account_id: string) =>
    findOrNull<AnnotationList>('annotations', 'list', { account_id }) ?? NO_ANNOTATIONS
  const tests = (account_id: string) =>
    findOrNull<Record<string, StoredAbTest>>('abTests', 'list', { account_id }) ?? {}
  const tables = makeTables({
    read: async (account_id, name, input) => stored(account_id, name, input),
    readOverview: async (account_id, { period, comparison }) =>
      find({ noun: 'overview', verb: 'read' }, { account_id, period, comparison }) as Overview,
    readTests: async (account_id) => tests(account_id),
    readTest: async (account_id, group_id) => tests(account_id)[group_id] ?? NO_STORED_DATA,
    // No screen of a report has these tables.
    readPublish: async () => null,
    readHistory: async () => ({ entries: [], next: null }),
    readVideo: async (account_id, video_id, at) => {
      const of = { account_id, video_id }
      const video = findOrNull<OpenVideo>('videos', 'open', of)?.base
      const history = findOrNull<HistoryEntry[]>('edits', 'history', of)
      return video ? { ...video, ...callActionsAt(video, history ?? [], at) } : null
    },
    lastKnown: async (account_id, player_id) =>
      player?.id === player_id
        ? player
        : (findOrNull<LengthAndPitch>('players', 'lastKnown', { account_id, player_id }) ??
          NOTHING_KNOWN),
    readMarkers: async (account_id, player_id) =>
      findOrNull<MarkerList>('markers', 'list', { account_id, player_id })?.markers ?? [],
    readAnnotations: async (account_id) => (await annotations(account_id)).annotations,
    accountOf: async () => ({ name: account.name, timezone: account.timezone }),
    now: () => madeAt,
  })
  return makeAnnotated(tables.build, annotations)
}

/** The report's account; it has no address and needs no key. */
function accountOf({ about }: ReportDocument): Account {
  const { id, name, timezone } = about.account
  return {
    ...{ id, name, timezone },
    isDemo: false,
    company_id: null,
    base_url: '',
    api_base_url: null,
    keys: { analytics: 'ready', video: 'ready' },
    testedAt: about.madeAt,
    downloadedAt: about.madeAt,
    createdAt: about.madeAt,
  }
}
