import { type Analytics, type AnalyticsName, analytics } from '../../shared/api/analytics.ts'
import { ACCOUNT_EVENTS } from '../../shared/api/event-counts.ts'
import { byOwnClock, type QuotaMetric, type QuotaUsage } from '../../shared/api/quota.ts'
import { videos } from '../../shared/api/video.ts'
import { AppError, type Failure, failureOf, neverArrived } from '../../shared/failure.ts'
import type { Connection } from '../../shared/features/analytics/connection.ts'
import { getOrCreate } from '../../shared/maps.ts'
import type { Endpoint, Input, Output } from '../../shared/operation.ts'
import type { Clock } from '../clock.ts'
import { isUsableKey, type Keychain, type KeyOf } from '../keychain/keychain.ts'
import { type LargeJson, opened } from '../threads/large-json.ts'
import type { ActivityList } from './activity.ts'
import { type Connectivity, makeConnectivity, type ServiceAddress } from './connectivity.ts'
import { makeQueue, type Priority, type Queue } from './queue.ts'
import { askedOfAddress } from './refusal.ts'
import type { Received, Send } from './request.ts'
import { type Location, makeVideoService } from './video-service.ts'

export interface AskOptions {
  priority: Priority
  signal?: AbortSignal | undefined
  /** See the queue. */
  longestWaitMs?: number | undefined
  remaining?: (() => number) | undefined
  onWait?: ((resumesAt: number) => void) | undefined
  /** When given, waits while nothing can be sent to the service instead of failing; called as it waits. */
  onLost?: (() => void) | undefined
}

export interface ServiceRequest<N extends AnalyticsName> {
  name: N
  input: Input<Analytics[N]>
}

interface ServicesParts {
  send: Send
  keychain: Pick<Keychain, 'get' | 'markRejected' | 'state'>
  clock: Clock
  random: () => number
  activity: ActivityList
  locate: (account_id: string) => Promise<Location>
  version: string
  /** Called once for each endpoint that an account's service turned out not to offer. */
  onAbsent?: (account_id: string, path: string) => void
}

interface ServicesState extends ServicesParts {
  queues: Map<string, Queue>
  /** When each account's usage was last read, on the monotonic clock. */
  usageReads: Map<string, { at: number; read: Promise<void> }>
  connectivity: Connectivity
  /** Undocumented endpoints that a service does not offer, by account. */
  absent: Map<string, Set<AnalyticsName>>
  /** Endpoints whose undocumented events a service refuses, by account. */
  narrow: Map<string, Set<AnalyticsName>>
}

/** Between two readings of the usage, of which the first may have failed. */
const USAGE_RETRY_MS = 300_000
/** Then the limits are learnt from refusals, until the usage comes. */
const LONGEST_USAGE_WAIT_MS = 10_000
const PROBE_DEADLINE_MS = 5_000
/**
 * Without a key the service refuses each of these, which costs no query. Not the usage: without it reports are still
 * answered.
 */
const PROBES: Record<ServiceAddress['api'], Endpoint> = {
  analytics: analytics.players,
  video: videos.list,
}
const LIST_DEADLINE_MS = 30_000
const REPORT_DEADLINE_MS = 60_000

export type Services = ReturnType<typeof makeServices>

