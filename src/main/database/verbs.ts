import type { Clock } from '../../shared/clock.ts'
import { noAccount } from '../../shared/failure.ts'
import type { Erased, StoredAccount } from '../../shared/features/accounts/account.ts'
import type { Overview } from '../../shared/features/overview/overview.ts'
import { makeAccountsTable } from '../features/accounts/store.ts'
import {
  type KeepAll,
  type KeepAnswer,
  type KeepDays,
  makeAnswerVerbs,
  type ReadOverview,
} from '../features/analytics/store.ts'
import { makeBackupVerbs } from '../features/backup/store.ts'
import { withMarks } from '../features/player-marks/store.ts'
import { makeAdoptedIds } from '../features/publishing/adopted-ids.ts'
import { eraseFromCopies } from './copies.ts'
import { type Database, versionOf } from './database.ts'
import { openFiles } from './files.ts'
import { erasePutAside, type Recovery } from './recovery.ts'
import type { StoreContext, StoredCalls } from './stored.ts'
import { storedVerbs } from './stored-features.ts'

export type Verbs = ReturnType<typeof makeVerbs>

/**
 * All verbs of the store on the files of one folder, those of the bridge's calls by noun. Each verb
 * is one transaction per file.
 */
export function makeVerbs(folder: string, clock: Clock) {
  const { desk, answers, copy, journal, recovery, close } = openFiles(folder, clock)
  const { remove, listedPlayers, ...ofAnswers } = makeAnswerVerbs(answers, clock)
  const accounts = makeAccountsTable(desk)
  const write: StoreContext['write'] = (account_id, work) =>
    desk.transaction(() => {
      const account = accounts.find(account_id)
      if (account) return work(account)
      throw noAccount()
    })
  const adoptedIds = makeAdoptedIds()
  const context: StoreContext = {
    ...{ desk, answers, journal, clock, adoptedIds, listedPlayers, write },
    eraseFromCopies: (table, ids) => eraseFromCopies(folder, table, ids),
  }
  const stored = storedVerbs(context) satisfies StoredCalls
  // Answers that arrive after their account was removed must not be stored.
  const forgotten = new Set<string>()

  return {
    ...ofAnswers,
    ...stored,
    ...makeBackupVerbs({ desk, answers }),
    recovery: (): Recovery | null => recovery,
    overview: (...args: ReadOverview): Overview =>
      withMarks(ofAnswers.overview(...args), stored.players.marks({ account_id: args[0] })),
    putAccount(account: StoredAccount): void {
      desk.transaction(() => accounts.put(account))
      forgotten.delete(account.id)
    },
    /** Answers first: after an interruption the account is still there and can be removed again. */
    removeAccount(account_id: string): Omit<Erased, 'name' | 'keys' | 'keysLater'> {
      const erased = answers.transaction(() => remove(account_id))
      const ofDesk = desk.transaction(() => accounts.remove(account_id))
      forgotten.add(account_id)
      journal.renew()
      eraseFromCopies(folder, 'accounts', [account_id])
      copy.erase()
      for (const database of [answers, desk]) database.checkpoint()
      return { ...erased, ...ofDesk }
    },
    /** Damaged files that were put aside cannot be searched for an account. */
    erasePutAside: (): void => erasePutAside(folder),
    keepAnswer(...kept: KeepAnswer): void {
      if (!forgotten.has(kept[0])) ofAnswers.keepAnswer(...kept)
    },
    keepDays(...kept: KeepDays): void {
      if (!forgotten.has(kept[0])) ofAnswers.keepDays(...kept)
    },
    /** Stores all of it or nothing. */
    keepAll(account_id: string, kept: KeepAll): void {
      if (!forgotten.has(account_id)) ofAnswers.keepAll(kept)
    },
    /** The version and row counts of each file. */
    facts: () => ({ 'desk.db': factsOf(desk), 'answers.db': factsOf(answers) }),
    /** `ok` or the problems of each file. Reads all and blocks the store: for tests only. */
    integrity: () => ({ desk: integrityOf(desk), answers: integrityOf(answers) }),
    close,
  }
}

export interface FileFacts {
  version: number
  /** Number of rows by table. */
  counts: Record<string, string>
}

/** Counting stops here: counting a large table would block the store. */
const MOST_COUNTED = 10_000

function factsOf(database: Database): FileFacts {
  const tables = database.all<[string]>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  )
  const counts = tables.map(([table]) => {
    const sql = `SELECT count(*) FROM (SELECT 1 FROM "${table}" LIMIT ${MOST_COUNTED})`
    const [count] = database.first<[number]>(sql) ?? [0]
    return [table, count < MOST_COUNTED ? `${count}` : `${MOST_COUNTED} or more`]
  })
  return { version: versionOf(database), counts: Object.fromEntries(counts) }
}

function integrityOf(database: Database): string {
  const rows = database.all<[string]>('PRAGMA integrity_check(5)')
  const problems = rows.map(([text]) => text).filter((text) => text !== 'ok')
  const foreign = database.all('PRAGMA foreign_key_check').length
  if (foreign > 0) problems.push(`${foreign} rows refer to nothing`)
  return problems.length === 0 ? 'ok' : problems.join('; ')
}
