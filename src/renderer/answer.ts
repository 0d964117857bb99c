import { useMemo, useSyncExternalStore } from 'react'
import type { Changed } from '../shared/bridge.ts'
import { type Failure, failureOf } from '../shared/failure.ts'
import { CallFailed, type CallLog, logged, onChanged, show } from './bridge.ts'
import { withKept } from './kept-parts.ts'

export interface Asked<T> {
  /**
   * The newest answer; kept while it is asked again and when that fails, and gone when the question
   * is another.
   */
  value: T | undefined
  /** Why the newest try has no answer. */
  failure: Failure | undefined
  isAsking: boolean
  askAgain: () => void
}

/** Neither an answer nor a failure is there yet. */
export const isLoading = ({ value, failure }: Pick<Asked<unknown>, 'value' | 'failure'>) =>
  value === undefined && failure === undefined

/**
 * What is asked of main, and by which of its nouns it is asked again when one changed. `question`
 * tells one from another: it must name all that `ask` reads; null asks nothing.
 */
export type Question<T> = readonly [
  question: string | null,
  ask: () => Promise<T>,
  nouns: readonly Changed[],
]

/** Asks main, keeps the answer, and asks again when main says that it changed. */
export function useAnswer<T>(...[question, ask, nouns]: Question<T>): Asked<T> {
  const asking = useMemo(
    () => askedAhead<T>(question) ?? makeAsking(question === null ? null : ask, nouns),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `question` names all that `ask` reads
    [question],
  )
  return useSyncExternalStore(asking.subscribe, asking.now)
}

type Asking<T> = ReturnType<typeof makeAsking<T>>

// A screen asks many questions at once and their answers come one by one. What listens is told of
// those of a frame together: the screen is then drawn once for them, and not once for each.
const TOGETHER_MS = 16
const tell = new Set<() => void>()
let underWay = 0
let telling: ReturnType<typeof setTimeout> | undefined

function tellSoon() {
  if (underWay === 0) tellNow()
  else telling ??= setTimeout(tellNow, TOGETHER_MS)
}

function tellNow() {
  clearTimeout(telling)
  telling = undefined
  const listening = [...tell]
  tell.clear()
  for (const listen of listening) listen()
}

/** Long enough for the first drawing; what is drawn by then listens itself. */
const AHEAD_LASTS_MS = 2000
const ahead = new Map<string, Asking<unknown>>()

/**
 * Asks what the first drawing will ask with `useAnswer`, so that the window is drawn once, with its
 * figures, and not empty before. Resolves when the answer is there; to undefined when it is none.
 */
export function askAhead<T>(...[question, ask, nouns]: Question<T>): Promise<T | undefined> {
  if (question === null) return Promise.resolve(undefined)
  const asking = makeAsking(ask, nouns)
  ahead.set(question, asking as Asking<unknown>)
  const stop = asking.subscribe(() => undefined)
  setTimeout(() => {
    stop()
    if (ahead.get(question) === asking) ahead.delete(question)
  }, AHEAD_LASTS_MS)
  return asking.answered().then(() => asking.now().value)
}

const askedAhead = <T>(question: string | null) =>
  ahead.get(question ?? '') as Asking<T> | undefined

/** One question, asked while anything listens. */
export function makeAsking<T>(ask: (() => Promise<T>) | null, nouns: readonly Changed[]) {
  const listeners = new Set<() => void>()
  let round = 0
  /** What came in an earlier round than this is overtaken. */
  let newest = 0
  const calls: CallLog = new Map()
  let stop: (() => void) | undefined
  let hide: (() => void) | undefined
  let answered = Promise.resolve()
  let now: Asked<T> = { value: undefined, failure: undefined, isAsking: ask !== null, askAgain }

  function become(next: Partial<Asked<T>>) {
    now = { ...now, ...next }
    for (const listen of listeners) tell.add(listen)
    tellSoon()
  }

  function askAgain() {
    answered = askOnce()
  }

  async function askOnce() {
    if (!ask) return
    const mine = ++round
    if (!now.isAsking) become({ isAsking: true })
    underWay++
    const next = await logged(calls, ask).then(
      (value) => ({ value, failure: undefined }),
      (thrown: unknown) => ({ value: now.value, failure: reasonOf(thrown) }),
    )
    underWay--
    // An answer that a newer one has overtaken, or that nobody waits for any more, is dropped. One
    // that is only asked for again is shown: what changes all the time would never be seen.
    if (mine < newest) return tellSoon()
    newest = mine
    become({ ...next, value: withKept(now.value, next.value), isAsking: mine !== round })
  }

  function subscribe(listen: () => void) {
    if (listeners.size === 0) {
      stop = onChanged(nouns, askAgain)
      hide = show(calls)
      askAgain()
    }
    listeners.add(listen)
    return () => {
      listeners.delete(listen)
      tell.delete(listen)
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
