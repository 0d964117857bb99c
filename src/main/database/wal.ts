import { randomInt } from 'node:crypto'
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { storageError } from './storage-failure.ts'

// SQLite applies any log beside a file, even of another database or of an older state of this one.
// So the first transaction in each log writes page 1, which contains the database's number (its
// application id) and its change counter.

/** The part of SQLite's driver that is used. */
interface Driver {
  exec: (sql: string) => void
  prepare: (sql: string) => { get: () => unknown }
}

/** A longer log is moved into the database after the next commit. */
const LARGEST_LOG_BYTES = 4_200_000

/**
 * The log of an open database. When a file is deleted or replaced while it is open, later commits
 * would be lost with this process; so each commit checks before and after that both paths still
 * lead to the opened files.
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
    /** To be called in each transaction before its first write. */
    mark() {
      if (sizeOf(log) > 0) return
      const sql = 'PRAGMA application_id'
      const { application_id } = driver.prepare(sql).get() as { application_id: number }
      driver.exec(`PRAGMA application_id = ${application_id || randomInt(1, 2 ** 31)}`)
    },
    assertInPlace() {
      // SQLite creates the log with the first write, and keeps it until the database is closed.
      openedLog ??= fileAt(log)
      if (fileAt(file) === opened && fileAt(log) === openedLog) return
      throw storageError('gone', dirname(file), 'a file in it is not the one that was opened')
    },
    /** To be called after a commit, which is safe whether or not the pages can be moved now. */
    keepShort() {
      if (sizeOf(log) < LARGEST_LOG_BYTES) return
      try {
        truncate()
      } catch {
        // Usually a full disk: the next commit tries again.
      }
    },
  }
}

/** The file that a path leads to (device and inode); null when there is none. */
function fileAt(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

// SQLite, Database File Format and WAL File Format.
const MAGIC = 'SQLite format 3\0'
export const HEADER_BYTES = 100
const COUNTER_AT = 24
const ID_AT = 68
const LOG_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24

/** Whether a log has no file beside it, or was written for another state of the file. */
export function isStrangeLog(file: string): boolean {
  const log = `${file}-wal`
  if (sizeOf(log) === 0) return false
  // SQLite deletes the log of an empty file.
  if (sizeOf(file) === 0) return true
  const header = headerOf(file)
  if (!hasMagic(header)) return false
  const pages = firstPages(log)
  return pages !== null && !isOfFile(pages, firstPageOf(header))
}

const hasMagic = (header: Buffer) => header.toString('latin1', 0, MAGIC.length) === MAGIC

const firstPageOf = (page: Buffer): FirstPage => ({
  id: page.readUInt32BE(ID_AT),
  counter: page.readUInt32BE(COUNTER_AT),
})

/** Whether the log belongs to the file: it is as it was when the log began, or has some or all of the log's pages. */
function isOfFile(pages: readonly FirstPage[], { id, counter }: FirstPage): boolean {
  // A file last written before logs were marked has no number.
  if (id === 0) return true
  const [begin] = pages
  const end = pages.at(-1)
  if (!begin || !end || begin.id !== id) return false
  return begin.counter - 1 <= counter && counter <= end.counter
}

/**
 * Whether SQLite would read a log to its end, and the file's header shows that it belongs to the
 * file. If not, later commits may be lost.
 */
export function isWholeLog(file: string): boolean {
  const log = `${file}-wal`
  if (!existsSync(log)) return true
  if (existsSync(file) && !hasMagic(headerOf(file))) return false
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
 * The first page in each frame that writes it; empty when the first transaction does not, null when
 * SQLite would apply nothing of the log.
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

/** The frames that SQLite would read: up to the first with a wrong checksum or salt. */
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

/** The checksum of all bytes so far, in the format of the log. */
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

export function headerOf(file: string): Buffer {
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
