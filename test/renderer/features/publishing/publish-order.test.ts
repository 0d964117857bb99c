import { expect, test } from 'vitest'
import {
  leftAsDrafts,
  minutesLeft,
  orderedVideos,
  partCounts,
  totalsOf,
} from '../../../../src/renderer/features/publishing/publish-order.ts'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'
import type {
  PublishedVideo,
  PublishState,
} from '../../../../src/shared/features/publishing/publish.ts'

const video = (
  name: string,
  state: PublishState,
  change: Partial<PublishedVideo> = {},
): PublishedVideo => ({
  ...{ video_id: name, name, state, changes: { urls: 2 }, published: {} },
  ...{ overwritten: 0, unneeded: 0, at: null, failure: null, requests: 0 },
  ...change,
})

const many = (count: number, state: PublishState, at: (index: number) => number | null) =>
  Array.from({ length: count }, (_, index) => video(`${state} ${index}`, state, { at: at(index) }))

const names = (videos: readonly PublishedVideo[]) => videos.map(({ name }) => name)

test('videos in progress come first, then the newest results, older results and waiting videos', () => {
  const videos = [
    ...many(12, 'published', (index) => index + 1),
    video('refused', 'refused', { at: 0 }),
    video('sent', 'unknown', { at: 50 }),
    ...many(2, 'waiting', () => null),
  ]
  const { first, older, waiting } = orderedVideos({ videos }, { filter: 'all', search: '' })
  expect(names(first).slice(0, 3)).toEqual(['sent', 'published 11', 'published 10'])
  // However old, what needs a person is not folded.
  expect(names(first).at(-1)).toBe('refused')
  expect(names(older)).toEqual(['published 1', 'published 0'])
  expect(names(waiting)).toEqual(['waiting 0', 'waiting 1'])
})

test('the list can be filtered by state and searched by name', () => {
  const videos = [
    video('Método', 'conflict'),
    video('Other', 'refused'),
    video('Stopped', 'left'),
    video('Done', 'published', { at: 1 }),
    video('Nothing', 'unneeded', { at: 1 }),
    video('Next', 'waiting'),
  ]
  const shown = (filter: 'needsYou' | 'published' | 'waiting', search = '') => {
    const { first, older, waiting } = orderedVideos({ videos }, { filter, search })
    return names([...first, ...older, ...waiting]).sort()
  }
  expect(shown('needsYou')).toEqual(['Método', 'Other', 'Stopped'])
  expect(shown('needsYou', 'metodo')).toEqual(['Método'])
  expect(shown('published')).toEqual(['Done', 'Nothing'])
  expect(shown('waiting')).toEqual(['Next'])
})

test('each video is in one part of the progress bar, and each change is counted once', () => {
  const videos = [
    video('a', 'published', { published: { urls: 1 }, unneeded: 1 }),
    video('b', 'sending', { published: { urls: 1 } }),
    video('c', 'waiting'),
  ]
  expect(partCounts(videos)).toMatchObject({ published: 1, progress: 1, waiting: 1, refused: 0 })
  expect(totalsOf(videos)).toEqual({ changes: { urls: 6 }, published: { urls: 2 }, done: 3 })
})

test('only changes of a publish itself count as left, not later ones of its videos', () => {
  const edits = (video_id: string, ...states: Edit['status'][]) =>
    states.map((status) => ({ video_id, status, kind: 'set' }) as Edit)
  const left = (of: Partial<PublishedVideo>, ...states: Edit['status'][]) =>
    leftAsDrafts(
      [video('a', 'published', of), video('b', 'unneeded', { unneeded: 2 })],
      [...edits('a', ...states), ...edits('b', 'draft')],
    )
  expect(left({ published: { urls: 2 } }, 'draft', 'draft')).toBe(0)
  expect(left({ published: { urls: 1 } }, 'conflict', 'draft')).toBe(1)
  expect(left({ overwritten: 1 }, 'rejected', 'draft')).toBe(1)
  // Decided since.
  expect(left({}, 'rejected')).toBe(1)
  // Both are still to be sent.
  expect(left({}, 'queued', 'sending', 'draft')).toBe(0)
  expect(left({}, 'queued', 'conflict', 'draft')).toBe(1)
  // More were published than were added.
  expect(left({ published: { urls: 3 } }, 'draft')).toBe(0)
})

test('the time left is estimated from the pace of the results, once there are three', () => {
  const waiting = many(10, 'waiting', () => null)
  const done = (count: number) => many(count, 'published', (index) => index * 12_000)
  expect(minutesLeft({ videos: [...done(2), ...waiting] })).toBeNull()
  expect(minutesLeft({ videos: [...done(5), ...waiting] })).toBe(2)
  const HOUR = 3_600_000
  const nextDay = many(4, 'published', (index) => 15 * HOUR + index * 12_000)
  expect(minutesLeft({ videos: [...done(5), ...nextDay, ...waiting] })).toBe(2)
})
