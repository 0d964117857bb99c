import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Player } from '../../../shared/api/player.ts'
import { AppError, type Failure, failureOf } from '../../../shared/failure.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { comparesAllByDefault } from '../../../shared/features/downloads/download.ts'
import { NO_COVER } from '../../../shared/features/reports/cover.ts'
import type { ReportDocument } from '../../../shared/features/reports/report.ts'
import {
  type Schedule,
  type ScheduledFile,
  wallTimeOf,
} from '../../../shared/features/reports/schedule.ts'
import { fixedDays } from '../../../shared/features/reports/view.ts'
import type { FileKind, Preferences } from '../../../shared/features/settings/preferences.ts'
import { decimalMark, type Language } from '../../../shared/locales/languages.ts'
import { folded } from '../../../shared/tables/table.ts'
import {
  comparisonPeriod,
  type Period,
  presetPeriod,
  presetWithoutToday,
  todayIn,
  unitOf,
} from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import { storageError } from '../../database/storage-failure.ts'
import {
  type Begun,
  FOLDER_REMOVAL,
  isTaken,
  move,
  openAtomicFolder,
  syncFor,
  writeWhole,
} from '../../disk/atomic-file.ts'
import type { DrawnScreen, Printer } from '../../options.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { refuseWhenCancelled } from '../../threads/ending.ts'
import { makeTurnsOf } from '../../threads/turns.ts'
import type { Downloads } from '../downloads/run.ts'
import { writeTable } from '../exports/write-table.ts'
import type { Pdf } from './pdf.ts'
import { makePrintHandlers } from './print-handlers.ts'
import type { ReportFiles } from './report-files.ts'
import { fileName } from './reports.ts'
import { builtTables, csvOf, numbered } from './requests.ts'
import { type DueRun, isPassing, type Made, type PlacedSchedule } from './schedule.ts'

interface ScheduledParts {
  begun?: Begun | undefined
  handlers: () => CallHandlers
  /** Analytics at background priority. */
  analytics: CallHandlers['analytics']
  downloads: Pick<Downloads, 'runInBetween'>
  printer: Pick<Printer, 'read'>
  pdf: Pick<Pdf, 'writeTo'>
  files: Pick<ReportFiles, 'pack'>
  reports: {
    /** Stores a report of the drawn screen, marked as scheduled; resolves with its id. */
    keepScheduled: (drawn: DrawnScreen) => Promise<string>
    read: (id: string) => Promise<ReportDocument>
    list: () => Promise<readonly { id: string }[]>
  }
  zoneOf: (account_id: string) => Promise<string>
  clock: Pick<Clock, 'wait'>
}

/** A folder that takes longer counts as gone: to be found, and to take the files of a run, with the pages of its PDF. */
const LONGEST_LOOK_MS = 60_000
export const LONGEST_WRITE_MS = 15 * 60_000

