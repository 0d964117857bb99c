import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Video } from '../../../shared/api/video.ts'
import { failureOf } from '../../../shared/failure.ts'
import type { StoredAccount } from '../../../shared/features/accounts/account.ts'
import type {
  BackupContents,
  BackupCounts,
  BackupOffer,
} from '../../../shared/features/backup/backup.ts'
import { isInFlight } from '../../../shared/features/publishing/edit.ts'
import { itemsOf } from '../../../shared/features/publishing/lay.ts'
import { registerKey, SECRET } from '../../../shared/features/publishing/register.ts'
import { ANSWERS } from '../../database/answers-migrations.ts'
import { copyInSteps } from '../../database/copies.ts'
import {
  assertSchema,
  type Database,
  type Migrations,
  openDamaged,
  openDatabase,
  versionOf,
} from '../../database/database.ts'
import { assertRows, deleteInvalidRows, type Rows } from '../../database/rows.ts'
import { isCorrupt, storageError } from '../../database/storage-failure.ts'
import { DESK, deskRows } from '../../database/stored-features.ts'
import type { AccountOfKeys } from '../../keychain/keychain.ts'
import { makeAccountsTable } from '../accounts/store.ts'
import { type EditRow, isAsItWas } from '../publishing/edit-row.ts'
import { makeEditsTable } from '../publishing/edits.ts'
import { endUnfinished } from '../publishing/publishes.ts'
import { eraseRemovedReports } from '../reports/store.ts'
import { makeVideosTable } from '../videos/store.ts'
import { backupError } from './parts.ts'

/** The store's functions for backups. */
export function makeBackupVerbs({ desk, answers }: { desk: Database; answers: Database }) {
  let isStopped = false
  return {
    /**
     * Copies the databases into an existing folder, the figures first because they take longest.
     * `finishCopy` takes out what is not to be in a backup.
     */
    async copyDesk(into: string, { withFigures }: BackupContents): Promise<void> {
      isStopped = false
      const stopped = () => isStopped
      if (withFigures) await copyInSteps(answers, join(into, 'answers.db'), stopped)
      await copyInSteps(desk, join(into, 'desk.db'), stopped)
    },
    /** The accounts in the desk.db of another folder, as far as it can be read. */
    accountsIn(place: string): AccountOfKeys[] {
      const file = join(place, 'desk.db')
      const accounts: AccountOfKeys[] = []
      if (!existsSync(file)) return accounts
      // Read-only its log is not applied; without one, that would leave an empty log behind.
      const kept = openDamaged(file, { readOnly: existsSync(`${file}-wal`) })
      const sql = 'SELECT id, is_demo, base_url, api_base_url FROM accounts'
      type Row = [id: string, is_demo: number, base_url: string, api_base_url: string | null]
      kept.each<Row>(sql, [], ([id, is_demo, base_url, api_base_url]) =>
        accounts.push({ id, isDemo: is_demo === 1, base_url, api_base_url }),
      )
      kept.close()
      return accounts
    },
    /** Makes the running copy throw `cancelled`. */
    stopCopy(): void {
      isStopped = true
    },
    /**
     * The number of edits of all accounts that are not on the service yet, and of those being
     * posted.
     */
    waitingEdits(): { unsent: number; posting: number } {
      const rows = makeEditsTable(desk).listAll()
      const posting = rows.filter((row) => row.status === 'queued' || isInFlight(row)).length
      return { unsent: rows.length, posting }
    },
  }
}

function countsOf(desk: Database): BackupCounts {
  const count = (table: string) => desk.first<[number]>(`SELECT count(*) FROM ${table}`)?.[0] ?? 0
  return {
    accounts: count('accounts'),
    videos: count('videos'),
    edits: count('edits'),
    history: count('edit_history'),
    annotations: count('annotations'),
    decisions: count('ab_decisions'),
    reports: count('reports WHERE removed_at IS NULL'),
    pictures: count('pictures'),
  }
}

/**
 * Takes out of a copy of desk.db what its backup is not to contain. Throws `backup` when a restore
 * would refuse the copy.
 */
export async function finishCopy(
  place: string,
  { withTokens }: Pick<BackupContents, 'withTokens'>,
): Promise<BackupCounts> {
  const rows = await deskRows()
  const file = join(place, 'desk.db')
  const copy = openDatabase({ file, synchronous: 'FULL', migrations: DESK })
  try {
    copy.transaction(() => eraseRemovedReports(copy))
    if (!withTokens) takeTokensOut(copy)
    assertSound(copy)
    assertRows(copy, rows)
    return countsOf(copy)
  } catch (thrown) {
    const failure = failureOf(thrown)
    if (failure.kind === 'storage' && failure.reason !== 'corrupt') throw thrown
    throw backupError('unrestorable', '', 'text' in failure ? failure.text : failure.kind)
  } finally {
    copy.close()
  }
}

