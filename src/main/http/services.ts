import { type Analytics, type AnalyticsName, analytics } from '../../shared/api/analytics.ts'
import type { QuotaUsage } from '../../shared/api/quota.ts'
import { videos } from '../../shared/api/video.ts'
import { DeskError, type Failure, failureOf } from '../../shared/failure.ts'
import type { Connection } from '../../shared/features/analytics/answer.ts'
import type { Endpoint, Input, Output } from '../../shared/operation.ts'
import type { Clock } from '../clock.ts'
import { isUsableKey, type Keychain, type KeyOf } from '../keychain/keychain.ts'
import { type LargeJson, opened } from '../threads/large-json.ts'
import type { ActivityList } from './activity.ts'
import { type Connectivity, makeConnectivity, type Way } from './connectivity.ts'
import { makeQueue, type Priority, type Queue } from './queue.ts'
import type { Received, Send } from './request.ts'
import { type Location, makeVideoService } from './video-service.ts'

export interface AskOptions {
  priority: Priority
  signal?: AbortSignal | undefined
  onWait?: ((resumesAt: number) => void) | undefined
  /** While the service cannot be reached it waits for its return, which is told, instead of failing. */
  onLost?: (() => void) | undefined
}

interface Question<N extends AnalyticsName> {
  name: N
  input: Input<Analytics[N]>
}

interface ServicesParts {
  send: Send
  keychain: Pick<Keychain, 'get' | 'markRejected'>
  clock: Clock
  random: () => number
  activity: ActivityList
  locate: (account_id: string) => Promise<Location>
  version: string
  /** Called once for each operation that the service of an account turned out not to have. */
  onAbsent?: (account_id: string, path: string) => void
}

interface Desk extends ServicesParts {
  queues: Map<string, Queue>
  /** When each account's usage was last looked at, on the monotonic clock. */
  looks: Map<string, { at: number; look: Promise<void> }>
  connectivity: Connectivity
  /** Operations that no document names, and that a service does not have; by account. */
  absent: Map<string, Set<AnalyticsName>>
}

const LOOK_AGAIN_MS = 300_000
const PROBE_DEADLINE_MS = 5_000
/** Without a key each is refused by the service itself, at no query's cost. */
const PROBES: Record<Way['api'], Endpoint> = { analytics: analytics.quotaUsage, video: videos.list }
const LIST_DEADLINE_MS = 30_000
const REPORT_DEADLINE_MS = 60_000

export type Services = ReturnType<typeof makeServices>

