import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupContents, BackupCounts } from '../../../shared/features/backup/backup.ts'
import { registerKey, SECRET } from '../../../shared/features/publishing/register.ts'
import { ANSWERS } from '../../database/answers-migrations.ts'
import { copyInSteps } from '../../database/copies.ts'
import { type Database, type Migrations, openDatabase, versionOf } from '../../database/database.ts'
import { assertRows } from '../../database/rows.ts'
import { storageError } from '../../database/storage-failure.ts'
import { DESK, deskRows } from '../../database/stored-features.ts'
import { makeAccountsTable } from '../accounts/store.ts'
import type { StoredAccount } from '../accounts/stored-account.ts'
import type { EditRow } from '../publishing/edit-row.ts'
import { makeEditsTable } from '../publishing/edits.ts'
import { isAsItWas, isInFlight } from '../publishing/next-post.ts'

interface Files {
  desk: Database
  answers: Database
}

/** What the store does for a backup. */
export function makeBackupVerbs({ desk, answers }: Files) {
  let isStopped = false
  return {
    /**
     * Copies of the databases in a folder that is there: of the figures first, which take long. The
     * tokens of traffic filters are in them, whatever is asked: `takeTokensOut` removes them.
     */
    async copyDesk(into: string, { withFigures }: BackupContents): Promise<BackupCounts> {
      isStopped = false
      const stopped = () => isStopped
      if (withFigures) await copyInSteps(answers, join(into, 'answers.db'), stopped)
      await copyInSteps(desk, join(into, 'desk.db'), stopped)
      return countsOf(desk)
    },
    /** The copying that is under way throws `cancelled`. */
    stopCopy(): void {
      isStopped = true
    },
    /** Changes of all accounts that the service does not have, and those of them that are on their way. */
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
    reports: count('reports'),
    pictures: count('pictures'),
  }
}

/**
 * Takes the tokens of traffic filters out of a copy of desk.db, and all that is about them alone. What
 * is not there is not known: it comes with the next reading of the video, and is never posted as none.
 */
export function takeTokensOut(place: string): BackupCounts {
  const file = join(place, 'desk.db')
  const copy = openDatabase({ file, synchronous: 'FULL', migrations: DESK })
  const { group, register } = SECRET
  const at = `${group}.${register}`
  try {
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
    // So that nothing of them is left in what is free.
    copy.exec('VACUUM')
    return countsOf(copy)
  } finally {
    copy.close()
  }
}

export interface PreparedDesk {
  accounts: StoredAccount[]
  counts: BackupCounts
  withFigures: boolean
}

/**
 * Checks the databases of a backup and brings them up to date, where they lie, with the accounts that are
 * here now. Throws `storage`.
 */
export async function prepareDesk(place: string, present: StoredAccount[]): Promise<PreparedDesk> {
  // With all that it takes to read every row: no start of the app needs it.
  const { ANSWERS_ROWS } = await import('../../database/answers-rows.ts')
  const ofDesk = await deskRows()
  const deskFile = join(place, 'desk.db')
  prepareDatabase(deskFile, DESK, (desk) => {
    assertRows(desk, ofDesk)
    // Of files that are not the ones here.
    desk.run('DELETE FROM seals')
    draftAll(desk)
    switchOffSchedules(desk)
    forgetDownloadFailures(desk)
    keepAddresses(desk, present)
  })
  const answersFile = join(place, 'answers.db')
  const withFigures = existsSync(answersFile)
  if (withFigures) {
    prepareDatabase(answersFile, ANSWERS, (answers) => assertRows(answers, ANSWERS_ROWS))
  }
  const desk = openDatabase({ file: deskFile, synchronous: 'FULL', migrations: DESK })
  try {
    const accounts = makeAccountsTable(desk).list()
    return { accounts, counts: countsOf(desk), withFigures }
  } finally {
    desk.close()
  }
}

