import { type ClockSetting, computerClock } from '../shared/clock.ts'

/** The window's clock; main says how it is set before anything is drawn. */
export let clock = computerClock()

export function setClock(setting: ClockSetting) {
  clock = computerClock(setting)
}
