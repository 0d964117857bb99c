import { computerClock } from '../../src/shared/clock.ts'

/** The instant at which every test file begins, epoch milliseconds, whatever the day: a Wednesday. */
export const NOW = Date.parse(process.env['CUEPOINT_INSTANT'] ?? '2026-07-15T12:00:00Z')

/** The zone that the app sees as the computer's. */
export const ZONE = process.env['TZ'] ?? 'UTC'

/** Sets the clock of this process, and of those it starts, to `NOW`. */
export function setClocks() {
  Object.assign(process.env, clockAt(NOW))
}

/** The environment of a process whose clock starts at this instant, epoch milliseconds. */
export function clockAt(instant: number) {
  const offsetMs = instant - computerClock().now()
  return { CUEPOINT_CLOCK: JSON.stringify({ offsetMs, zone: ZONE }) }
}
