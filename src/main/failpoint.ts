import { writeSync } from 'node:fs'
import { Readable } from 'node:stream'

/** Points at which a test can kill the process, and the state at each. */
export const FAILPOINTS = {
  'save-before-commit': 'the rows of an edit are written and its transaction is open',
  'save-after-commit': 'the edit is in desk.db and not in the journal',
  'save-after-journal': 'the edit is in both, and the caller has no answer yet',
  'journal-rewrite': 'a new journal is written and the old one is still in its place',
  'queue-before-commit': 'the person has posted, and the edit is still a draft',
  'queue-after-commit': 'the edit is queued, and no request is sent yet',
  'sending-before-commit': 'the video is read, and the edit is not yet marked as sending',
  'sending-after-commit': 'the edit is marked as sending, and no request has started',
  'first-byte': 'the request is made, and no byte of it has been sent',
  'mid-request': 'half of the body has been sent',
  'answer-headers': 'the edit was applied: the status has arrived, and none of the body',
  'mid-answer': 'a part of the answer has arrived',
  'verify-before-read': 'the answer is complete, and the video has not been read again',
  'verify-before-commit': 'the read shows the edit, and that is not saved yet',
  'adoption-before-commit': 'the id of the created item is known, and not saved yet',
  'verify-after-commit': 'the edit is finished, and the window has not been notified',
  'quarantine-read': 'a read did not show an edit that may still be applied late',
  'conflict-before-commit': 'a conflict is found, and not saved yet',
  checkpoint: 'the write-ahead log is complete, and about to be copied into the database',
  migration: 'a migration has run, and its transaction is open',
} as const

export type Failpoint = keyof typeof FAILPOINTS

/** The same for restoring a backup. */
export const RESTORE_FAILPOINTS = {
  'restore-before-commit': 'the backup is unpacked and checked, and the present data stays',
  'restore-after-commit': 'the next start finds the restored data, and none of it is in its place',
  'restore-choices': 'the present settings are set aside, and the restored ones are not in place',
  'restore-move': 'before each rename of the swap; after the last one only the cleanup is left',
} as const

export type RestoreFailpoint = keyof typeof RESTORE_FAILPOINTS

// As in test-options.ts. Only a constant of this file lets the bundler remove the calls.
declare const __TEST__: boolean | undefined
const isTestBuild = typeof __TEST__ === 'undefined' || __TEST__

// `name`, or `name:3` for its third pass; each thread counts its own.
const [wanted = '', nth = '1'] = isTestBuild
  ? (process.env['CUEPOINT_FAILPOINT'] ?? '').split(':')
  : []
let passed = 0

/** Kills the process when CUEPOINT_FAILPOINT names this point. */
export function failpoint(name: Failpoint | RestoreFailpoint) {
  if (!isTestBuild || name !== wanted) return
  passed += 1
  if (passed !== Number(nth)) return
  writeSync(2, `failpoint ${name}\n`)
  process.kill(process.pid, 'SIGKILL')
}

/** A body that reaches `mid-request` when half of it was sent. */
export function failpointBody(text: string): string | Readable {
  return isTestBuild && wanted === 'mid-request' ? Readable.from(halves(Buffer.from(text))) : text
}

const LEAVES_IN_MS = 100

async function* halves(bytes: Buffer) {
  const half = Math.ceil(bytes.length / 2)
  yield bytes.subarray(0, half)
  await new Promise((next) => setTimeout(next, LEAVES_IN_MS))
  failpoint('mid-request')
  yield bytes.subarray(half)
}
