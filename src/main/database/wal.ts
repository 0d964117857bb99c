import { randomInt } from 'node:crypto'
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { storageError } from './storage-failure.ts'

// SQLite applies whatever log lies beside a file, also that of another database or of an older state
// of this one. So each log is marked: the first transaction in it writes page 1, which has the
// number of the database (its application id) and its change counter.

/** As much of SQLite's driver as a log needs. */
interface Driver {
  exec: (sql: string) => void
  prepare: (sql: string) => { get: () => unknown }
}

/** Of a log that is longer, the pages go into the database after the next commit. */
const LARGEST_LOG_BYTES = 4_200_000

/**
 * The log of an open database, and the paths of both. A file that was deleted or replaced while it
 * is open takes every commit and keeps none past this process: so before and after each commit its
 * path must lead to the file that was opened.
 */
export function makeLog(driver: Driver, file: string) {
  const log = `${file}-wal`
  const opened = fileAt(file)
  let openedLog: string | null = null

  function truncate() {
    driver.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  return {
    truncate,
    /** To be called in each transaction before anything is written. */
    mark() {
      if (sizeOf(log) > 0) return
      const sql = 'PRAGMA application_id'
      const { application_id } = driver.prepare(sql).get() as { application_id: number }
      driver.exec(`PRAGMA application_id = ${application_id || randomInt(1, 2 ** 31)}`)
    },
    assertInPlace() {
      // SQLite makes the log with the first write, and keeps it until the database is closed.
      openedLog ??= fileAt(log)
      if (fileAt(file) === opened && fileAt(log) === openedLog) return
      throw storageError('gone', dirname(file), 'a file in it is not the one that was opened')
    },
    /** After a commit: what it brought stays, whether the pages can be moved now or not. */
    keepShort() {
      if (sizeOf(log) < LARGEST_LOG_BYTES) return
      try {
        truncate()
      } catch {
        // A full disk, most often: the next commit tries again.
      }
    },
  }
}

/** Which file a path leads to; null when to none. */
function fileAt(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

// SQLite, Database File Format and WAL File Format.
const MAGIC = 'SQLite format 3\0'
const HEADER_BYTES = 100
const COUNTER_AT = 24
const ID_AT = 68
const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/** Whether a log lies beside a file that is not there, or was written for another state of it. */
export function isStrangeLog(file: string): boolean {
  const log = `${file}-wal`
  if (sizeOf(log) === 0) return false
  // SQLite deletes the log of an empty file.
  if (sizeOf(file) === 0) return true
  const header = headerOf(file)
  if (header.toString('latin1', 0, MAGIC.length) !== MAGIC) return false
  const pages = firstPages(log)
  return pages !== null && !isOfFile(pages, firstPageOf(header))
}

const firstPageOf = (page: Buffer): FirstPage => ({
  id: page.readUInt32BE(ID_AT),
  counter: page.readUInt32BE(COUNTER_AT),
})

/** The file is as it was when the log was begun, or has taken some or all of it. */
function isOfFile(pages: readonly FirstPage[], { id, counter }: FirstPage): boolean {
  // One that was last written before logs were marked has no number.
  if (id === 0) return true
  const [begin] = pages
  const end = pages.at(-1)
  if (!begin || !end || begin.id !== id) return false
  return begin.counter - 1 <= counter && counter <= end.counter
}

/** Whether SQLite reads a log to its end: the last commit that it reads may not be the last that was made. */
export function isWholeLog(file: string): boolean {
  const log = `${file}-wal`
  if (!existsSync(log)) return true
  let read = 0
  let isCommit = true
  for (const frame of framesOf(log)) {
    read += FRAME_HEADER_BYTES + frame.content.length
    isCommit = frame.isCommit
  }
  return isCommit && read > 0 && read === sizeOf(log) - LOG_HEADER_BYTES
}

interface FirstPage {
  id: number
  counter: number
}

/**
 * What each writing of page 1 says, if the first transaction has one; null when SQLite would apply
 * nothing of the log.
 */
function firstPages(log: string): FirstPage[] | null {
  const found: FirstPage[] = []
  let commits = 0
  for (const { page, isCommit, content } of framesOf(log)) {
    if (page === 1) found.push(firstPageOf(content))
    if (!isCommit) continue
    commits += 1
    if (commits === 1 && found.length === 0) return []
  }
  return commits === 0 ? null : found
}

interface Frame {
  page: number
  isCommit: boolean
  content: Buffer
}

/** The frames that SQLite would read: until a checksum, or the log that a frame is of, is another. */
function* framesOf(log: string): Generator<Frame> {
  const opened = openSync(log, 'r')
  try {
    yield* framesIn(opened, sizeOf(log))
  } finally {
    closeSync(opened)
  }
}

function* framesIn(log: number, end: number): Generator<Frame> {
  const header = bytesAt(log, 0, LOG_HEADER_BYTES)
  const magic = header.readUInt32BE(0)
  const isOfUse = magic === LITTLE_ENDIAN || magic === BIG_ENDIAN
  if (!isOfUse) return
  const checksum = makeChecksum(magic === LITTLE_ENDIAN)
  if (checksum(header.subarray(0, 24)) !== header.toString('hex', 24)) return
  const pageSize = header.readUInt32BE(8)
  const step = FRAME_HEADER_BYTES + pageSize
  for (let at = LOG_HEADER_BYTES; at + step <= end; at += step) {
    const frame = bytesAt(log, at, step)
    const content = frame.subarray(FRAME_HEADER_BYTES)
    if (!frame.subarray(8, 16).equals(header.subarray(16, 24))) return
    checksum(frame.subarray(0, 8))
    if (checksum(content) !== frame.toString('hex', 16, 24)) return
    yield { page: frame.readUInt32BE(0), isCommit: frame.readUInt32BE(4) > 0, content }
  }
}

const LITTLE_ENDIAN = 0x377f0682
const BIG_ENDIAN = 0x377f0683

/** Of all bytes given so far, as the log writes it. */
function makeChecksum(isLittleEndian: boolean) {
  let [one, two] = [0, 0]
  return (bytes: Buffer): string => {
    for (let at = 0; at < bytes.length; at += 8) {
      const [first, second] = isLittleEndian
        ? [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)]
        : [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
      one = (one + first + two) >>> 0
      two = (two + second + one) >>> 0
    }
    return [one, two].map((part) => part.toString(16).padStart(8, '0')).join('')
  }
}

function headerOf(file: string): Buffer {
  const opened = openSync(file, 'r')
  try {
    return bytesAt(opened, 0, HEADER_BYTES)
  } finally {
    closeSync(opened)
  }
}

function bytesAt(opened: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  readSync(opened, bytes, 0, length, at)
  return bytes
}
