import { isDeepStrictEqual } from 'node:util'
import {
  AppError,
  type Failure,
  failureOf,
  isNetworkFault,
  neverArrived,
} from '../../shared/failure.ts'
import {
  type Connection,
  hostOf,
  type LostService,
} from '../../shared/features/analytics/connection.ts'
import type { Clock } from '../clock.ts'
import type { Priority } from './queue.ts'

/** How often an unreachable host is probed: its return is noticed within 15 seconds. */
const PROBE_EVERY_MS = 7_000

/** Failures that happen before anything is sent, and say nothing about the network. */
const NOT_SENT = new Set<Failure['kind']>(['cancelled', 'refused', 'key', 'unexpected'])

/** A service's address, and the account that uses it. */
export type ServiceAddress = Omit<LostService, 'fault'>

/** `account_id` is null while an address is only tried. */
type UsedOrTried = Omit<ServiceAddress, 'account_id'> & { account_id: string | null }

interface ConnectivityParts {
  clock: Clock
  /** Whether the account still has this address. */
  isInUse: (way: ServiceAddress) => Promise<boolean>
  /** Sends a request without a key; resolves on any answer, throws the AppError otherwise. */
  probe: (way: ServiceAddress, signal: AbortSignal) => Promise<unknown>
}

interface UnreachableService extends LostService {
  /** No answer arrived at all: background requests are held back until a probe succeeds. */
  isBackgroundHeld: boolean
}

export type Connectivity = ReturnType<typeof makeConnectivity>

/** Whether services can be reached, by their latest answers and the user's choice. */
export function makeConnectivity({ clock, isInUse, probe }: ConnectivityParts) {
  const unreachable = new Map<string, UnreachableService>()
  const waiting = makeWaiting()
  const closing = new AbortController()
  const { connection, update, choose, halt, onChange, back } = makeConnection()
  back.add(waiting.notify)
  let isProbing = false

  /** Throws `offline` when a request of this priority must not be sent now. */
  function check(base_url: string, priority: Priority) {
    const host = hostOf(base_url)
    const isBackgroundHeld = priority === 'background' && unreachable.get(host)?.isBackgroundHeld
    const reason = connection().pause ?? (isBackgroundHeld ? 'unreachable' : null)
    if (reason) throw new AppError({ kind: 'offline', reason, host })
  }

  /** Both epoch milliseconds; `serverNow` from the Date header, null when unknown. */
  function answered(base_url: string, at: number, serverNow: number | null = null) {
    const isBack = unreachable.delete(hostOf(base_url))
    const clock = serverNow === null ? {} : { clockAheadMinutes: minutesAhead(at - serverNow) }
    update({ lost: lostIn(unreachable), ...clock })
    if (isBack) back.notify()
  }

  function failed({ account_id, ...at }: UsedOrTried, failure: Failure) {
    if (NOT_SENT.has(failure.kind)) return
    // An `edge` answer comes from a proxy or portal before the service.
    const isAnswered = failure.kind !== 'offline' && failure.kind !== 'edge'
    if (isAnswered) return answered(at.base_url, clock.now())
    // An address that is only tried may be mistyped.
    if (account_id === null) return
    unreachable.set(hostOf(at.base_url), { ...at, account_id, ...lossOf(failure, at.api) })
    update({ lost: lostIn(unreachable) })
    void probeLost()
  }

  /** Whether background requests to this address wait. */
  const isHeld = (base_url: string) =>
    connection().pause !== null || unreachable.has(hostOf(base_url))

  async function probeOnce(way: ServiceAddress, isWanted = () => true) {
    await probe(way, closing.signal).then(
      () => answered(way.base_url, clock.now()),
      (thrown: unknown) => isWanted() && failed(way, failureOf(thrown)),
    )
  }

  /** Probes the unreachable hosts until each has answered. Only one loop runs at a time. */
  async function probeLost() {
    if (isProbing) return
    isProbing = true
    try {
      while (unreachable.size > 0) {
        await clock.wait(PROBE_EVERY_MS, closing.signal)
        for (const way of [...unreachable.values()]) {
          const isWanted = () => unreachable.get(hostOf(way.base_url)) === way
          if (connection().pause || !isWanted()) continue
          if (!(await isInUse(way).catch(() => true))) drop((other) => other === way)
          // Its account may be removed during the probe.
          else await probeOnce(way, isWanted)
        }
      }
    } catch {
      // `close` was called.
    } finally {
      isProbing = false
    }
  }

  function drop(isGone: (way: ServiceAddress) => boolean) {
    const gone = [...unreachable].filter(([, way]) => isGone(way))
    for (const [host] of gone) unreachable.delete(host)
    update({ lost: lostIn(unreachable) })
    if (gone.length > 0) back.notify()
  }

  return {
    check,
    answered,
    failed,
    /** Whether a service answers a probe now. */
    async isReachable(way: ServiceAddress): Promise<boolean> {
      if (connection().pause) return false
      await probeOnce(way)
      return !unreachable.has(hostOf(way.base_url))
    },
    isHeld,
    /** Resolves once background requests may go to this address. Throws `cancelled`. */
    async untilBack(base_url: string, signal?: AbortSignal): Promise<void> {
      while (isHeld(base_url)) await waiting.untilChange(signal)
    },
    /** Stops probing the addresses of a removed account. */
    forget: (account_id: string) => drop((way) => way.account_id === account_id),
    ...{ choose, halt, connection, onChange },
    /** Calls `listen` when requests that could not be sent may be sent: not when another host answers. */
    onBack: back.add,
    close: () => closing.abort(),
  }
}

