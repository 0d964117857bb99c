import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../../shared/clock.ts'
import { DeskError } from '../../shared/failure.ts'
import type { DeskInfo } from '../../shared/model/desk.ts'
import { readJournal } from '../outbox/journal.ts'
import { makeAccountsTable } from './accounts.ts'
import { ANSWERS } from './answers-migrations.ts'
import { copyBeforeMigration } from './copies.ts'
import {
  type Database,
  holdLease,
  isHeldByAnother,
  openDamaged,
  openDatabase,
  type Value,
} from './database.ts'
import { syncFolder } from './durable.ts'
import { makeEditsTable } from './edits.ts'
import { DESK } from './migrations.ts'
import { isCorrupt, storageError, storageFailure } from './storage-failure.ts'

export type Recovery = NonNullable<DeskInfo['recovery']>

/** A check that would take longer is left to `integrity`. Two seconds read some 400 MB. */
const CHECK_BUDGET_MS = 2000
const LARGEST_CHECKED_BYTES = 400_000_000

/** Takes the folder for this process alone; throws `refused` when another has it. */
export function leaseFolder(file: string): () => void {
  try {
    return holdLease(file)
  } catch (thrown) {
    if (isHeldByAnother(thrown)) {
      throw new DeskError({ kind: 'refused', text: 'Another Cuepoint has this data folder open.' })
    }
    if (!isCorrupt(storageFailure(thrown, file))) throw storageFailure(thrown, file)
  }
  // Only its lock matters, never what it holds: scribbled over, it is emptied.
  truncateSync(file)
  return holdLease(file)
}

/**
 * Opens desk.db; a damaged one is put aside, and what can be read of it goes on in a new one, with
 * what its journal says was not sent. An empty one is damaged when it was in use before, and one
 * that is gone is begun anew from its journal.
 */
export function openDesk(
  file: string,
  wasInUse: boolean,
  journal: string,
  clock: Clock,
): { database: Database; recovery: Recovery | null } {
  const open = (at: string) =>
    openDatabase({
      file: at,
      synchronous: 'FULL',
      migrations: DESK,
      onOlder: copyBeforeMigration,
    })
  const salvaged = `${file}.salvaged`
  // The last start was cut off between putting the damaged file aside and its successor in place.
  if (!existsSync(file) && existsSync(salvaged)) renameSync(salvaged, file)
  const isGone = !existsSync(file) && existsSync(journal)
  const database =
    isGone || isEmptied(file, wasInUse) ? null : openSound(() => open(file), wholeCheck)
  if (database) return { database, recovery: null }
  rmSync(salvaged, { force: true })
  const successor = open(salvaged)
  if (!isGone) salvage(file, successor)
  bringBackEdits(journal, successor)
  successor.close()
  const recovery: Recovery | null = isGone
    ? null
    : { kind: 'desk-recovered', keptAs: putAside(file, clock) }
  renameSync(salvaged, file)
  syncFolder(dirname(file))
  return { database: open(file), recovery }
}

const isEmptied = (file: string, wasInUse: boolean) =>
  wasInUse && existsSync(file) && statSync(file).size === 0

/** Opens answers.db; a damaged one is put aside and begun anew. A sealed one is not checked again. */
export function openAnswers(file: string, isSealed: boolean, clock: Clock) {
  const open = () =>
    openDatabase({ file, synchronous: 'NORMAL', migrations: ANSWERS, pageSize: 16_384 })
  const database = openSound(open, isSealed ? () => {} : (opened) => quickCheck(opened, clock))
  if (database) return { database, recovery: null }
  const recovery: Recovery = { kind: 'answers-rebuilt', keptAs: putAside(file, clock) }
  return { database: open(), recovery }
}

/** How a closed file is: as long as it stays so, nobody else wrote to it. */
export function markOf(file: string): string | null {
  if (!existsSync(file) || existsSync(`${file}-wal`)) return null
  const { size, mtimeNs } = statSync(file, { bigint: true })
  return `${size}:${mtimeNs}`
}

/** The opened file, or null when it is damaged. Any other trouble is thrown. */
function openSound(open: () => Database, check: (database: Database) => void): Database | null {
  let database: Database | null = null
  try {
    database = open()
    check(database)
    return database
  } catch (thrown) {
    closeQuietly(database)
    if (isCorrupt(thrown)) return null
    throw thrown
  }
}

/** For the small file that is never lost. */
function wholeCheck(database: Database) {
  const [result] = database.first<[string]>('PRAGMA integrity_check(1)') ?? ['']
  if (result !== 'ok') throw storageError('corrupt', database.file, result)
}

