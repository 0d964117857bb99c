import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import type { DeskRecovery } from '../../shared/features/backup/recovery.ts'
import { makeAccountsTable } from '../features/accounts/store.ts'
import { stopped } from '../features/publishing/edit-row.ts'
import { type EditsTable, makeEditsTable } from '../features/publishing/edits.ts'
import {
  type JournalEntry,
  type JournaledCommit,
  lastCommitIn,
  lastStates,
  readJournal,
} from '../features/publishing/journal.ts'
import { endUnfinished } from '../features/publishing/publishes.ts'
import type { Numbered } from './commits.ts'
import { type Damaged, type Database, openDamaged, type Value } from './database.ts'
import { columnsOf } from './rows.ts'
import { insertSql } from './statements.ts'
import { DESK_TABLES, tablesIn } from './stored-features.ts'
import { HEADER_BYTES, headerOf } from './wal.ts'

interface Sources {
  /** The path of desk.db, in any state; null when it is gone. */
  desk: string | null
  /** The path of its second copy, in any state; null when gone or of another desk.db. */
  copy: string | null
  /** The last commit in the second copy, when it is intact. */
  copyStep: number | null
  /** desk.db lacks commits that it once had, so its row counts do not show how many there were. */
  isDeskOlder: boolean
  journal: string
}

/** How many rows each table had; null when that is unknown. */
type Expected = Map<string, number | null>

/**
 * Copies everything readable into a new, empty database, and counts what came over and what is
 * lost. Rows that only one source has come too: the user can remove a row too many.
 */
export function salvage(sources: Sources, into: Database): Pick<DeskRecovery, 'kept' | 'lost'> {
  const desk = openSource(sources.desk, into)
  const copy = openSource(sources.copy, into)
  const read = journaledIn({ desk, copy })
  let expected: Expected
  try {
    expected = copyTables({ desk, copy }, sources, into)
  } finally {
    for (const one of [desk, copy]) one?.close()
  }
  const journal = salvageEdits(sources.journal, read, into)
  // Without any edit there never was a journal.
  const hadNone = sources.copyStep !== null && read.journaled === 0
  if (journal.commits < read.journaled) expected.set('edits', null)
  else if (journal.isComplete || hadNone) expected.set('edits', 0)
  const standIns = standInForAccounts(into)
  removeOrphans(into)
  endUnfinished(into)
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
  const take = (table: string, from: (Source | null)[], unreliable: Source | null) => {
    const opened = from.flatMap((one) => one ?? [])
    const count = into.transaction(() => copyTable({ table, from: opened, unreliable }, into))
    expected.set(table, count)
  }
  const older = isDeskOlder ? desk : null
  const both = inOrder({ desk, copy }, copyStep)
  for (const table of tablesIn('copy')) take(table, both, copyStep === null ? older : null)
  for (const table of tablesIn('service', 'journal')) take(table, [desk], older)
  return expected
}

/** The later source first. An intact second copy that is not behind has everything. */
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

/** A report and its document count as one. */
function sumOf(before: number | null | undefined, count: number | null, table: string) {
  if (before === null || count === null) return null
  return table === 'report_documents' ? Math.max(before ?? 0, count) : (before ?? 0) + count
}

interface FromSources {
  table: string
  /** Of a row that several sources have, the first source's is taken. */
  from: readonly Source[]
  /** A source whose row count does not show how many there were. */
  unreliable: Source | null
}

/** Returns how many rows the table had; null when that is unknown. */
function copyTable({ table, from, unreliable }: FromSources, into: Database): number | null {
  const columns = columnsOf(into, table)
  const known: number[] = []
  for (const source of from) {
    const { count } = source.copy(table, columns, into)
    // The largest count of a reliable source: rows that only others have come on top.
    if (count !== null && source !== unreliable) known.push(count)
  }
  return known.length === 0 ? null : Math.max(...known)
}

const countOf = (database: Pick<Database, 'first'>, table: string) =>
  database.first<[number]>(`SELECT count(*) FROM ${table}`)?.[0] ?? 0

