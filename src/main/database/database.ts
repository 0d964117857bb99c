import { existsSync, writeFileSync } from 'node:fs'
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite'
import { failpoint } from '../failpoint.ts'
import { LARGE_BYTES } from '../threads/large-json.ts'
import { isCorrupt, isFull, isOfDriver, storageError, storageFailure } from './storage-failure.ts'
import { makeLog } from './wal.ts'

export type Value = string | number | bigint | Uint8Array | null

export interface Database {
  readonly file: string
  /** Every row as an array of its columns, in the order of the SELECT. */
  all: <R extends Value[]>(sql: string, ...binds: Value[]) => R[]
  first: <R extends Value[]>(sql: string, ...binds: Value[]) => R | null
  /** Every row as an object by the names of its columns. */
  objects: <R extends object>(sql: string, ...binds: Value[]) => R[]
  /** Returns the number of changed rows. */
  run: (sql: string, ...binds: Value[]) => number
  each: <R extends Value[]>(sql: string, binds: Value[], visit: (row: R) => void) => void
  exec: (sql: string) => void
  /** Commits all of `work` or nothing. Throws on an async function, which would write too late. */
  transaction: <T>(work: () => T) => T
  /** Moves the log's pages into the file, and empties the log. */
  checkpoint: () => void
  /**
   * Copies the database into an empty file, as it is when this resolves. Runs in steps of
   * milliseconds, between which others read and write. Ends with what `onStep` throws, or when
   * closed.
   */
  copyTo: (file: string, onStep: () => void) => Promise<void>
  /** Whether a read or write has met a damaged page since the file was opened. */
  isDamaged: () => boolean
  close: () => void
}

/** SQL texts in order. Their number is the file's version, so a released text is never edited. */
export type Migrations = readonly string[]

interface Opening {
  file: string
  synchronous: 'FULL' | 'NORMAL'
  migrations: Migrations
  /** Bytes; used for new files only. */
  pageSize?: number
  /** Lets `PRAGMA incremental_vacuum` return deleted pages to the disk. */
  autoVacuum?: boolean
  /** Called before a file with content is migrated; throwing prevents the migration. */
  onOlder?: (database: Database) => void
  /** Opens the file without migrating it. */
  skipMigrations?: boolean
  /**
   * For the second copy: no foreign keys, since rows arrive in any order and stay when their parent
   * goes; and no separate log that could be lost, so each commit goes into the file itself.
   */
  isCopy?: boolean
}

/** Bytes that a copy takes in one step, which blocks other statements. */
const STEP_BYTES = 256 * 1024
const OLDEST_SQLITE = [3, 51, 3] as const
const SYNCHRONOUS = { NORMAL: 1, FULL: 2 } as const

/** Opens or creates a database file, migrates it and verifies every setting. Throws `storage`. */
export function openDatabase(opening: Opening): Database {
  const { file, synchronous, migrations, pageSize, autoVacuum: shrinks, isCopy } = opening
  let driver: DatabaseSync | null = null
  try {
    // Created here with mode 0600: SQLite would use the umask's mode.
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' })
    driver = new DatabaseSync(file)
    const database = wrap(driver, file)
    // Only this process opens the file, so no shared-memory file is needed, which could be damaged.
    // SQLite creates that at the first read, so this comes first.
    driver.exec('PRAGMA locking_mode = exclusive')
    assertEngine(driver)
    assertNotNewer(database, migrations)
    if (pageSize) driver.exec(`PRAGMA page_size = ${pageSize}`)
    if (shrinks) driver.exec('PRAGMA auto_vacuum = INCREMENTAL')
    const ofCopy = { foreign_keys: 0, journal_mode: 'truncate' } as const
    const usual = { foreign_keys: 1, journal_mode: 'wal' } as const
    setPragmas(database, { synchronous: SYNCHRONOUS[synchronous], ...(isCopy ? ofCopy : usual) })
    // Applies the log of an interrupted run. The next transaction starts a new log and marks it.
    database.checkpoint()
    if (!opening.skipMigrations) {
      assertSchema(database, migrations)
      migrate(database, opening)
    }
    return database
  } catch (thrown) {
    closeQuietly(driver)
    throw storageFailure(thrown, file)
  }
}

/** A database file of which only parts may be readable. */
export interface Damaged {
  /** Visits the rows before any damage; returns whether all could be read. */
  each: <R extends Value[]>(sql: string, binds: Value[], visit: (row: R) => void) => boolean
  close: () => void
}

/** Opens a file for reading as much of it as possible, whatever its state; read-only, its log stays beside it. */
export function openDamaged(file: string, { readOnly = false } = {}): Damaged {
  const driver = new DatabaseSync(file, { readOnly })
  const statements = new Map<string, StatementSync>()
  return {
    each: <R extends Value[]>(sql: string, binds: Value[], visit: (row: R) => void) => {
      try {
        const statement = statements.get(sql) ?? driver.prepare(sql)
        statements.set(sql, statement)
        for (const row of iterate<R>(statement, binds)) visit(row)
        return true
      } catch {
        // The rows before the damage were visited; those after it are lost.
        return false
      }
    },
    close: () => closeQuietly(driver),
  }
}

