import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DeskError } from '../../shared/failure.ts'
import { writeWholeSync } from '../disk/atomic-file.ts'
import { type Database, openDatabase } from './database.ts'
import { DESK } from './migrations.ts'

const MOST_COPIES = 3
const COPY = /^desk-before-(\d+)\.db$/

/** A database as it is when this resolves, while it is read and written as ever. Throws `cancelled` once it `isStopped`. */
export async function copyInSteps(database: Database, file: string, isStopped: () => boolean) {
  rmSync(file, { force: true })
  // Ours alone: SQLite takes an empty file as it is, and would make one with the umask's mode.
  writeFileSync(file, '', { mode: 0o600 })
  const copy = await open(file, 'r+')
  let syncing = Promise.resolve()
  let isSyncing = false
  const onStep = () => {
    if (isStopped()) throw new DeskError({ kind: 'cancelled' })
    // The last step waits for what is not on the disk yet, and every other statement for that step.
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

/** Keeps a copy of a desk.db that is about to be brought up to date, beside it; of these the last three. */
export function copyBeforeMigration(database: Database, version = DESK.length) {
  const folder = dirname(database.file)
  const copy = join(folder, `desk-before-${version}.db`)
  // Without what was deleted from it.
  const fill = (file: string) => database.exec(`VACUUM INTO '${file.replaceAll("'", "''")}'`)
  writeWholeSync(copy, fill, { access: 'private' })
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
