import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Bridge, Changed, Noun } from '../shared/bridge.ts'
import { type Failure, failureOf } from '../shared/failure.ts'
import { getOrCreate } from '../shared/maps.ts'
import type { Input, Operation, Output } from '../shared/operation.ts'
import { CallFailed, type CallLog, call, logCalls, onAnyChanged, showCalls } from './bridge.ts'
import { shareStructure } from './structural-sharing.ts'

export interface QueryResult<T> {
  /** The latest answer. Kept while refetching and after a failure; reset when the key changes. */
  value: T | undefined
  failure: Failure | undefined
  /** As the user asks for it: an answer of the service is requested anew. */
  refetch: () => void
}

/** Whether there is neither an answer nor a failure yet. */
export const isLoading = ({ value, failure }: Pick<QueryResult<unknown>, 'value' | 'failure'>) =>
  value === undefined && failure === undefined

/**
 * A query to main. `nouns` are the nouns whose changes make it refetch. The key identifies the query and must
 * contain everything that `fetch` depends on; null disables the query. `isAsked` is whether the user asks for
 * it, rather than a change. A costly query waits after a change of any but the first noun, so that the change
 * itself is answered and shown first.
 */
export type Query<T> = readonly [
  key: QueryKey | null,
  fetch: Fetch<T>,
  nouns: readonly Changed[],
  isCostly?: boolean,
]

/** A name of the query before what it depends on: an id alone would be the key of all about it. */
type QueryKey = `${string} ${string}`

type Fetch<T> = (isAsked: boolean) => Promise<T>

/**
 * Fetches from main, caches the answer, and refetches when main reports a change. Components with the same
 * query share it.
 */
