import { type ClockSetting, UNCHANGED } from '../shared/clock.ts'

/** Set by the build, false in the app that is released; true of the sources under plain Node. */
declare const __TEST__: boolean | undefined

/** Whether this is a build for tests, which takes options from its environment that a release has not. */
export const isTestBuild = typeof __TEST__ === 'undefined' || __TEST__

/** How the clock of this process is set: in a test build, by a `ClockSetting` as JSON in its environment. */
export function clockSetting(): ClockSetting {
  const given = isTestBuild ? process.env['CUEPOINT_CLOCK'] : undefined
  return given ? (JSON.parse(given) as ClockSetting) : UNCHANGED
}
