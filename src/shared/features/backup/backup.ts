import { z } from 'zod'

/** How much of what people made and noted is in it. */
const counts = z.object({
  accounts: z.int().min(0),
  videos: z.int().min(0),
  /** Changes that were not posted. */
  edits: z.int().min(0),
  /** Entries of what happened to videos. */
  history: z.int().min(0),
  annotations: z.int().min(0),
  decisions: z.int().min(0),
  reports: z.int().min(0),
  pictures: z.int().min(0),
})
export type BackupCounts = z.output<typeof counts>

/** What of the desk is left out of a backup unless it is asked for. */
export const backupContents = z.object({
  /** The downloaded figures. */
  withFigures: z.boolean(),
  /** The tokens by which a page passes a video's traffic filter. */
  withTokens: z.boolean(),
})
export type BackupContents = z.output<typeof backupContents>

const part = z.object({
  name: z.string().max(200),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** What a backup says of itself. */
export const backupManifest = z.object({
  format: z.literal('cuepoint-backup'),
  /** The app's. */
  version: z.string().max(40),
  /** Epoch milliseconds. */
  madeAt: z.int().min(0).max(8.64e15),
  /** How many migrations each database had seen. */
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

/** A backup that was read whole and checked, and can be restored. */
export interface BackupOffer {
  id: string
  file: string
  version: string
  /** Epoch milliseconds. */
  madeAt: number
  withFigures: boolean
  /** It was made with an earlier kind of data file, and was brought up to date. */
  isOlder: boolean
  counts: BackupCounts
  accounts: { id: string; name: string; base_url: string; api_base_url: string | null }[]
  /** What is on this desk now and would be put aside. */
  present: { accounts: number; unsent: number }
}

/** A desk that a restore put aside. */
export interface KeptDesk {
  name: string
  /** Its folder. */
  place: string
  /** Epoch milliseconds: when it was put aside. */
  at: number
  /** Bytes. */
  size: number
}

export interface BackupState {
  /** Bytes on the disk now. */
  sizes: { desk: number; figures: number; pictures: number }
  last: LastBackup | null
  /** Bytes; what is asked for is only known once it is read. */
  running: { what: 'make' | 'read'; done: number; total: number } | null
  offer: BackupOffer | null
  /** The newest first. */
  kept: KeptDesk[]
}
