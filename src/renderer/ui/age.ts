const MINUTE = 60_000

export type Age = 'fresh' | 'ageing' | 'old' | 'settled'

/** How an answer's age is coloured: figures that can no longer change never grow old. */
export function ageOf(asOf: number, isSettled: boolean, now: number): Age {
  if (isSettled) return 'settled'
  if (now - asOf < 15 * MINUTE) return 'fresh'
  return now - asOf < 24 * 60 * MINUTE ? 'ageing' : 'old'
}
