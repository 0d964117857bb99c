import type { Failure } from '../../failure.ts'

/** The result of a read: the value, its age, and what prevented a newer one. */
export interface Answer<T> {
  value: T
  /** Epoch milliseconds of the service's response. */
  asOf: number
  from: 'service' | 'store'
  /** Whether the requested days can no longer change. */
  isSettled: boolean
  /** Of days that were read one by one, when each was whose time is not `asOf`; absent when none is. */
  dayTimes?: Record<string, number>
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
