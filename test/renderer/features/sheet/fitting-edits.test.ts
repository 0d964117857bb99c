import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  lacksSome,
  makeFittingEdits,
} from '../../../../src/renderer/features/sheet/fitting-edits.ts'
import { makeQuery } from '../../../../src/renderer/query.ts'
import type { Edit, EditsList } from '../../../../src/shared/features/publishing/edit.ts'
import { stubBridge } from '../../../support/page-bridge.ts'

// What the preload gives the page.
beforeAll(() => stubBridge(() => Promise.resolve()))
afterAll(() => {
  vi.unstubAllGlobals()
})

const list = (...edits: [group: Edit['group'], video_id: string, key: string][]) =>
  ({
    edits: edits.map(([group, video_id, key]) => ({ group, video_id, key }) as Edit),
  }) as EditsList

test('a list without an edit of the tab waits for the videos, another edit or another tab does not', () => {
  const older = list(['pixels', 'v1', 'a'], ['pixels', 'v1', 'b'])
  expect(lacksSome(older, list(['pixels', 'v1', 'a']), 'pixels')).toBe(true)
  expect(lacksSome(older, list(['pixels', 'v1', 'a'], ['pixels', 'v2', 'b']), 'pixels')).toBe(true)
  expect(lacksSome(older, list(['pixels', 'v1', 'a']), 'playback')).toBe(false)
  const more = list(['pixels', 'v1', 'b'], ['pixels', 'v1', 'a'], ['pixels', 'v1', 'c'])
  expect(lacksSome(older, more, 'pixels')).toBe(false)
  expect(lacksSome(undefined, older, 'pixels')).toBe(false)
})

test('while videos are read again and again, each list is used once the videos of its time were read', async () => {
  const reads: (() => void)[] = []
  const videos = makeQuery(() => new Promise<void>((resolve) => reads.push(resolve)), [])
  const stop = videos.subscribe(() => undefined)
  const fitting = makeFittingEdits(videos, 'pixels')
  const lists = Array.from({ length: 4 }, (_, published) =>
    list(
      ...['a', 'b', 'c', 'd']
        .slice(published)
        .map((key) => ['pixels', 'v1', key] as ['pixels', 'v1', string]),
    ),
  )
  const [first, second, third, last] = lists
  let draws = 0
  const shown = (newest: EditsList | undefined) => fitting(newest, () => draws++)
  expect(shown(first)).toBe(first)
  for (const newer of [second, third, last]) {
    videos.now().refetch()
    expect(shown(newer)).toBe(first)
  }
  const answered = async (read: number) => {
    reads[read]?.()
    await new Promise(setImmediate)
    return shown(last)
  }
  expect(await answered(1)).toBe(second)
  // An answer that comes after a later one brings nothing back.
  expect(await answered(3)).toBe(last)
  expect(await answered(2)).toBe(last)
  expect(draws).toBe(2)
  stop()
})
