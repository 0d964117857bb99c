import { useMemo, useSyncExternalStore } from 'react'
import type { Changed } from '../shared/bridge.ts'
import { type Failure, failureOf } from '../shared/failure.ts'
import { CallFailed, type CallLog, logged, onChanged, show } from './bridge.ts'
import { shareStructure } from './structural-sharing.ts'

export interface QueryResult<T> {
  /**
   * The newest answer; kept while it is asked again and when that fails, and gone with
   * another key.
   */
  value: T | undefined
  /** Why the newest try has no answer. */
  failure: Failure | undefined
  isFetching: boolean
  refetch: () => void
}

/** Neither an answer nor a failure is there yet. */
export const isLoading = ({ value, failure }: Pick<QueryResult<unknown>, 'value' | 'failure'>) =>
  value === undefined && failure === undefined

/**
 * What is fetched from main, and which of its nouns make it be fetched again when one changed. The
 * key tells one query from another: it must name all that `fetch` reads; null fetches nothing.
 */
export type Query<T> = readonly [
  key: string | null,
  fetch: () => Promise<T>,
  nouns: readonly Changed[],
]

/** Fetches from main, keeps the answer, and fetches again when main notifies that it changed. */
export function useQuery<T>(...[key, fetch, nouns]: Query<T>): QueryResult<T> {
  const running = useMemo(
    () => prefetched<T>(key) ?? makeQuery(key === null ? null : fetch, nouns),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` names all that `fetch` reads
    [key],
  )
  return useSyncExternalStore(running.subscribe, running.now)
}

type Running<T> = ReturnType<typeof makeQuery<T>>

// A screen has many queries at once and their answers come one by one. Listeners are notified of
// those of a frame together: the screen is then drawn once for them, and not once for each.
const TOGETHER_MS = 16
const toNotify = new Set<() => void>()
let inFlight = 0
let notifying: ReturnType<typeof setTimeout> | undefined

function notifySoon() {
  if (inFlight === 0) notifyNow()
  else notifying ??= setTimeout(notifyNow, TOGETHER_MS)
}

function notifyNow() {
  clearTimeout(notifying)
  notifying = undefined
  const listening = [...toNotify]
  toNotify.clear()
  for (const listen of listening) listen()
}

/** Long enough for the first drawing; what is drawn by then listens itself. */
const AHEAD_LASTS_MS = 2000
const ahead = new Map<string, Running<unknown>>()

/**
 * Asks what the first drawing will fetch with `useQuery`, so that the window is drawn once, with its
 * figures, and not empty before. Resolves when the answer is there; to undefined when it is none.
 */
export function prefetch<T>(...[key, fetch, nouns]: Query<T>): Promise<T | undefined> {
  if (key === null) return Promise.resolve(undefined)
  const running = makeQuery(fetch, nouns)
  ahead.set(key, running as Running<unknown>)
  const stop = running.subscribe(() => undefined)
  setTimeout(() => {
    stop()
    if (ahead.get(key) === running) ahead.delete(key)
  }, AHEAD_LASTS_MS)
  return running.answered().then(() => running.now().value)
}

const prefetched = <T>(key: string | null) => ahead.get(key ?? '') as Running<T> | undefined

/** One query, fetched while anything listens. */
export function makeQuery<T>(fetch: (() => Promise<T>) | null, nouns: readonly Changed[]) {
  const listeners = new Set<() => void>()
  let round = 0
  /** What came in an earlier round than this is overtaken. */
  let newest = 0
  const calls: CallLog = new Map()
  let stop: (() => void) | undefined
  let hide: (() => void) | undefined
  let answered = Promise.resolve()
  let now: QueryResult<T> = {
    value: undefined,
    failure: undefined,
    isFetching: fetch !== null,
    refetch,
  }

  function become(next: Partial<QueryResult<T>>) {
    now = { ...now, ...next }
    for (const listen of listeners) toNotify.add(listen)
    notifySoon()
  }

  function refetch() {
    answered = fetchOnce()
  }

  async function fetchOnce() {
    if (!fetch) return
    const mine = ++round
    if (!now.isFetching) become({ isFetching: true })
    inFlight++
    const next = await logged(calls, fetch).then(
      (value) => ({ value, failure: undefined }),
      (thrown: unknown) => ({ value: now.value, failure: reasonOf(thrown) }),
    )
    inFlight--
    // An answer that a newer one has overtaken, or that nobody waits for any more, is dropped. One
    // that is only asked for again is shown: what changes all the time would never be seen.
    if (mine < newest) return notifySoon()
    newest = mine
    become({ ...next, value: shareStructure(now.value, next.value), isFetching: mine !== round })
  }

  function subscribe(listen: () => void) {
    if (listeners.size === 0) {
      stop = onChanged(nouns, refetch)
      hide = show(calls)
      refetch()
    }
    listeners.add(listen)
    return () => {
      listeners.delete(listen)
      toNotify.delete(listen)
      if (listeners.size > 0) return
      stop?.()
      hide?.()
      newest = ++round
    }
  }

  return { subscribe, now: () => now, answered: () => answered }
}

const reasonOf = (thrown: unknown) =>
  thrown instanceof CallFailed ? thrown.failure : failureOf(thrown)
