import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { writeTextSync } from '../../disk/atomic-file.ts'
import { failpoint } from '../../failpoint.ts'
import type { StoredAccount } from '../accounts/store.ts'
import type { EditRow } from './edit-row.ts'

/** What one commit did to the edits of an account. */
export interface JournalEntry {
  /** Without its keys: enough to find them, when all else is lost. */
  account: StoredAccount
  put: EditRow[]
  /** Video and key of edits that are no more. */
  remove: [video_id: string, key: string][]
  /** Of which desk the commit was, and its number there; absent in lines of earlier versions. */
  commit?: JournaledCommit
}

export type JournaledCommit = [desk: number, number: number]

export type Journal = ReturnType<typeof openJournal>

const LARGEST_BYTES = 1_000_000

/**
 * The second copy of what waits, beside the database and apart from it: a line per commit, on the
 * disk when `append` returns. `present` gives what waits now, from which the file is made anew when
 * it has grown or lacks a line.
 */
export function openJournal(file: string, present: () => JournalEntry[]) {
  let isBehind = !existsSync(file)
  let limit = LARGEST_BYTES

  function rewrite() {
    const text = present().map(lineOf).join('')
    // As a value the call would stay in a release.
    const sealed = () => {
      failpoint('journal-rewrite')
    }
    writeTextSync(file, text, { access: 'private', sealed })
    limit = Math.max(LARGEST_BYTES, 2 * Buffer.byteLength(text))
    isBehind = false
  }

  /** Never throws: the database has what the line would repeat, and the next line brings it after all. */
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

  /** Makes the file anew from what waits now. As little as `append` does it throw. */
  function renew() {
    try {
      if (existsSync(file) || present().some(({ put }) => put.length > 0)) rewrite()
    } catch {
      isBehind = true
    }
  }

  return { append, renew, isBehind: () => isBehind }
}

export interface JournalRead {
  /** What it says of each edit at last, by account. */
  entries: JournalEntry[]
  /** It is there, and every line that was written to its end can be read. */
  isWhole: boolean
}

/** A line that is not whole is passed over. */
export function readJournal(file: string): JournalRead {
  const text = textOf(file)
  const lines = linesOf(text)
  const written = lines.flatMap((line) => entryOf(line) ?? [])
  return {
    entries: [...lastByAccount(written).values()].map(entryAtLast),
    isWhole: text !== null && written.length === lines.length,
  }
}

/** The last commit that a journal has; null when it does not say. Only its last lines are looked into. */
export function lastCommitIn(file: string): JournaledCommit | null {
  for (const line of linesOf(textOf(file)).reverse()) {
    const commit = entryOf(line)?.commit
    if (commit) return commit
  }
  return null
}

/** Without the last one: it was cut off by the end of its process, before anyone was told that it is saved. */
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
    // It is read when the database is lost: without it there is nothing more to bring back.
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

// CRC-32 as in zip; Node's own is younger than the oldest Electron tested.
function checksum(text: string): string {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0')
}
