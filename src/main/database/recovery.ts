import { existsSync, rmSync, statSync, truncateSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Clock } from '../../shared/clock.ts'
import { DeskError } from '../../shared/failure.ts'
import type { DeskRecovery, Recovery } from '../../shared/features/backup/recovery.ts'
import { moveSync, syncFolderSync } from '../disk/atomic-file.ts'
import { lastCommitIn } from '../features/publishing/journal.ts'
import { ANSWERS } from './answers-migrations.ts'
import { copyBeforeMigration } from './copies.ts'
import { type Database, holdLease, isHeldByAnother, openDatabase } from './database.ts'
import { DESK } from './migrations.ts'
import { bringBack, stepInDamaged } from './salvage.ts'
import { deskNumber, numberIn, openCopy } from './second-copy.ts'
import { isCorrupt, storageError, storageFailure } from './storage-failure.ts'
import { isStrangeLog, isWholeLog } from './wal.ts'

export type { Recovery }

/** No start waits longer: damage that is not found then is met as it is read. Two seconds read some 400 MB. */
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

interface DeskFiles {
  file: string
  /** Of what only this computer has. */
  copy: string
  journal: string
  /** Whether the folder had a desk before. */
  wasInUse: boolean
  clock: Clock
}

interface OpenedDesk {
  database: Database
  /** The second copy has all that the desk has. */
  isCopyInLine: boolean
  recoveries: Recovery[]
}

/**
 * Opens desk.db. One that is damaged, missing, or lacks what its second copy or its journal has is
 * put aside, and all that can be read of the three goes on in a new one. An empty one is damaged
 * when it was in use before.
 */
export function openDesk(files: DeskFiles): OpenedDesk {
  const { file, clock } = files
  const salvaged = salvagedOf(file)
  // The last start was cut off between putting the damaged file aside and its successor in place.
  if (!existsSync(file) && existsSync(salvaged)) moveSync(salvaged, file)
  if (!existsSync(file) && files.wasInUse) {
    return succeed(files, 'missing', { strange: [], isLogSpoiled: true })
  }
  const strange = putStrangeLogAside(file, clock)
  const found = { strange, isLogSpoiled: strange.length > 0 || !isWholeLog(file) }
  const database = isEmptied(files) ? null : openSound(() => openAt(file), wholeCheck)
  return database ? compared(files, database, found) : succeed(files, 'damaged', found)
}

/** A sound desk goes on, unless what follows it came further than it did. */
function compared(files: DeskFiles, database: Database, found: Found): OpenedDesk {
  const { copy, journal, clock } = files
  const followed = breakSeal(database, copy) ? 'in line' : followedBy(database, copy)
  const isAhead = followed === 'ahead' || (followed === 'unknown' && found.isLogSpoiled)
  if (isAhead || isJournalAhead(database, journal)) {
    database.close()
    return succeed(files, 'behind', found)
  }
  const strange = followed === 'strange' ? [strangeFile(putAside(copy, clock) ?? copy)] : []
  const recoveries = [...found.strange, ...strange]
  return { database, isCopyInLine: followed === 'in line', recoveries }
}

const openAt = (file: string) =>
  openDatabase({
    file,
    synchronous: 'FULL',
    migrations: DESK,
    onOlder(older) {
      // A damaged one stays as it is found.
      wholeCheck(older)
      copyBeforeMigration(older)
    },
  })

interface CopyStep {
  desk: number
  step: number
  isDamaged: boolean
}

/** Whose a second copy is, and how far it follows; null when it is missing or cannot be opened, for whatever reason. */
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

type Followed = 'in line' | 'ahead' | 'behind' | 'strange' | 'unknown'

/** How far a second copy is, beside a sound desk; `strange` when it is of another. */
function followedBy(desk: Database, file: string): Followed {
  // It never had one.
  if (numberIn(desk, 'step') === 0 && !existsSync(file)) return 'behind'
  const copy = stepOfCopy(file) ?? stepInDamaged(file, desk)
  if (!copy) return 'unknown'
  if (copy.desk !== deskNumber(desk)) return 'strange'
  const step = numberIn(desk, 'step')
  if (copy.step > step) return 'ahead'
  return copy.step === step && !copy.isDamaged ? 'in line' : 'behind'
}

