import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import type { DeskRecovery } from '../../shared/features/backup/recovery.ts'
import { makeAccountsTable } from '../features/accounts/store.ts'
import { makeEditsTable } from '../features/publishing/edits.ts'
import { lastCommitIn, readJournal } from '../features/publishing/journal.ts'
import { type Damaged, type Database, openDamaged, type Value } from './database.ts'
import { DESK_TABLES, tablesIn } from './desk-tables.ts'
import type { Numbered } from './second-copy.ts'

export interface Sources {
  /** The desk's file, in whatever state; null when it is gone. */
  desk: string | null
  /** Its second copy, in whatever state; null when it is gone, or not of this desk. */
  copy: string | null
  /** How far the second copy follows, when it is sound. */
  copyStep: number | null
  /** The desk's file lacks what it once had, so that what it has says nothing of how much there was. */
  isDeskOlder: boolean
  journal: string
}

/** How many rows each table had; null where that cannot be known. */
type Expected = Map<string, number | null>

/**
 * Brings all that can be read into a new, empty desk, and says how much that is and how much is
 * not. What only one of the sources has comes too: a row too many can be removed by the person.
 */
export function bringBack(sources: Sources, into: Database): Pick<DeskRecovery, 'kept' | 'lost'> {
  const desk = openSource(sources.desk, into)
  const copy = openSource(sources.copy, into)
  const journaled = Math.max(numberOf(desk, 'journaled') ?? 0, numberOf(copy, 'journaled') ?? 0)
  let expected: Expected
  try {
    expected = copyTables({ desk, copy }, sources, into)
  } finally {
    for (const one of [desk, copy]) one?.close()
  }
  const journal = bringBackEdits(sources.journal, into)
  // A desk that never had an edit has no journal.
  const hadNone = sources.copyStep !== null && journaled === 0
  if (journal.commits < journaled) expected.set('edits', null)
  else if (journal.isWhole || hadNone) expected.set('edits', 0)
  const standIns = standInForAccounts(into)
  removeOrphans(into)
  return counted(expected, standIns, into)
}

type Opened = Record<'desk' | 'copy', Source | null>

const numberOf = (source: Source | null, name: Numbered) => source?.number(name) ?? null

function copyTables(
  { desk, copy }: Opened,
  { copyStep, isDeskOlder }: Sources,
  into: Database,
): Expected {
  const expected: Expected = new Map()
  const take = (table: string, from: (Source | null)[], unsure: Source | null) => {
    const opened = from.flatMap((one) => one ?? [])
    const count = into.transaction(() => copyTable({ table, from: opened, unsure }, into))
    expected.set(table, count)
  }
  const older = isDeskOlder ? desk : null
  const both = inOrder({ desk, copy }, copyStep)
  for (const table of tablesIn('copy')) take(table, both, copyStep === null ? older : null)
  for (const table of tablesIn('service', 'journal')) take(table, [desk], older)
  return expected
}

/** The later one first; a second copy that is sound and not behind has all. */
function inOrder({ desk, copy }: Opened, copyStep: number | null): (Source | null)[] {
  const deskStep = numberOf(desk, 'step')
  if (copyStep === null || deskStep === null) return [copy, desk]
  return copyStep < deskStep ? [desk, copy] : [copy]
}

function counted(expected: Expected, standIns: number, into: Database) {
  const lost: DeskRecovery['lost'] = {}
  let kept = 0
  for (const [table, count] of expected) {
    const part = DESK_TABLES[table]?.part
    if (!part) continue
    const present = countOf(into, table) - (table === 'accounts' ? standIns : 0)
    kept += present
    const lacking = count === null ? null : Math.max(0, count - present)
    if (lacking !== 0) lost[part] = sumOf(lost[part], lacking, table)
  }
  return { kept, lost }
}

/** A report and its document are one thing, whichever of them is lost. */
function sumOf(before: number | null | undefined, count: number | null, table: string) {
  if (before === null || count === null) return null
  return table === 'report_documents' ? Math.max(before ?? 0, count) : (before ?? 0) + count
}

interface FromSources {
  table: string
  /** Of a row that is in two, the first one's is taken. */
  from: readonly Source[]
  /** What it has says nothing of how much there was. */
  unsure: Source | null
}

/** Gives how many rows the table had; null where that cannot be known. */
function copyTable({ table, from, unsure }: FromSources, into: Database): number | null {
  const columns = columnsOf(into, table)
  const known: number[] = []
  for (const source of from) {
    const { count } = source.copy(table, columns, into)
    // One that says how many there were is enough: what another has beside that is there too.
    if (count !== null && source !== unsure) known.push(count)
  }
  return known.length === 0 ? null : Math.max(...known)
}

const countOf = (database: Pick<Database, 'first'>, table: string) =>
  database.first<[number]>(`SELECT count(*) FROM ${table}`)?.[0] ?? 0

const columnsOf = (database: Pick<Database, 'all'>, table: string) =>
  database.all<[string]>(`SELECT name FROM pragma_table_info('${table}')`).flat()