/**
 * Removes the tokens of traffic filters, and all that is about them alone. A missing token counts
 * as unknown: the next reading of the video restores it, and it is never posted as empty.
 */
function takeTokensOut(copy: Database) {
  const { group, register } = SECRET
  const at = `${group}.${register}`
  copy.transaction(() => {
    copy.run('UPDATE videos SET video = json_remove(video, ?)', `$.${at}`)
    for (const table of ['edits', 'step_rows']) {
      copy.run(`DELETE FROM ${table} WHERE key = ?`, registerKey(SECRET))
    }
    copy.run('DELETE FROM steps WHERE id NOT IN (SELECT step FROM step_rows)')
    const ofToken = `entry ->> '$.group' = ? AND entry ->> '$.register' = ?`
    copy.run(`DELETE FROM edit_history WHERE ${ofToken}`, group, register)
    const ofReading = `entry ->> '$.group' IS NULL`
    const sql = `UPDATE edit_history SET entry = json_remove(entry, ?, ?) WHERE ${ofReading}`
    copy.run(sql, `$.before.${at}`, `$.after.${at}`)
  })
  // Free pages would still contain the tokens.
  copy.exec('VACUUM')
}

export interface PreparedDesk extends Pick<BackupOffer, 'counts' | 'figures'> {
  accounts: StoredAccount[]
  /** Whether desk.db had an older schema. */
  isOlder: boolean
}

/**
 * Checks and migrates the databases of a backup in their folder, given the accounts of this
 * computer. Throws `storage`.
 */
export async function prepareDesk(place: string, present: StoredAccount[]): Promise<PreparedDesk> {
  // Loaded on demand: the schemas of all rows take long to load, and no start of the app needs
  // them.
  const { ANSWERS_ROWS } = await import('../../database/answers-rows.ts')
  const ofDesk = await deskRows()
  const deskFile = join(place, 'desk.db')
  const version = prepareDatabase(deskFile, DESK, (desk) => {
    assertRows(desk, ofDesk)
    // The seals describe the files of the other computer.
    desk.run('DELETE FROM seals')
    draftAll(desk)
    switchOffSchedules(desk)
    forgetDownloadFailures(desk)
    keepAddresses(desk, present)
  })
  const figures = prepareFigures(join(place, 'answers.db'), ANSWERS_ROWS)
  const desk = openDatabase({ file: deskFile, synchronous: 'FULL', migrations: DESK })
  try {
    const accounts = makeAccountsTable(desk).list()
    return { accounts, counts: countsOf(desk), figures, isOlder: version < DESK.length }
  } finally {
    desk.close()
  }
}

/** The tables of days, those that refer to another before it. */
const TABLES_OF_DAYS = [
  ...['early_days', 'days', 'months', 'month_days', 'account_days', 'grown_days'],
  ...['series', 'calendars'],
]
/** Rows that are requested again when they are missing. The other tables of days only agree as a whole. */
const MISSED = ['early_days', 'days']

/** Figures can be downloaded again, so those that cannot be used do not prevent a restore. */
function prepareFigures(file: string, rows: Rows): BackupOffer['figures'] {
  if (!existsSync(file)) return 'none'
  try {
    prepareDatabase(file, ANSWERS, (answers) => dropInvalidFigures(answers, rows))
    return 'all'
  } catch (thrown) {
    if (!isCorrupt(thrown)) throw thrown
    for (const each of [file, `${file}-wal`]) rmSync(each, { force: true })
    return 'damaged'
  }
}

function dropInvalidFigures(answers: Database, rows: Rows) {
  answers.exec('PRAGMA defer_foreign_keys = 1')
  const tables = deleteInvalidRows(answers, rows)
  const isOfSums = (table: string) => TABLES_OF_DAYS.includes(table) && !MISSED.includes(table)
  if (tables.some(isOfSums)) for (const table of TABLES_OF_DAYS) answers.run(`DELETE FROM ${table}`)
}

/**
 * The file is untrusted. Its schema must be the one that our migrations make, which is checked
 * before any of them runs on it, and its rows must fit their schemas before any of them is read.
 * Returns the version that it had.
 */
