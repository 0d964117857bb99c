import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncFileSync, writeWholeSync } from '../disk/atomic-file.ts'
import { type Database, openDatabase } from './database.ts'
import { DESK } from './migrations.ts'

const MOST_COPIES = 3
const COPY = /^desk-before-(\d+)\.db$/

/** A database as it is now, whole, in a file of its own without what was deleted from it. */
export function copyDatabase(database: Database, file: string) {
  rmSync(file, { force: true })
  // Ours alone: SQLite takes an empty file as it is, and would make one with the umask's mode.
  writeFileSync(file, '', { mode: 0o600 })
  fillWith(database, file)
  syncFileSync(file)
}

function fillWith(database: Database, file: string) {
  database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`)
}

/** Keeps a copy of a desk.db that is about to be brought up to date, beside it; of these the last three. */
export function copyBeforeMigration(database: Database, version = DESK.length) {
  const folder = dirname(database.file)
  const copy = join(folder, `desk-before-${version}.db`)
  writeWholeSync(copy, (partial) => fillWith(database, partial), { access: 'private' })
  for (const old of listCopies(folder).slice(MOST_COPIES)) rmSync(old, { force: true })
}

/** An account that is forgotten leaves the copies too. One that cannot be opened is of no use and goes. */
export function eraseFromCopies(folder: string, account_id: string) {
  for (const file of listCopies(folder)) {
    try {
      eraseFromCopy(file, account_id)
    } catch {
      for (const suffix of ['-wal', '']) rmSync(file + suffix, { force: true })
    }
  }
}

function eraseFromCopy(file: string, account_id: string) {
  const copy = openDatabase({ file, synchronous: 'FULL', migrations: DESK, staysOld: true })
  try {
    copy.transaction(() => copy.run('DELETE FROM accounts WHERE id = ?', account_id))
  } finally {
    copy.close()
  }
}

/** The newest first. */
function listCopies(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap((name) => {
      const version = COPY.exec(name)?.[1]
      return version ? [{ file: join(folder, name), version: Number(version) }] : []
    })
    .toSorted((a, b) => b.version - a.version)
    .map(({ file }) => file)
}
