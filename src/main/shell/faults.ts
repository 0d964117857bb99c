import type { Worker } from 'node:worker_threads'

/** What of Node's `process` is used here. */
interface Process {
  on(event: 'uncaughtException' | 'unhandledRejection', listen: (thrown: unknown) => void): unknown
  on(event: 'worker', listen: (worker: Worker) => void): unknown
}

interface FaultParts {
  /** Keeps it in the log. */
  note: (what: string, thrown: unknown) => void
  /** Tells the person that main itself failed. Resolves when that is answered. */
  tell: (thrown: unknown) => Promise<void>
}

/**
 * Notes what nothing caught, in main and in its threads. A rejected promise ends its own task alone, and a
 * thread tells those that wait for it. After an exception main may not be what it was: that is told, once
 * until it is answered.
 */
export function catchFaults(process: Process, { note, tell }: FaultParts) {
  let isTelling = false
  process.on('uncaughtException', (thrown) => {
    note('main', thrown)
    if (isTelling) return
    isTelling = true
    const told = () => {
      isTelling = false
    }
    tell(thrown).then(told, told)
  })
  process.on('unhandledRejection', (thrown) => note('promise', thrown))
  process.on('worker', (worker) => worker.on('error', (thrown) => note('thread', thrown)))
}

export type FaultChoice = 'again' | 'copy' | 'later'
export const FAULT_CHOICES = ['again', 'copy', 'later'] as const satisfies readonly FaultChoice[]
