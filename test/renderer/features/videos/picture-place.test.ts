import { expect, test } from 'vitest'
import { pictureOver } from '../../../../src/renderer/features/videos/picture-place.ts'

const small = { width: 128, height: 72 }

test('a picture that fits is drawn at its own size, times its scale, at its place', () => {
  expect(pictureOver(small, 'middle-center', 1)).toEqual({ left: 45, top: 45, width: 10 })
  expect(pictureOver(small, 'middle-center', 0.5).width).toBe(5)
  const { left, top, width } = pictureOver(small, 'bottom-left', null)
  expect([left, width]).toEqual([2.5, 10])
  expect(top).toBeCloseTo(100 - 10 - (100 * 32) / 720)
})

test('a picture that is too large is shrunk until it leaves a margin', () => {
  const wide = pictureOver({ width: 4000, height: 10 }, 'top-left', 1)
  expect([wide.left, wide.width]).toEqual([2.5, 95])
  const tall = pictureOver({ width: 656, height: 6560 }, 'top-right', 1)
  expect(tall.left + tall.width).toBeCloseTo(97.5)
  expect(tall.width).toBeCloseTo(5.125)
})

test('a scale outside the allowed range is drawn as the nearest allowed one', () => {
  expect(pictureOver(small, 'middle-center', 40).width).toBe(10)
  expect(pictureOver(small, 'middle-center', 0).width).toBe(1)
})