/** The services as the rest of main knows them: questions of an account in, checked answers out. */
export function makeServices(parts: ServicesParts) {
  const connectivity = makeConnectivity({
    clock: parts.clock,
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
  const desk: Desk = {
    ...parts,
    queues: new Map(),
    looks: new Map(),
    absent: new Map(),
    connectivity,
  }
  const ask = <N extends AnalyticsName>(
    account_id: string,
    question: Question<N>,
    options: AskOptions,
  ) => askService(desk, { account_id, ...question }, options)
  return {
    /** A checked answer and when it came, epoch milliseconds. Throws DeskError. */
    ask,
    /** Whether an account's key works, at the price of one query. */
    test: async (account_id: string): Promise<QuotaUsage> => {
      const options = { priority: 'interactive' } as const
      return opened((await ask(account_id, { name: 'quotaUsage', input: {} }, options)).value)
    },
    /** Tries a key that no account has yet. Throws DeskError. */
    tryKey: (base_url: string, key: string) => tryKey(desk, base_url, key),
    /** Whether the service of an account has an operation, as far as is known. */
    isOffered: (account_id: string, name: AnalyticsName) => !desk.absent.get(account_id)?.has(name),
    /** The quota as known without asking, for planning; `windows` is empty when nothing is known. */
    quotaOf(account_id: string) {
      const { rateLimiter } = queueOf(desk, account_id)
      return {
        isKnown: rateLimiter.isKnown(),
        windows: rateLimiter.windows(),
        queriesFor: (name: AnalyticsName) => rateLimiter.queriesFor(name),
      }
    },
    /** Ends what is asked for an account, and forgets its quota. */
    forget(account_id: string) {
      desk.queues.get(account_id)?.stop()
      desk.queues.delete(account_id)
      desk.looks.delete(account_id)
      desk.absent.delete(account_id)
      connectivity.forget(account_id)
    },
    /** The video management service. */
    videos: makeVideoService({ ...parts, connectivity }),
    connection: (): Connection => connectivity.connection(),
    setOffline: (isChosen: boolean) => connectivity.choose(isChosen),
    onConnection: (listen: () => void) => connectivity.onChange(listen),
    /** Looks no more for services that are away. */
    close: () => connectivity.close(),
  }
}

interface Asked<N extends AnalyticsName> extends Question<N> {
  account_id: string
}

async function askService<N extends AnalyticsName>(
  desk: Desk,
  asked: Asked<N>,
  options: AskOptions,
): Promise<{ value: Output<Analytics[N]> | LargeJson; asOf: number }> {
  if (desk.absent.get(asked.account_id)?.has(asked.name)) throw notOffered(asked.name)
  const entry = desk.activity.begin(asked.account_id, asked.name)
  try {
    const { base_url } = await desk.locate(asked.account_id)
    if (!options.onLost) desk.connectivity.check(base_url, options.priority)
    if (options.priority === 'background') await lookAtUsage(desk, asked.account_id)
    const queue = queueOf(desk, asked.account_id)
    const onWait = (resumesAt: number) => {
      entry.waitsUntil(resumesAt)
      options.onWait?.(resumesAt)
    }
    const call = (signal: AbortSignal) =>
      callOnce(desk, asked, { signal, priority: options.priority, sent: entry.sent })
    const run = () => queue.run(call, { ...options, what: asked.name, onWait })
    const received = await (options.onLost ? onceBack(desk, base_url, options, run) : run())
    learnFrom(queue, asked.name, received)
    entry.end()
    return { value: received.value, asOf: received.receivedAt }
  } catch (thrown) {
    entry.end(failureOf(thrown))
    throw thrown
  }
}

/** Runs what waits for a service that is away, again after each time that it went away. */
async function onceBack<T>(
  { connectivity }: Desk,
  base_url: string,
  { signal, onLost }: AskOptions,
  run: () => Promise<T>,
): Promise<T> {
  for (;;) {
    if (connectivity.isLost(base_url) && !connectivity.connection().isChosen) {
      onLost?.()
      await connectivity.untilBack(base_url, signal)
    }
    try {
      return await run()
    } catch (thrown) {
      const isLost = failureOf(thrown).kind === 'offline' && !connectivity.connection().isChosen
      if (!isLost) throw thrown
    }
  }
}

const endpointOf = (name: AnalyticsName): (typeof analytics)[AnalyticsName] & { isBeyond?: true } =>
  analytics[name]

const notOffered = (name: AnalyticsName) =>
  new DeskError({ kind: 'not-offered', text: analytics[name].path })

/** api-facts: what no document names may answer 404, of the service or of its edge. */
const isAbsent = (name: AnalyticsName, failure: Failure) =>
  endpointOf(name).isBeyond === true &&
  (failure.kind === 'not-found' || (failure.kind === 'edge' && failure.status === 404))

function noteAbsent(
  desk: Desk,
  { account_id, name }: Pick<Asked<AnalyticsName>, 'account_id' | 'name'>,
) {
  const known = desk.absent.get(account_id) ?? new Set()
  desk.absent.set(account_id, known)
  if (!known.has(name)) desk.onAbsent?.(account_id, analytics[name].path)
  known.add(name)
  return notOffered(name)
}

/**
 * Before a company's first background request the quota is read once, so that a download never has
 * to run into it; and again now and then while requests seem to cost more than one query.
 */
async function lookAtUsage(desk: Desk, account_id: string) {
  const { rateLimiter } = queueOf(desk, account_id)
  const last = desk.looks.get(account_id)
  const isDue =
    !last || (desk.clock.monotonic() - last.at > LOOK_AGAIN_MS && rateLimiter.isGuessing())
  if (rateLimiter.isKnown() && !last) return
  if (isDue) {
    const question = { account_id, name: 'quotaUsage', input: {} } as const
    // Without it the pace is learnt from refusals; why it failed is in the activity list.
    const look = askService(desk, question, { priority: 'interactive' }).then(
      () => undefined,
      () => undefined,
    )
    desk.looks.set(account_id, { at: desk.clock.monotonic(), look })
  }
  await desk.looks.get(account_id)?.look
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

/** One request, with what is true at the moment it leaves: the network, the address and the key. */
async function callOnce<N extends AnalyticsName>(
  desk: Desk,
  { account_id, name, input }: Asked<N>,
  { signal, priority, sent }: CallOptions,
): Promise<Received<Output<Analytics[N]>>> {
  const { base_url, sessionKey } = await desk.locate(account_id)
  const of = { account_id, use: 'analytics', address: base_url } as const
  const key = sessionKey ?? (await storedKey(desk, of, name))
  desk.connectivity.check(base_url, priority)
  sent()
  try {
    const received = await sendWith(desk, { key, base_url, signal }, { name, input })
    desk.connectivity.answered(base_url, received.receivedAt, received.serverNow)
    if (!sessionKey) desk.keychain.markRejected(of, false)
    return received
  } catch (thrown) {
    const failure = failureOf(thrown)
    if (isAbsent(name, failure)) {
      // The service is there, also where its edge says so.
      desk.connectivity.answered(base_url, desk.clock.now())
      throw noteAbsent(desk, { account_id, name })
    }
    desk.connectivity.failed({ account_id, base_url, api: 'analytics' }, failure)
    if (!sessionKey && isRefusedKey(failure)) desk.keychain.markRejected(of, true)
    throw thrown
  }
}

function sendWith<N extends AnalyticsName>(
  desk: Desk,
  to: { key: string; base_url: string; signal?: AbortSignal },
  { name, input }: Question<N>,
): Promise<Received<Output<Analytics[N]>>> {
  const endpoint: Endpoint = analytics[name]
  const options = {
    base_url: to.base_url,
    headers: headersFor(endpoint, to.key, desk.version),
    deadlineMs: endpoint.method === 'GET' ? LIST_DEADLINE_MS : REPORT_DEADLINE_MS,
    signal: to.signal,
  }
  return desk.send(endpoint, input, options) as Promise<Received<Output<Analytics[N]>>>
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

async function storedKey(desk: Desk, of: KeyOf, name: AnalyticsName): Promise<string> {
  const { state, key } = await desk.keychain.get(of)
  // A refused key is sent only to find out whether it works again.
  // Analytics, Authentication, 3: a 200 of the quota's usage shows that it does.
  const mayGo = key !== null && (state !== 'rejected' || name === 'quotaUsage')
  if (mayGo) return key
  const reason = state === 'ready' || state === 'session' ? 'waiting' : state
  throw new DeskError({ kind: 'key', state: reason })
}

const isRefusedKey = (failure: Failure) =>
  failure.kind === 'unauthorized' && failure.reason === 'invalid-credentials'

async function tryKey(desk: Desk, base_url: string, key: string): Promise<QuotaUsage> {
  if (!isUsableKey(key)) throw new DeskError({ kind: 'key', state: 'malformed' })
  desk.connectivity.check(base_url, 'interactive')
  try {
    const question = { name: 'quotaUsage', input: {} } as const
    const received = await sendWith(desk, { key, base_url }, question)
    desk.connectivity.answered(base_url, received.receivedAt, received.serverNow)
    return opened(received.value)
  } catch (thrown) {
    desk.connectivity.failed({ account_id: null, base_url, api: 'analytics' }, failureOf(thrown))
    throw thrown
  }
}

function queueOf(desk: Desk, account_id: string): Queue {
  let queue = desk.queues.get(account_id)
  if (!queue) {
    queue = makeQueue({ clock: desk.clock, random: desk.random })
    desk.queues.set(account_id, queue)
  }
  return queue
}
