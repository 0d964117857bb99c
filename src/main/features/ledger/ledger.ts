import { AppError } from '../../../shared/failure.ts'
import type { ExportState } from '../../../shared/features/exports/request.ts'
import type { LedgerTable } from '../../../shared/features/ledger/columns.ts'
import {
  dictionaryJson,
  dictionaryText,
  type LedgerAccount,
  type LedgerFacts,
} from '../../../shared/features/ledger/dictionary.ts'
import type { LedgerRequest } from '../../../shared/features/ledger/request.ts'
import { type Period, todayIn } from '../../../shared/time/period.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import {
  type AtomicFolder,
  type Begun,
  freePlace,
  openAtomicFolder,
} from '../../disk/atomic-file.ts'
import { refuseWhenCancelled, untilCancelled } from '../../threads/ending.ts'
import { dayNumber, dayText, monthStart } from '../analytics/calendar.ts'
import type { Exports, Progress } from '../exports/exports.ts'
import { type DatedAnswer, monthsOfAnswers, ownedDays } from './owned-days.ts'
import { type PlannedAccount, planAccount } from './plan.ts'
import type { LedgerChunk } from './store.ts'
import { startWriterThread, type WriterThread } from './writer-thread.ts'

interface LedgerParts {
  begun?: Begun | undefined
  store: Pick<Store, 'accounts' | 'ledgerPlan' | 'ledgerDays' | 'ledgerAnswer'>
  exports: Pick<Exports, 'begin'>
  /** Asks the user for the parent folder; null when cancelled. */
  chooseFolder: () => Promise<string | null>
  /** The built file of the writer thread. */
  ledgerWorker: string
  clock: Clock
  /** The app's version, for the dictionary. */
  version: string
}

/** Exports all stored days as Parquet into a new folder, complete or not at all. */
export function makeLedger(parts: LedgerParts) {
  /** Null when cancelled; otherwise the started export. */
  async function start(request: LedgerRequest): Promise<ExportState | null> {
    const chosen = await parts.chooseFolder()
    if (chosen === null) return null
    const place = await freePlace(chosen, nameOf(request.period, parts.clock))
    return parts.exports.begin('ledger', place, (progress) =>
      write(parts, { request, place }, progress),
    )
  }
  return { start }
}

function nameOf(period: Period | null, clock: Clock): string {
  const days = period ? [period.start, period.end] : [todayIn('UTC', clock.now())]
  return ['cuepoint-ledger', ...days].join('_')
}

interface PlacedRequest {
  request: LedgerRequest
  place: string
}

/** Returns the number of rows written. Throws `nothing-stored` when there are none. */
async function write(parts: LedgerParts, { request, place }: PlacedRequest, progress: Progress) {
  const planned = await plan(parts, request)
  refuseWhenCancelled(progress.signal)
  const expected = planned.reduce((sum, account) => sum + account.expectedRows, 0)
  if (expected === 0) throw new AppError({ kind: 'nothing-stored' })
  progress.onTotal(expected)
  const folder = await openAtomicFolder(place, parts.begun)
  const thread = startWriterThread(parts.ledgerWorker)
  try {
    const written = await untilCancelled(
      writeTables({ ...parts, thread, folder, progress }, planned),
      progress.signal,
    )
    await thread.end()
    const rows = written.reduce((sum, file) => sum + file.rows, 0)
    if (rows === 0) throw new AppError({ kind: 'nothing-stored' })
    await writeDictionary(folder, factsOf(parts, planned, written), request)
    await folder.commit(progress.signal)
    return rows
  } catch (thrown) {
    await thread.end()
    await folder.discard()
    throw thrown
  }
}

async function plan({ store, clock }: LedgerParts, request: LedgerRequest) {
  const { account_ids, period } = request
  const all = await store.accounts()
  const accounts = all.filter(({ id }) => account_ids === null || account_ids.includes(id))
  const planned: PlannedAccount[] = []
  for (const { id, name, timezone } of accounts) {
    const past = period && beforeTomorrow(period, todayIn(timezone, clock.now()))
    // A period in the future has nothing stored; null would ask for everything.
    if (period && !past) continue
    const stored = await store.ledgerPlan(id, timezone, past)
    planned.push(planAccount({ account_id: id, company: name, timezone }, stored, past))
  }
  return planned
}

/** Cut to today: days in the future are not missing. */
function beforeTomorrow({ start, end }: Period, today: string): Period | null {
  return start > today ? null : { start, end: end > today ? today : end }
}

