import { lookup } from 'node:dns/promises'
import { setMaxListeners } from 'node:events'
import { AppError, failureOf, type RefusalReason } from '../../../shared/failure.ts'
import type { Pause } from '../../../shared/features/analytics/connection.ts'
import type { LinkCheck } from '../../../shared/features/links/calls.ts'
import {
  byHost,
  HOSTS_AT_ONCE,
  type LinkResult,
  webAddress,
} from '../../../shared/features/links/link.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../database/store.ts'
import type { CallHandlers } from '../../shell/router.ts'
import { inPool, makeThrottle } from '../downloads/pool.ts'
import { type FollowParts, makeFollow } from './follow.ts'

interface LinksParts extends FollowParts {
  store: Pick<Store, 'keepLinkResult'>
  /** Why nothing is sent. */
  pause: () => Pause | null
  /** Asks whether this computer is connected, as far as the account's service can tell. */
  isConnected: (account_id: string) => Promise<boolean>
  onChange: () => void
}

interface Job {
  state: LinkCheck
  controller: AbortController
  /** Resolves when nothing more is sent. */
  ended: Promise<void>
}

type Links = ReturnType<typeof makeLinks>

const NOTIFY_EVERY_MS = 500
/** A network may go away during a check, but dead addresses are no reason to ask all the time. */
const CONNECTED_FOR_MS = 2_000
/** Number of checked hosts that prove a network when the account's service does not respond. */
const MOST_PROOFS = 3

/** The system's resolver, with its order of the addresses. */
export const systemResolve: FollowParts['resolve'] = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/** Checks addresses in the background: one check per account, results stored as they come. */
export function makeLinks(parts: LinksParts) {
  const { store, clock, pause, isConnected, onChange } = parts
  const follow = makeFollow(parts)
  const notify = makeThrottle(clock, NOTIFY_EVERY_MS, onChange)
  const jobs = new Map<string, Job>()

  function refuseWhilePaused() {
    const reason = pause()
    if (reason) throw pausedBy(reason)
  }

  async function checkAll({ state, controller }: Job, urls: string[], allowPrivate: boolean) {
    const { signal } = controller
    const { account_id } = state
    try {
      // Addresses of the same host are adjacent, so that as many hosts as possible are checked in
      // parallel.
      const hosts = [...byHost(urls).values()].sort((a, b) => b.length - a.length)
      const ask = (url: string) => follow(url, { allowPrivate, signal })
      const isReached = async () => (await isConnected(account_id)) || anyAnswers(hosts, ask)
      const isStillConnected = makeAnswerFor(clock, CONNECTED_FOR_MS, isReached)
      await inPool(hosts, { atOnce: HOSTS_AT_ONCE, signal }, async (own) => {
        for (const url of own) {
          refuseWhilePaused()
          const result = await ask(url)
          // Without a network every site would be reported as unreachable.
          if (isOfNetwork(result) && !(await isStillConnected())) throw unreachable(result)
          await store.keepLinkResult(account_id, result)
          state.done += 1
          notify()
        }
      })
      state.status = 'done'
    } catch (thrown) {
      const reason = pause()
      const failure = failureOf(reason ? pausedBy(reason) : thrown)
      controller.abort()
      state.status = failure.kind === 'cancelled' ? 'stopped' : 'failed'
      state.failure = failure.kind === 'cancelled' ? null : failure
    }
    state.endedAt = clock.now()
    onChange()
  }

  async function stop(account_id: string) {
    const job = jobs.get(account_id)
    job?.controller.abort()
    await job?.ended
  }

  return {
    async check(account_id: string, urls: readonly string[], allowPrivate: boolean) {
      if (jobs.get(account_id)?.state.status === 'running') {
        throw refused('checking-links', 'Links of this account are being checked already.')
      }
      refuseWhilePaused()
      const all = [...new Set(urls)]
      const state: LinkCheck = {
        ...{ account_id, status: 'running', total: all.length, done: 0 },
        ...{ startedAt: clock.now(), endedAt: null, failure: null },
      }
      const controller = new AbortController()
      // Each waiting host adds a listener, and Node warns of a leak after ten.
      setMaxListeners(0, controller.signal)
      const job: Job = { state, controller, ended: Promise.resolve() }
      jobs.set(account_id, job)
      job.ended = checkAll(job, all, allowPrivate)
      onChange()
      return { ...state }
    },
    state(account_id: string): LinkCheck | null {
      const job = jobs.get(account_id)
      return job ? { ...job.state } : null
    },
    stop,
    /** To be called when nothing is sent any more: stops every check, with that as the reason. */
    stopOffline() {
      for (const { controller } of jobs.values()) if (pause()) controller.abort()
    },
    /** Stops and drops the check of an account that is being removed. */
    async forget(account_id: string) {
      await stop(account_id)
      jobs.delete(account_id)
    },
    close: async () => {
      await Promise.all([...jobs.keys()].map(stop))
    },
  }
}

/** The answer of `ask`, asked again `ms` after it came. */
function makeAnswerFor<T>(clock: Pick<Clock, 'monotonic'>, ms: number, ask: () => Promise<T>) {
  let last: Promise<T> | undefined
  let cameAt = Infinity
  return () => {
    if (!last || clock.monotonic() - cameAt > ms) {
      cameAt = Infinity
      last = ask().finally(() => {
        cameAt = clock.monotonic()
      })
    }
    return last
  }
}

/** What the network in between can cause, as one does that answers everything with its login page. */
const OF_NETWORK: readonly LinkResult['failure'][] = [
  ...(['no-host', 'unreachable', 'timeout', 'interrupted'] as const),
  ...(['tls', 'proxy', 'not-allowed'] as const),
]
const isOfNetwork = ({ failure }: LinkResult) => OF_NETWORK.includes(failure)

function unreachable({ final_url }: LinkResult) {
  const { host } = new URL(final_url)
  return new AppError({ kind: 'offline', reason: 'unreachable', host })
}

/** Whether a secure page of one of the hosts answers. */
async function anyAnswers(
  hosts: readonly string[][],
  ask: (url: string) => Promise<LinkResult>,
): Promise<boolean> {
  const secure = hosts.flatMap((own) => own.find(isSecure) ?? []).slice(0, MOST_PROOFS)
  for (const url of secure) if (!isOfNetwork(await ask(url))) return true
  return false
}

/** A login page can answer in place of other addresses only: it has no certificate for the host. */
const isSecure = (url: string) => webAddress(url)?.protocol === 'https:'

/** It is about every address, so no host is named. */
const pausedBy = (reason: Pause) => new AppError({ kind: 'offline', reason, host: '' })

const refused = (reason: RefusalReason, text: string) =>
  new AppError({ kind: 'refused', reason, text })

export function linksHandlers(links: Links): Omit<CallHandlers['links'], 'results'> {
  return {
    check: ({ account_id, urls, allowPrivate }) => links.check(account_id, urls, allowPrivate),
    state: ({ account_id }) => links.state(account_id),
    stop: ({ account_id }) => links.stop(account_id),
  }
}