const lostIn = (unreachable: ReadonlyMap<string, UnreachableService>): LostService[] =>
  [...unreachable.values()].map(({ account_id, base_url, api, fault }) => {
    return { account_id, base_url, api, fault }
  })

function lossOf(failure: Failure, api: LostService['api']) {
  const ofService: Failure = api === 'video' ? { ...failure, service: 'video' } : failure
  return {
    fault: isNetworkFault(failure) ? ofService : null,
    // An interrupted or late answer means that the host is there.
    isBackgroundHeld: neverArrived(failure),
  }
}

/** A smaller difference is explained by network delay. */
const CLOCKS_AGREE_MS = 120_000

const minutesAhead = (ms: number) => (Math.abs(ms) <= CLOCKS_AGREE_MS ? 0 : Math.round(ms / 60_000))

function makeListeners() {
  const listeners = new Set<() => void>()
  return {
    add(listen: () => void) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    notify() {
      for (const listen of listeners) listen()
    },
  }
}

function makeConnection() {
  const changes = makeListeners()
  const back = makeListeners()
  let connection: Connection = { pause: null, lost: [], clockAheadMinutes: null }
  /** Notifies of every change. */
  function update(next: Partial<Connection>) {
    const before = connection
    connection = { ...before, ...next }
    if (!isDeepStrictEqual(before, connection)) changes.notify()
  }
  return {
    ...{ connection: () => connection, update, onChange: changes.add, back },
    /** Whether the user wants to work offline. */
    choose(isChosen: boolean) {
      const { pause } = connection
      if (pause === 'halted') return
      update({ pause: isChosen ? 'chosen' : null })
      if (pause && !isChosen) back.notify()
    },
    /** Sends nothing more until a restart. */
    halt: () => update({ pause: 'halted' }),
  }
}

/** Lets callers wait until something may be sent again. */
function makeWaiting() {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const notify of [...listeners]) notify()
    },
    /** Throws `cancelled` once the signal is aborted. */
    async untilChange(signal?: AbortSignal): Promise<void> {
      await new Promise<void>((resolve) => {
        const notify = () => {
          listeners.delete(notify)
          signal?.removeEventListener('abort', notify)
          resolve()
        }
        if (signal?.aborted) return resolve()
        listeners.add(notify)
        signal?.addEventListener('abort', notify, { once: true })
      })
      if (signal?.aborted) throw new AppError({ kind: 'cancelled' })
    },
  }
}
