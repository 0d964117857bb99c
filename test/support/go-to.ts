import { onTestFinished } from 'vitest'
import { resetTestClock } from './clock.ts'
import { clockAt, setClocks } from './instant.ts'

/** For this test only, the clock of the desk and its service is at that instant. */
export function goTo(instant: string) {
  Object.assign(process.env, clockAt(Date.parse(instant)))
  resetTestClock()
  onTestFinished(() => {
    setClocks()
    resetTestClock()
  })
}
