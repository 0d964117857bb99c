import { isDeepStrictEqual } from 'node:util'
import { DeskError, type Failure, isNetworkFault, neverArrived } from '../../shared/failure.ts'
import type { Connection } from '../../shared/model/desk.ts'
import type { Clock } from '../clock.ts'
import type { Priority } from './queue.ts'

/** While a host cannot be reached, background work tries it no more often. */
const PROBE_EVERY_MS = 15_000

/** Failures that say nothing about the network. */
const NOT_SENT = new Set<Failure['kind']>(['cancelled', 'refused', 'key', 'unexpected'])

export type Reach = ReturnType<typeof makeReach>

/** Whether the services can be reached, by what became of the last calls and what the person chose. */
export function makeReach({ clock }: { clock: Clock }) {
  const lost = new Map<string, { probedAt: number }>()
  const listeners = new Set<() => void>()
  let connection: Connection = { isOnline: true, isChosen: false, lastAnswerAt: null, fault: null }

  function become(next: Partial<Connection>) {
    const last = connection
    connection = { ...connection, ...next }
    const isSame =
      last.isOnline === connection.isOnline &&
      last.isChosen === connection.isChosen &&
      isDeepStrictEqual(last.fault, connection.fault)
    if (isSame) return
    for (const listen of listeners) listen()
  }

  /** Throws `offline` when a request of this priority must not leave now. */
  function check(base_url: string, priority: Priority) {
    const host = hostOf(base_url)
    const probedAt = lost.get(host)?.probedAt
    const isResting =
      priority === 'background' &&
      probedAt !== undefined &&
      clock.monotonic() - probedAt < PROBE_EVERY_MS
    if (connection.isChosen || isResting) {
      throw new DeskError({ kind: 'offline', reason: 'unreachable', host })
    }
  }

  return {
    check,
    /** As `check`, for a request that leaves now: one at a time finds out whether the host is back. */
    claim(base_url: string, priority: Priority) {
      check(base_url, priority)
      const state = lost.get(hostOf(base_url))
      if (state) state.probedAt = clock.monotonic()
    },
    answered(base_url: string, at: number) {
      lost.delete(hostOf(base_url))
      become({ isOnline: true, lastAnswerAt: at, fault: null })
    },
    failed(base_url: string, failure: Failure) {
      const host = hostOf(base_url)
      if (NOT_SENT.has(failure.kind)) return
      // An interrupted or late answer means that the host is there.
      if (neverArrived(failure)) lost.set(host, { probedAt: clock.monotonic() })
      else lost.delete(host)
      // From the edge something answered, but not the service.
      const isAnswered = failure.kind !== 'offline' && failure.kind !== 'edge'
      if (isAnswered) return become({ isOnline: true, lastAnswerAt: clock.now(), fault: null })
      become({ isOnline: false, fault: isNetworkFault(failure) ? failure : null })
    },
    choose: (isChosen: boolean) => become({ isChosen }),
    connection: () => connection,
    onChange(listen: () => void) {
      listeners.add(listen)
      return () => listeners.delete(listen)
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
