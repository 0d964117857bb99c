import { done, noInput, type Operation, returns } from '../../operation.ts'
import type { UpdatesState } from './state.ts'

/** Outcomes are in the state, not in the outputs of these calls. */
export const updatesCalls = {
  state: { input: noInput, output: returns<UpdatesState>() },
  /** Checks for an update now. */
  check: { input: noInput, output: done },
  /** Downloads and verifies the newer version's file for this computer. */
  download: { input: noInput, output: done },
  /** Cancels the current check, download or wait. */
  cancel: { input: noInput, output: done },
  /** Opens the downloaded file with the operating system, once nothing is being posted. */
  open: { input: noInput, output: done },
  /** Hides the outcome of a check from the menu. */
  dismiss: { input: noInput, output: done },
} satisfies Record<string, Operation>
