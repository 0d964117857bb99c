import { expect, test } from 'vitest'
import {
  callActionsAt,
  changesOfCalls,
} from '../../../../src/shared/features/publishing/calls-then.ts'
import type { HistoryEntry } from '../../../../src/shared/features/publishing/edit.ts'

const call = (id: string, start: number) => ({ id, window: { start, end: start + 60 } })
const video = { call_actions: { enabled: true, items: [call('a', 300), call('b', 500)] } }

let id = 0
const entry = (at: number, change: Partial<HistoryEntry>): HistoryEntry => ({
  ...{ id: ++id, at, video_id: 'v', event: 'posted', group: 'call_actions' },
  ...{ item_id: 'a', register: null, before: null, after: null },
  ...change,
})
const moved = (at: number, before: number, after: number) =>
  entry(at, { register: 'window.start', before, after })

const startsAt = (history: readonly HistoryEntry[], at: number) =>
  callActionsAt(video, history, at).call_actions?.items?.map(({ id: one, window }) => [
    one,
    window?.start,
  ])

test('the time of a call to action at an earlier date is found through any number of later changes', () => {
  const history = [moved(10, 100, 200), moved(20, 200, 300)]
  expect([5, 15, 25].map((at) => startsAt(history, at)?.[0])).toEqual([
    ['a', 100],
    ['a', 200],
    ['a', 300],
  ])
})

test('a call created later is left out, and one deleted later is included', () => {
  const made = entry(20, { item_id: 'b', after: call('b', 500) })
  const gone = entry(30, { item_id: 'c', before: call('c', 700) })
  expect(startsAt([made, gone], 10)).toEqual([
    ['a', 300],
    ['c', 700],
  ])
})

test('a change made elsewhere is reverted to the earlier read', () => {
  const whole = { call_actions: { enabled: true, items: [call('a', 90)] } }
  const seen = entry(20, { event: 'downloaded', group: null, before: whole, after: video })
  expect(startsAt([seen], 10)).toEqual([['a', 90]])
})

test('a published change that someone else replaced is reverted to what was there before both', () => {
  const change = { register: 'window.start', base: 10, before: 200, after: 300 } as const
  expect(startsAt([entry(20, { event: 'overwritten', ...change })], 10)?.[0]).toEqual(['a', 10])
})

test('changes of other settings and unpublished changes are ignored', () => {
  const others = [
    entry(20, { group: 'playback', item_id: null, register: 'loop', before: 1 }),
    entry(20, { event: 'discarded', register: 'window.start', before: 1 }),
    entry(20, { event: 'downloaded', group: null, before: { pixels: {} }, after: {} }),
  ]
  expect(changesOfCalls(others)).toEqual([])
  expect(startsAt(others, 10)?.[0]).toEqual(['a', 300])
})
