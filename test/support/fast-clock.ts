import { type Clock, systemClock } from '../../src/main/clock.ts'
import { testClock } from './clock.ts'

/** A clock that several processes share and that runs so many times faster than the computer's. */
export function fastClock(began: number, speed: number): Clock {
  const { wait } = systemClock()
  // Based on the clock with fractions, because whole milliseconds would advance in steps of
  // `speed`.
  const origin = testClock.now() - testClock.monotonic()
  return {
    ...testClock,
    now: () => Math.floor(began + (origin + testClock.monotonic() - began) * speed),
    monotonic: () => testClock.monotonic() * speed,
    wait: (ms, signal) => wait(ms / speed, signal),
  }
}

/** The same clock, which can be stopped: meanwhile no time passes and no wait ends. */
export function stoppable(clock: Clock) {
  let lost = { now: 0, monotonic: 0 }
  let stopped: typeof lost | null = null
  let goesOn = Promise.resolve()
  const read = () =>
    stopped ?? { now: clock.now() - lost.now, monotonic: clock.monotonic() - lost.monotonic }
  return {
    ...clock,
    now: () => read().now,
    monotonic: () => read().monotonic,
    async wait(ms: number, signal?: AbortSignal) {
      await goesOn
      return clock.wait(ms, signal)
    },
    /** Stops it until the returned function is called. */
    stop() {
      const at = read()
      stopped = at
      let goOn = () => {}
      goesOn = new Promise((resolve) => (goOn = resolve))
      return () => {
        stopped = null
        lost = { now: clock.now() - at.now, monotonic: clock.monotonic() - at.monotonic }
        goOn()
      }
    },
  }
}
