import { DeskError } from '../../../shared/failure.ts'
import type { BackupState } from '../../../shared/features/backup/backup.ts'
import type { Clock } from '../../clock.ts'

/** What is under way, as it goes on. */
export interface Job {
  signal: AbortSignal
  willRead: (bytes: number) => void
  onBytes: (bytes: number) => void
}

const BETWEEN_TELLS_MS = 250

interface JobsParts {
  clock: Pick<Clock, 'monotonic'>
  onChange: () => void
}

/** One at a time; each tells now and then how far it is. */
export function makeJobs({ clock, onChange }: JobsParts) {
  let running: BackupState['running'] = null
  let controller = new AbortController()
  let ended: Promise<unknown> = Promise.resolve()
  let told = Number.NEGATIVE_INFINITY

  async function act<T>(what: 'make' | 'read', work: (job: Job) => Promise<T>): Promise<T> {
    const now = { what, done: 0, total: 0 }
    running = now
    controller = new AbortController()
    onChange()
    try {
      return await work({
        signal: controller.signal,
        willRead: (bytes) => {
          now.total = bytes
        },
        onBytes: (bytes) => {
          now.done += bytes
          const at = clock.monotonic()
          if (at < told + BETWEEN_TELLS_MS) return
          told = at
          onChange()
        },
      })
    } finally {
      running = null
      onChange()
    }
  }

  return {
    running: () => running && { ...running },
    run<T>(what: 'make' | 'read', work: (job: Job) => Promise<T>): Promise<T> {
      if (running) {
        const text = 'Another backup is in progress.'
        return Promise.reject(new DeskError({ kind: 'refused', text }))
      }
      const answer = act(what, work)
      ended = answer.catch(() => undefined)
      return answer
    },
    /** Resolves when nothing of it is left. */
    async cancel() {
      controller.abort()
      await ended
    },
  }
}