export function useQuery<T>(...[key, fetch, nouns, isCostly]: Query<T>): QueryResult<T> {
  const running = useMemo(
    () => (key === null ? makeQuery<T>(null, nouns) : sharedQuery<T>(key, fetch, nouns, isCostly)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` names all that `fetch` reads
    [key],
  )
  return useSyncExternalStore(running.subscribe, running.now, running.now)
}

/** A fetch whose first answer came with what the query is about. */
export function knownAtFirst<T>(first: T, fetch: Fetch<T>): Fetch<T> {
  let isFirst = true
  return (isAsked) => {
    if (!isFirst) return fetch(isAsked)
    isFirst = false
    return Promise.resolve(first)
  }
}

type Verb<N extends Noun> = keyof Bridge[N] & string
type OperationOf<N extends Noun, V extends Verb<N>> = Bridge[N][V] & Operation
type Arguments<I> = undefined extends I
  ? [input?: I, nouns?: readonly Changed[]]
  : [input: I | null, nouns?: readonly Changed[]]

/**
 * The query of a call to main: `nouns` are the call's own noun when none are given, and with null as its input
 * it is disabled.
 */
export function callQuery<N extends Noun, V extends Verb<N>>(
  noun: N,
  verb: V,
  ...[input, nouns = [noun]]: Arguments<Input<OperationOf<N, V>>>
) {
  type Value = Output<OperationOf<N, V>>
  // The compiler cannot match a call chosen at run time with its own input type.
  const send = call[noun][verb] as unknown as (input: unknown) => Promise<Value>
  const key = input === null ? null : (`${noun}.${verb} ${JSON.stringify(input)}` as const)
  // Without `refresh`, main answers an analytics call that failed with the same failure again.
  const fresh = noun === 'analytics' ? { ...(input as object), refresh: true } : input
  const fetch = (isAsked: boolean) => send(isAsked ? fresh : input)
  return [key, fetch, nouns] as const satisfies Query<Value>
}

/** Shows the answer of a call to main, see `callQuery`. */
export const useCall = <N extends Noun, V extends Verb<N>>(
  noun: N,
  verb: V,
  ...rest: Arguments<Input<OperationOf<N, V>>>
): QueryResult<Output<OperationOf<N, V>>> => useQuery(...callQuery(noun, verb, ...rest))

/**
 * A function that resolves when the component was drawn with a value that `isMeant` accepts, or is no longer
 * there. `shown` is what it is drawn with.
 */
export function useWhenShown<T>(shown: T): (isMeant: (shown: T) => boolean) => Promise<void> {
  const drawn = useRef({ shown, isHere: true })
  const waiting = useRef(new Set<() => void>())
  useEffect(() => {
    drawn.current = { shown, isHere: true }
    release(waiting.current)
  }, [shown])
  useEffect(() => {
    const all = waiting.current
    return () => {
      drawn.current.isHere = false
      release(all)
    }
  }, [])
  return useCallback(async (isMeant) => {
    while (drawn.current.isHere && !isMeant(drawn.current.shown)) {
      await new Promise<void>((resolve) => waiting.current.add(resolve))
    }
  }, [])
}

function release(waiting: Set<() => void>) {
  for (const resolve of waiting) resolve()
  waiting.clear()
}

type Running<T> = ReturnType<typeof makeQuery<T>>

// A screen has many queries whose answers arrive one by one. Notifying once per frame renders the screen once
// for all of them.
const FRAME_MS = 16
const toNotify = new Set<() => void>()
let inFlight = 0
let notifying: ReturnType<typeof setTimeout> | undefined

function notifySoon() {
  if (inFlight === 0) notifyNow()
  else notifying ??= setTimeout(notifyNow, FRAME_MS)
}

function notifyNow() {
  clearTimeout(notifying)
  notifying = undefined
  const listening = [...toNotify]
  toNotify.clear()
  for (const listen of listening) listen()
}

/** Long enough for the first rendering to subscribe to the prefetched queries. */
const PREFETCH_LIFETIME_MS = 2000

/**
 * Starts a query before the component that uses it is rendered, so that its first rendering has data.
 * Resolves to the answer, or to undefined when the query is disabled or fails.
 */
export function prefetch<T>(...[key, fetch, nouns, isCostly]: Query<T>): Promise<T | undefined> {
  if (key === null) return Promise.resolve(undefined)
  const running = sharedQuery(key, fetch, nouns, isCostly)
  setTimeout(
    running.subscribe(() => undefined, false),
    PREFETCH_LIFETIME_MS,
  )
  return running.answered().then(() => running.now().value)
}

/** The queries in use, by their key and nouns. */
const shared = new Map<string, Running<unknown>>()

/** The query that another component runs or prefetched already, or a new one. */
export function sharedQuery<T>(
  key: string,
  fetch: Fetch<T>,
  nouns: readonly Changed[],
  isCostly?: boolean,
): Running<T> {
  const name = [key, ...nouns].join('\n')
  return getOrCreate(shared as Map<string, Running<T>>, name, () => {
    const running = makeQuery(fetch, nouns, isCostly)
    const subscribe: typeof running.subscribe = (...listening) => {
      // Again in use by a component that was hidden meanwhile.
      shared.set(name, query as Running<unknown>)
      const stop = running.subscribe(...listening)
      return () => {
        stop()
        if (!running.isUsed()) shared.delete(name)
      }
    }
    const query = { ...running, subscribe }
    return query
  })
}

const COSTLY_DELAY_MS = 500

/** One query. It fetches as long as there are subscribers. */
export function makeQuery<T>(fetch: Fetch<T> | null, nouns: readonly Changed[], isCostly = false) {
  const listeners = new Set<() => void>()
  let round = 0
  /** Results of earlier rounds than this are outdated. */
  let latestRound = 0
  /** The round of the first answer that had each value. */
  const rounds = new WeakMap<object, number>()
  const calls: CallLog = new Map()
  let stop: (() => void) | undefined
  let delayed: ReturnType<typeof setTimeout> | undefined
  let answered = Promise.resolve()
  let now: QueryResult<T> = {
    value: undefined,
    failure: undefined,
    refetch: () => refetch(true),
  }

  /** Draws nothing anew when the answer is the one before. */
  function update({ value, failure }: Pick<QueryResult<T>, 'value' | 'failure'>) {
    if (value !== now.value || failure !== now.failure) {
      now = { ...now, value, failure }
      for (const listen of listeners) toNotify.add(listen)
    }
    notifySoon()
  }

  function refetch(isAsked = false) {
    answered = fetchOnce(isAsked)
  }

  async function fetchOnce(isAsked: boolean) {
    clearTimeout(delayed)
    delayed = undefined
    if (!fetch) return
    const ownRound = ++round
    inFlight++
    const next = await logCalls(calls, () => fetch(isAsked)).then(
      (value) => ({ value, failure: undefined }),
      (thrown: unknown) => ({ value: now.value, failure: reasonOf(thrown) }),
    )
    inFlight--
    // A result is dropped when a newer one has arrived, or when there are no subscribers any more. While a
    // refetch is running it is still shown, because data that changes constantly would otherwise never
    // appear.
    if (ownRound < latestRound) return notifySoon()
    latestRound = ownRound
    const value = shareStructure(now.value, next.value)
    if (isObject(value) && !rounds.has(value)) rounds.set(value, ownRound)
    update({ value, failure: shareStructure(now.failure, next.failure) })
  }

  /** A prefetched answer that is not shown yet is in no report. */
  function subscribe(listen: () => void, isShown = true) {
    if (listeners.size === 0) {
      stop = onAnyChanged((noun) => {
        if (!nouns.includes(noun)) return
        if (!isCostly || noun === nouns[0]) refetch()
        else delayed ??= setTimeout(refetch, COSTLY_DELAY_MS)
      })
      refetch()
    }
    listeners.add(listen)
    const hide = isShown ? showCalls(calls) : undefined
    return () => {
      hide?.()
      listeners.delete(listen)
      toNotify.delete(listen)
      if (listeners.size > 0) return
      stop?.()
      clearTimeout(delayed)
      delayed = undefined
      latestRound = ++round
    }
  }

  return {
    subscribe,
    now: () => now,
    answered: () => answered,
    /** Higher for later values; 0 for what is no value of this query. */
    orderOf: (value: unknown) => (isObject(value) && rounds.get(value)) || 0,
    /** Whether an answer is on its way. */
    isFetching: () => round > latestRound,
    isUsed: () => listeners.size > 0,
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The failure of a call that threw this. */
export const reasonOf = (thrown: unknown) =>
  thrown instanceof CallFailed ? thrown.failure : failureOf(thrown)