/** The services as the rest of main uses them: requests in, checked answers out. */
export function makeServices(parts: ServicesParts) {
  const connectivity = makeConnectivity({
    clock: parts.clock,
    async isInUse({ account_id, base_url, api }) {
      const location = await parts.locate(account_id)
      return base_url === (api === 'video' ? location.api_base_url : location.base_url)
    },
    probe: ({ base_url, api }, signal) =>
      parts.send(
        PROBES[api],
        {},
        {
          base_url,
          headers: headersFor(PROBES[api], null, parts.version),
          deadlineMs: PROBE_DEADLINE_MS,
          signal,
        },
      ),
  })
  const state: ServicesState = {
    ...parts,
    queues: new Map(),
    usageReads: new Map(),
    absent: new Map(),
    narrow: new Map(),
    connectivity,
  }
  const ask = <N extends AnalyticsName>(
    account_id: string,
    request: ServiceRequest<N>,
    options: AskOptions,
  ) => askWidely(state, { account_id, ...request }, options)
  return {
    /**
     * A checked answer and when it came (`asOf`, epoch milliseconds), with the service's own time
     * when this computer's clock is far ahead of it. Throws AppError.
     */
    ask,
    /** Tests an account's key; costs one query. Throws AppError. */
    test: async (account_id: string): Promise<QuotaUsage> => {
      const options = { priority: 'interactive' } as const
      const asking = ask(account_id, { name: 'quotaUsage', input: {} }, options)
      return opened((await askedOfAddress(asking)).value)
    },
    /** Tests a key before there is an account for it. Throws AppError. */
    tryKey: (base_url: string, key: string) => askedOfAddress(tryKey(state, base_url, key)),
    /** Whether an account's service offers an endpoint, as far as is known. */
    isOffered: (account_id: string, name: AnalyticsName) =>
      !state.absent.get(account_id)?.has(name),
    /** Throws `offline` while nothing is sent, by the user's choice or after a fault. */
    async assertNotPaused(account_id: string): Promise<void> {
      connectivity.check((await parts.locate(account_id)).base_url, 'interactive')
    },
    /** Whether an account's analytics service answers now; costs no query. */
    async isReachable(account_id: string): Promise<boolean> {
      const { base_url } = await parts.locate(account_id)
      return connectivity.isReachable({ account_id, base_url, api: 'analytics' })
    },
    /** The quota as far as known, without a request; `windows` is empty when nothing is known. */
    quotaOf(account_id: string) {
      const { rateLimiter } = queueOf(state, account_id)
      return {
        isKnown: rateLimiter.isKnown(),
        windows: rateLimiter.windows(),
        costOf: (metric: QuotaMetric, name: AnalyticsName) => rateLimiter.costOf(metric, name),
      }
    },
    /** Cancels an account's requests, and forgets its quota. */
    forget(account_id: string) {
      state.queues.get(account_id)?.stop()
      state.queues.delete(account_id)
      state.usageReads.delete(account_id)
      state.absent.delete(account_id)
      state.narrow.delete(account_id)
      connectivity.forget(account_id)
    },
    videos: makeVideoService({ ...parts, connectivity }),
    connection: (): Connection => connectivity.connection(),
    /** After a sleep, in which no timer ran: sends what is due. */
    resumeAfterSleep() {
      for (const queue of state.queues.values()) queue.resumeAfterSleep()
    },
    setOffline: (isChosen: boolean) => connectivity.choose(isChosen),
    halt: () => connectivity.halt(),
    onConnection: (listen: () => void) => connectivity.onChange(listen),
    onBack: connectivity.onBack,
    /** Stops probing unreachable services. */
    close: () => connectivity.close(),
  }
}

interface AnalyticsCall<N extends AnalyticsName> extends ServiceRequest<N> {
  account_id: string
}

/** Asks for documented events only where the service refuses a request with others. */
async function askWidely<N extends AnalyticsName>(
  state: ServicesState,
  request: AnalyticsCall<N>,
  options: AskOptions,
) {
  const narrow = withDocumentedEvents(request)
  if (!narrow) return askService(state, request, options)
  const refused = getOrCreate(state.narrow, request.account_id, () => new Set<AnalyticsName>())
  if (refused.has(request.name)) return askService(state, narrow, options)
  try {
    return await askService(state, request, options)
  } catch (thrown) {
    if (failureOf(thrown).kind !== 'invalid') throw thrown
    const answer = await askService(state, narrow, options)
    refused.add(request.name)
    return answer
  }
}

/** Analytics, Events: it names three events. Null for a request without others. */
function withDocumentedEvents<N extends AnalyticsName>(
  request: AnalyticsCall<N>,
): AnalyticsCall<N> | null {
  const key = EVENTS_IN[request.name]
  if (!key) return null
  const events = (request.input as Record<string, unknown>)[key] as (string | { event: string })[]
  const documented = events.filter((one) => {
    const event = typeof one === 'string' ? one : one.event
    return ACCOUNT_EVENTS.some((each) => each === event)
  })
  const isNarrower = documented.length > 0 && documented.length < events.length
  return isNarrower ? { ...request, input: { ...request.input, [key]: documented } } : null
}

/** Where the events of a request are. */
const EVENTS_IN: Partial<Record<AnalyticsName, string>> = {
  eventsByDay: 'events',
  leaderboard: 'leaderboards',
}

