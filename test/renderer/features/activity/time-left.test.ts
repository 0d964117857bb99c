import { expect, test } from 'vitest'
import { timeLeft } from '../../../../src/renderer/features/activity/time-left.ts'

test('a wait is displayed in its two largest units, without zeros', () => {
  expect(timeLeft(23 * 3600 + 5 * 60 + 42)).toBe('23 h 5 min')
  expect(timeLeft(2 * 86_400 + 59)).toBe('2 d')
  expect(timeLeft(250)).toBe('4 min 10 s')
  expect(timeLeft(3600)).toBe('1 h')
  expect(timeLeft(9)).toBe('9 s')
})

test('a wait that is over is displayed as 0 s', () => {
  expect(timeLeft(0)).toBe('0 s')
})
