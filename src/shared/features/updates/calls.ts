import { noInput, noOutput, type Operation, returns } from '../../operation.ts'
import type { UpdatesState } from './state.ts'

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
