import { Worker } from 'node:worker_threads'
import { AppError, type Reply } from '../../../shared/failure.ts'
import { endThread } from '../../threads/ending.ts'
import type { Task } from './worker.ts'

export type WriterThread = ReturnType<typeof startWriterThread>

/** Without limits the thread's heap grows to several times of what it needs. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 }

/** Starts the thread that writes Parquet: compressing a group would block main too long. */
export function startWriterThread(workerFile: string) {
  const worker = new Worker(workerFile, { resourceLimits: LIMITS })
  const waiting: { resolve: (rows: number) => void; reject: (reason: AppError) => void }[] = []
  let end: AppError | null = null
  const stop = (text: string) => {
    end ??= new AppError({ kind: 'unexpected', text })
    for (const { reject } of waiting.splice(0)) reject(end)
  }
  worker.on('message', (reply: Reply<number>) => {
    const waiter = waiting.shift()
    if (reply.ok) waiter?.resolve(reply.value)
    else waiter?.reject(new AppError(reply.failure))
  })
  worker.on('error', (thrown) => stop(`The writing stopped: ${String(thrown)}`))
  worker.on('exit', () => stop('The writing stopped.'))

  return {
    /** Resolves with the number of rows written. */
    do: (task: Task, transfer: readonly ArrayBufferLike[] = []) =>
      new Promise<number>((resolve, reject) => {
        if (end) return reject(end)
        waiting.push({ resolve, reject })
        worker.postMessage(task, transfer as ArrayBuffer[])
      }),
    /** Ends the thread whatever it does. */
    end: () => endThread(worker),
  }
}
