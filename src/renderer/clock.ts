import { type ClockSetting, computerClock } from '../shared/clock.ts'

/** The window's clock. Set from main before anything is drawn. */
export let clock = computerClock()

export function setClock(setting: ClockSetting) {
  clock = computerClock(setting)
}
