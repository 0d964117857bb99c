import { expect, test } from 'vitest'
import { lacksSome } from '../../../../src/renderer/features/sheet/fitting-edits.ts'
import type { Edit, EditsList } from '../../../../src/shared/features/publishing/edit.ts'

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
