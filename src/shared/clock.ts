/** Node and the window both have it. */
declare const performance: { now(): number }

/** The one clock: every part is handed it, or the time that it told. */
export interface Clock {
  /** Epoch milliseconds; jumps when the person sets the computer's clock. */
  now(): number
  /** Milliseconds since some fixed moment; never jumps. */
  monotonic(): number
  /** The IANA zone of this computer. */
  zone(): string
  /** How it is set: what a thread, a window or another process needs for a clock that agrees. */
  setting: ClockSetting
}

/** A clock's difference from the computer's; none but in tests. */
export interface ClockSetting {
  offsetMs: number
  /** Null for the computer's. */
  zone: string | null
}

export const UNCHANGED: ClockSetting = { offsetMs: 0, zone: null }

/** The computer's clock and zone, which nothing else reads (the linter sees to it). */
export function computerClock(setting: ClockSetting = UNCHANGED): Clock {
  return {
    now: () => Date.now() + setting.offsetMs,
    monotonic: () => performance.now(),
    zone: () => setting.zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    setting,
  }
}
