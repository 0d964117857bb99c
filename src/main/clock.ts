import { uptime } from 'node:os'
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

/**
 * A clock whose durations include the computer's sleep, in which monotonic time stands still on Linux and
 * macOS: what had to wait for an hour has waited after a night. `resumeAfterSleep` is to be called when it wakes.
 */
export function countingSleep(clock: Clock, uptimeSeconds: () => number = uptime) {
  const awake = () => uptimeSeconds() * 1000 - clock.monotonic()
  let asleepMs = 0
  let before = awake()
  return {
    clock: { ...clock, monotonic: () => clock.monotonic() + asleepMs },
    resumeAfterSleep() {
      const now = awake()
      asleepMs += Math.max(0, now - before)
      before = now
    },
  }
}

/** A timer stands still while the computer sleeps: a longer one would ring late by as much. */
const SURE_TIMER_MS = 10_000

/** Waits in full, and no longer after a sleep: a timer may ring slightly early, and much too late. */
export async function waitFully(
  clock: Pick<Clock, 'monotonic' | 'wait'>,
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  const until = clock.monotonic() + ms
  for (let left = ms; left > 0; left = until - clock.monotonic())
    await clock.wait(Math.min(left, SURE_TIMER_MS), signal)
}

/**
 * Rings after each of the waits that it is given, also after a sleep, with one timer for the soonest.
 * Waits that end within the same second ring once, at the end of it.
 */
export function makeAlarm(clock: Pick<Clock, 'monotonic' | 'wait'>, ring: () => void) {
  const seconds = new Set<number>()
  let timer = new AbortController()
  let isClosed = false

  function waitForSoonest() {
    timer.abort()
    if (seconds.size === 0 || isClosed) return
    timer = new AbortController()
    const soonest = Math.min(...seconds)
    const onDue = () => {
      seconds.delete(soonest)
      waitForSoonest()
      ring()
    }
    const ms = soonest * 1000 - clock.monotonic()
    waitFully(clock, ms, timer.signal).then(onDue, () => undefined)
  }

  return {
    ringIn(ms: number) {
      const second = Math.ceil((clock.monotonic() + ms) / 1000)
      const isSoonest = [...seconds].every((other) => second < other)
      seconds.add(second)
      if (isSoonest) waitForSoonest()
    },
    close() {
      isClosed = true
      timer.abort()
    },
  }
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
