import { expect, test } from 'vitest'
import {
  changeAnnotations,
  ownAnnotations,
  placesOf,
  secondOf,
} from '../../../../src/shared/features/annotations/annotation.ts'
import type { HistoryEntry } from '../../../../src/shared/features/publishing/edit.ts'

const entry = (change: Partial<HistoryEntry>): HistoryEntry => ({
  id: 1,
  at: Date.UTC(2026, 5, 10, 1),
  video_id: 'a1',
  event: 'posted',
  group: 'call_actions',
  item_id: 'c1',
  register: 'window.start',
  before: 100,
  after: 200,
  ...change,
})

const counted = (entries: readonly HistoryEntry[]) => String(entries.length)

test('a change stands on the day that its instant has in the zone of the account', () => {
  const days = (zone: string) => changeAnnotations([entry({})], zone, counted).map(({ day }) => day)
  expect(days('UTC')).toEqual(['2026-06-10'])
  expect(days('America/Sao_Paulo')).toEqual(['2026-06-09'])
})

test('changes published together are one annotation, and those of another time another', () => {
  const history = [
    entry({ id: 3, at: Date.UTC(2026, 5, 12) }),
    entry({ id: 2, register: 'window.end' }),
    entry({ id: 1 }),
  ]
  const made = changeAnnotations(history, 'UTC', counted)
  expect(made.map(({ day, text }) => [day, text])).toEqual([
    ['2026-06-10', '2'],
    ['2026-06-12', '1'],
  ])
  expect(made[0]?.entries.map(({ id }) => id)).toEqual([1, 2])
})

test('a discarded change is no annotation, and one only seen in a read is of another kind', () => {
  const history = [
    entry({ id: 1, event: 'discarded' }),
    entry({ id: 2, event: 'resolved' }),
    entry({ id: 3, event: 'downloaded', group: null, register: null }),
    entry({ id: 4, event: 'overwritten' }),
    entry({ id: 5 }),
  ]
  const kinds = changeAnnotations(history, 'UTC', counted).map(({ kind }) => kind)
  expect(kinds.sort()).toEqual(['overwritten', 'posted', 'seen'])
})

test('only a change of a time of the video has a second, its current one', () => {
  expect(secondOf(entry({}))).toBe(200)
  expect(secondOf(entry({ register: 'scroll_to_action_in', after: 0 }))).toBe(0)
  const loop = { type: 'loop', start: 42 }
  expect(secondOf(entry({ register: 'action_after_finish', after: loop }))).toBe(42)
  const made = { id: 'c2', window: { start: 7, end: 9 } }
  expect(secondOf(entry({ register: null, before: null, after: made }))).toBe(7)
  expect(secondOf(entry({ register: null, before: made, after: null }))).toBeNull()
  expect(secondOf(entry({ register: 'dispatch.threshold', after: 50 }))).toBeNull()
  expect(secondOf(entry({ register: 'action.content', after: '9' }))).toBeNull()
  expect(secondOf(entry({ event: 'overwritten' }))).toBeNull()
})

test('a user’s annotation covers the chart positions of its days, and none outside the chart', () => {
  const own = (start: string, end: string) =>
    ownAnnotations([
      {
        id: start,
        player_id: null,
        period: { start, end },
        text: 'x',
        tags: [],
        madeAt: 0,
        changedAt: 0,
      },
    ])
  const weeks = [
    { start: '2026-03-04', end: '2026-03-08' },
    { start: '2026-03-09', end: '2026-03-15' },
    { start: '2026-03-16', end: '2026-03-17' },
  ]
  const placed = (start: string, end: string) =>
    placesOf(own(start, end), weeks).map(({ first, last }) => [first, last])
  expect(placed('2026-03-10', '2026-03-10')).toEqual([[1, 1]])
  expect(placed('2026-03-08', '2026-03-16')).toEqual([[0, 2]])
  expect(placed('2026-01-01', '2026-12-31')).toEqual([[0, 2]])
  expect(placed('2026-03-18', '2026-03-19')).toEqual([])
  expect(placed('2026-03-01', '2026-03-03')).toEqual([])
})
