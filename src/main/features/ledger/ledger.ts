import { AppError } from '../../../shared/failure.ts'
import type { ExportState } from '../../../shared/features/exports/request.ts'
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
import type { Begun } from '../../disk/atomic-file.ts'
import { type AtomicFolder, freePlace, openAtomicFolder } from '../../disk/atomic-file.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { refuseWhenCancelled, untilCancelled } from '../../threads/ending.ts'
import type { Exports, Progress } from '../exports/exports.ts'
import { type PlannedAccount, planAccount } from './plan.ts'
import { type WrittenFile, writeTables } from './write-tables.ts'
import { startWriterThread } from './writer-thread.ts'

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

export type Ledger = ReturnType<typeof makeLedger>

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

export const ledgerHandlers = (ledger: Ledger): CallHandlers['ledger'] => ({
  start: (request) => ledger.start(request),
})
