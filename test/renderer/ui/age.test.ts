import { expect, it } from 'vitest'
import { ageOf } from '../../../src/renderer/ui/age.ts'
import { windowLength } from '../../../src/renderer/ui/window-length.ts'

const MINUTE = 60_000

it('an answer is fresh for 15 minutes, ageing for a day, then old', () => {
  const now = 1e12
  const ages = [14, 15, 24 * 60 - 1, 24 * 60].map((m) => ageOf(now - m * MINUTE, false, now))
  expect(ages).toEqual(['fresh', 'ageing', 'ageing', 'old'])
})

it('an answer about settled days never grows old', () => {
  expect(ageOf(0, true, 1e12)).toBe('settled')
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
