import { z } from 'zod'
import { noInput, noOutput, type Operation, returns } from '../../operation.ts'
import { type BackupOffer, type BackupState, backupContents, type LastBackup } from './backup.ts'

export const backupCalls = {
  state: { input: noInput, output: returns<BackupState>() },
  /** Asks where to save, and returns when the file is written; null when the user cancelled the dialog. */
  make: { input: backupContents, output: returns<LastBackup | null>() },
  /** Asks for a file, reads and checks all of it; null when the user cancelled the dialog. */
  open: { input: noInput, output: returns<BackupOffer | null>() },
  cancel: { input: noInput, output: noOutput },
  discard: { input: noInput, output: noOutput },
  /** Replaces the current data with the opened backup: the app closes and restarts. */
  restore: { input: z.object({ id: z.string().max(64) }), output: noOutput },
  /** Shows the last backup in its folder. */
  reveal: { input: noInput, output: noOutput },
  /** Deletes data that a restore set aside. */
  eraseKept: { input: z.object({ name: z.string().max(100) }), output: noOutput },
} satisfies Record<string, Operation>