function quickCheck(database: Database, clock: Clock) {
  if (statSync(database.file).size > LARGEST_CHECKED_BYTES) return
  const deadline = clock.monotonic() + CHECK_BUDGET_MS
  const tables = database.all<[string]>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
  for (const [name] of tables) {
    if (clock.monotonic() > deadline) return
    const [result] = database.first<[string]>(`PRAGMA quick_check("${name}")`) ?? ['']
    if (result !== 'ok') throw storageError('corrupt', database.file, result)
  }
}

/** Renames a file with its journal, and gives its new name. */
function putAside(file: string, clock: Clock): string {
  const keptAs = `${file}.damaged-${new Date(clock.now()).toISOString().replace(/[:.]/g, '-')}`
  for (const suffix of ['-wal', '-shm', '']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, keptAs + suffix)
  }
  syncFolder(dirname(file))
  return keptAs
}

/** Copies the rows that can be read and that the new file's rules accept; works on a copy of the damaged file. */
function salvage(file: string, into: Database) {
  const copy = `${file}.reading`
  const journals = ['', '-wal', '-shm'].map((suffix) => copy + suffix)
  for (const journal of journals) rmSync(journal, { force: true })
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  mendHeader(copy, into)
  const damaged = openDamaged(copy)
  // Accounts before what belongs to them. What could be undone is not brought back: it would be laid
  // over edits that the journal knows better.
  const tables = ['accounts', 'downloads', 'videos', 'video_lists', 'edits', 'edit_history']
  tables.push('watched_items', 'duplicates', 'ab_choices', 'ab_decisions')
  tables.push('traffic_rules', 'pictures', 'uploads', 'player_marks', 'annotations')
  tables.push('markers', 'curves_views')
  tables.push('reports', 'report_documents', 'report_schedules', 'report_runs')
  for (const table of tables) into.transaction(() => copyRows(table, damaged, into))
  damaged.close()
  for (const journal of journals) rmSync(journal, { force: true })
}

/** The journal is the later word on an edit; of one that it does not name, what was read stays. */
function bringBackEdits(journal: string, into: Database) {
  const accounts = makeAccountsTable(into)
  const edits = makeEditsTable(into)
  into.transaction(() => {
    const known = new Set(accounts.list().map(({ id }) => id))
    for (const { account, put, remove } of readJournal(journal)) {
      if (!known.has(account.id)) accounts.put(account)
      for (const row of put) edits.put(row)
      for (const [video_id, key] of remove) edits.remove(account.id, video_id, key)
    }
  })
}

// SQLite, Database File Format: a header of 100 bytes that begins with this text, with the page size
// at 16, the number of pages at 28, and the first free page and the number of free ones at 32.
const HEADER_BYTES = 100
// Stand in for pages that were cut off: a table that begins on a page that is not there hides them all.
const EMPTY_PAGES = 256
const MAGIC = 'SQLite format 3\0'

/** Makes a file readable that was cut short or lost its header: SQLite reads nothing of one that lies about its length. */
function mendHeader(file: string, lender: Database) {
  lender.checkpoint()
  const own = headerOf(file)
  const isOwnGood = own.toString('latin1', 0, MAGIC.length) === MAGIC
  const header = isOwnGood ? own : headerOf(lender.file)
  const pageSize = header.readUInt16BE(16)
  const wholePages = Math.floor(statSync(file).size / pageSize)
  const pages = wholePages + EMPTY_PAGES
  // A page cut in the middle would give rows whose ends are blank.
  truncateSync(file, wholePages * pageSize)
  truncateSync(file, pages * pageSize)
  header.writeUInt32BE(pages, 28)
  header.fill(0, 32, 40)
  const opened = openSync(file, 'r+')
  writeSync(opened, header, 0, HEADER_BYTES, 0)
  closeSync(opened)
}

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const opened = openSync(file, 'r')
  readSync(opened, header, 0, HEADER_BYTES, 0)
  closeSync(opened)
  return header
}

function copyRows(table: string, damaged: Pick<Database, 'all'>, into: Database) {
  const columns = into
    .all<[string]>(`SELECT name FROM pragma_table_info('${table}')`)
    .map(([name]) => name)
  const names = columns.join(', ')
  const marks = columns.map(() => '?').join(', ')
  // From both ends: a damaged page in the middle stops each before it.
  for (const order of ['ASC', 'DESC']) {
    const rows = damaged.all<Value[]>(`SELECT ${names} FROM ${table} ORDER BY rowid ${order}`)
    for (const row of rows) {
      try {
        into.run(`INSERT OR IGNORE INTO ${table} (${names}) VALUES (${marks})`, ...row)
      } catch {
        // A row that is no longer what its table allows is damage too.
      }
    }
  }
}

function closeQuietly(database: Database | null) {
  try {
    database?.close()
  } catch {
    // It is damaged: it could not be checkpointed, and is put aside with its journal.
  }
}