interface ReadSoFar {
  /** The last commit of the desk.db whose rows were read; null when that is unknown. */
  commit: JournaledCommit | null
  /** The last commit that the journal must have had. */
  journaled: number
}

function journaledIn({ desk, copy }: Opened): ReadSoFar {
  const inDesk = numberOf(desk, 'journaled')
  const commit: JournaledCommit | null = desk && inDesk !== null ? [desk.id, inDesk] : null
  return { commit, journaled: Math.max(inDesk ?? 0, numberOf(copy, 'journaled') ?? 0) }
}

/**
 * A complete journal that is not older than the rows read so far replaces them: an edit that it
 * does not name was published or discarded. Any other adds to them, and only what it has of later
 * commits replaces a row. Whatever was queued is a draft then: it may have been posted since.
 */
function salvageEdits(file: string, { commit, journaled }: ReadSoFar, into: Database) {
  const edits = makeEditsTable(into)
  const { lines, isComplete } = readJournal(file)
  const [of, commits] = lastCommitIn(file) ?? [0, 0]
  const read = commit?.[0] === of ? commit[1] : null
  const isRead = (line: JournalEntry) => read !== null && (line.commit?.[1] ?? Infinity) <= read
  into.transaction(() => {
    if (isComplete && read !== null && commits >= journaled) into.run('DELETE FROM edits')
    addAccounts(lines, into)
    addMissing(lines.filter(isRead), edits)
    repeat(
      lines.filter((line) => !isRead(line)),
      edits,
    )
    for (const row of edits.listAll().flatMap((each) => stopped(each) ?? [])) edits.put(row)
  })
  return { isComplete, commits }
}

function addAccounts(lines: readonly JournalEntry[], into: Database) {
  const accounts = makeAccountsTable(into)
  const known = new Set(accounts.list().map(({ id }) => id))
  for (const { account } of lines) if (!known.has(account.id)) accounts.put(account)
}

function addMissing(lines: readonly JournalEntry[], edits: EditsTable) {
  const rows = lastStates(lines).flatMap(({ put }) => put)
  for (const row of rows) {
    if (!edits.find(row.account_id, row.video_id, row.key)) edits.put(row)
  }
}

function repeat(lines: readonly JournalEntry[], edits: EditsTable) {
  for (const { account, put, remove } of lastStates(lines)) {
    for (const row of put) edits.put(row)
    for (const [video_id, key] of remove) edits.remove(account.id, video_id, key)
  }
}

/** Creates an account for rows whose account is lost, to keep them. Returns how many. */
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

/** Removes rows whose parent row is lost. */
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

