import { type Clock, systemClock } from '../../src/main/clock.ts'
import { clockSetting } from '../../src/main/test-options.ts'
import { AppError } from '../../src/shared/failure.ts'
import { NOW, ZONE } from './instant.ts'

let own = systemClock(clockSetting())

/** Makes `testClock` read the setting of this process again. */
export function resetTestClock() {
  own = systemClock(clockSetting())
}

/** The clock of a test file, of its processes and of the app: at `NOW` when the file began. */
export const testClock: Clock = {
  now: () => own.now(),
  monotonic: () => own.monotonic(),
  zone: () => own.zone(),
  wait: (ms, signal) => own.wait(ms, signal),
  get setting() {
    return own.setting
  },
}

interface Timer {
  at: number
  ring: () => void
}

export type VirtualClock = ReturnType<typeof virtualClock>

/** A clock that moves only when told, so that hours of waiting take no time. */
export function virtualClock(startsAt = NOW) {
  let elapsed = 0
  let skew = 0
  const timers = new Set<Timer>()

  const clock: Clock = {
    now: () => startsAt + elapsed + skew,
    monotonic: () => elapsed,
    zone: () => ZONE,
    setting: { offsetMs: 0, zone: ZONE },
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const timer = { at: elapsed + Math.max(0, ms), ring: resolve }
        const stop = () => {
          timers.delete(timer)
          reject(new AppError({ kind: 'cancelled' }))
        }
        if (signal?.aborted) return stop()
        signal?.addEventListener('abort', stop, { once: true })
        timers.add(timer)
      }),
  }

  /** Lets everything that is ready run; a macrotask comes after all promise callbacks. */
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((next) => setImmediate(next))
  }

  const nextTimer = () =>
    [...timers].reduce<Timer | null>(
      (first, timer) => (first && first.at <= timer.at ? first : timer),
      null,
    )

  async function ringNext(timer: Timer) {
    timers.delete(timer)
    elapsed = Math.max(elapsed, timer.at)
    timer.ring()
    await settle()
  }

  /** The computer sleeps: time passes, and each timer rings later by as much. */
  function sleep(ms: number) {
    elapsed += ms
    for (const timer of timers) timer.at += ms
  }

  async function advance(ms: number) {
    await settle()
    const until = elapsed + ms
    for (let timer = nextTimer(); timer && timer.at <= until; timer = nextTimer()) {
      await ringNext(timer)
    }
    elapsed = until
  }

  /** Moves time from timer to timer until the promise settles. */
  async function until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false
    const mark = () => {
      isSettled = true
    }
    promise.then(mark, mark)
    await settle()
    while (!isSettled) {
      const timer = nextTimer()
      if (!timer) throw new Error('Nothing is left to wait for, and the promise is still pending.')
      await ringNext(timer)
    }
    return promise
  }

  return {
    ...clock,
    advance,
    sleep,
    until,
    settle,
    /** Simulates a change of the computer's clock; monotonic time stays the same. */
    setBack: (ms: number) => {
      skew -= ms
    },
    timers: () => timers.size,
  }
}
