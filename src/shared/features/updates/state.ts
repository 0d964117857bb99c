import type { Failure } from '../../failure.ts'
import type { Words } from '../../locales/languages.ts'
import { noInput, noOutput, type Operation, returns } from '../../operation.ts'

/** A version newer than the running one. */
export interface UpdateOffer {
  version: string
  date: string
  /** Plain text. */
  notes: Words
  /** Bytes of the file for this computer. */
  size: number
}

export interface UpdatesState {
  /** Host of the update address; null when this build has none. */
  host: string | null
  /** Epoch ms at which the address last responded in any way; null if never. */
  checkedAt: number | null
  /** The last response offered nothing newer than the running version. */
  isNewest: boolean
  offer: UpdateOffer | null
  step:
    | 'idle'
    | 'checking'
    | 'downloading'
    /** The file is downloaded and verified, but not opened yet. */
    | 'downloaded'
    /** Will be opened when nothing is being posted any more. */
    | 'waiting'
    /** The file was handed to the operating system. */
    | 'opened'
  /** Downloaded bytes. */
  received: number
  /** Number of edits being sent or read back, in the step `waiting`. */
  posting: number
  /** Why the last check or download failed. */
  failure: Failure | null
  /** Whether the outcome of a check from the menu is shown, on whatever screen. */
  isAnnounced: boolean
}

/** Outcomes are in the state, not in the outputs of these calls. */
export const updatesCalls = {
  state: { input: noInput, output: returns<UpdatesState>() },
  check: { input: noInput, output: noOutput },
  /** Downloads and verifies the newer version's file for this computer. */
  download: { input: noInput, output: noOutput },
  /** Cancels the current check, download or wait. */
  cancel: { input: noInput, output: noOutput },
  /** Opens the downloaded file with the operating system, once nothing is being posted. */
  open: { input: noInput, output: noOutput },
  /** Hides the outcome of a check from the menu. */
  dismiss: { input: noInput, output: noOutput },
} satisfies Record<string, Operation>
