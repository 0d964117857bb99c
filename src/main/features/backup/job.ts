import { AppError, failureOf } from '../../../shared/failure.ts'
import type { BackupState, BackupWork } from '../../../shared/features/backup/backup.ts'
import type { Clock } from '../../clock.ts'

/** Progress and cancellation of a running operation. */
export interface Job {
  signal: AbortSignal
  willRead: (bytes: number) => void
  onBytes: (bytes: number) => void
}

const NOTIFY_EVERY_MS = 250

interface JobsParts {
  clock: Pick<Clock, 'monotonic'>
  onChange: () => void
}

/**
 * Runs one operation at a time; reports its progress at most every 250 ms, and keeps its failure,
 * because it outlives the screen it started on.
 */
export function makeJobs({ clock, onChange }: JobsParts) {
  let running: BackupState['running'] = null
  let failed: BackupState['failed'] = null
  let controller = new AbortController()
  let ended: Promise<unknown> = Promise.resolve()
  let notifiedAt = Number.NEGATIVE_INFINITY

  async function act<T>(what: BackupWork, work: (job: Job) => Promise<T>): Promise<T> {
    const progress = { what, done: 0, total: 0 }
    running = progress
    failed = null
    controller = new AbortController()
    onChange()
    try {
      return await work({
        signal: controller.signal,
        willRead: (bytes) => {
          progress.total = bytes
        },
        onBytes: (bytes) => {
          progress.done += bytes
          const at = clock.monotonic()
          if (at < notifiedAt + NOTIFY_EVERY_MS) return
          notifiedAt = at
          onChange()
        },
      })
    } catch (thrown) {
      failed = { what, failure: failureOf(thrown) }
      throw thrown
    } finally {
      running = null
      onChange()
    }
  }

  return {
    running: () => running && { ...running },
    failed: () => failed,
    dismiss() {
      failed = null
      onChange()
    },
    run<T>(what: BackupWork, work: (job: Job) => Promise<T>): Promise<T> {
      if (running) {
        const text = 'A backup or a restore is in progress.'
        return Promise.reject(new AppError({ kind: 'refused', reason: 'backup-under-way', text }))
      }
      const answer = act(what, work)
      ended = answer.catch(() => undefined)
      return answer
    },
    /** Resolves when the job has ended and its files are removed. */
    async cancel() {
      controller.abort()
      await ended
    },
  }
}
