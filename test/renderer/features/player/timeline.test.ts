import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  barSize,
  bars,
  drawnPlaces,
  drawnShare,
  running,
} from '../../../../src/renderer/features/player/timeline.ts'

test('a short video has a bar for each second, a long one a limited number of bars', () => {
  expect(barSize(300)).toBe(1)
  expect(barSize(3600)).toBe(10)
  expect(barSize(7200)).toBe(30)
})

test('a short curve is drawn at every second, one of an hour at every other', () => {
  expect(drawnPlaces(-2, 3)).toEqual([-2, -1, 0, 1, 2, 3])
  expect(drawnPlaces(0, 3600)).toHaveLength(1801)
})

test('a curve of any length is drawn with both of its ends and few points', () => {
  const ends = fc.tuple(fc.integer({ min: -40_000, max: 0 }), fc.integer({ min: 0, max: 40_000 }))
  fc.assert(
    fc.property(ends, ([from, to]) => {
      const places = drawnPlaces(from, to)
      expect([places[0], places.at(-1)]).toEqual([from, to])
      expect(places.length).toBeLessThanOrEqual(2002)
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
    }),
  )
})

test('a mark past the end of the video counts at its end', () => {
  const found = bars([[61, 2]], 60)
  expect([found.at(60), found.from(60), found.points.at(-1)?.[1]]).toEqual([2, 2, 2])
})

test('the bars add up to all clicks, and each second has its own count', () => {
  const item = fc.tuple(fc.nat(9000), fc.nat(50))
  fc.assert(
    fc.property(
      fc.array(item, { maxLength: 80 }),
      fc.integer({ min: 1, max: 8000 }),
      (items, duration) => {
        const { points, at } = bars(items, duration)
        const total = items.reduce((sum, [, figure]) => sum + figure, 0)
        expect(points.slice(0, -1).reduce((sum, [, figure]) => sum + figure, 0)).toBe(total)
        const inside = items
          .filter(([second]) => second === 0)
          .reduce((sum, [, figure]) => sum + figure, 0)
        expect(at(0)).toBe(inside)
      },
    ),
  )
})

test('a running total steps at each second and ends with the total', () => {
  expect(
    running(
      [
        [5, 2],
        [2, 1],
      ],
      9,
    ),
  ).toEqual([
    [0, 0],
    [2, 0],
    [2, 1],
    [5, 1],
    [5, 3],
    [9, 3],
  ])
})

test('a share of nothing is drawn at the bottom', () => {
  expect(drawnShare(0, 0)).toBe(0)
})
