import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DROP_SECONDS,
  keyMoments,
  longestFlat,
  steepestDrops,
} from '../../../../../src/shared/features/player/curves/moments.ts'
import { aCurve } from './curves.ts'

test('the first drop is the steepest one, and no two drops overlap', () => {
  fc.assert(
    fc.property(aCurve, ({ reached }) => {
      const drops = steepestDrops(reached)
      const losses = reached
        .slice(0, Math.max(0, reached.length - DROP_SECONDS))
        .map((sessions, start) => sessions - Number(reached[start + DROP_SECONDS]))
      expect(drops[0]?.sessions ?? 0).toBe(Math.max(0, ...losses))
      expect(drops.length).toBeLessThanOrEqual(3)
      const sizes = drops.map(({ sessions }) => sessions)
      expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
      for (const [index, drop] of drops.entries()) {
        expect(drop.sessions).toBe(Number(reached[drop.start]) - Number(reached[drop.end]))
        const others = drops.filter((_, other) => other !== index)
        expect(others.some(({ start, end }) => start < drop.end && drop.start < end)).toBe(false)
      }
    }),
  )
})

test('the flat stretch is as long as any that loses at most one percent while enough sessions are left', () => {
  fc.assert(
    fc.property(aCurve, ({ reached }) => {
      const all = reached[0] ?? 0
      let longest = 0
      reached.forEach((before, start) => {
        reached.forEach((sessions, end) => {
          if (end > start && isEnough(sessions, all) && (before - sessions) * 100 <= all)
            longest = Math.max(longest, end - start)
        })
      })
      const found = longestFlat(reached)
      expect(found ? found.end - found.start : 0).toBe(longest)
    }),
  )
})

const isEnough = (sessions: number, all: number) => sessions >= 100 && sessions * 10 >= all

test.each([
  ['a few sessions', 2_000, 60],
  ['a hundredth of very many', 100_000, 1_000],
])('the flat stretch is not the end of the video that only %s reached', (_, all, left) => {
  const reached = Array.from({ length: 1801 }, (__, second) =>
    second < 300 ? all - (second * all) / 1000 : second < 420 ? all / 2 : left,
  )
  expect(longestFlat(reached)).toEqual({ start: 300, end: 419, sessions: all / 2 })
})

test('a curve of too few sessions has no flat stretch', () => {
  expect(longestFlat(new Array<number>(60).fill(99))).toBeNull()
})

test('key moments have their share of all sessions, and none has zero sessions', () => {
  const reached = Array.from({ length: 61 }, (_, second) =>
    second < 10 ? 1000 : second < 20 ? 600 : second < 60 ? 333 : 0,
  )
  expect(keyMoments({ reached, pitch: 12 })).toEqual([
    { kind: 'hold', start: 30, end: 30, sessions: 333, percent: 33.3 },
    { kind: 'pitch', start: 12, end: 12, sessions: 600, percent: 60 },
    { kind: 'drop', start: 5, end: 20, sessions: 667, percent: 66.7 },
    { kind: 'drop', start: 45, end: 60, sessions: 333, percent: 33.3 },
    { kind: 'flat', start: 20, end: 59, sessions: 333, percent: 33.3 },
  ])
  expect(keyMoments({ reached: [0, 0, 0], pitch: null })).toEqual([])
})

test('a video shorter than half a minute has no retained opening', () => {
  const kinds = keyMoments({ reached: new Array<number>(20).fill(500), pitch: null })
  expect(kinds.map(({ kind }) => kind)).toEqual(['flat'])
})
