import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reached } from '../../../../src/shared/api/engagement.ts'
import {
  callWindows,
  callWindowsTable,
  changesWindows,
} from '../../../../src/shared/features/player/call-windows.ts'
import type { HistoryEntry } from '../../../../src/shared/features/publishing/edit.ts'
import { missing } from '../../../../src/shared/tables/table.ts'

const item = (id: string, start: number | null, end: number | null, more: object = {}) => ({
  id,
  base: { name: `Call ${id}`, active: true },
  window: { start, end, ...more },
})

test('clicks of a window include both of its ends, and are a share of the sessions at its start', () => {
  const second = fc.nat(100)
  const at = (key: string) =>
    fc
      .array(fc.record({ timed: second, total_users: fc.nat(9) }), { maxLength: 40 })
      .map((all) => ({
        [key]: all,
      }))
  fc.assert(
    fc.property(at('clicks'), at('stops'), second, second, (found, left, a, b) => {
      const clicks = found['clicks'] ?? []
      const grouped_timed = left['stops'] ?? []
      const [start, end] = a < b ? [a, b] : [b, a]
      const windows = callWindows({ call_actions: { items: [item('one', start, end)] } })
      const engagement = { grouped_timed, average_watched_time: 0, engagement_rate: 0 }
      const table = callWindowsTable(
        windows,
        { value: engagement, asOf: 1 },
        { value: clicks, asOf: 2 },
      )
      const inside = clicks.filter(({ timed }) => timed >= start && timed <= end)
      const [row] = table.rows
      expect(row?.[4]).toBe(reached(grouped_timed, start))
      expect(row?.[5]).toBe(inside.reduce((sum, { total_users }) => sum + total_users, 0))
    }),
  )
})

test('a window without an end has all clicks from its start on', () => {
  const items = [item('a', 10, null), item('b', 5, null)]
  const windows = callWindows({ call_actions: { items } })
  expect(windows.map(({ id, end }) => [id, end])).toEqual([
    ['b', null],
    ['a', null],
  ])
  const clicks = [9, 10, 99].map((timed) => ({ timed, total_users: 1 }))
  const table = callWindowsTable(windows, null, { value: clicks, asOf: 2 })
  expect(table.rows.map((row) => row[5])).toEqual([3, 2])
  expect(table.rows[0]?.[6]).toEqual(missing('not-downloaded'))
})

test('a window with an end has no clicks after it, though it were to stay after the video ends', () => {
  const call_actions = { items: [item('a', 5, 8, { persist_on_video_end: true })] }
  const clicks = [5, 8, 9, 60].map((timed) => ({ timed, total_users: 1 }))
  const table = callWindowsTable(callWindows({ call_actions, duration: 60 }), null, {
    value: clicks,
    asOf: 2,
  })
  expect(table.rows.map((row) => [row[2], row[5]])).toEqual([[8, 2]])
})

test.each([60, 60.4])(
  'a window up to the end of a video of %d s includes clicks one second after it',
  (duration) => {
    const call_actions = { items: [item('a', 10, 60), item('b', 20, 59)] }
    const clicks = [15, 55, 61].map((timed) => ({ timed, total_users: 1 }))
    const table = callWindowsTable(callWindows({ call_actions, duration }), null, {
      value: clicks,
      asOf: 2,
    })
    expect(table.rows.map((row) => [row[2], row[5]])).toEqual([
      [60, 3],
      [59, 1],
    ])
  },
)

test('a call to action that is off, or whose group is off, is marked as inactive', () => {
  const off = { ...item('a', 1, 2), base: { active: false } }
  const [own] = callWindows({ call_actions: { items: [off] } })
  const [group] = callWindows({ call_actions: { enabled: false, items: [item('b', 1, 2)] } })
  expect([own?.isActive, group?.isActive, own?.name]).toEqual([false, false, 'a'])
})

test('of the changes of calls to action, those of when they are shown give other times', () => {
  const items = [item('a', 10, 20), item('b', 10, 30)]
  const video = { call_actions: { enabled: true, items } }
  const entry = (change: Partial<HistoryEntry>): HistoryEntry => ({
    ...{ id: 1, at: 5, video_id: 'v', event: 'posted', group: 'call_actions' },
    ...{ item_id: 'a', register: null, before: null, after: null },
    ...change,
  })
  const elsewhere = (before: object[]) =>
    entry({
      ...{ event: 'downloaded', group: null, item_id: null },
      ...{ before: { call_actions: { enabled: true, items: before } }, after: video },
    })
  const gives = (one: HistoryEntry) => changesWindows(video, [one], one.at)
  const others = [
    entry({ register: 'action.url', before: 'https://old.example' }),
    entry({ register: 'base.name', before: 'Old' }),
    entry({ item_id: null, register: 'color', before: '#000000' }),
    elsewhere(items.toReversed()),
  ]
  expect(others.map(gives)).toEqual([false, false, false, false])
  const times = [
    entry({ register: 'window.start', before: 9 }),
    entry({ register: 'window.end', before: null }),
    entry({ register: 'base.active', before: false }),
    entry({ item_id: null, register: 'enabled', before: false }),
    entry({ after: item('a', 10, 20) }),
    entry({ item_id: 'c', before: item('c', 40, 50) }),
    elsewhere([item('a', 10, 20)]),
  ]
  expect(times.map(gives)).toEqual(times.map(() => true))
})
