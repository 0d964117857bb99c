import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '../../shared/failure.ts'
import { writeWholeSync } from '../disk/atomic-file.ts'
import { type Database, openDatabase } from './database.ts'
import { tablesOf } from './rows.ts'
import { DESK } from './stored-features.ts'

const MOST_COPIES = 3
const COPY = /^desk-before-(\d+)\.db$/

/** Copies a database without blocking reads and writes. Throws `cancelled` once `isStopped`. */
export async function copyInSteps(database: Database, file: string, isStopped: () => boolean) {
  rmSync(file, { force: true })
  // Created here with mode 0600: SQLite would use the umask's mode, and accepts an empty file.
  writeFileSync(file, '', { mode: 0o600 })
  const copy = await open(file, 'r+')
  let syncing = Promise.resolve()
  let isSyncing = false
  const onStep = () => {
    if (isStopped()) throw new AppError({ kind: 'cancelled' })
    // Synced while copying: otherwise the last step, which blocks every statement, would sync it
    // all.
    if (isSyncing) return
    isSyncing = true
    syncing = copy
      .datasync()
      .catch(() => undefined)
      .then(() => {
        isSyncing = false
      })
  }
  try {
    await database.copyTo(file, onStep)
    await copy.sync()
  } finally {
    await syncing
    await copy.close()
  }
}

/** Copies desk.db beside itself before it is migrated; keeps the last three copies. */
export function copyBeforeMigration(database: Database, version = DESK.length) {
  const folder = dirname(database.file)
  const copy = join(folder, `desk-before-${version}.db`)
  // VACUUM leaves out deleted content.
  const fill = (file: string) => database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`)
  writeWholeSync(copy, fill, { access: 'private' })
  for (const old of listCopies(folder).slice(MOST_COPIES)) rmSync(old, { force: true })
}

/** Deletes rows from the copies too. A copy that cannot be opened is deleted. */
export function eraseFromCopies(
  folder: string,
  table: 'accounts' | 'reports',
  ids: readonly string[],
) {
  if (ids.length === 0) return
  for (const file of listCopies(folder)) {
    try {
      eraseFromCopy(file, table, ids)
    } catch {
      for (const suffix of ['-wal', '']) rmSync(file + suffix, { force: true })
    }
  }
}

function eraseFromCopy(file: string, table: string, ids: readonly string[]) {
  const copy = openDatabase({ file, synchronous: 'FULL', migrations: DESK, skipMigrations: true })
  try {
    // An older version has fewer tables.
    if (!tablesOf(copy).includes(table)) return
    copy.transaction(() => {
      for (const id of ids) copy.run(`DELETE FROM ${table} WHERE id = ?`, id)
    })
  } finally {
    copy.close()
  }
}

/** Newest first. */
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