/** It has commits that the desk lacks, though each was in the desk before it was in the journal. */
function isJournalAhead(desk: Database, journal: string): boolean {
  const [of, number] = lastCommitIn(journal) ?? [0, 0]
  return of === deskNumber(desk) && number > numberIn(desk, 'journaled')
}

/** Where a desk is made anew, before it takes the place of the one that is put aside. */
const salvagedOf = (file: string) => `${file}.salvaged`

interface Found {
  strange: Recovery[]
  /** What its log had may be lost with the log: the last start was cut off, and it cannot be read to its end. */
  isLogSpoiled: boolean
}

function succeed(files: DeskFiles, cause: DeskRecovery['cause'], found: Found): OpenedDesk {
  const { file, copy, journal, clock } = files
  const salvaged = salvagedOf(file)
  for (const old of [salvaged, `${salvaged}-wal`]) rmSync(old, { force: true })
  const successor = openAt(salvaged)
  // Rows come in any order; what refers to nothing in the end is removed.
  successor.exec('PRAGMA foreign_keys = 0')
  const desk = cause === 'missing' ? null : file
  const copyStep = stepOfCopy(copy)?.step ?? null
  const isDeskOlder = cause === 'behind' || found.isLogSpoiled
  const brought = bringBack({ desk, copy, copyStep, isDeskOlder, journal }, successor)
  successor.close()
  const keptAs = putAside(file, clock)
  moveSync(salvaged, file)
  syncFolderSync(dirname(file))
  const recovery: Recovery = { kind: 'desk-recovered', cause, keptAs, ...brought }
  return { database: openAt(file), isCopyInLine: false, recoveries: [recovery, ...found.strange] }
}

const isEmptied = ({ file, wasInUse }: DeskFiles) =>
  wasInUse && existsSync(file) && statSync(file).size === 0

/** A log that SQLite would apply, or delete, though it is not of the file as it is. */
function putStrangeLogAside(file: string, clock: Clock): Recovery[] {
  if (!isStrangeLog(file)) return []
  const keptAs = `${file}-wal.${stampOf(clock)}`
  moveSync(`${file}-wal`, keptAs)
  syncFolderSync(dirname(file))
  return [strangeFile(keptAs)]
}

const strangeFile = (keptAs: string): Recovery => ({ kind: 'strange-file', keptAs })

/** Opens answers.db; a damaged one is put aside and begun anew. A sealed one is not checked again. */
export function openAnswers(file: string, isSealed: boolean, clock: Clock) {
  const open = () =>
    openDatabase({
      file,
      synchronous: 'NORMAL',
      migrations: ANSWERS,
      pageSize: 16_384,
      shrinks: true,
    })
  const strange = putStrangeLogAside(file, clock)
  const database = openSound(open, isSealed ? () => {} : (opened) => quickCheck(opened, clock))
  if (database) return { database, recoveries: strange }
  const keptAs = putAside(file, clock) ?? file
  return {
    database: open(),
    recoveries: [{ kind: 'answers-rebuilt' as const, keptAs }, ...strange],
  }
}

/** Whether a file is as it was when it was last closed well. The seal is gone until it is again. */
export function breakSeal(desk: Database, file: string): boolean {
  const name = basename(file)
  const sql = 'SELECT mark FROM seals WHERE file = ?'
  const [mark] = desk.first<[string]>(sql, name) ?? [null]
  if (mark === null) return false
  desk.transaction(() => desk.run('DELETE FROM seals WHERE file = ?', name))
  return mark === markOf(file)
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

/** Renames a file with its log, and gives its new name; null when neither was there. */
function putAside(file: string, clock: Clock): string | null {
  const keptAs = `${file}.${stampOf(clock)}`
  const there = ['-wal', '-shm', ''].filter((suffix) => existsSync(file + suffix))
  for (const suffix of there) moveSync(file + suffix, keptAs + suffix)
  syncFolderSync(dirname(file))
  return there.length > 0 ? keptAs : null
}

const stampOf = (clock: Clock) =>
  `damaged-${new Date(clock.now()).toISOString().replace(/[:.]/g, '-')}`

function closeQuietly(database: Database | null) {
  try {
    database?.close()
  } catch {
    // It is damaged: it could not be checkpointed, and is put aside with its journal.
  }
}
