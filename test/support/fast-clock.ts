import { type Clock, systemClock } from '../../src/main/clock.ts'
import { testClock } from './clock.ts'

/** A clock that several processes share and that runs so many times faster than the computer's. */
export function fastClock(began: number, speed: number): Clock {
  const { wait } = systemClock()
  return {
    ...testClock,
    now: () => began + (testClock.now() - began) * speed,
    monotonic: () => testClock.monotonic() * speed,
    wait: (ms, signal) => wait(ms / speed, signal),
  }
}
