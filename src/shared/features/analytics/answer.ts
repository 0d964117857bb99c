import type { Failure } from '../../failure.ts'

/** What a read gives: the value, how old it is, and what stopped it from being newer. */
export interface Answer<T> {
  value: T
  /** Epoch milliseconds at which the service said it. */
  asOf: number
  from: 'service' | 'store'
  /** The asked days can no longer change. */
  isSettled: boolean
  /** Why the newest try to refresh it failed; null when it did not. */
  trouble: Failure | null
}

/** What is asked of the services, and what failed. */
export interface Activity {
  /** Requests under way or waiting, oldest first. */
  running: {
    id: number
    account_id: string
    what: string
    since: number
    waitsUntil: number | null
  }[]
  /** The newest failures first, at most 100. */
  failures: { id: number; account_id: string; what: string; at: number; failure: Failure }[]
  sent: number
}

/** Whether the services answer, from the last real call. */
export interface Connection {
  isOnline: boolean
  /** The person asked to work offline. */
  isChosen: boolean
  /** Epoch ms of the last answer of a service; null when none came since the start. */
  lastAnswerAt: number | null
  /**
   * Whole minutes by which this computer's clock is ahead of the service's, negative when it is behind;
   * 0 within two minutes, and before any answer said its time.
   */
  clockAheadMinutes: number
  /** What of the network stops every request; null when it is nothing that a person has to change. */
  fault: Failure | null
}
