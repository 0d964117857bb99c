import { existsSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Clock } from '../../shared/clock.ts'
import { AppError } from '../../shared/failure.ts'
import type { DeskRecovery, Recovery } from '../../shared/features/backup/recovery.ts'
import { moveSync, syncFolderSync, writeWholeSync } from '../disk/atomic-file.ts'
import { lastCommitIn } from '../features/publishing/journal.ts'
import { ANSWERS } from './answers-migrations.ts'
import { deskNumber, numberIn } from './commits.ts'
import { copyBeforeMigration } from './copies.ts'
import {
  closeQuietly,
  type Database,
  isLockedByAnother,
  openDatabase,
  takeLock,
} from './database.ts'
import { salvage, stepInDamaged } from './salvage.ts'
import { openCopy } from './second-copy.ts'
import { isCorrupt, storageError, storageFailure } from './storage-failure.ts'
import { DESK } from './stored-features.ts'
import { isStrangeLog, isWholeLog } from './wal.ts'

export type { Recovery }

/** Limit of the check at a start, about 400 MB. Later damage is found when it is read. */
const CHECK_BUDGET_MS = 2000
const LARGEST_CHECKED_BYTES = 400_000_000

/** Locks the folder for this process. Throws `refused` when another has it, else `storage`. */
export function lockFolder(file: string): () => void {
  try {
    return takeLock(file)
  } catch (thrown) {
    if (isLockedByAnother(thrown)) {
      throw new AppError({ kind: 'refused', text: 'Another Cuepoint has this data folder open.' })
    }
    if (!isCorrupt(storageFailure(thrown, file))) throw storageFailure(thrown, file)
  }
  // Only its lock matters, so a damaged file is emptied.
  truncateSync(file)
  return takeLock(file)
}

interface DeskFiles {
  file: string
  /** The second copy, of the tables that no service has. */
  copy: string
  journal: string
  /** Whether other files of the folder show that it had a desk.db. */
  wasInUse: boolean
  clock: Clock
}

interface OpenedDesk {
  database: Database
  /** The second copy has every commit of desk.db. */
  isCopyInLine: boolean
  recoveries: Recovery[]
}

/**
 * Opens desk.db. When it is damaged or missing, or lacks commits that its second copy or journal
 * has, it is renamed, and a new one is built from everything readable in the three. An empty file
 * in a folder that was in use counts as damaged.
 */
export function openDesk(files: DeskFiles): OpenedDesk {
  const { file, clock } = files
  const salvaged = salvagedOf(file)
  // The last start was interrupted between renaming the damaged file and moving the new one.
  if (!existsSync(file) && existsSync(salvaged)) moveSync(salvaged, file)
  if (!existsSync(file) && files.wasInUse) {
    return rebuild(files, 'missing', { strange: [], isLogSpoiled: true })
  }
  const strange = putStrangeLogAside(file, clock)
  const found = { strange, isLogSpoiled: strange.length > 0 || !isWholeLog(file) }
  const database = isEmptied(files) ? null : openIntact(() => openAt(file), wholeCheck)
  return database ? compared(files, database, found) : rebuild(files, 'damaged', found)
}

/**
 * Keeps an intact desk.db, unless its second copy or journal has later commits. One that belongs to
 * another desk.db is put aside: it would be overwritten.
 */
function compared(files: DeskFiles, database: Database, found: Found): OpenedDesk {
  const { copy, journal, clock } = files
  const position = breakSeal(database, copy) ? 'in line' : positionOf(database, copy)
  // With a spoiled log, that the copy belongs to another desk.db may be what the log says.
  const isDoubtful = position === 'unknown' || position === 'strange'
  const isAhead = position === 'ahead' || (isDoubtful && found.isLogSpoiled)
  const journaled = journalPosition(database, journal)
  if (isAhead || journaled === 'ahead') {
    database.close()
    return rebuild(files, 'behind', { ...found, isCopyStrange: position === 'strange' })
  }
  const asideWhenStrange = (at: Position, other: string) =>
    at === 'strange' ? [strangeFile(putAside(other, clock) ?? other)] : []
  const recoveries = [
    ...found.strange,
    ...asideWhenStrange(position, copy),
    ...asideWhenStrange(journaled, journal),
  ]
  return { database, isCopyInLine: position === 'in line', recoveries }
}

const openAt = (file: string) =>
  openDatabase({
    file,
    synchronous: 'FULL',
    migrations: DESK,
    onOlder(older) {
      // A damaged file is left unchanged.
      wholeCheck(older)
      copyBeforeMigration(older)
    },
  })

interface CopyStep {
  desk: number
  step: number
  isDamaged: boolean
}

/** Which desk.db a second copy belongs to, and its last commit; null when unreadable. */
function stepOfCopy(file: string): CopyStep | null {
  // SQLite would take an empty file for a new one.
  if (!statSync(file, { throwIfNoEntry: false })?.size) return null
  let copy: Database | null = null
  try {
    copy = openCopy(file)
    wholeCheck(copy)
    return { desk: numberIn(copy, 'desk'), step: numberIn(copy, 'step'), isDamaged: false }
  } catch {
    return null
  } finally {
    closeQuietly(copy)
  }
}

/** Of a second copy or journal, compared with an intact desk.db; `strange` when it belongs to another one. */
type Position = 'in line' | 'ahead' | 'behind' | 'strange' | 'unknown'

