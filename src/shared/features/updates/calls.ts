import { done, nothing, type Operation, returns } from '../../operation.ts'
import type { UpdatesState } from './state.ts'

/** What the window may ask of updates. What became of it is in the state. */
export const updatesCalls = {
  state: { input: nothing, output: returns<UpdatesState>() },
  /** Asks the update address now. */
  check: { input: nothing, output: done },
  /** Downloads the file of the newer version for this computer and checks it. */
  download: { input: nothing, output: done },
  /** Ends the check, the download or the wait that is under way. */
  cancel: { input: nothing, output: done },
  /** Gives the downloaded file to the system, once nothing is being posted. */
  open: { input: nothing, output: done },
  /** The outcome of a check from the menu was seen. */
  dismiss: { input: nothing, output: done },
} satisfies Record<string, Operation>