/** The journal is the later word on an edit; of one that it does not name, what was read stays. */
function bringBackEdits(file: string, into: Database): { isWhole: boolean; commits: number } {
  const accounts = makeAccountsTable(into)
  const edits = makeEditsTable(into)
  const { entries, isWhole } = readJournal(file)
  const commit = lastCommitIn(file)
  into.transaction(() => {
    const known = new Set(accounts.list().map(({ id }) => id))
    for (const { account, put, remove } of entries) {
      if (!known.has(account.id)) accounts.put(account)
      for (const row of put) edits.put(row)
      for (const [video_id, key] of remove) edits.remove(account.id, video_id, key)
    }
  })
  // One that was emptied by whatever damaged the desk says nothing at all.
  return { isWhole: isWhole && commit !== null, commits: commit?.[1] ?? 0 }
}

/** What is of an account whose row is lost stays, under an account that has only its id. Gives how many there are. */
function standInForAccounts(into: Database): number {
  const tables = tablesIn('copy', 'journal').filter((table) =>
    columnsOf(into, table).includes('account_id'),
  )
  return into.transaction(() => {
    const ids = new Set<string>()
    for (const table of tables) {
      const sql = `SELECT DISTINCT account_id FROM ${table}
        WHERE account_id NOT IN (SELECT id FROM accounts)`
      for (const [id] of into.all<[string]>(sql)) ids.add(id)
    }
    const sql = `INSERT INTO accounts (id, name, is_demo, timezone, base_url, created_at)
      VALUES (?, ?, 0, 'UTC', '', 0)`
    for (const id of ids) into.run(sql, id, id)
    return ids.size
  })
}

/** Rows that refer to what is not there are of no use to anyone. */
function removeOrphans(into: Database) {
  into.transaction(() => {
    for (;;) {
      const orphans = into.all<[string, number]>(
        'SELECT "table", rowid FROM pragma_foreign_key_check',
      )
      if (orphans.length === 0) return
      for (const [table, rowid] of orphans) into.run(`DELETE FROM ${table} WHERE rowid = ?`, rowid)
    }
  })
}

type Source = NonNullable<ReturnType<typeof openSource>>

/** A file as one to read rows from: a copy of it, with a header that SQLite accepts. */
function openSource(file: string | null, lender: Database) {
  if (file === null || !statSync(file, { throwIfNoEntry: false })?.isFile()) return null
  const copy = `${file}.reading`
  const files = ['', '-wal', '-shm'].map((suffix) => copy + suffix)
  for (const each of files) rmSync(each, { force: true })
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  const damaged = openMended(copy, lender)
  const tables = new Set(tablesOf(damaged).names)
  const { isWhole } = tablesOf(damaged)
  return {
    copy: (table: string, columns: readonly string[], into: Database) =>
      // A file of an earlier version has fewer tables.
      isWhole && !tables.has(table) ? { count: 0 } : copyRows({ table, columns, damaged, into }),
    /** One of the numbers in `seals`, if it can be read. */
    number(name: Numbered): number | null {
      let number: number | null = null
      const sql = 'SELECT mark FROM seals WHERE file = ?'
      damaged.each<[string]>(sql, [name], ([mark]) => {
        number = Number(mark)
      })
      return number
    },
    close() {
      damaged.close()
      for (const each of files) rmSync(each, { force: true })
    },
  }
}

/** Whose a damaged second copy is, and how far it follows; null when that cannot be read. */
export function stepInDamaged(file: string, lender: Database) {
  const source = openSource(file, lender)
  const [desk, step] = [source?.number('desk') ?? null, source?.number('step') ?? null]
  source?.close()
  return desk === null || step === null ? null : { desk, step, isDamaged: true }
}

function tablesOf(damaged: Damaged): { names: string[]; isWhole: boolean } {
  const names: string[] = []
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table'`
  const isWhole = damaged.each<[string]>(sql, [], ([name]) => names.push(name))
  return { names, isWhole: isWhole && names.length > 0 }
}

interface Copying {
  table: string
  columns: readonly string[]
  damaged: Damaged
  into: Database
}

/** Copies the rows that can be read and that the new file's rules accept, and says how many there were to read, if that can be known. */
function copyRows({ table, columns, damaged, into }: Copying): { count: number | null } {
  const known = new Set<string>()
  const sql = `SELECT name FROM pragma_table_info('${table}')`
  damaged.each<[string]>(sql, [], ([name]) => known.add(name))
  const names = columns.filter((name) => known.has(name))
  if (names.length === 0) return { count: null }
  const insert = `INSERT OR IGNORE INTO ${table} (${names.join(', ')})
    VALUES (${names.map(() => '?').join(', ')})`
  let read = 0
  const listed = listedIn(damaged, table)
  const isWhole = eachRow(damaged, { table, names, listed }, (row) => {
    read += 1
    try {
      into.run(insert, ...row)
    } catch {
      // A row that is no longer what its table allows is damage too.
    }
  })
  if (!isWhole && listed === null) return { count: null }
  return { count: Math.max(read, listed?.length ?? 0) }
}

