import type { Worker } from 'node:worker_threads'

/** The part of Node's `process` that is used. */
interface Process {
  on(event: 'uncaughtException' | 'unhandledRejection', listen: (thrown: unknown) => void): unknown
  on(event: 'worker', listen: (worker: Worker) => void): unknown
}

interface FaultParts {
  /** Writes the error to the log. */
  note: (what: string, thrown: unknown) => void
  /** Tells the user that main failed. Resolves when the dialog is closed. */
  tell: (thrown: unknown) => Promise<void>
}

/**
 * Logs uncaught errors of main and its threads. A rejected promise ends only its own task, and a
 * thread reports its errors to its callers. After an exception main's state is uncertain, so the
 * user is told, by one dialog at a time.
 */
export function catchFaults(process: Process, { note, tell }: FaultParts) {
  let isDialogOpen = false
  process.on('uncaughtException', (thrown) => {
    note('main', thrown)
    if (isDialogOpen) return
    isDialogOpen = true
    const closed = () => {
      isDialogOpen = false
    }
    tell(thrown).then(closed, closed)
  })
  process.on('unhandledRejection', (thrown) => note('promise', thrown))
  process.on('worker', (worker) => worker.on('error', (thrown) => note('thread', thrown)))
}

export type FaultChoice = 'again' | 'copy' | 'later'
export const FAULT_CHOICES = ['again', 'copy', 'later'] as const satisfies readonly FaultChoice[]
