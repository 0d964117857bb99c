import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkFallbacks,
  type Filtered,
} from '../../../../src/shared/features/problems/fallbacks.ts'

type Row = Pick<Filtered, 'fallback' | 'isFiltering'>

const videosOf = (rows: readonly Row[]) =>
  new Map(
    rows.map(({ fallback, isFiltering }, index): [string, Filtered] => [
      `${index}`,
      {
        ...{ id: `${index}`, name: `Video ${index}`, isFiltering },
        fallback: isFiltering ? fallback : null,
      },
    ]),
  )

/** Whether one comes back to a video by following fallbacks for as many steps as there are videos. */
function isOnLoop(id: string, videos: ReadonlyMap<string, Filtered>) {
  let at: string | null = videos.get(id)?.fallback ?? null
  for (let step = 0; step < videos.size && at !== null && at !== id; step++) {
    at = videos.get(at)?.fallback ?? null
  }
  return at === id
}

const graph = fc.array(
  fc.record({
    fallback: fc.option(fc.nat({ max: 14 }).map(String), { freq: 8 }),
    isFiltering: fc.constant(true),
  }),
  { minLength: 1, maxLength: 12 },
)

test('exactly the videos on a loop of fallbacks are found, whatever leads into it', () => {
  fc.assert(
    fc.property(graph, fc.array(fc.nat({ max: 11 })), (rows, off) => {
      const videos = videosOf(
        rows.map((row, index) => ({ ...row, isFiltering: !off.includes(index) })),
      )
      const found = checkFallbacks(videos)
      const loops = found.filter(({ rule }) => rule === 'fallback-loops')
      const onLoop = [...videos.values()].filter(
        ({ id, fallback }) => fallback !== id && isOnLoop(id, videos),
      )
      expect(loops.map(({ video_id }) => video_id)).toEqual(onLoop.map(({ id }) => id))
      for (const { video_id } of found) {
        expect(videos.get(videos.get(video_id)?.fallback ?? '')?.isFiltering).toBe(true)
      }
    }),
  )
})

test('a loop of any length is found from each of its videos', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 400 }), fc.nat({ max: 50 }), (length, tail) => {
      const rows = Array.from({ length: length + tail }, (_, index): Row => {
        const next = index < length ? (index + 1) % length : index - length
        return { fallback: `${next}`, isFiltering: true }
      })
      const loops = checkFallbacks(videosOf(rows)).filter(({ rule }) => rule === 'fallback-loops')
      expect(loops).toHaveLength(length)
      expect(loops.every(({ details }) => details['count'] === length)).toBe(true)
    }),
    { numRuns: 50 },
  )
})
