/** Declared here because `shared` compiles without the DOM and Node types; both provide it. */
declare const performance: { now(): number }

/** The only source of time: a part receives either the clock or a time read from it. */
export interface Clock {
  /** Epoch milliseconds. Jumps when the user sets the computer's clock. */
  now(): number
  /** Milliseconds since an arbitrary fixed moment. Never jumps, so it is for measuring durations. */
  monotonic(): number
  /** The IANA zone of this computer. */
  zone(): string
  /** What a thread, a window or another process needs to create a clock that agrees with this one. */
  setting: ClockSetting
}

/** How a clock differs from the computer's. Only tests use a difference. */
export interface ClockSetting {
  offsetMs: number
  /** An IANA zone; null for the computer's own. */
  zone: string | null
}

export const UNCHANGED: ClockSetting = { offsetMs: 0, zone: null }

/** The computer's clock and zone. The linter forbids reading them anywhere else. */
export function computerClock(setting: ClockSetting = UNCHANGED): Clock {
  return {
    now: () => Date.now() + setting.offsetMs,
    monotonic: () => performance.now(),
    zone: () => setting.zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    setting,
  }
}
