import { isDeepStrictEqual } from 'node:util'
import {
  DeskError,
  type Failure,
  failureOf,
  isNetworkFault,
  neverArrived,
} from '../../shared/failure.ts'
import type { Connection } from '../../shared/features/analytics/answer.ts'
import type { Clock } from '../clock.ts'
import type { Priority } from './queue.ts'

/** How often a host from which nothing answered is tried, so that its return is known within 15 seconds. */
const PROBE_EVERY_MS = 7_000

/** Failures that say nothing about the network. */
const NOT_SENT = new Set<Failure['kind']>(['cancelled', 'refused', 'key', 'unexpected'])

/** The address of a service, and whose account needs it; null for one that a person only tries. */
export interface Way {
  account_id: string | null
  base_url: string
  api: 'analytics' | 'video'
}

interface ConnectivityParts {
  clock: Clock
  /** Asks a service for an answer of any kind, without a key; throws why there was none. */
  probe: (way: Way, signal: AbortSignal) => Promise<unknown>
}

interface Lost extends Way {
  /** Nothing of the last request arrived, so that work behind the window is not sent meanwhile. */
  isResting: boolean
}

export type Connectivity = ReturnType<typeof makeConnectivity>

/** Whether the services can be reached, by what became of the last calls and what the person chose. */
export function makeConnectivity({ clock, probe }: ConnectivityParts) {
  const lost = new Map<string, Lost>()
  const waiting = makeWaiting()
  const closing = new AbortController()
  const { connection, become, onChange } = makeConnection()
  let isProbing = false

  /** Throws `offline` when a request of this priority must not leave now. */
  function check(base_url: string, priority: Priority) {
    const host = hostOf(base_url)
    const isResting = priority === 'background' && lost.get(host)?.isResting
    if (connection().isChosen || isResting) {
      throw new DeskError({ kind: 'offline', reason: 'unreachable', host })
    }
  }

  /** At `at` on this computer's clock, and at `serverNow` on the service's, where it said so. */
  function answered(base_url: string, at: number, serverNow: number | null = null) {
    lost.delete(hostOf(base_url))
    const clock = serverNow === null ? {} : { clockAheadMinutes: minutesAhead(at - serverNow) }
    become({ isOnline: true, lastAnswerAt: at, fault: null, ...clock })
    waiting.look()
  }

  function failed(way: Way, failure: Failure) {
    if (NOT_SENT.has(failure.kind)) return
    // From the edge something answered, but not the service.
    const isAnswered = failure.kind !== 'offline' && failure.kind !== 'edge'
    if (isAnswered) return answered(way.base_url, clock.now())
    // An interrupted or late answer means that the host is there.
    const isResting = neverArrived(failure)
    // What a person only tries is not asked again by itself.
    if (way.account_id !== null) lost.set(hostOf(way.base_url), { ...way, isResting })
    become({ isOnline: false, fault: isNetworkFault(failure) ? failure : null })
    void probeLost()
  }

  /** One at a time, until all of them answered. */
  async function probeLost() {
    if (isProbing) return
    isProbing = true
    try {
      while (lost.size > 0) {
        await clock.wait(PROBE_EVERY_MS, closing.signal)
        for (const way of [...lost.values()]) {
          if (connection().isChosen || lost.get(hostOf(way.base_url)) !== way) continue
          await probe(way, closing.signal).then(
            () => answered(way.base_url, clock.now()),
            (thrown: unknown) => failed(way, failureOf(thrown)),
          )
        }
      }
    } catch {
      // Closed.
    } finally {
      isProbing = false
    }
  }

  return {
    check,
    answered,
    failed,
    isLost: (base_url: string) => lost.has(hostOf(base_url)),
    /** Resolves once a request behind the window may leave for this address; throws `cancelled`. */
    async untilBack(base_url: string, signal?: AbortSignal): Promise<void> {
      while (lost.has(hostOf(base_url))) await waiting.untilLook(signal)
    },
    /** Nothing needs the addresses of this account any more. */
    forget(account_id: string) {
      for (const [host, way] of lost) if (way.account_id === account_id) lost.delete(host)
      waiting.look()
    },
    choose: (isChosen: boolean) => become({ isChosen }),
    connection,
    onChange,
    close: () => closing.abort(),
  }
}

/** Less is a matter of the way that an answer takes. */
const CLOCKS_AGREE_MS = 120_000

const minutesAhead = (ms: number) => (Math.abs(ms) <= CLOCKS_AGREE_MS ? 0 : Math.round(ms / 60_000))

function makeConnection() {
  const listeners = new Set<() => void>()
  let connection: Connection = {
    ...{ isOnline: true, isChosen: false, lastAnswerAt: null, fault: null },
    clockAheadMinutes: 0,
  }
  return {
    connection: () => connection,
    /** Tells of each change but that of the last answer's time. */
    become(next: Partial<Connection>) {
      const { lastAnswerAt: _, ...last } = connection
      connection = { ...connection, ...next }
      const { lastAnswerAt: __, ...now } = connection
      if (isDeepStrictEqual(last, now)) return
      for (const listen of listeners) listen()
    },
    onChange(listen: () => void) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}

/** Who waits for a change of what is lost. */
function makeWaiting() {
  const looks = new Set<() => void>()
  return {
    look() {
      for (const look of [...looks]) look()
    },
    /** Throws `cancelled` once the signal is aborted. */
    async untilLook(signal?: AbortSignal): Promise<void> {
      await new Promise<void>((resolve) => {
        const look = () => {
          looks.delete(look)
          signal?.removeEventListener('abort', look)
          resolve()
        }
        if (signal?.aborted) return resolve()
        looks.add(look)
        signal?.addEventListener('abort', look, { once: true })
      })
      if (signal?.aborted) throw new DeskError({ kind: 'cancelled' })
    },
  }
}

function hostOf(base_url: string) {
  try {
    return new URL(base_url).host
  } catch {
    return base_url
  }
}
