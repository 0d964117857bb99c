import { type Clock, systemClock } from '../../src/main/clock.ts'

/** A clock that several processes share and that runs so many times faster than the computer's. */
export function fastClock(began: number, speed: number): Clock {
  const { wait } = systemClock()
  return {
    now: () => began + (Date.now() - began) * speed,
    monotonic: () => performance.now() * speed,
    wait: (ms, signal) => wait(ms / speed, signal),
  }
}
