import type { Failure } from '../../failure.ts'
import type { Words } from '../../locales/languages.ts'

/** A version that is newer than the one that runs. */
export interface UpdateOffer {
  version: string
  date: string
  /** Plain text. */
  notes: Words
  /** Bytes of the file for this computer. */
  size: number
}

export interface UpdatesState {
  /** Where updates are asked for; null when this build names no address. */
  host: string | null
  /** When the address last gave an answer, whatever it was; null when it never was asked. */
  checkedAt: number | null
  /** The last answer said that nothing newer than the version that runs is there. */
  isNewest: boolean
  offer: UpdateOffer | null
  step:
    | 'resting'
    | 'checking'
    | 'downloading'
    /** The file is here, checked and not opened yet. */
    | 'downloaded'
    /** It is opened once nothing is being posted any more. */
    | 'waiting'
    /** The system was given the file. */
    | 'opened'
  /** Bytes of the file that are here. */
  received: number
  /** Changes that are being posted or wait for their turn, while the step is `waiting`. */
  posting: number
  /** Why the newest check or download failed. */
  failure: Failure | null
  /** The outcome of a check from the menu, which is shown wherever the person is. */
  isAnnounced: boolean
}
