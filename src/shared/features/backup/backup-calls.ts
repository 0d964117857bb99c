import { z } from 'zod'
import { done, nothing, type Operation, returns } from '../../operation.ts'
import { type BackupOffer, type BackupState, backupContents, type LastBackup } from './backup.ts'

/** What the window may ask of backups. */
export const backupCalls = {
  state: { input: nothing, output: returns<BackupState>() },
  /** Asks where to keep it, and answers when it is there; null when the person chose nowhere. */
  make: { input: backupContents, output: returns<LastBackup | null>() },
  /** Asks which file, reads it whole and checks it; null when the person chose none. */
  open: { input: nothing, output: returns<BackupOffer | null>() },
  /** Ends what is under way. */
  cancel: { input: nothing, output: done },
  /** What was read and checked is not wanted. */
  discard: { input: nothing, output: done },
  /** It takes the place of the desk: the app closes and starts again with it. */
  restore: { input: z.object({ id: z.string().max(64) }), output: done },
  /** Shows the last one in its folder. */
  reveal: { input: nothing, output: done },
  /** A desk that a restore put aside is wanted no more. */
  eraseKept: { input: z.object({ name: z.string().max(100) }), output: done },
} satisfies Record<string, Operation>
