import { done, nothing, type Operation, returns } from '../../operation.ts'
import type { UpdatesState } from './state.ts'

/** Outcomes are in the state, not in the outputs of these calls. */
export const updatesCalls = {
  state: { input: nothing, output: returns<UpdatesState>() },
  /** Checks for an update now. */
  check: { input: nothing, output: done },
  /** Downloads and verifies the newer version's file for this computer. */
  download: { input: nothing, output: done },
  /** Cancels the current check, download or wait. */
  cancel: { input: nothing, output: done },
  /** Opens the downloaded file with the operating system, once nothing is being posted. */
  open: { input: nothing, output: done },
  /** Hides the outcome of a check from the menu. */
  dismiss: { input: nothing, output: done },
} satisfies Record<string, Operation>
