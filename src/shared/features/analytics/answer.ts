import type { Failure } from '../../failure.ts'

/** The result of a read: the value, its age, and what prevented a newer one. */
export interface Answer<T> {
  value: T
  /** Epoch milliseconds of the service's response. */
  asOf: number
  from: 'service' | 'store'
  /** Whether the requested days can no longer change. */
  isSettled: boolean
  /** Why the last refresh failed; null when it did not. */
  trouble: Failure | null
}

/** Requests in progress and failed requests. */
export interface Activity {
  /** Requests in progress or waiting, oldest first. */
  running: {
    id: number
    account_id: string
    what: string
    since: number
    waitsUntil: number | null
  }[]
  /** At most 100, newest first. */
  failures: { id: number; account_id: string; what: string; at: number; failure: Failure }[]
  sent: number
}

/** Whether the services respond, from the last actual request. */
export interface Connection {
  isOnline: boolean
  /** The user chose to work offline. */
  isChosen: boolean
  /**
   * Whole minutes by which this computer's clock is ahead of the service's, negative when behind. 0 within
   * two minutes, and before any response contained its time.
   */
  clockAheadMinutes: number
  /** The network problem that blocks all requests; null when there is none that the user must fix. */
  fault: Failure | null
}
