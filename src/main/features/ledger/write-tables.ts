import type { LedgerTable } from '../../../shared/features/ledger/columns.ts'
import type { Period } from '../../../shared/time/period.ts'
import type { Store } from '../../database/store.ts'
import type { AtomicFolder } from '../../disk/atomic-file.ts'
import { dayNumber, dayText, monthStart } from '../analytics/calendar.ts'
import type { Progress } from '../exports/exports.ts'
import { type DatedAnswer, monthsOfAnswers, ownedDays } from './owned-days.ts'
import type { PlannedAccount } from './plan.ts'
import type { LedgerChunk } from './store.ts'
import type { WriterThread } from './writer-thread.ts'

interface Writing {
  store: Pick<Store, 'ledgerDays' | 'ledgerAnswer'>
  thread: WriterThread
  folder: AtomicFolder
  progress: Progress
}

export interface WrittenFile {
  table: LedgerTable
  /** Relative to the folder. */
  path: string
  rows: number
}

/** Writes every file of both tables, month by month. */
export async function writeTables(
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
