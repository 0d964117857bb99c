import { startTransition, useEffect, useMemo, useState } from 'react'
import { atEnd } from '../../../shared/features/sheet/filter.ts'
import { clock } from '../../clock.ts'

/** Maximum time in milliseconds that the work blocks the window. */
const SLICE_MS = 12

/**
 * Runs work that yields after each step, a few milliseconds at a time. Returns a function that
 * stops it.
 */
function inSlices<T>(work: Iterator<unknown, T>, onDone: (result: T) => void): () => void {
  let timer = setTimeout(slice)
  function slice() {
    const end = clock.monotonic() + SLICE_MS
    do {
      const step = work.next()
      if (step.done) return onDone(step.value)
    } while (clock.monotonic() < end)
    timer = setTimeout(slice)
  }
  return () => clearTimeout(timer)
}

/** The result of work that yields after each step, done without blocking the window. */
export const sliced = <T>(work: Iterator<unknown, T>): Promise<T> =>
  new Promise((resolve) => void inSlices(work, resolve))

/**
 * The result of the work that `start` begins. `start` is a new function when the work changes. Long
 * work is done in slices, so that the window stays responsive; until it is done, the previous
 * result is returned, at first undefined.
 */
export function useSteps<T>(start: () => Iterator<unknown, T>, isLong: boolean): T | undefined {
  const atOnce = useMemo(() => (isLong ? null : { result: atEnd(start()) }), [start, isLong])
  const [last, setLast] = useState<{ result: T } | null>(null)
  if (atOnce && atOnce !== last) setLast(atOnce)
  useEffect(() => {
    // As a transition, because so many rows take long to draw, too.
    const onDone = (result: T) => startTransition(() => setLast({ result }))
    return isLong ? inSlices(start(), onDone) : undefined
  }, [start, isLong])
  return (atOnce ?? last)?.result
}