async function askService<N extends AnalyticsName>(
  state: ServicesState,
  request: AnalyticsCall<N>,
  options: AskOptions,
): Promise<{ value: Output<Analytics[N]> | LargeJson; asOf: number; serviceTime?: number }> {
  if (state.absent.get(request.account_id)?.has(request.name)) throw notOffered(request.name)
  const entry = state.activity.begin(request.account_id, request.name)
  try {
    if (!options.onLost) {
      const { base_url } = await state.locate(request.account_id)
      state.connectivity.check(base_url, options.priority)
    }
    if (options.priority === 'background') await refreshUsage(state, request.account_id)
    const queue = queueOf(state, request.account_id)
    const onWait = (resumesAt: number) => {
      entry.waitsUntil(resumesAt)
      options.onWait?.(resumesAt)
    }
    const call = (signal: AbortSignal) =>
      callOnce(state, request, { signal, priority: options.priority, sent: entry.sent })
    const run = () => queue.run(call, { ...options, what: request.name, onWait })
    const received = await (options.onLost
      ? whenReachable(state, request.account_id, options, run)
      : run())
    learnFrom(queue, request.name, received)
    entry.end()
    return { value: valueOf(request.name, received), ...timesOf(received) }
  } catch (thrown) {
    entry.end(failureOf(thrown))
    throw thrown
  }
}

function valueOf<T>(
  name: AnalyticsName,
  { value, receivedAt, serverNow }: Received<T>,
): Received<T>['value'] {
  if (name !== 'quotaUsage' || serverNow === null) return value
  return byOwnClock(opened(value) as QuotaUsage, receivedAt - serverNow) as T
}

/** A larger difference is explained neither by network delay nor by a clock that is a little off. */
const FAR_AHEAD_MS = 3_600_000

function timesOf({ receivedAt: asOf, serverNow }: Received<unknown>) {
  const isFarAhead = serverNow !== null && asOf - serverNow > FAR_AHEAD_MS
  return isFarAhead ? { asOf, serviceTime: serverNow } : { asOf }
}

/** Runs a request once it may be sent and its service can be reached, again until it arrives. */
async function whenReachable<T>(
  { connectivity, locate }: ServicesState,
  account_id: string,
  { signal, onLost }: AskOptions,
  run: () => Promise<T>,
): Promise<T> {
  let wasCutOff = false
  for (;;) {
    // Each time anew: the address may have been replaced meanwhile.
    const { base_url } = await locate(account_id)
    if (connectivity.isHeld(base_url)) {
      onLost?.()
      await connectivity.untilBack(base_url, signal)
    }
    try {
      return await run()
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (neverArrived(failure)) continue
      if (!isCutOff(failure)) throw thrown
      // Sent again only once: the service may be unable to answer it.
      if (wasCutOff) throw thrown
      wasCutOff = true
    }
  }
}

const endpointOf = (name: AnalyticsName): (typeof analytics)[AnalyticsName] & { isBeyond?: true } =>
  analytics[name]

const notOffered = (name: AnalyticsName) =>
  new AppError({ kind: 'not-offered', text: analytics[name].path })

/** An undocumented endpoint may be answered by a 404 of the service or of its edge. */
const isAbsent = (name: AnalyticsName, failure: Failure) =>
  endpointOf(name).isBeyond === true &&
  (failure.kind === 'not-found' || (failure.kind === 'edge' && failure.status === 404))

function rememberAbsent(
  state: ServicesState,
  { account_id, name }: Pick<AnalyticsCall<AnalyticsName>, 'account_id' | 'name'>,
) {
  const known = state.absent.get(account_id) ?? new Set()
  state.absent.set(account_id, known)
  if (!known.has(name)) state.onAbsent?.(account_id, analytics[name].path)
  known.add(name)
  return notOffered(name)
}

/**
 * Reads the quota before a company's first background request, so that a download does not run into
 * it; and again every 5 minutes while some requests seem to cost more than one query, or the key is refused: only
 * this request shows that it works again.
 */
async function refreshUsage(state: ServicesState, account_id: string) {
  const isRefused = await hasRefusedKey(state, account_id)
  const last = state.usageReads.get(account_id)
  const isRecent = last && state.clock.monotonic() - last.at <= USAGE_RETRY_MS
  if (!isRecent && (isRefused || queueOf(state, account_id).rateLimiter.needsUsage())) {
    const request = { account_id, name: 'quotaUsage', input: {} } as const
    // The activity list shows a failure.
    const asked = askService(state, request, { priority: 'interactive' })
    const answered = new AbortController()
    const read = state.clock.wait(LONGEST_USAGE_WAIT_MS, answered.signal).catch(() => undefined)
    void asked.catch(() => undefined).then(() => answered.abort())
    state.usageReads.set(account_id, { at: state.clock.monotonic(), read })
  }
  await state.usageReads.get(account_id)?.read
}

async function hasRefusedKey({ locate, keychain }: ServicesState, account_id: string) {
  const { base_url: address, sessionKey } = await locate(account_id)
  if (sessionKey) return false
  return keychain.state({ account_id, use: 'analytics', address }) === 'rejected'
}