function factsOf(
  { clock, version }: LedgerParts,
  planned: readonly PlannedAccount[],
  files: readonly WrittenFile[],
): LedgerFacts {
  return {
    written_at: new Date(clock.now()).toISOString(),
    app_version: version,
    files: files.map(({ path, rows }) => ({ path, rows })),
    accounts: planned.map(({ entry }): LedgerAccount => entry),
  }
}

async function writeDictionary(
  folder: AtomicFolder,
  facts: LedgerFacts,
  { language }: LedgerRequest,
) {
  await folder.write('dictionary.json', dictionaryJson(facts))
  await folder.write('dictionary.md', dictionaryText(facts, language))
}

interface Writing {
  store: Pick<Store, 'ledgerDays' | 'ledgerAnswer'>
  thread: WriterThread
  folder: AtomicFolder
  progress: Progress
}

interface WrittenFile {
  table: LedgerTable
  /** Relative to the folder. */
  path: string
  rows: number
}

/** Writes every file of both tables, month by month. */
async function writeTables(
  writing: Writing,
  planned: readonly PlannedAccount[],
): Promise<WrittenFile[]> {
  const files: WrittenFile[] = []
  const reportProgress = () => {
    writing.progress.onRows(files.reduce((sum, { rows }) => sum + rows, 0))
  }
  const fill = async (table: LedgerTable, month: number, rowsOf: RowsOfAccount) => {
    const file = { table, path: pathOf(table, month), rows: 0 }
    files.push(file)
    await writing.thread.do({ kind: 'open', table, place: writing.folder.file(file.path) })
    for (const account of planned) {
      await rowsOf(account, month, (rows) => {
        file.rows += rows
        account.entry[`${table}_rows`] += rows
        reportProgress()
      })
    }
    await writing.thread.do({ kind: 'close' })
  }
  const months = new Set(planned.flatMap(({ plan }) => plan.months.map(({ month }) => month)))
  for (const month of [...months].sort((a, b) => a - b))
    await fill('daily', month, (...of) => writeDays(writing, ...of))
  for (const month of monthsOfAnswers(planned.flatMap(({ answers }) => answers)))
    await fill('breakdown', month, (...of) => writeAnswers(writing, ...of))
  return files
}

type RowsOfAccount = (
  account: PlannedAccount,
  month: number,
  onRows: (rows: number) => void,
) => Promise<void>

function pathOf(table: LedgerTable, month: number) {
  return `${table}/month=${dayText(monthStart(month)).slice(0, 7)}/part-0.parquet`
}

async function writeDays(
  { store, thread }: Pick<Writing, 'store' | 'thread'>,
  ...[account, month, onRows]: Parameters<RowsOfAccount>
) {
  const { of, plan, names } = account
  const days = plan.period && within(plan.period, month)
  if (!days) return
  const read = (from: number) => store.ledgerDays(of, days, from)
  // The next chunk is read while this one is written.
  let next: Promise<LedgerChunk> | null = read(0)
  while (next) {
    const { players, numbers, next: from }: LedgerChunk = await next
    next = from === null ? null : read(from)
    next?.catch(() => undefined)
    const named = players.map(({ id, rows }) => ({ id, rows, name: names.get(id) ?? null }))
    const chunk = { players: named, numbers }
    onRows(await thread.do({ kind: 'days', of, chunk }, [numbers.buffer]))
  }
}

/** The part of the period within the month. */
function within({ start, end }: Period, month: number): Period | null {
  const first = Math.max(dayNumber(start), monthStart(month))
  const last = Math.min(dayNumber(end), monthStart(month + 1) - 1)
  return first > last ? null : { start: dayText(first), end: dayText(last) }
}

async function writeAnswers(
  { store, thread }: Pick<Writing, 'store' | 'thread'>,
  ...[account, month, onRows]: Parameters<RowsOfAccount>
) {
  const { of, answers, names, entry } = account
  for (const { answer, days } of ownedDays(answers, month)) {
    const bytes = await store.ledgerAnswer(of.account_id, answer.id)
    // Since the plan was made, the account was removed, or a newer answer replaced this one.
    if (!bytes) continue
    const chunk = { ...chunkOf(answer, names), days, bytes }
    onRows(await thread.do({ kind: 'answer', of, chunk }, [bytes.buffer]))
    const covered = entry.breakdown_player_days
    covered[answer.field] = (covered[answer.field] ?? 0) + days.length
  }
}

const chunkOf = (
  { player_id, field, pitch_time, video_duration, asOf }: DatedAnswer,
  names: PlannedAccount['names'],
) => ({
  player: { id: player_id, name: names.get(player_id) ?? null },
  ...{ field, pitch_time, video_duration, asOf },
})
