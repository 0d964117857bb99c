import type { Age } from '../../shared/time/age.ts'

const MINUTE = 60_000

/**
 * How an answer's age is called and coloured. Figures that can no longer change never grow old;
 * offline nobody can say that others are fresh.
 */
export function ageWord({ asOf, isSettled }: Age, { now, isOffline }: Seen) {
  if (isSettled) return 'settled'
  if (isOffline) return 'offline'
  if (now - asOf < 15 * MINUTE) return 'fresh'
  return now - asOf < 24 * 60 * MINUTE ? 'ageing' : 'old'
}

interface Seen {
  now: number
  isOffline: boolean
}

/** Whether "now" would be said of it. Offline the time alone is, because now may be otherwise. */
export const isJustNow = (asOf: number, now: number) => now - asOf < MINUTE
