import path from 'node:path'
import { makeClipboardWriter } from '../../../shared/csv.ts'
import { AppError, failureOf } from '../../../shared/failure.ts'
import type { ExportState, TableRequest } from '../../../shared/features/exports/request.ts'
import type { FileKind } from '../../../shared/features/settings/preferences.ts'
import type { DecimalMark, Language } from '../../../shared/locales/languages.ts'
import type { Table } from '../../../shared/tables/table.ts'
import type { FilterValue } from '../../../shared/tables/titles.ts'
import type { Clock } from '../../clock.ts'
import type { Begun } from '../../disk/atomic-file.ts'
import { namePart } from '../../disk/file-name.ts'
import { untilAbandoned } from '../../threads/ending.ts'
import type { BuiltTable } from './tables.ts'
import { writeTable } from './write-table.ts'

interface ExportsParts {
  begun?: Begun | undefined
  tables: (request: TableRequest) => Promise<BuiltTable>
  /** Asks the user for a path; null when cancelled. */
  chooseFile: (suggestedName: string) => Promise<string | null>
  copy: (text: string) => Promise<void>
  /** Of the system's regional format. */
  decimal: DecimalMark
  clock: Clock
  onChange: () => void
  /** The app's version, for the facts in the file. */
  version: string
}

interface Job {
  state: ExportState
  file: string
  controller: AbortController
  ended: Promise<void>
}

/** What the work of an export job receives: its signal and callbacks for its progress. */
export interface Progress {
  signal: AbortSignal
  onTotal: (rows: number) => void
  onRows: (written: number) => void
  onFile: (file: Pick<ExportState, 'sheets' | 'cutTexts'>) => void
}

/** Resolves with the number of rows it wrote. */
type Work = (progress: Progress) => Promise<number>

interface WantedFile {
  request: TableRequest
  flavour: FileKind
  language: Language
}

export type Exports = ReturnType<typeof makeExports>

const MOST_KEPT = 20
const NOTIFY_EVERY_MS = 250

/** Writes tables to files in the background, one job per file. */
export function makeExports(parts: ExportsParts) {
  const { chooseFile, onChange } = parts
  const jobs: Job[] = []
  let lastId = 0
  const find = (id: number) => jobs.find(({ state }) => state.id === id)

  function started(table: ExportState['table'], file: string, work: Work): Job {
    const job = newJob(++lastId, table, file)
    jobs.unshift(job)
    dropOldest(jobs)
    job.ended = run(parts, job, work)
    onChange()
    return job
  }

  const ofJobs = {
    /** Starts a job. */
    begin(
      table: ExportState['table'],
      file: string,
      work: (progress: Progress) => Promise<number>,
    ): ExportState {
      return { ...started(table, file, work).state }
    },
    /**
     * A job of which the caller tells the outcome, so that it is listed only while it runs. False when cancelled;
     * throws what failed.
     */
    async finish(file: string, work: (progress: Progress) => Promise<unknown>): Promise<boolean> {
      const job = started('file', file, async (progress) => {
        await work(progress)
        return 0
      })
      await job.ended
      drop(jobs, job)
      onChange()
      const { status, failure } = job.state
      if (failure) throw new AppError(failure)
      return status === 'done'
    },
    /**
     * Resolves when the unfinished file is removed, or its disk does not respond. Does nothing to a job that has
     * ended.
     */
    async cancel(id: number) {
      const job = find(id)
      job?.controller.abort()
      await job?.ended
    },
    /** Newest first. */
    list: (): ExportState[] => jobs.map(({ state }) => ({ ...state })),
    /** The path of a finished job's file; null before. */
    fileOf(id: number): string | null {
      const job = find(id)
      return job?.state.status === 'done' ? job.file : null
    },
    /** Resolves when a job has ended, also by failure. */
    ended: async (id: number) => find(id)?.ended,
    async close() {
      for (const { controller } of jobs) controller.abort()
      await Promise.all(jobs.map(({ ended }) => ended))
    },
  }
  const withTables = (tables: ExportsParts['tables']) => ({
    ...ofJobs,
    /** Null when cancelled; otherwise the started job. */
    async start(request: TableRequest, flavour: FileKind, language: Language) {
      const sides = await sidesOf(tables, request)
      const file = await chooseFile(suggestedName(request, flavour, sides))
      if (file === null) return null
      const wanted = { request, flavour, language }
      const work = (progress: Progress) => written({ ...parts, tables }, file, wanted, progress)
      return ofJobs.begin(request.table, file, work)
    },
    /** Copies the table to the clipboard; resolves with its number of rows. Throws `too-long`. */
    copy: (request: TableRequest, language: Language) =>
      copyTable({ ...parts, tables }, request, language),
  })
  return {
    ...withTables(parts.tables),
    /** The same jobs, with the tables of a report. */
    withTables,
  }
}