/** The rows that a table had by its indexes, which are on pages of their own; null when none can be read whole. */
function listedIn(damaged: Damaged, table: string): number[] | null {
  const indexes: string[] = []
  const sql = `SELECT name FROM pragma_index_list('${table}')`
  damaged.each<[string]>(sql, [], ([name]) => indexes.push(name))
  for (const index of indexes) {
    const rowids: number[] = []
    const all = `SELECT rowid FROM ${table} INDEXED BY "${index}"`
    if (damaged.each<[number]>(all, [], ([rowid]) => rowids.push(rowid))) {
      return rowids.sort((one, other) => one - other)
    }
  }
  return null
}

/** Fewer rows than this fit on one page: so many in a row that cannot be read are not one damaged page. */
const MOST_ON_A_PAGE = 350
const MOST_LOOKED_FOR = 20_000

/**
 * Visits every row that can be read, in their order: from the first on to the damage, from the last
 * back to it, and between the two each row by itself. Gives whether there was no damage.
 */
function eachRow(
  damaged: Damaged,
  { table, names, listed }: { table: string; names: readonly string[]; listed: number[] | null },
  visit: (row: Value[]) => void,
): boolean {
  const select = `SELECT rowid, ${names.join(', ')} FROM ${table}`
  type Row = [rowid: number, ...Value[]]
  let last = 0
  const take = ([rowid, ...row]: Row) => {
    last = rowid
    visit(row)
  }
  if (damaged.each<Row>(`${select} ORDER BY rowid`, [], take)) return true
  const ends: Row[] = []
  const back = `${select} WHERE rowid > ? ORDER BY rowid DESC`
  damaged.each<Row>(back, [last], (row) => ends.push(row))
  ends.reverse()
  const between = rowidsBetween(last, ends[0]?.[0] ?? Infinity, listed)
  let unread = 0
  for (const rowid of between) {
    unread = damaged.each<Row>(`${select} WHERE rowid = ?`, [rowid], take) ? 0 : unread + 1
    if (unread > MOST_ON_A_PAGE) break
  }
  for (const row of ends) take(row)
  return false
}

/** The rows that there were between two others; where no index says it, those that there may have been. */
function rowidsBetween(start: number, end: number, listed: number[] | null): number[] {
  if (listed) return listed.filter((rowid) => start < rowid && rowid < end)
  const count = Math.min(end - start - 1, MOST_LOOKED_FOR)
  return Array.from({ length: count }, (_, index) => start + 1 + index)
}

// SQLite, Database File Format: a header of 100 bytes, with the page size at 16, the number of pages
// at 28, and the first free page and the number of free ones at 32. All else in it is alike in every
// file of ours.
const HEADER_BYTES = 100
const PAGE_SIZES = [4096, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536]
// Stand in for pages that were cut off: a table that begins on a page that is not there hides them all.
const EMPTY_PAGES = 256

/** Opens a file whose header may be wrong in anything, by the page size with which tables are found. */
function openMended(file: string, lender: Database): Damaged {
  lender.checkpoint()
  const bytes = statSync(file).size
  // Room for the longest pages: a wrong guess must not cut anything off.
  truncateSync(file, bytes + EMPTY_PAGES * 65_536)
  const sizes = [logPageSize(`${file}-wal`) ?? PAGE_SIZES].flat()
  const [first = 4096] = sizes
  const size = sizes.find((each) => {
    mendHeader(file, headerOf(lender.file), each)
    const damaged = openDamaged(file)
    const { names } = tablesOf(damaged)
    damaged.close()
    return names.some((name) => DESK_TABLES[name])
  })
  cutToPages(file, { size: size ?? first, bytes })
  mendHeader(file, headerOf(lender.file), size ?? first)
  return openDamaged(file)
}

/** What a log says of the pages of its file; null when there is none. One that says nothing is removed. */
function logPageSize(log: string): number | null {
  if (!existsSync(log)) return null
  const size = headerOf(log).readUInt32BE(8)
  if (PAGE_SIZES.includes(size)) return size
  rmSync(log)
  return null
}

/** A page cut in the middle would give rows whose ends are blank. */
function cutToPages(file: string, { size, bytes }: { size: number; bytes: number }) {
  const wholePages = Math.floor(bytes / size)
  truncateSync(file, wholePages * size)
  truncateSync(file, (wholePages + EMPTY_PAGES) * size)
}

/** SQLite reads nothing of a file that lies about its length. */
function mendHeader(file: string, header: Buffer, size: number) {
  // 65,536 does not fit, and is written as 1.
  header.writeUInt16BE(size === 65_536 ? 1 : size, 16)
  header.writeUInt32BE(Math.floor(statSync(file).size / size), 28)
  header.fill(0, 32, 40)
  // With a log beside it, it is read with that.
  header.fill(existsSync(`${file}-wal`) ? 2 : 1, 18, 20)
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