/** Makes the report of a due time from its screen, and writes its files into the folder. */
export function makeScheduled(parts: ScheduledParts) {
  const { printer, reports } = parts
  const inTurn = makeTurnsOf()
  const within = makeTimeLimit(parts.clock)
  /** Files of a failed attempt that could not be removed, because their folder was gone. */
  const leftOver = new Set<string>()

  /** Removes what an attempt wrote, because the next one would write it again under other names. */
  async function removeWritten(files: Iterable<string>) {
    for (const file of files) {
      leftOver.add(file)
      const isGone = await rm(file, FOLDER_REMOVAL).then(
        () => isFolder(path.dirname(file)),
        () => false,
      )
      if (isGone) leftOver.delete(file)
    }
  }

  async function keepReport(schedule: PlacedSchedule, due_at: number, signal: AbortSignal) {
    const { account_id, language, query_key } = schedule
    const players = await newestPlayers(parts.analytics, account_id)
    const zone = await parts.zoneOf(account_id)
    await refuseRemoved(parts.analytics, { schedule, players, zone })
    const days = daysOf(schedule, todayIn(zone, due_at))
    if (schedule.screen === 'overview') await download(parts, { schedule, days, players })
    const preferences = choicesOf(schedule, days)
    const page = { definitions: {}, query_key, cover: NO_COVER, client: null }
    const { analytics, failures } = withNewest(parts.analytics)
    const answering = { ...parts.handlers(), analytics }
    const handlers = makePrintHandlers(answering, { language, page, preferences })
    // Pages of one account one after the other: those of the others are drawn in between.
    const drawn = await inTurn(account_id, () => printer.read({ handlers, language, signal }))
    if (!drawn) throw new AppError({ kind: 'nothing-stored' })
    const [failure] = failures
    if (failure) throw new AppError(failure)
    refuseOtherParameter(drawn, query_key)
    return reports.keepScheduled(drawn)
  }

  async function writeFiles(
    { files, ...schedule }: PlacedSchedule,
    due_at: number,
    report: Omit<Writing, 'place'>,
  ) {
    const folder = path.resolve(schedule.folder)
    await removeWritten([...leftOver].filter((file) => path.dirname(file) === folder))
    // Named by the due time, so that reports made up later do not replace each other.
    const { about } = report.document
    const time = wallTimeOf(due_at, about.account.timezone).replace(':', '')
    const stem = await freeStem(folder, `${fileName({ ...about, madeAt: due_at })} ${time}`)
    const together = await openTogether(folder, stem, parts.begun)
    const writers = makeWriters(parts, { ...report, place: together.place })
    try {
      for (const file of files) await writers[file]()
      return await together.show(report.signal)
    } catch (thrown) {
      await removeWritten(together.written)
      await refuseGone(schedule.folder)
      throw together.asShown(thrown)
    } finally {
      await together.close()
    }
  }

  return async (schedule: PlacedSchedule, run: DueRun, signal: AbortSignal): Promise<Made> => {
    const { folder, language } = schedule
    const { due_at } = run
    await within(LONGEST_LOOK_MS, { folder, signal }, () => refuseGone(folder))
    const isStored = (await reports.list()).some(({ id }) => id === run.report_id)
    const known = isStored ? run.report_id : null
    const report_id = known ?? (await keepReport(schedule, due_at, signal))
    if (!known) await run.onReport(report_id)
    const report = { document: await reports.read(report_id), report_id, language }
    // One after the other, so that no two runs choose the same names.
    const files = await inTurn(folder, () =>
      within(LONGEST_WRITE_MS, { folder, signal }, (limited) =>
        writeFiles(schedule, due_at, { ...report, signal: limited }),
      ),
    )
    return { report_id, files }
  }
}

interface Writing {
  document: ReportDocument
  report_id: string
  language: Language
  /** The path with this ending. */
  place: (ending: string) => string
  signal: AbortSignal
}

function makeWriters(
  { pdf, files, begun }: Pick<ScheduledParts, 'pdf' | 'files' | 'begun'>,
  { document, report_id, language, place, signal }: Writing,
): Record<ScheduledFile, () => Promise<void>> {
  async function tables(flavour: FileKind, ending: string) {
    const { madeAt: exportedAt, version } = document.about
    for (const [index, built] of (await builtTables(document)).entries()) {
      const file = place(` ${numbered(index, built.facts.table)}${ending}`)
      // Of the language that was chosen for the readers, who may be elsewhere.
      const decimal = decimalMark(language)
      const manner = { flavour, language, decimal, file, exportedAt, version }
      await writeTable(built, manner, { signal, begun })
    }
  }
  return {
    async cuepoint() {
      const tables = await csvOf(document, language)
      const bytes = await files.pack({ document, tables, preview: null })
      const options = { access: 'usual', begun, signal } as const
      await writeWhole(place('.cuepoint'), (file) => file.write(bytes), options)
    },
    pdf: async () => pdf.writeTo(place('.pdf'), { id: report_id, language }, signal),
    xlsx: () => tables('xlsx', '.xlsx'),
    csv: () => tables('spreadsheet', '.csv'),
  }
}