/** Opens a copy of a file, with a header that SQLite accepts, to read rows from it. */
function openSource(file: string | null, template: Database) {
  if (file === null || !statSync(file, { throwIfNoEntry: false })?.isFile()) return null
  const copy = `${file}.reading`
  const files = ['', '-wal', '-shm'].map((suffix) => copy + suffix)
  for (const each of files) rmSync(each, { force: true })
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  const damaged = openRepaired(copy, template)
  const tables = new Set(tablesOf(damaged).names)
  const { isWhole } = tablesOf(damaged)
  return {
    /** The file's `deskNumber`, by its own header. */
    id: headerOf(file).readInt32BE(68),
    copy: (table: string, columns: readonly string[], into: Database) =>
      // A file of an earlier version has fewer tables.
      isWhole && !tables.has(table) ? { count: 0 } : copyRows({ table, columns, damaged, into }),
    /** A number stored in `seals`; null when it cannot be read. */
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

/** Which desk.db a damaged second copy belongs to, and its last commit; null when unreadable. */
export function stepInDamaged(file: string, template: Database) {
  const source = openSource(file, template)
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

/** Copies readable rows that fit the table. `count` is how many there were, null when unknown. */
function copyRows({ table, columns, damaged, into }: Copying): { count: number | null } {
  const known = new Set<string>()
  const sql = `SELECT name FROM pragma_table_info('${table}')`
  damaged.each<[string]>(sql, [], ([name]) => known.add(name))
  const names = columns.filter((name) => known.has(name))
  if (names.length === 0) return { count: null }
  const insert = insertSql(table, names, 'OR IGNORE')
  let read = 0
  const listed = listedIn(damaged, table)
  const isWhole = eachRow(damaged, { table, names, listed }, (row) => {
    read += 1
    try {
      into.run(insert, ...row)
    } catch {
      // A row that violates its table's constraints counts as damaged.
    }
  })
  if (!isWhole && listed === null) return { count: null }
  return { count: Math.max(read, listed?.length ?? 0) }
}

/** A table's rowids by one of its indexes, on other pages; null when all are damaged. */
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

/** More rows than fit on one page: so many unreadable in a row are more than one bad page. */
const MOST_ON_A_PAGE = 350
const MOST_LOOKED_FOR = 20_000

/**
 * Visits every readable row in order: from the first up to the damage, then backwards from the last
 * one to it, and between the two each row by its id. Returns whether there was no damage.
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

/** The rowids between two others: those that an index lists, or else every possible one. */
function rowidsBetween(start: number, end: number, listed: number[] | null): number[] {
  if (listed) return listed.filter((rowid) => start < rowid && rowid < end)
  const count = Math.min(end - start - 1, MOST_LOOKED_FOR)
  return Array.from({ length: count }, (_, index) => start + 1 + index)
}

// SQLite, Database File Format: a header of 100 bytes, with the page size at 16, the number of
// pages at 28, the first free page and the number of free pages at 32, and the application id at
// 68. The rest is the same in all our files.
const PAGE_SIZES = [4096, 512, 1024, 2048, 8192, 16_384, 32_768, 65_536]
// Empty pages in place of pages that were cut off: SQLite shows no table at all when one of them
// starts beyond the end of the file.
const EMPTY_PAGES = 256

/** Opens a file whose header may be damaged, trying page sizes until its tables are found. */
function openRepaired(file: string, template: Database): Damaged {
  template.checkpoint()
  const bytes = statSync(file).size
  // Room for the largest page size, so that a wrong guess cuts nothing off.
  truncateSync(file, bytes + EMPTY_PAGES * 65_536)
  const sizes = [logPageSize(`${file}-wal`) ?? PAGE_SIZES].flat()
  const [first = 4096] = sizes
  const size = sizes.find((each) => {
    repairHeader(file, headerOf(template.file), each)
    const damaged = openDamaged(file)
    const { names } = tablesOf(damaged)
    damaged.close()
    return names.some((name) => DESK_TABLES[name])
  })
  cutToPages(file, { size: size ?? first, bytes })
  repairHeader(file, headerOf(template.file), size ?? first)
  return openDamaged(file)
}

/** The page size in a log's header; null when there is no log. An unreadable log is removed. */
function logPageSize(log: string): number | null {
  if (!existsSync(log)) return null
  const size = headerOf(log).readUInt32BE(8)
  if (PAGE_SIZES.includes(size)) return size
  rmSync(log)
  return null
}

/** Drops an incomplete last page: its rows would end in zeros. */
function cutToPages(file: string, { size, bytes }: { size: number; bytes: number }) {
  const wholePages = Math.floor(bytes / size)
  truncateSync(file, wholePages * size)
  truncateSync(file, (wholePages + EMPTY_PAGES) * size)
}

/** SQLite reads nothing from a file whose header gives a wrong length. */
function repairHeader(file: string, header: Buffer, size: number) {
  // 65,536 does not fit in two bytes, and is written as 1.
  header.writeUInt16BE(size === 65_536 ? 1 : size, 16)
  header.writeUInt32BE(Math.floor(statSync(file).size / size), 28)
  header.fill(0, 32, 40)
  // 2 makes SQLite read the log too.
  header.fill(existsSync(`${file}-wal`) ? 2 : 1, 18, 20)
  const opened = openSync(file, 'r+')
  writeSync(opened, header, 0, HEADER_BYTES, 0)
  closeSync(opened)
}
