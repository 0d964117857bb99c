import { expect, test } from 'vitest'
import type { Clock } from '../../../../src/main/clock.ts'
import type { Next } from '../../../../src/main/features/publishing/next-post.ts'
import { makeWaiting } from '../../../../src/main/features/publishing/waiting.ts'
import { virtualClock } from '../../../support/clock.ts'

/** As the timers of Node: they may ring a moment before the monotonic clock is there. */
function earlyClock() {
  const clock = virtualClock()
  let waits = 0
  const wait: Clock['wait'] = (ms, signal) => clock.wait(waits++ === 0 ? ms - 0.5 : ms, signal)
  return { ...clock, wait }
}

const trouble: Next = {
  kind: 'trouble',
  failure: { kind: 'offline', reason: 'timeout', host: 'sandbox' },
}

test.each<{ name: string; first: Next }>([
  { name: 'a video that waits', first: { kind: 'later', ms: 5000 } },
  { name: 'an account that waits', first: trouble },
])('$name continues although its timer fires early', async ({ first }) => {
  const clock = earlyClock()
  const steps: string[] = []
  const step = async (video_id: string): Promise<Next> => {
    steps.push(video_id)
    return steps.length === 1 ? first : { kind: 'idle' }
  }
  const { signal } = new AbortController()
  const waiting = makeWaiting({ clock, random: () => 0.5, step, onRest: () => undefined, signal })
  waiting.wake(['video'])
  await clock.advance(60_000)
  expect(steps).toEqual(['video', 'video'])
  expect(waiting.isEmpty()).toBe(true)
})

test('an unavailable keychain is tried again within 15 seconds, however often it fails', async () => {
  const clock = virtualClock()
  const at: number[] = []
  const step = async (): Promise<Next> => {
    at.push(clock.monotonic())
    return { kind: 'trouble', failure: { kind: 'key', state: 'unavailable' } }
  }
  const end = new AbortController()
  const { signal } = end
  const waiting = makeWaiting({ clock, random: () => 0.9, step, onRest: () => undefined, signal })
  waiting.wake(['video'])
  await clock.advance(300_000)
  end.abort()
  const waits = at.slice(1).map((each, index) => each - (at[index] ?? 0))
  expect(waits.length).toBeGreaterThan(15)
  expect(Math.max(...waits)).toBe(15_000)
})