/** The first of `name`, `name_2`, … of which the folder has no file, for all files of a run. */
async function freeStem(folder: string, name: string): Promise<string> {
  const taken = (await readdir(folder)).map(folded)
  for (let number = 1; ; number++) {
    const stem = number === 1 ? name : `${name}_${number}`
    const starts = [`${folded(stem)} `, `${folded(stem)}.`]
    if (!taken.some((one) => starts.some((start) => one.startsWith(start)))) return stem
  }
}

/**
 * Files that appear in a folder together: hidden until each is whole, so that the next start can remove what the end
 * of the app leaves of them.
 */
async function openTogether(folder: string, stem: string, begun: Begun | undefined) {
  const drafts = await openAtomicFolder(path.join(folder, stem), begun)
  const written = [drafts.place]
  const names: string[] = []
  return {
    /** What is to be removed when they are not all there. */
    written,
    place(ending: string) {
      names.push(`${stem}${ending}`)
      return drafts.file(`${stem}${ending}`)
    },
    /** Resolves with their names. Throws `cancelled`, also when only the last was waited for. */
    async show(signal: AbortSignal) {
      const places = names.map((name) => path.join(folder, name))
      await refuseTaken(places)
      for (const place of places) {
        refuseWhenCancelled(signal)
        written.push(place)
        await move(path.join(drafts.place, path.basename(place)), place, syncFor(begun))
      }
      refuseWhenCancelled(signal)
      return names
    },
    /** A failure about a hidden file is told as about the file that it was to become. */
    asShown(thrown: unknown) {
      const failure = failureOf(thrown)
      if (failure.kind !== 'storage' || path.dirname(failure.path) !== drafts.place) return thrown
      const { reason, text } = failure
      return storageError(reason, path.join(folder, path.basename(failure.path)), text)
    },
    close: drafts.discard,
  }
}

/** Written meanwhile by another program. */
async function refuseTaken(files: readonly string[]) {
  for (const file of files)
    if (await isTaken(file)) throw storageError('other', file, 'The file exists already.')
}

const isFolder = (place: string) =>
  stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  )

async function refuseGone(folder: string) {
  if (!(await isFolder(folder))) throw gone(folder)
}

const gone = (folder: string) => new AppError({ kind: 'folder-gone', folder })

/**
 * Ends the work on a folder whose disk does not respond, with `folder-gone`: cancelled, it ends when the disk is back.
 * Until then the folder is not used again, because each try would hold a thread for files.
 */