/**
 * Takes an exclusive lock on a data folder, through a SQLite file so that it works alike on every
 * system; returns the function that releases it. The system releases it when the process dies, so a
 * stale lock cannot exist. Throws SQLITE_BUSY when another process has it.
 */
export function takeLock(file: string): () => void {
  let driver: DatabaseSync | null = null
  try {
    if (!existsSync(file)) writeFileSync(file, '', { mode: 0o600, flag: 'a' })
    driver = new DatabaseSync(file)
    driver.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (thrown) {
    closeQuietly(driver)
    throw thrown
  }
  return () => closeQuietly(driver)
}

/** SQLITE_BUSY or SQLITE_LOCKED: another connection has locked the file. */
export function isLockedByAnother(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null || !('errcode' in thrown)) return false
  return typeof thrown.errcode === 'number' && [5, 6].includes(thrown.errcode & 0xff)
}

export function closeQuietly(opened: Pick<DatabaseSync, 'close'> | null) {
  try {
    opened?.close()
  } catch {
    // It was never opened, the disk is gone, or a damaged file failed to checkpoint.
  }
}

function wrap(driver: DatabaseSync, file: string): Database {
  const statements = new Map<string, StatementSync>()
  const log = makeLog(driver, file)
  let damaged = false

  function guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (thrown) {
      if (!isOfDriver(thrown)) throw thrown
      const failure = storageFailure(thrown, file)
      damaged ||= isCorrupt(failure)
      throw failure
    }
  }

  function prepared(sql: string, binds: Value[]): StatementSync {
    for (const bind of binds) assertBindable(bind, sql)
    const known = statements.get(sql)
    if (known) return known
    const statement = driver.prepare(sql)
    statement.setReturnArrays(true)
    statements.set(sql, statement)
    return statement
  }

  const all = <R extends Value[]>(sql: string, ...binds: Value[]) =>
    guarded(() => prepared(sql, binds).all(...binds) as unknown as R[])

  return {
    file,
    all,
    first: <R extends Value[]>(sql: string, ...binds: Value[]) =>
      guarded(() => (prepared(sql, binds).get(...binds) as unknown as R | undefined) ?? null),
    objects: <R extends object>(sql: string, ...binds: Value[]) =>
      guarded(() => {
        const statement = prepared(sql, binds)
        const names = statement.columns().map(({ name }) => name)
        const rows = statement.all(...binds) as unknown as Value[][]
        return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as R)
      }),
    run: (sql, ...binds) =>
      guarded(() => {
        const statement = prepared(sql, binds)
        try {
          return Number(statement.run(...binds).changes)
        } finally {
          if (binds.some(isLarge)) unbind(statement, binds)
        }
      }),
    each: <R extends Value[]>(sql: string, binds: Value[], visit: (row: R) => void) =>
      guarded(() => {
        for (const row of iterate<R>(prepared(sql, binds), binds)) visit(row)
      }),
    exec: (sql) => guarded(() => driver.exec(sql)),
    transaction: (work) => guarded(() => inTransaction(driver, log, work)),
    checkpoint: () => guarded(log.truncate),
    copyTo: async (copy, progress) => {
      try {
        const rate = Math.max(1, Math.floor(STEP_BYTES / pageSizeOf(driver)))
        await backup(driver, copy, { rate, progress })
      } catch (thrown) {
        throw isOfDriver(thrown) ? storageFailure(thrown, copy) : thrown
      }
    },
    isDamaged: () => damaged,
    close: () =>
      guarded(() => {
        statements.clear()
        try {
          failpoint('checkpoint')
          log.truncate()
        } finally {
          driver.close()
        }
      }),
  }
}

const isLarge = (bind: Value) =>
  (typeof bind === 'string' || bind instanceof Uint8Array) && bind.length > LARGE_BYTES

/** Frees large bound values, which a statement keeps. `iterate` binds without running it. */
function unbind(statement: StatementSync, binds: readonly Value[]) {
  statement.iterate(...binds.map(() => null))
}

function pageSizeOf(driver: DatabaseSync): number {
  const row = driver.prepare('PRAGMA page_size').get() as { page_size: number }
  return row.page_size
}

function iterate<R extends Value[]>(statement: StatementSync, binds: Value[]) {
  statement.setReturnArrays(true)
  return statement.iterate(...binds) as unknown as Iterable<R>
}

function inTransaction<T>(driver: DatabaseSync, log: Log, work: () => T): T {
  if (work.constructor.name === 'AsyncFunction') throw new TypeError(ASYNC_WORK)
  driver.exec('BEGIN IMMEDIATE')
  try {
    log.mark()
    const result = work()
    if (isThenable(result)) throw new TypeError(ASYNC_WORK)
    log.assertInPlace()
    driver.exec('COMMIT')
    log.assertInPlace()
    log.keepShort()
    return result
  } catch (thrown) {
    // A full disk can end the transaction by itself; a failing ROLLBACK would then hide the reason.
    if (driver.isTransaction) driver.exec('ROLLBACK')
    throw thrown
  }
}

