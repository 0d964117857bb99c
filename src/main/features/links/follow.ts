import { isIP } from 'node:net'
import { AppError, type Failure, failureOf } from '../../../shared/failure.ts'
import {
  type LinkFailure,
  type LinkResult,
  MOST_HOPS,
  PACE_MS,
  webAddress,
} from '../../../shared/features/links/link.ts'
import type { Clock } from '../../clock.ts'
import type { Probe } from '../../http/request.ts'
import { isPrivateAddress } from './private-addresses.ts'

export interface FollowParts {
  probe: Probe
  /** The IP addresses of a host. Throws with the code of the system. */
  resolve: (hostname: string) => Promise<readonly string[]>
  clock: Pick<Clock, 'now' | 'monotonic' | 'wait'>
  isPrivate?: (address: string) => boolean
  /** From resolving the host to the answer, for each request. */
  deadlineMs?: number
}

interface FollowOptions {
  allowPrivate: boolean
  signal: AbortSignal
}

const DEADLINE_MS = 15_000
const REDIRECTS = [301, 302, 303, 307, 308]
/** A host that gets too many requests answers with this to any method. */
const TOO_OFTEN = 429
/** When HEAD gets no answer, GET may still get one: some servers do not support HEAD. */
const MAY_BE_OF_HEAD: readonly LinkFailure[] = ['interrupted', 'answer', 'timeout']

/** Finds where an address leads, one request at a time. Throws `cancelled` only. */
export function makeFollow(parts: FollowParts) {
  const { probe, resolve, clock, deadlineMs = DEADLINE_MS, isPrivate = isPrivateAddress } = parts
  const waitForHost = makeHostLimiter(clock)

  async function request(
    url: URL,
    method: 'HEAD' | 'GET',
    { allowPrivate, signal }: FollowOptions,
  ): Promise<Hop> {
    let refusal: LinkFailure | null = null
    const addressesOf = async (hostname: string) => {
      const addresses = isIP(hostname) === 0 ? await resolve(hostname) : [hostname]
      // The connection uses only the addresses that were checked here.
      if (!allowPrivate && addresses.some(isPrivate)) {
        refusal = 'not-allowed'
        throw new AppError({ kind: 'refused', text: 'This address is not public.' })
      }
      return addresses
    }
    const named = async (hostname: string, hasProxy: boolean) => {
      try {
        return await addressesOf(hostname)
      } catch (thrown) {
        const { code } = thrown as { code?: unknown }
        // The proxy may know the name, but would connect to addresses that were not checked here.
        if (hasProxy && (code === 'ENOTFOUND' || code === 'EAI_AGAIN')) refusal = 'proxy'
        else if (code === 'ENOTFOUND') refusal = 'no-host'
        throw thrown
      }
    }
    await waitForHost(url.hostname, signal)
    try {
      return await probe(url, { method, addressesOf: named, deadlineMs, signal })
    } catch (thrown) {
      const failure = failureOf(thrown)
      if (failure.kind === 'cancelled') throw thrown
      return { failure: refusal ?? linkFailure(failure) }
    }
  }

  /** HEAD is cheapest for the server; when it does not succeed, GET is tried as a browser would. */
  async function ask(url: URL, options: FollowOptions): Promise<Hop> {
    const head = await request(url, 'HEAD', options)
    if ('failure' in head) {
      return MAY_BE_OF_HEAD.includes(head.failure) ? request(url, 'GET', options) : head
    }
    if (head.status < 400 || head.status === TOO_OFTEN) return head
    const got = await request(url, 'GET', options)
    return 'failure' in got ? head : got
  }

  return async function follow(url: string, options: FollowOptions): Promise<LinkResult> {
    const hops: LinkResult['hops'] = []
    const seen = new Set<string>()
    const end = (final_url: string, of: Partial<LinkResult>): LinkResult => {
      return { url, status: null, final_url, hops, at: clock.now(), failure: null, ...of }
    }
    let next = urlOf(url)
    if (!next) return end(url.trim(), { failure: 'bad-address' })
    for (;;) {
      const now: URL = next
      seen.add(now.href)
      const hop = await ask(now, options)
      if ('failure' in hop) return end(now.href, { failure: hop.failure })
      const { status, location } = hop
      if (!REDIRECTS.includes(status) || location === null) return end(now.href, { status })
      hops.push({ url: now.href, status })
      next = urlOf(location, now.href)
      if (!next) return end(location.slice(0, LONGEST_LOCATION), { status, failure: 'not-web' })
      if (seen.has(next.href)) return end(next.href, { status, failure: 'loop' })
      if (hops.length > MOST_HOPS) {
        return end(next.href, { status, failure: 'too-many-redirects' })
      }
    }
  }
}

const urlOf = (text: string, base?: string) => {
  const address = webAddress(text, base)
  return address && new URL(address.href)
}

const LONGEST_LOCATION = 2000

type Hop = { status: number; location: string | null } | { failure: LinkFailure }

function linkFailure(failure: Failure): LinkFailure {
  if (failure.kind === 'malformed') return 'answer'
  if (failure.kind !== 'offline') return 'unreachable'
  const { reason } = failure
  if (reason === 'tls' || reason === 'authority') return 'tls'
  if (reason === 'timeout' || reason === 'interrupted' || reason === 'unreachable') return reason
  return 'proxy'
}

/** Waits until the host may be asked again. Callers of the same host wait one after the other. */
function makeHostLimiter({ monotonic, wait }: Pick<Clock, 'monotonic' | 'wait'>) {
  const turns = new Map<string, number>()
  return async (hostname: string, signal: AbortSignal) => {
    const now = monotonic()
    const turn = Math.max(now, turns.get(hostname) ?? now)
    turns.set(hostname, turn + PACE_MS)
    await wait(turn - now, signal)
  }
}
