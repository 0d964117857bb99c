import { expect, it } from 'vitest'
import { ageWord, isJustNow, timeLeft, windowLength } from '../../../src/renderer/ui/time-text.ts'

const MINUTE = 60_000

it('an answer is fresh for 15 minutes, ageing for a day, then old', () => {
  const now = 1e12
  const ages = [14, 15, 24 * 60 - 1, 24 * 60].map((minutes) =>
    ageWord({ asOf: now - minutes * MINUTE, isSettled: false }, { now, isOffline: false }),
  )
  expect(ages).toEqual(['fresh', 'ageing', 'ageing', 'old'])
})

it('an answer about settled days never grows old', () => {
  for (const isOffline of [false, true]) {
    expect(ageWord({ asOf: 0, isSettled: true }, { now: 1e12, isOffline })).toBe('settled')
  }
})

it('offline no answer is called fresh, however new it is', () => {
  const now = 1e12
  for (const asOf of [now, now - 20 * MINUTE, 0]) {
    expect(ageWord({ asOf, isSettled: false }, { now, isOffline: true })).toBe('offline')
  }
  expect([now, now - MINUTE].map((asOf) => isJustNow(asOf, now))).toEqual([true, false])
})

it('a quota window is named by its length', () => {
  expect([60, 86_400, 300, 90].map((s) => windowLength(s, 'en'))).toEqual([
    'minute',
    'day',
    '5 minutes',
    '90 seconds',
  ])
  expect(windowLength(60, 'pt-BR')).toBe('minuto')
})

it('a wait is displayed in its two largest units, without zeros', () => {
  expect(timeLeft(23 * 3600 + 5 * 60 + 42)).toBe('23 h 5 min')
  expect(timeLeft(2 * 86_400 + 59)).toBe('2 d')
  expect(timeLeft(250)).toBe('4 min 10 s')
  expect(timeLeft(3600)).toBe('1 h')
  expect(timeLeft(9)).toBe('9 s')
})

it('a wait that is over is displayed as 0 s', () => {
  expect(timeLeft(0)).toBe('0 s')
})