function learnFrom(queue: Queue, name: AnalyticsName, received: Received<unknown>) {
  queue.reopen()
  if (name === 'quotaUsage') queue.learn(opened(received.value) as QuotaUsage, received.serverNow)
}

interface CallOptions {
  signal: AbortSignal
  priority: Priority
  sent: () => void
}

/** One request, with connection, address and key as they are when it leaves the queue. */
async function callOnce<N extends AnalyticsName>(
  state: ServicesState,
  { account_id, name, input }: AnalyticsCall<N>,
  { signal, priority, sent }: CallOptions,
): Promise<Received<Output<Analytics[N]>>> {
  const { base_url, sessionKey } = await state.locate(account_id)
  const of = { account_id, use: 'analytics', address: base_url } as const
  const key = sessionKey ?? (await storedKey(state, of, name))
  state.connectivity.check(base_url, priority)
  sent()
  try {
    const received = await sendWith(state, { key, base_url, signal }, { name, input })
    // The demo's service has the time of this computer.
    const serverNow = sessionKey ? null : received.serverNow
    state.connectivity.answered(base_url, received.receivedAt, serverNow)
    if (!sessionKey) state.keychain.markRejected(of, key, false)
    return received
  } catch (thrown) {
    const failure = failureOf(thrown)
    if (isAbsent(name, failure)) {
      // The service answered, even when its edge did.
      state.connectivity.answered(base_url, state.clock.now())
      throw rememberAbsent(state, { account_id, name })
    }
    // A usage that does not come says nothing of the reports.
    if (name !== 'quotaUsage' || !isCutOff(failure))
      state.connectivity.failed({ account_id, base_url, api: 'analytics' }, failure)
    if (!sessionKey && isRefusedKey(failure)) state.keychain.markRejected(of, key, true)
    throw thrown
  }
}

/** Whether something before the service cut off a request, or answered in its place. */
const isCutOff = (failure: Failure) =>
  failure.kind === 'edge' || (failure.kind === 'offline' && !neverArrived(failure))

function sendWith<N extends AnalyticsName>(
  state: ServicesState,
  to: { key: string; base_url: string; signal?: AbortSignal },
  { name, input }: ServiceRequest<N>,
): Promise<Received<Output<Analytics[N]>>> {
  const endpoint: Endpoint = analytics[name]
  const options = {
    base_url: to.base_url,
    headers: headersFor(endpoint, to.key, state.version),
    deadlineMs: endpoint.method === 'GET' ? LIST_DEADLINE_MS : REPORT_DEADLINE_MS,
    signal: to.signal,
  }
  return state.send(endpoint, input, options) as Promise<Received<Output<Analytics[N]>>>
}

// Analytics, Authentication: every request must carry these.
export function headersFor(
  { method }: Endpoint,
  key: string | null,
  version: string,
): Record<string, string> {
  return {
    ...(key !== null && { 'X-Api-Token': key }),
    'X-Api-Version': 'v1',
    'User-Agent': `Cuepoint/${version}`,
    ...(method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
  }
}

async function storedKey(
  { keychain }: ServicesState,
  of: KeyOf,
  name: AnalyticsName,
): Promise<string> {
  const { state, key } = await keychain.get(of)
  // A refused key is sent only to test whether it works again. Analytics, Authentication, 3: a 200
  // from the quota usage shows that it does.
  const mayGo = key !== null && (state !== 'rejected' || name === 'quotaUsage')
  if (mayGo) return key
  const reason = state === 'ready' || state === 'session' ? 'waiting' : state
  throw new AppError({ kind: 'key', state: reason })
}

const isRefusedKey = (failure: Failure) =>
  failure.kind === 'unauthorized' && failure.reason === 'invalid-credentials'

async function tryKey(state: ServicesState, base_url: string, key: string): Promise<QuotaUsage> {
  if (!isUsableKey(key)) throw new AppError({ kind: 'key', state: 'malformed' })
  state.connectivity.check(base_url, 'interactive')
  try {
    const request = { name: 'quotaUsage', input: {} } as const
    const received = await sendWith(state, { key, base_url }, request)
    state.connectivity.answered(base_url, received.receivedAt, received.serverNow)
    return opened(received.value)
  } catch (thrown) {
    state.connectivity.failed({ account_id: null, base_url, api: 'analytics' }, failureOf(thrown))
    throw thrown
  }
}

function queueOf(state: ServicesState, account_id: string): Queue {
  let queue = state.queues.get(account_id)
  if (!queue) {
    queue = makeQueue({ clock: state.clock, random: state.random })
    state.queues.set(account_id, queue)
  }
  return queue
}
