import { type ClockSetting, computerClock, type Clock as WallClock } from '../shared/clock.ts'
import { AppError } from '../shared/failure.ts'

/** The time of the main process, in milliseconds. */
export interface Clock extends WallClock {
  /** Resolves after `ms`. Throws `cancelled` as soon as the signal is aborted. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

// Node fires a longer timer at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1

export function systemClock(setting?: ClockSetting): Clock {
  return { ...computerClock(setting), wait }
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new AppError({ kind: 'cancelled' }))
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(Math.max(ms, 0), LONGEST_TIMER_MS),
    )
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
