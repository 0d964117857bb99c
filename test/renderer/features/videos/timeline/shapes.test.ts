import { expect, test } from 'vitest'
import { areaPath, barsPath } from '../../../../../src/renderer/features/videos/timeline/shapes.ts'

const points = (path: string) =>
  [...path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])

test('the area starts at the top left and falls to the sessions that reached the end', () => {
  expect(points(areaPath([4, 2, 1], 100))).toEqual([
    [0, 100],
    [0, 0],
    [500, 50],
    [1000, 75],
    [1000, 100],
  ])
  expect(areaPath([0, 0], 100)).toBe('')
  expect(areaPath([], 100)).toBe('')
})

test('the area of two hours has few points, and its last is the end of the video', () => {
  const curve = Array.from({ length: 7201 }, (_, second) => 7201 - second)
  const drawn = points(areaPath(curve, 100))
  expect(drawn.length).toBeLessThan(510)
  expect(drawn.at(-2)?.[0]).toBe(1000)
})

test('the bars contain every figure, past the end too', () => {
  const { size, most, path } = barsPath(
    [
      [0, 3],
      [1, 1],
      [10, 2],
      [11, 2],
    ],
    10,
    40,
  )
  expect([size, most]).toEqual([1, 4])
  expect(path.match(/v-[\d.]+/g)).toEqual(['v-30', 'v-10', 'v-40'])
  expect(barsPath([[7200, 1]], 7200, 40)).toMatchObject({ size: 15, most: 1 })
  expect(barsPath([], 10, 40)).toMatchObject({ path: '', most: 0 })
})
