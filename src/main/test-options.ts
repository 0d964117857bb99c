import { type ClockSetting, UNCHANGED } from '../shared/clock.ts'

/** Set by the build, false in the app that is released; true of the sources under plain Node. */
declare const __TEST__: boolean | undefined

/** Whether this is a build for tests, which takes options from its environment that a release has not. */
export const isTestBuild = typeof __TEST__ === 'undefined' || __TEST__

/** How the clock of this process is set: `CUEPOINT_CLOCK`, a `ClockSetting` as JSON, in a test build. */
export function clockSetting(): ClockSetting {
  const given = isTestBuild ? process.env['CUEPOINT_CLOCK'] : undefined
  return given ? (JSON.parse(given) as ClockSetting) : UNCHANGED
}