/**
 * It comes from outside: it must be what our own migrations make, before any of them runs on it, and
 * its rows what their schemas say, before anything of it is read.
 */
function prepareDatabase(file: string, migrations: Migrations, mend: (database: Database) => void) {
  const opening = { file, synchronous: 'FULL', migrations } as const
  const asItIs = openDatabase({ ...opening, staysOld: true })
  try {
    assertOurs(asItIs, migrations)
    assertSound(asItIs)
  } finally {
    asItIs.close()
  }
  const current = openDatabase(opening)
  try {
    current.transaction(() => mend(current))
    assertSound(current)
  } finally {
    current.close()
  }
}

const SCHEMA = `SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name`

/** A trigger or a view would run with our rights. */
function assertOurs(database: Database, migrations: Migrations) {
  const version = versionOf(database)
  const file = `${database.file}.ours`
  const ours = openDatabase({ file, synchronous: 'FULL', migrations: migrations.slice(0, version) })
  const expected = JSON.stringify(ours.all(SCHEMA))
  ours.close()
  rmSync(file)
  if (version > 0 && JSON.stringify(database.all(SCHEMA)) === expected) return
  throw storageError('corrupt', database.file, `not the tables of version ${version}`)
}

function assertSound(database: Database) {
  const [result] = database.first<[string]>('PRAGMA integrity_check(1)') ?? ['']
  if (result !== 'ok') throw storageError('corrupt', database.file, result)
  const orphan = database.first<[string]>('PRAGMA foreign_key_check')
  if (orphan) throw storageError('corrupt', database.file, `a row of ${orphan[0]} of no account`)
}

/** Nothing of it was ever sent from here. */
const UNSENT = {
  ...{ attempt: 0, rounds: 0, sentAt: null, quarantineUntil: null, knownIds: null },
  ...isAsItWas,
} as const

/**
 * Whatever waited or was on its way when the backup was made may have been applied since, and what
 * was sent was sent by another desk: nothing goes on by itself, the person decides. So it is with
 * the rows that undo and redo would bring back.
 */
function draftAll(desk: Database) {
  const edits = makeEditsTable(desk)
  for (const row of edits.listAll()) edits.put(asUnsent(row))
  for (const column of ['before', 'after']) {
    const sql = `SELECT rowid, ${column} FROM step_rows WHERE ${column} IS NOT NULL`
    for (const [rowid, text] of desk.all<[number, string]>(sql)) {
      const row = JSON.stringify(asUnsent(JSON.parse(text) as EditRow))
      desk.run(`UPDATE step_rows SET ${column} = ? WHERE rowid = ?`, row, rowid)
    }
  }
}

const asUnsent = (row: EditRow): EditRow => ({ ...row, ...UNSENT, status: 'draft' })

/** A folder is chosen on each computer anew, and runs that were to be tried again count as missed. */
function switchOffSchedules(desk: Database) {
  desk.run(`UPDATE report_schedules SET schedule = json_set(schedule, '$.folder', NULL)`)
  desk.run(`UPDATE report_runs SET run = json_set(run, '$.failure', NULL)`)
  desk.run(`UPDATE report_runs SET run = json_set(run, '$.status', 'missed')
    WHERE json_extract(run, '$.status') IN ('running', 'waiting')`)
}

/** They would be told in words of the file's. */
function forgetDownloadFailures(desk: Database) {
  desk.run(`UPDATE downloads SET state = json_set(state, '$.failures', json('[]'))
    WHERE state IS NOT NULL`)
}

/** An account that is here stays at the addresses that were typed here, whatever a file says. */
function keepAddresses(desk: Database, present: StoredAccount[]) {
  const accounts = makeAccountsTable(desk)
  for (const account of accounts.list()) {
    const here = present.find(({ id }) => id === account.id)
    if (!here) continue
    const { base_url, api_base_url } = here
    accounts.put({ ...account, base_url, api_base_url })
  }
}
