import { useCallback, useEffect, useRef, useState } from 'react'
import type { Changed } from '../shared/bridge.ts'
import { type Failure, failureOf } from '../shared/failure.ts'
import { CallFailed, onChanged } from './bridge.ts'

export interface Asked<T> {
  /** The newest answer; kept while it is asked again, dropped when the question changes. */
  value: T | undefined
  failure: Failure | undefined
  isAsking: boolean
  askAgain: () => void
}

/**
 * Asks main, keeps the answer, and asks again when main says that one of `nouns` changed.
 * `question` tells one question from another: when it changes, the old answer is dropped.
 */
export function useAnswer<T>(
  question: string | null,
  ask: () => Promise<T>,
  nouns: readonly Changed[],
): Asked<T> {
  const [state, setState] = useState<{ question: string | null; value?: T; failure?: Failure }>({
    question: null,
  })
  const [isAsking, setIsAsking] = useState(false)
  const newest = useRef(ask)
  newest.current = ask
  const round = useRef(0)

  const askAgain = useCallback(() => {
    if (question === null) return
    const mine = ++round.current
    setIsAsking(true)
    newest
      .current()
      .then(
        (value) => ({ question, value }),
        (thrown: unknown) => ({
          question,
          failure: thrown instanceof CallFailed ? thrown.failure : failureOf(thrown),
        }),
      )
      .then((next) => {
        if (mine !== round.current) return
        setState(next)
        setIsAsking(false)
      })
  }, [question])

  const heard = nouns.join()
  useEffect(() => {
    askAgain()
    const stop = onChanged(heard.split(',') as Changed[], askAgain)
    return () => {
      stop()
      round.current++
    }
  }, [askAgain, heard])

  const isCurrent = state.question === question
  return {
    value: isCurrent ? state.value : undefined,
    failure: isCurrent ? state.failure : undefined,
    isAsking,
    askAgain,
  }
}
