import { expect, test } from 'vitest'
import { growingWidth, placeOf, segments } from '../../../src/renderer/ui/sparkline-path.ts'

const box = { width: 26, height: 16 }

test('the highest day touches the top and zero the bottom', () => {
  expect(segments([0, 5, 10], box)).toEqual({ lines: ['3,13 13,8 23,3'], last: { x: 23, y: 3 } })
})

test('a day without a figure breaks the line and is not zero', () => {
  expect(segments([4, null, 4], box).lines).toEqual(['3,3 3,3', '23,3 23,3'])
  expect(segments([4, 4, null], box).last).toBeNull()
})

test('a day between gaps is a line of no length, which its round ends make a dot', () => {
  expect(segments([null, 4, null, 4, 4], box).lines).toEqual(['8,3 8,3', '18,3 23,3'])
})

test('a series of zeros is drawn on the baseline', () => {
  expect(segments([0, 0], box).lines).toEqual(['3,13 23,13'])
})

test('the hatching covers the last days and half way to the one before', () => {
  expect(growingWidth(2, 1, 26)).toBe(13)
  expect(growingWidth(2, 2, 26)).toBe(26)
  expect(growingWidth(1, 1, 26)).toBe(16)
  expect(growingWidth(30, 0, 26)).toBe(0)
})

test('the mark of a day is at its figure', () => {
  const [line = ''] = segments([1, 2, 3], { width: 84, height: 18 }).lines
  const xs = line.split(' ').map((point) => Number(point.split(',')[0]))
  expect([0, 1, 2].map((index) => placeOf(index, 3, 84))).toEqual(xs)
  expect(placeOf(0, 1, 84)).toBe(3)
})