type Log = ReturnType<typeof makeLog>

const ASYNC_WORK = 'A transaction cannot wait: its work must not be async.'

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value
}

/** Refuses values that the driver would convert silently: a Date to NULL, a boolean to 0 or 1. */
function assertBindable(bind: unknown, sql: string) {
  const isValue =
    bind === null ||
    typeof bind === 'string' ||
    typeof bind === 'bigint' ||
    bind instanceof Uint8Array ||
    (typeof bind === 'number' && Number.isFinite(bind))
  if (!isValue) throw new TypeError(`Not a value for SQLite: ${typeof bind} in ${sql.slice(0, 60)}`)
}

function assertEngine(driver: DatabaseSync) {
  const row = driver
    .prepare(`SELECT sqlite_version() AS version, sqlite_compileoption_used('ENABLE_FTS5') AS fts5`)
    .get() as { version: string; fts5: number }
  const version = row.version.split('.').map(Number)
  const difference = OLDEST_SQLITE.map((part, index) => (version[index] ?? 0) - part).find(Boolean)
  if ((difference ?? 0) < 0) throw new Error(`SQLite ${row.version} is older than 3.51.3.`)
  if (row.fts5 !== 1) throw new Error('This SQLite is built without FTS5.')
}

/** A version this much newer does not exist: the number itself is damaged. */
const MOST_NEWER = 1000

/** To be called before any pragma that writes, to leave a newer Cuepoint's file unchanged. */
function assertNotNewer(database: Database, migrations: Migrations) {
  const version = versionOf(database)
  if (0 <= version && version <= migrations.length) return
  if (version < 0 || version > migrations.length + MOST_NEWER) {
    throw storageError('corrupt', database.file, `version ${version}`)
  }
  const text = `Written by a newer Cuepoint: version ${version}, this one knows ${migrations.length}.`
  throw storageError('newer', database.file, text)
}

/** Compares the tables with those of the file's version: if they differ, the file is damaged. */
export function assertSchema(database: Database, migrations: Migrations) {
  const version = versionOf(database)
  const own = new DatabaseSync(':memory:')
  try {
    for (const sql of migrations.slice(0, version)) own.exec(sql)
    const expected = wrap(own, ':memory:').all<[string]>(SCHEMA)
    const found = database.all<[string]>(SCHEMA)
    if (schemaText(found) === schemaText(expected)) return
  } finally {
    own.close()
  }
  throw storageError('corrupt', database.file, `not the tables of version ${version}`)
}

const SCHEMA = 'SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name'

/** Without comments, whose wording may change. */
const schemaText = (rows: readonly [string][]) =>
  rows.map(([sql]) => sql.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ')).join(';')

interface Settings {
  synchronous: 1 | 2
  foreign_keys: 0 | 1
  journal_mode: 'wal' | 'truncate'
}

function setPragmas(database: Database, { synchronous, foreign_keys, journal_mode }: Settings) {
  const pragmas = {
    busy_timeout: 5000,
    locking_mode: 'exclusive',
    journal_mode,
    // Set at every opening: some builds reset it to NORMAL for WAL files.
    synchronous,
    foreign_keys,
    // A log that SQLite checkpoints by itself would not be marked.
    wal_autocheckpoint: 0,
    fullfsync: 1,
    checkpoint_fullfsync: 1,
    // Deleted content is overwritten, not only unlinked.
    secure_delete: 1,
    trusted_schema: 0,
    cell_size_check: 1,
    temp_store: 2,
    cache_size: -8000,
  }
  for (const [name, wanted] of Object.entries(pragmas)) {
    database.exec(`PRAGMA ${name} = ${wanted}`)
    const [actual] = database.first<[Value]>(`PRAGMA ${name}`) ?? [null]
    if (actual !== wanted)
      throw new Error(`SQLite kept ${name} at ${String(actual)}, not ${wanted}.`)
  }
}

/** Runs the migrations that the file lacks, all of them or none. */
function migrate(database: Database, { migrations, autoVacuum: shrinks, onOlder }: Opening) {
  const version = versionOf(database)
  if (version < migrations.length) {
    if (version > 0) onOlder?.(database)
    database.transaction(() => {
      for (const sql of migrations.slice(version)) {
        database.exec(sql)
        failpoint('migration')
      }
      database.exec(`PRAGMA user_version = ${migrations.length}`)
    })
  }
  // An older file becomes able to shrink only when it is rewritten.
  if (shrinks && version > 0 && !canShrink(database)) rewrite(database)
}

const INCREMENTAL = 2

const canShrink = (database: Database) =>
  database.first<[number]>('PRAGMA auto_vacuum')?.[0] === INCREMENTAL

/** Without disk space for a second file it stays as it is, which only costs space. */
function rewrite(database: Database) {
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
  } catch (thrown) {
    if (!isFull(thrown)) throw thrown
  }
}

/** The number of migrations that a file has had. */
export function versionOf(database: Database): number {
  return database.first<[number]>('PRAGMA user_version')?.[0] ?? 0
}
