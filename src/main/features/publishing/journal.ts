import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { StoredAccount } from '../../../shared/features/accounts/account.ts'
import { writeTextSync } from '../../disk/atomic-file.ts'
import { failpoint } from '../../failpoint.ts'
import type { EditRow } from './edit-row.ts'

/** What one commit did to an account's edits. */
export interface JournalEntry {
  /** Lets the account be recreated when the database is lost. Contains no keys. */
  account: StoredAccount
  put: EditRow[]
  /** Video and key of removed edits. */
  remove: [video_id: string, key: string][]
  /** Absent in lines of earlier versions. */
  commit?: JournaledCommit
  /** Of the first line of a rewritten file: how many lines have the edits that waited then. */
  rewritten?: number
}

export type JournaledCommit = [desk: number, number: number]

export type Journal = ReturnType<typeof openJournal>

const LARGEST_BYTES = 1_000_000

/**
 * A second copy of the waiting edits in a file of its own: one line per commit, durable when
 * `append` returns. `present` returns the waiting edits, from which the file is rewritten when it
 * has grown or lacks a line.
 */
export function openJournal(file: string, present: () => JournalEntry[]) {
  let isBehind = !existsSync(file)
  let limit = LARGEST_BYTES

  function rewrite() {
    const [first, ...others] = present()
    const rewritten = others.length + 1
    const text = (first ? [{ ...first, rewritten }, ...others] : []).map(lineOf).join('')
    // A block: as an expression the call would remain in a release.
    const sealed = () => {
      failpoint('journal-rewrite')
    }
    writeTextSync(file, text, { access: 'private', sealed })
    limit = Math.max(LARGEST_BYTES, 2 * Buffer.byteLength(text))
    isBehind = false
  }

  /** Never throws: the database has the commit, and the next call rewrites the file. */
  function append(entry: JournalEntry) {
    try {
      if (isBehind || statSync(file).size > limit) return rewrite()
      isBehind = true
      const opened = openSync(file, 'a', 0o600)
      try {
        writeFileSync(opened, lineOf(entry))
        fsyncSync(opened)
      } finally {
        closeSync(opened)
      }
      isBehind = false
    } catch {
      isBehind = true
    }
  }

  /** Rewrites the file from the waiting edits. Never throws. */
  function renew() {
    try {
      if (existsSync(file) || present().some(({ put }) => put.length > 0)) rewrite()
    } catch {
      isBehind = true
    }
  }

  return { append, renew, isBehind: () => isBehind }
}

interface JournalRead {
  lines: JournalEntry[]
  /** Whether these lines have every edit that waited at the last of them. */
  isComplete: boolean
}

/** Damaged lines are skipped. */
export function readJournal(file: string): JournalRead {
  const text = textOf(file)
  const written = linesOf(text)
  const lines = written.flatMap((line) => entryOf(line) ?? [])
  const isWhole = lines.length === written.length && text?.endsWith('\n') === true
  return { lines, isComplete: isWhole && lines.length >= (lines[0]?.rewritten ?? Infinity) }
}

/** The last state of each edit, by account. */
export const lastStates = (lines: readonly JournalEntry[]): JournalEntry[] =>
  [...lastByAccount(lines).values()].map(entryAtLast)

/** The last commit in a journal; null when it has none. Reads lines from the end. */
export function lastCommitIn(file: string): JournaledCommit | null {
  for (const line of linesOf(textOf(file)).reverse()) {
    const commit = entryOf(line)?.commit
    if (commit) return commit
  }
  return null
}

/** Without the text after the last newline: a line that was cut off was never reported as saved. */
const linesOf = (text: string | null) => text?.split('\n').slice(0, -1) ?? []

function lastByAccount(written: readonly JournalEntry[]): Map<string, Last> {
  const accounts = new Map<string, Last>()
  for (const { account, remove, put } of written) {
    const rows = accounts.get(account.id)?.rows ?? new Map()
    accounts.set(account.id, { account, rows })
    for (const [video_id, key] of remove) rows.set(`${video_id} ${key}`, [video_id, key])
    for (const row of put) rows.set(`${row.video_id} ${row.key}`, row)
  }
  return accounts
}

function entryAtLast({ account, rows }: Last): JournalEntry {
  const last = [...rows.values()]
  const put = last.flatMap((row) => (Array.isArray(row) ? [] : row))
  return { account, put, remove: last.filter((row) => Array.isArray(row)) }
}

interface Last {
  account: StoredAccount
  rows: Map<string, EditRow | [video_id: string, key: string]>
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Missing or unreadable: there is nothing to recover from it.
    return null
  }
}

function lineOf(entry: JournalEntry): string {
  const json = JSON.stringify(entry)
  return `${checksum(json)} ${json}\n`
}

function entryOf(line: string): JournalEntry | null {
  const json = line.slice(9)
  return line.length > 9 && line.slice(0, 8) === checksum(json)
    ? (JSON.parse(json) as JournalEntry)
    : null
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

// CRC-32 as in zip; Node 18, of the oldest Electron tested, has none.
function checksum(text: string): string {
  const bytes = Buffer.from(text)
  let crc = 0xffffffff
  // By index: an iterator takes several times as long for the megabytes of an edit of the whole
  // sheet.
  for (let at = 0; at < bytes.length; at++) {
    crc = (CRC_TABLE[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8)
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0')
}
