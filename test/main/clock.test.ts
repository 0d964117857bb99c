import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeAlarm } from '../../src/main/clock.ts'
import { virtualClock } from '../support/clock.ts'

const STEPS = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 30_000 }),
    ms: fc.integer({ min: 0, max: 90_000 }),
  }),
  { minLength: 1, maxLength: 12 },
)

test('an alarm rings once within a second after each wait, with one timer', async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, async (steps) => {
      const clock = virtualClock()
      const rings: number[] = []
      const alarm = makeAlarm(clock, () => rings.push(clock.monotonic()))
      const due: number[] = []
      for (const { after, ms } of steps) {
        await clock.advance(after)
        alarm.ringIn(ms)
        due.push(Math.ceil((clock.monotonic() + ms) / 1000) * 1000)
        await clock.settle()
        expect(clock.timers()).toBeLessThanOrEqual(1)
      }
      await clock.advance(100_000)
      expect(rings).toEqual([...new Set(due)].toSorted((a, b) => a - b))
    }),
  )
})

test('a closed alarm rings no more, and leaves no timer', async () => {
  const clock = virtualClock()
  let rings = 0
  const alarm = makeAlarm(clock, () => rings++)
  alarm.ringIn(5000)
  alarm.close()
  alarm.ringIn(1000)
  await clock.advance(60_000)
  expect([rings, clock.timers()]).toEqual([0, 0])
})

test('an alarm whose time came while the computer slept rings within ten seconds after', async () => {
  const clock = virtualClock()
  let rings = 0
  makeAlarm(clock, () => rings++).ringIn(50 * 60_000)
  await clock.advance(60_000)
  clock.sleep(60 * 60_000)
  await clock.advance(10_000)
  expect(rings).toBe(1)
})