/** Running jobs stay, however old, so that they can be cancelled and are stopped on close. */
function dropOldest(jobs: Job[]) {
  const oldest = jobs.slice(MOST_KEPT).filter(({ state }) => state.status !== 'running')
  for (const job of oldest) drop(jobs, job)
}

function drop(jobs: Job[], job: Job) {
  const at = jobs.indexOf(job)
  if (at !== -1) jobs.splice(at, 1)
}

async function copyTable(
  { tables, copy, decimal }: ExportsParts,
  request: TableRequest,
  language: Language,
): Promise<number> {
  const { table } = await tables(request)
  await copy(tableText(table, language, decimal))
  return table.rows.length
}

function newJob(id: number, table: ExportState['table'], file: string): Job {
  return {
    state: {
      id,
      table,
      name: path.basename(file),
      status: 'running',
      rows: 0,
      written: 0,
      sheets: 1,
      cutTexts: 0,
      failure: null,
    },
    file,
    controller: new AbortController(),
    ended: Promise.resolve(),
  }
}

async function run(parts: ExportsParts, { state, controller }: Job, work: Work) {
  const { signal } = controller
  const onTotal = (rows: number) => {
    state.rows = rows
  }
  const onRows = throttled(parts, (rows) => {
    state.written = rows
  })
  const onFile: Progress['onFile'] = (file) => {
    Object.assign(state, file)
  }
  try {
    const working = work({ signal, onTotal, onRows, onFile })
    state.written = await untilAbandoned(working, signal, parts.clock)
    state.status = 'done'
  } catch (thrown) {
    state.status = signal.aborted ? 'cancelled' : 'failed'
    state.failure = signal.aborted ? null : failureOf(thrown)
  }
  parts.onChange()
}

async function written(
  parts: ExportsParts,
  ...[file, wanted, progress]: [file: string, wanted: WantedFile, progress: Progress]
) {
  const { request, flavour, language } = wanted
  const { signal, onTotal, onRows, onFile } = progress
  const built = await parts.tables(request)
  onTotal(built.table.rows.length)
  const { clock, version, begun, decimal } = parts
  const manner = { flavour, language, decimal, file, version, exportedAt: clock.now() }
  const { rows, ...outcome } = await writeTable(built, manner, { signal, begun, onRows })
  onFile(outcome)
  return rows
}

function throttled({ clock, onChange }: ExportsParts, note: (rows: number) => void) {
  let notifiedAt = Number.NEGATIVE_INFINITY
  return (rows: number) => {
    note(rows)
    if (clock.monotonic() - notifiedAt < NOTIFY_EVERY_MS) return
    notifiedAt = clock.monotonic()
    onChange()
  }
}

/** More characters of two names would not fit in the name of a file. */
const MOST_OF_A_NAME = 30

/** The players behind A and B as parts of a file's name; none of a table without them. */
async function sidesOf(tables: ExportsParts['tables'], request: TableRequest): Promise<string[]> {
  if (!('arms' in request)) return []
  // A table that cannot be built has its failure in its job, after the file was chosen.
  const filters = await tables(request).then(
    ({ facts }) => facts.filters,
    () => null,
  )
  return partsOf([filters?.['sideA'], filters?.['sideB']].filter((name) => name !== undefined))
}

const partsOf = (names: readonly FilterValue[]) =>
  names.map((name) => namePart(String(name).slice(0, MOST_OF_A_NAME))).filter((part) => part !== '')

/** What tells tables of one player and period apart. */
const OWN_KEYS = ['query_key', 'field', 'event', 'measure', 'unit'] as const
type OwnKey = (typeof OWN_KEYS)[number]

function suggestedName(request: TableRequest, flavour: FileKind, sides: readonly string[]) {
  const own: Pick<TableRequest, 'table'> & Partial<Record<OwnKey, string | undefined>> = request
  const named = partsOf(OWN_KEYS.flatMap((key) => own[key] ?? []))
  const parts = ['cuepoint', request.table, ...sides, ...named]
  if ('player_id' in request) parts.push(request.player_id)
  if ('period' in request) parts.push(request.period.start, request.period.end)
  return `${parts.join('_')}.${flavour === 'xlsx' ? 'xlsx' : 'csv'}`
}

/** Pasting more blocks a spreadsheet for long; a file is better then. */
export const MOST_COPIED_CELLS = 500_000

/** A table as tab-separated text for the clipboard. Throws `too-long`. */
export function tableText(
  { columns, rows }: Table,
  language: Language,
  decimal: DecimalMark,
): string {
  const size = (rows.length + 1) * columns.length
  if (size > MOST_COPIED_CELLS) {
    throw new AppError({ kind: 'too-long', what: 'clipboard', size, limit: MOST_COPIED_CELLS })
  }
  const writer = makeClipboardWriter(columns, language, decimal)
  return writer.header() + writer.rows(rows)
}
