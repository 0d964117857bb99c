import { startTransition, useEffect, useMemo, useState } from 'react'
import { atEnd } from '../../../shared/features/sheet/filter.ts'
import { clock } from '../../clock.ts'

/** Maximum time in milliseconds that the work blocks the window. */
const SLICE_MS = 12

/** Runs a slice of work that yields after each step. Null when there is more to do. */
function slice<T>(work: Iterator<unknown, T>): { result: T } | null {
  const end = clock.monotonic() + SLICE_MS
  do {
    const step = work.next()
    if (step.done) return { result: step.value }
  } while (clock.monotonic() < end)
  return null
}

/** Runs such work, a slice at a time. Returns a function that stops it. */
function inSlices<T>(work: Iterator<unknown, T>, onDone: (result: T) => void): () => void {
  let timer = setTimeout(next)
  function next() {
    const done = slice(work)
    if (done) onDone(done.result)
    else timer = setTimeout(next)
  }
  return () => clearTimeout(timer)
}

/**
 * The result of such work, done without blocking the window. The first slice is run at once, because
 * a page that is being closed runs no timers.
 */
export async function sliced<T>(work: Iterator<unknown, T>): Promise<T> {
  const done = slice(work)
  return done ? done.result : new Promise((resolve) => void inSlices(work, resolve))
}

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