function makeTimeLimit(clock: Pick<Clock, 'wait'>) {
  const silent = new Set<string>()
  return async <T>(
    ms: number,
    { folder, signal }: { folder: string; signal: AbortSignal },
    act: (limited: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    refuseWhenCancelled(signal)
    if (silent.has(folder)) throw gone(folder)
    const limit = new AbortController()
    const stop = () => limit.abort()
    signal.addEventListener('abort', stop, { once: true })
    const work = act(limit.signal)
    const late = async () => {
      await clock.wait(ms, limit.signal)
      silent.add(folder)
      void work.catch(() => undefined).finally(() => silent.delete(folder))
      throw gone(folder)
    }
    try {
      return await Promise.race([work, late()])
    } finally {
      stop()
      signal.removeEventListener('abort', stop)
    }
  }
}

/** The newest answer, whose failure is thrown: offline the report would have old figures. */
function newestOf<T>({ trouble, value }: Answer<T>): T {
  if (trouble) throw new AppError(trouble)
  return value
}

const newestPlayers = async (analytics: CallHandlers['analytics'], account_id: string) =>
  newestOf(await analytics.players({ account_id, refresh: true }))

interface OfSubject {
  schedule: Schedule
  players: readonly Player[]
  zone: string
}

/** Without its player or test, a screen has nothing to freeze, as if nothing were downloaded. */
async function refuseRemoved(
  analytics: CallHandlers['analytics'],
  { schedule: { account_id, screen, player_id, group_id }, players, zone }: OfSubject,
) {
  const gone = new AppError({ kind: 'not-found', what: 'subject', text: '' })
  if (screen === 'traffic' && !players.some(({ id }) => id === player_id)) throw gone
  if (screen !== 'abTests') return
  const listed = await analytics.comparisonGroups({ account_id, timezone: zone, refresh: true })
  if (!newestOf(listed).some(({ id }) => id === group_id)) throw gone
}

/** The screen shows the first parameter found when it does not find the chosen one. */
function refuseOtherParameter({ screen }: DrawnScreen, chosen: string | null) {
  const { query_key: shown = chosen } = screen.filters
  if (chosen !== null && shown !== chosen)
    throw new AppError({ kind: 'not-found', what: 'parameter', text: chosen })
}

interface Days {
  period: Period
  comparison: Period | null
}

/**
 * Downloads what the overview shows, which asks nothing itself. Throws the first failure: figures would be missing;
 * also while another download of the account is running, which may be about other days.
 */
async function download(
  { downloads }: Pick<ScheduledParts, 'downloads'>,
  {
    schedule: { account_id },
    days,
    players,
  }: { schedule: Schedule; days: Days; players: readonly Player[] },
) {
  const comparesDaysOnly = !comparesAllByDefault(players.length)
  const scope = { account_id, ...days, comparesDaysOnly, withPlayers: false, player_ids: null }
  const { status, failures } = await downloads.runInBetween(scope)
  // It stays so: tried again, it would ask the service again for what was stopped.
  if (status === 'cancelled') {
    const text = 'The download for this report was cancelled.'
    throw new AppError({ kind: 'refused', reason: 'download-cancelled', text })
  }
  const [first] = failures
  if (first) throw new AppError(first.failure)
  if (status !== 'done') throw new AppError({ kind: 'cancelled' })
}

type Handle = (input: object) => Promise<Answer<unknown>>

/**
 * Refreshes answers that may have changed first: a hidden page cannot be updated later. With one
 * of the `failures` its report would have old or missing figures.
 */
function withNewest(analytics: CallHandlers['analytics']) {
  const failures: Failure[] = []
  const each = Object.entries(analytics).map(([name, handle]) => {
    const ask = handle as unknown as Handle
    const askNewest: Handle = async (input) => {
      const known = await ask(input)
      if (known.from !== 'store' || known.isSettled) return known
      const newest = await ask({ ...input, refresh: true })
      if (newest.trouble) failures.push(newest.trouble)
      return newest
    }
    const askNoting: Handle = (input) =>
      askNewest(input).catch((thrown) => {
        const failure = failureOf(thrown)
        if (isPassing(failure)) failures.push(failure)
        throw thrown
      })
    return [name, askNoting]
  })
  return { analytics: Object.fromEntries(each) as unknown as typeof analytics, failures }
}

function daysOf(schedule: Schedule, today: string): Days {
  // As on the screens, a period that includes today is not compared.
  const presetDays = schedule.comparison === 'none' ? presetPeriod : presetWithoutToday
  const period = presetDays(schedule.preset, today)
  const isPast = period.end < today
  const before = comparisonPeriod(period, schedule.comparison, null, unitOf(schedule, period))
  return { period, comparison: isPast ? before : null }
}

function choicesOf(schedule: Schedule, { period, comparison }: Days): Partial<Preferences> {
  const { account_id, screen, player_id, group_id } = schedule
  const choice = fixedDays(period, comparison)
  return {
    place: { screen, account_id, player_id, video_id: null },
    ...(screen === 'overview' ? { overviewPeriod: choice } : { playerPeriod: choice }),
    openedTest: group_id === null ? null : { account_id, group_id },
  }
}