function positionOf(desk: Database, file: string): Position {
  // There never was a second copy.
  if (numberIn(desk, 'step') === 0 && !existsSync(file)) return 'behind'
  const copy = stepOfCopy(file) ?? stepInDamaged(file, desk)
  if (!copy) return 'unknown'
  if (copy.desk !== deskNumber(desk)) return 'strange'
  const step = numberIn(desk, 'step')
  if (copy.step > step) return 'ahead'
  return copy.step === step && !copy.isDamaged ? 'in line' : 'behind'
}

/** `ahead` when the journal has commits that desk.db lacks, although desk.db is written first. */
function journalPosition(desk: Database, journal: string): Position {
  const commit = lastCommitIn(journal)
  if (!commit) return 'unknown'
  const [of, number] = commit
  if (of !== deskNumber(desk)) return 'strange'
  return number > numberIn(desk, 'journaled') ? 'ahead' : 'in line'
}

/** The complete new desk.db is at this path, before it replaces the damaged one. */
const salvagedOf = (file: string) => `${file}.salvaged`

interface Found {
  strange: Recovery[]
  /**
   * The log cannot be read to its end, after an interrupted run, or may be of another file: commits
   * may be lost.
   */
  isLogSpoiled: boolean
  /** The second copy may be of another desk.db, so that neither is known to be the later one. */
  isCopyStrange?: boolean
}

function rebuild(files: DeskFiles, cause: DeskRecovery['cause'], found: Found): OpenedDesk {
  const { file, copy, journal, clock } = files
  const salvaged = salvagedOf(file)
  const desk = cause === 'missing' ? null : file
  const copyStep = found.isCopyStrange ? null : (stepOfCopy(copy)?.step ?? null)
  const isDeskOlder = cause === 'behind' || found.isLogSpoiled
  const sources = { desk, copy, copyStep, isDeskOlder, journal }
  const fill = (partial: string) => salvageInto(partial, sources)
  const recovered = writeWholeSync(salvaged, fill, { access: 'private' })
  const keptAs = putAside(file, clock)
  moveSync(salvaged, file)
  syncFolderSync(dirname(file))
  const recovery: Recovery = { kind: 'desk-recovered', cause, keptAs, ...recovered }
  return { database: openAt(file), isCopyInLine: false, recoveries: [recovery, ...found.strange] }
}

function salvageInto(file: string, sources: Parameters<typeof salvage>[0]) {
  const successor = openAt(file)
  try {
    // Rows arrive in any order; orphans are removed at the end.
    successor.exec('PRAGMA foreign_keys = 0')
    return salvage(sources, successor)
  } finally {
    successor.close()
  }
}

const isEmptied = ({ file, wasInUse }: DeskFiles) =>
  wasInUse && existsSync(file) && statSync(file).size === 0

/** Renames a log that belongs to another state of the file: SQLite would apply or delete it. */
function putStrangeLogAside(file: string, clock: Clock): Recovery[] {
  if (!isStrangeLog(file)) return []
  const keptAs = `${file}-wal.${stampOf(clock)}`
  moveSync(`${file}-wal`, keptAs)
  syncFolderSync(dirname(file))
  return [strangeFile(keptAs)]
}

const strangeFile = (keptAs: string): Recovery => ({ kind: 'strange-file', keptAs })

/** Opens answers.db; replaces a damaged one. A sealed file is not checked again. */
export function openAnswers(file: string, isSealed: boolean, clock: Clock) {
  const open = () =>
    openDatabase({
      file,
      synchronous: 'NORMAL',
      migrations: ANSWERS,
      pageSize: 16_384,
      autoVacuum: true,
    })
  const strange = putStrangeLogAside(file, clock)
  const database = openIntact(open, isSealed ? () => {} : (opened) => quickCheck(opened, clock))
  if (database) return { database, recoveries: strange }
  const keptAs = putAside(file, clock) ?? file
  return {
    database: open(),
    recoveries: [{ kind: 'answers-rebuilt' as const, keptAs }, ...strange],
  }
}

/** Whether a file is unchanged since it was closed properly. Removes the seal. */
export function breakSeal(desk: Database, file: string): boolean {
  const name = basename(file)
  const sql = 'SELECT mark FROM seals WHERE file = ?'
  const [mark] = desk.first<[string]>(sql, name) ?? [null]
  if (mark === null) return false
  desk.transaction(() => desk.run('DELETE FROM seals WHERE file = ?', name))
  return mark === markOf(file)
}

/** A closed file's size and modification time: if unchanged, no other process has written to it. */
export function markOf(file: string): string | null {
  if (!existsSync(file) || existsSync(`${file}-wal`)) return null
  const { size, mtimeNs } = statSync(file, { bigint: true })
  return `${size}:${mtimeNs}`
}

/** The opened and checked file, or null when it is damaged. Throws every other failure. */
function openIntact(open: () => Database, check: (database: Database) => void): Database | null {
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

/** Complete check, for desk.db, which is small and irreplaceable. */
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

/** Renames a file with its log, and returns the new path; null when neither exists. */
function putAside(file: string, clock: Clock): string | null {
  const keptAs = `${file}.${stampOf(clock)}`
  const there = ['-wal', '-shm', ''].filter((suffix) => existsSync(file + suffix))
  for (const suffix of there) moveSync(file + suffix, keptAs + suffix)
  syncFolderSync(dirname(file))
  return there.length > 0 ? keptAs : null
}

/** Deletes what recoveries put aside: what was readable of it is in the present files. */
export function erasePutAside(folder: string) {
  const names = readdirSync(folder).filter((name) => name.includes('.damaged-'))
  for (const name of names) rmSync(join(folder, name), { force: true })
}

const stampOf = (clock: Clock) =>
  `damaged-${new Date(clock.now()).toISOString().replace(/[:.]/g, '-')}`
