import { type ClockSetting, UNCHANGED } from '../shared/clock.ts'

/** Set by the build to false for a release; undefined when the sources run in plain Node. */
declare const __TEST__: boolean | undefined

/** Whether this is a test build, which reads options from its environment. */
export const isTestBuild = typeof __TEST__ === 'undefined' || __TEST__

/** In a test build the clock can be set by a `ClockSetting` as JSON in the environment. */
export function clockSetting(): ClockSetting {
  const configured = isTestBuild ? process.env['CUEPOINT_CLOCK'] : undefined
  return configured ? (JSON.parse(configured) as ClockSetting) : UNCHANGED
}
