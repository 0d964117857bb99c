import { AppError, type Failure } from '../../shared/failure.ts'

type Reason = Extract<Failure, { kind: 'storage' }>['reason']

// SQLite's result codes: the low byte is the kind, the whole number is the extended code.
const BY_KIND: Record<number, Reason> = {
  3: 'read-only',
  8: 'read-only',
  11: 'corrupt',
  13: 'full',
  14: 'read-only',
  26: 'corrupt',
}

// SQLITE_IOERR_WRITE and _SHMSIZE: SQLITE_FULL at a file size limit or disk quota.
const FULL_WRITES = new Set([778, 4874])

// SQLITE_IOERR_SHORT_READ and _CORRUPTFS: the file is shorter than its header says.
const BROKEN_READS = new Set([522, 8458])

const BY_SYSTEM_CODE: Record<string, Reason> = {
  // A stored integer larger than any that we write.
  ERR_OUT_OF_RANGE: 'corrupt',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read-only',
  EACCES: 'read-only',
  EPERM: 'read-only',
  EBUSY: 'in-use',
}

export function storageError(reason: Reason, path: string, text: string): AppError {
  return new AppError({ kind: 'storage', reason, path, text })
}

/** The failure for an error thrown while opening, reading or writing a file of the store. */
export function storageFailure(thrown: unknown, path: string): AppError {
  if (thrown instanceof AppError) return thrown
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return storageError(reasonOf(thrown), path, text)
}

/** Whether SQLite's driver threw it, rather than our own code between two statements. */
export function isOfDriver(thrown: unknown): boolean {
  const { errcode, code } = Object(thrown) as { errcode?: unknown; code?: unknown }
  return typeof errcode === 'number' || code === 'ERR_OUT_OF_RANGE'
}

export const isCorrupt = (thrown: unknown): boolean => isStorage(thrown, 'corrupt')
export const isFull = (thrown: unknown): boolean => isStorage(thrown, 'full')

function isStorage(thrown: unknown, reason: Reason): boolean {
  if (!(thrown instanceof AppError)) return false
  return thrown.failure.kind === 'storage' && thrown.failure.reason === reason
}

function reasonOf(thrown: unknown): Reason {
  const { errcode, code } = Object(thrown) as { errcode?: unknown; code?: unknown }
  if (typeof errcode === 'number') return reasonOfSqlite(errcode)
  return (typeof code === 'string' && BY_SYSTEM_CODE[code]) || 'other'
}

function reasonOfSqlite(errcode: number): Reason {
  if (FULL_WRITES.has(errcode)) return 'full'
  if (BROKEN_READS.has(errcode)) return 'corrupt'
  return BY_KIND[errcode & 0xff] ?? 'other'
}