function prepareDatabase(
  file: string,
  migrations: Migrations,
  mend: (database: Database) => void,
): number {
  const autoVacuum = migrations === ANSWERS
  const opening = { file, synchronous: 'FULL', migrations, autoVacuum } as const
  const asItIs = openDatabase({ ...opening, skipMigrations: true })
  let version: number
  try {
    // A trigger or a view would run with our rights.
    assertSchema(asItIs, migrations)
    version = versionOf(asItIs)
    if (version === 0) throw storageError('corrupt', file, 'no tables')
    assertSound(asItIs)
  } finally {
    asItIs.close()
  }
  const current = openDatabase(opening)
  try {
    current.transaction(() => mend(current))
    assertSound(current)
    return version
  } finally {
    current.close()
  }
}

function assertSound(database: Database) {
  const [result] = database.first<[string]>('PRAGMA integrity_check(1)') ?? ['']
  if (result !== 'ok') throw storageError('corrupt', database.file, result)
  const orphan = database.first<[string]>('PRAGMA foreign_key_check')
  if (orphan) throw storageError('corrupt', database.file, `a row of ${orphan[0]} of no account`)
}

/** Resets the state of sending, because this computer waits for none of these requests. */
const UNSENT = {
  ...{ attempt: 0, rounds: 0, sentAt: null, quarantineUntil: null, knownIds: null },
  ...isAsItWas,
} as const

/**
 * Edits that were waiting or being posted when the backup was made may have been applied since, by
 * another computer. So nothing continues automatically: the user decides. The same holds for the
 * rows that undo and redo would restore.
 */
function draftAll(desk: Database) {
  const edits = makeEditsTable(desk)
  const { find } = makeVideosTable(desk)
  const asUnsent = (row: EditRow): EditRow => ({
    ...row,
    ...UNSENT,
    ...(row.kind === 'create' && mayExist(row, find(row.account_id, row.video_id)?.video)),
    status: 'draft',
  })
  for (const row of edits.listAll()) edits.put(asUnsent(row))
  endUnfinished(desk)
  for (const column of ['before', 'after']) {
    const sql = `SELECT rowid, ${column} FROM step_rows WHERE ${column} IS NOT NULL`
    for (const [rowid, text] of desk.all<[number, string]>(sql)) {
      const row = JSON.stringify(asUnsent(JSON.parse(text) as EditRow))
      desk.run(`UPDATE step_rows SET ${column} = ? WHERE rowid = ?`, row, rowid)
    }
  }
}

/**
 * The item of a `create` may exist: it was being sent, or was published after the backup. So it is
 * looked for among the items that the video has gained before the user's publish creates another.
 */
function mayExist({ group, knownIds, rounds, status }: EditRow, video: Video | undefined) {
  if (!knownIds && !video) return {}
  const known = knownIds ?? []
  // Of a `create` that was not sent, these are not all items that were there before.
  const wasSent = knownIds !== null && (rounds > 0 || isInFlight({ status }))
  const shown = video && !wasSent ? itemsOf(video, group).map(({ id }) => id) : []
  return { rounds: 1, knownIds: [...new Set([...known, ...shown])] }
}

/**
 * The folder must be chosen again on each computer; runs that would have been retried count as
 * missed.
 */
function switchOffSchedules(desk: Database) {
  desk.run(`UPDATE report_schedules SET schedule = json_set(schedule, '$.folder', NULL)`)
  desk.run(`UPDATE report_runs SET run = json_set(run, '$.failure', NULL)`)
  desk.run(`UPDATE report_runs SET run = json_set(run, '$.status', 'missed')
    WHERE json_extract(run, '$.status') IN ('running', 'waiting')`)
}

/**
 * The file could otherwise put any text into the failures that are shown. Their number stays, by which a download can
 * be resumed.
 */
function forgetDownloadFailures(desk: Database) {
  desk.run(`UPDATE downloads SET state = json_set(state, '$.failures', json('[]'), '$.moreFailures',
    coalesce(state ->> '$.moreFailures', 0) + json_array_length(state, '$.failures'))
    WHERE state IS NOT NULL`)
}

/** An account that exists here keeps the addresses entered here, whatever the file contains. */
function keepAddresses(desk: Database, present: StoredAccount[]) {
  const accounts = makeAccountsTable(desk)
  for (const account of accounts.list()) {
    const here = present.find(({ id }) => id === account.id)
    if (!here) continue
    const base_url = here.base_url || account.base_url
    const api_base_url = here.api_base_url ?? account.api_base_url
    accounts.put({ ...account, base_url, api_base_url })
  }
}
