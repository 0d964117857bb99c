import { setTimeout } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { DeskError } from '../../shared/failure.ts'

/**
 * A thread that ends right after its work can wait for ever for V8, which compiles beside it and
 * waits for the thread to collect its garbage (Node 18; seen at 1 of 20 reports): it rests first.
 */
const REST_MS = 250
const LONGEST_END_MS = 3000

const ends = new Map<Worker, Promise<void>>()

/** Ends a thread, in the middle of whatever it does. One that has not ended after 3.25 s is left behind. */
export function endThread(worker: Worker): Promise<void> {
  // One that ended by itself has nothing to be waited for, and tells nobody again.
  if (worker.threadId === -1) return Promise.resolve()
  const end = endAtRest(worker)
  ends.set(worker, end)
  worker.once('exit', () => ends.delete(worker))
  return end
}

async function endAtRest(worker: Worker) {
  await setTimeout(REST_MS)
  await Promise.race([worker.terminate(), setTimeout(LONGEST_END_MS)])
}

/**
 * Waits for the threads that are ending. False when one was left behind: the process, which would
 * wait for it, then cannot end in the ordinary way.
 */
export async function haveThreadsEnded(): Promise<boolean> {
  await Promise.all(ends.values())
  return ends.size === 0
}

/** Throws `cancelled` once the signal has been given. */
export function refuseWhenCancelled(signal: AbortSignal | undefined) {
  if (signal?.aborted) throw new DeskError({ kind: 'cancelled' })
}

/** Waits no longer once it is cancelled: whoever asked ends what is then still under way. */
export function untilCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const cancelled = new Promise<never>((_, reject) => {
    const stop = () => reject(new DeskError({ kind: 'cancelled' }))
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([work, cancelled])
}
