import { z } from 'zod'
import type { Failure } from '../../failure.ts'
import { noInput, noOutput, type Operation, returns } from '../../operation.ts'

/** How many of each kind of user-made record it contains. */
const counts = z.object({
  accounts: z.int().min(0),
  videos: z.int().min(0),
  /** Unpublished edits. */
  edits: z.int().min(0),
  /** Entries of the videos' history. */
  history: z.int().min(0),
  annotations: z.int().min(0),
  decisions: z.int().min(0),
  reports: z.int().min(0),
  pictures: z.int().min(0),
})
export type BackupCounts = z.output<typeof counts>

/** The optional parts of a backup. */
const backupContents = z.object({
  /** The downloaded figures. */
  withFigures: z.boolean(),
  /** The tokens with which a page passes a video's traffic filter. */
  withTokens: z.boolean(),
})
export type BackupContents = z.output<typeof backupContents>

const part = z.object({
  name: z.string().max(200),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export const backupManifest = z.object({
  format: z.literal('cuepoint-backup'),
  /** The app's version. */
  version: z.string().max(40),
  /** Epoch milliseconds. */
  madeAt: z.int().min(0).max(8.64e15),
  /** The number of migrations applied to each database. */
  schemas: z.object({ desk: z.int().min(1), answers: z.int().min(1).nullable() }),
  counts,
  parts: z.array(part).max(20_000),
})
export type BackupManifest = z.output<typeof backupManifest>
export type BackupPart = z.output<typeof part>

export interface LastBackup {
  /** Epoch milliseconds. */
  at: number
  file: string
  /** Bytes. */
  size: number
  withFigures: boolean
}

/** A backup, or data that a restore replaced, that was read and checked completely, and can be restored. */
export interface BackupOffer {
  id: string
  /** Of replaced data its folder. */
  file: string
  /** The app's version that made the backup; null of replaced data. */
  version: string | null
  /** Epoch milliseconds; of replaced data, when it was replaced. */
  madeAt: number
  /** Damaged ones are left out. */
  figures: 'all' | 'none' | 'damaged'
  /** Whether it was made with an older database schema, and was migrated. */
  isOlder: boolean
  counts: BackupCounts
  accounts: { id: string; name: string; base_url: string; api_base_url: string | null }[]
  /** What the current data contains and a restore would set aside. */
  present: { accounts: number; unsent: number }
}

/** Data that a restore set aside. */
export interface PreviousDesk {
  name: string
  /** Path of its folder. */
  place: string
  /** Epoch milliseconds of the restore. */
  at: number
  /** Bytes. */
  size: number
}

export type BackupWork = 'make' | 'read'

export interface BackupState {
  /** Current bytes on disk. */
  sizes: { desk: number; figures: number; pictures: number }
  last: LastBackup | null
  /** `done` and `total` in bytes; what was requested is known only after reading. */
  running: { what: BackupWork; done: number; total: number } | null
  /** The last run, if it failed, until it is dismissed. */
  failed: { what: BackupWork; failure: Failure } | null
  offer: BackupOffer | null
  /** Newest first. */
  kept: PreviousDesk[]
}

const keptName = z.object({ name: z.string().max(100) })

export const backupCalls = {
  state: { input: noInput, output: returns<BackupState>() },
  /** Asks where to save, and returns when the file is written; null when the user cancelled the dialog. */
  make: { input: backupContents, output: returns<LastBackup | null>() },
  /** Asks for a file, reads and checks all of it; null when the user cancelled the dialog. */
  open: { input: noInput, output: returns<BackupOffer | null>() },
  /** Reads and checks data that a restore set aside; it stays as it is. */
  openKept: { input: keptName, output: returns<BackupOffer>() },
  cancel: { input: noInput, output: noOutput },
  dismiss: { input: noInput, output: noOutput },
  discard: { input: noInput, output: noOutput },
  /** Replaces the current data with what was opened: the app closes and restarts. */
  restore: { input: z.object({ id: z.string().max(64) }), output: noOutput },
  /** Shows the last backup in its folder. */
  reveal: { input: noInput, output: noOutput },
  /** Deletes data that a restore set aside. */
  eraseKept: { input: keptName, output: noOutput },
} satisfies Record<string, Operation>
