import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeDay } from '../../src/renderer/period.ts'

const ZONE = 'America/Sao_Paulo'
const MINUTE = 60_000

let now = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

function at(instant: string) {
  now = Date.parse(instant)
  return makeDay(ZONE, () => now)
}

/** Time goes on; timers stand still while the computer sleeps. */
function pass(ms: number, { isAsleep = false } = {}) {
  now += ms
  if (!isAsleep) vi.advanceTimersByTime(ms)
}

test('subscribers are notified at midnight, and not before', () => {
  const day = at('2026-03-10T23:58:30-03:00')
  const seen: string[] = []
  day.subscribe(() => seen.push(`period ${day.current()}`))
  day.subscribe(() => seen.push(`figures ${day.current()}`))
  pass(MINUTE + 29_999)
  expect([seen, day.current()]).toEqual([[], '2026-03-10'])
  pass(1)
  expect(seen).toEqual(['period 2026-03-11', 'figures 2026-03-11'])
})

test('after midnight the current day stays the same until the subscribers are notified', () => {
  const day = at('2026-03-10T23:59:59-03:00')
  day.subscribe(() => undefined)
  pass(5_000, { isAsleep: true })
  expect(day.current()).toBe('2026-03-10')
})

test('after the computer slept overnight, the day changes within half a minute', () => {
  const day = at('2026-03-10T22:00:00-03:00')
  let changes = 0
  const stop = day.subscribe(() => changes++)
  pass(10 * 60 * MINUTE, { isAsleep: true })
  pass(30_000)
  expect([changes, day.current()]).toEqual([1, '2026-03-11'])
  stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('setting the clock back restores the previous day', () => {
  const day = at('2026-03-10T00:10:00-03:00')
  day.subscribe(() => undefined)
  pass(-20 * MINUTE, { isAsleep: true })
  pass(30_000)
  expect(day.current()).toBe('2026-03-09')
})

test('without subscribers the current day is read from the clock', () => {
  const day = at('2026-03-10T23:59:00-03:00')
  day.subscribe(() => undefined)()
  pass(2 * MINUTE)
  expect(day.current()).toBe('2026-03-11')
})
