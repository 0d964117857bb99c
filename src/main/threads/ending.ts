import { setTimeout } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/failure.ts'
import type { Clock } from '../clock.ts'

/**
 * Node 18: a worker that is terminated right after its work can deadlock, when V8 compiles
 * concurrently and waits for the worker to collect garbage (seen in 1 of 20 reports). This pause
 * avoids it.
 */
const REST_MS = 250
const LONGEST_END_MS = 3000
/** For cancelled work to remove its files; shorter than the app waits for its parts when it quits. */
const LONGEST_CLEANUP_MS = 1500

const ends = new Map<Worker, Promise<void>>()

/** Ends a thread whatever it does. Resolves after 3.25 s at the latest. */
export function endThread(worker: Worker): Promise<void> {
  // The thread has already exited, and will emit no further `exit`.
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

/** Waits for the threads that are ending. False when one is still running. */
export async function haveThreadsEnded(): Promise<boolean> {
  await Promise.all(ends.values())
  return ends.size === 0
}

/**
 * Whether the process can exit in the ordinary way, in which it waits for each thread: also for Node's own
 * with a file on a disk that does not respond.
 */
export async function canExit(): Promise<boolean> {
  const haveEnded = await haveThreadsEnded()
  if (isUsingFiles()) await setTimeout(REST_MS)
  return haveEnded && !isUsingFiles()
}

const isUsingFiles = () => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))

export function refuseWhenCancelled(signal: AbortSignal | undefined) {
  if (signal?.aborted) throw new AppError({ kind: 'cancelled' })
}

/** Rejects with `cancelled` once aborted. The work goes on; the caller ends it. */
export async function untilCancelled<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  let stop = () => {}
  const cancelled = new Promise<never>((_, reject) => {
    stop = () => reject(new AppError({ kind: 'cancelled' }))
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, cancelled])
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/**
 * Waits for work that removes its own files when cancelled. A disk that does not respond is not waited for:
 * then it rejects with `cancelled`, and the work removes them when the disk is back.
 */
export async function untilAbandoned<T>(
  work: Promise<T>,
  signal: AbortSignal,
  clock: Pick<Clock, 'wait'>,
): Promise<T> {
  try {
    return await untilCancelled(work, signal)
  } catch (thrown) {
    if (!signal.aborted) throw thrown
    const abandoned = async (): Promise<never> => {
      await clock.wait(LONGEST_CLEANUP_MS)
      throw thrown
    }
    return Promise.race([work, abandoned()])
  }
}
