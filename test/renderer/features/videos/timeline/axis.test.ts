import { expect, test } from 'vitest'
import {
  placeOf,
  secondAt,
  ticks,
} from '../../../../../src/renderer/features/videos/timeline/move.ts'

test('every second of two hours maps to its own position on a wide screen, and back', () => {
  const length = 7200
  const width = 2 * length
  for (let second = 0; second <= length; second++) {
    expect(secondAt((placeOf(second, length) / 100) * width, width, length)).toBe(second)
  }
})

test('a pointer outside the axis is at its nearest end', () => {
  expect(secondAt(-50, 300, 600)).toBe(0)
  expect(secondAt(9999, 300, 600)).toBe(600)
  expect(secondAt(10, 0, 600)).toBe(0)
})

test.each([1, 7, 59, 600, 754, 3601, 7200, 100_000])(
  'ticks of %i s are few, and the last is the end',
  (length) => {
    const marks = ticks(length, 12)
    expect(marks[0]).toBe(0)
    expect(marks.length).toBeLessThanOrEqual(13)
    expect(marks.at(-1)).toBe(length)
    expect(marks).toEqual([...new Set(marks)])
  },
)

test('the last round tick is left out when it is too close to the end', () => {
  expect(ticks(605, 12).slice(-2)).toEqual([540, 605])
  expect(ticks(630, 12).slice(-2)).toEqual([600, 630])
})
