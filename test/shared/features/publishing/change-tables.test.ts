import { expect, test } from 'vitest'
import { makeCsvWriter } from '../../../../src/shared/csv.ts'
import type { AccountEntry } from '../../../../src/shared/features/publishing/change-history.ts'
import { isInGroup, isSearched } from '../../../../src/shared/features/publishing/change-history.ts'
import {
  changeHistoryTable,
  publishTable,
} from '../../../../src/shared/features/publishing/change-tables.ts'
import { changeKind, type Publish } from '../../../../src/shared/features/publishing/publish.ts'

const entry = (change: Partial<AccountEntry>): AccountEntry => ({
  ...{ id: 1, at: 1000, video_id: 'v1', name: 'Vídeo', event: 'posted', item: 'Buy' },
  ...{ group: 'call_actions', item_id: 'c1', register: 'action.url' },
  ...{ before: 'https://a.example', after: 'https://b.example' },
  ...change,
})

const cells = (change: Partial<AccountEntry>) =>
  changeHistoryTable([entry(change)], 'en').rows[0]?.slice(-4, -1)

test('the history table has readable values, and neither secrets nor HTML', () => {
  expect(cells({})).toEqual(['Destination URL', 'https://a.example', 'https://b.example'])
  const filter = { group: 'traffic_filter', item_id: null } as const
  expect(cells({ ...filter, register: 'token', before: null, after: 'secret' })?.slice(1)).toEqual([
    '',
    'hidden value',
  ])
  expect(cells({ ...filter, register: 'enabled', before: false, after: true })?.slice(1)).toEqual([
    'off',
    'on',
  ])
  expect(cells({ register: 'window.start', before: 61, after: null })?.slice(1)).toEqual([
    '1:01',
    '',
  ])
  expect(cells({ group: 'pixels', register: 'tag.html', after: '<b>' })?.slice(1)).toEqual([
    'HTML',
    'HTML',
  ])
  expect(cells({ register: 'action.as_html', before: false, after: true })?.slice(1)).toEqual([
    'off',
    'on',
  ])
  const pixel = { id: 'p', base: { name: 'Meta' }, tag: { html: '<script>' } }
  const whole = cells({ group: 'pixels', register: null, before: null, after: pixel })
  expect(whole).toEqual(['', '', 'Meta'])
})

test('the history table names items, choices, videos and times, and an unnamed item by its id', () => {
  const row = (change: Partial<AccountEntry>, from: number) =>
    changeHistoryTable([entry(change)], 'pt-BR').rows[0]?.slice(from, -1)
  expect(row({}, 5)?.[0]).toBe('Buy')
  expect(row({ item: '' }, 5)?.[0]).toBe('c1')
  const pixel = { group: 'pixels', register: 'dispatch.threshold' } as const
  const modes = { before: 'percent', after: 'time' }
  expect(row({ ...pixel, before: 50, after: 1872, modes }, 7)).toEqual(['50%', '31:12'])
  const overlay = { template_name: 'modern', template_position: 'top-left' }
  const overlays = { group: 'smart_autoplay', item_id: null, register: 'variants' } as const
  expect(row({ ...overlays, before: [], after: [overlay, overlay] }, 7)).toEqual([
    'vazio',
    'Moderno · Em cima à esquerda; Moderno · Em cima à esquerda',
  ])
  const fallback = {
    group: 'traffic_filter',
    item_id: null,
    register: 'fallback_video_id',
  } as const
  const videos = { v2: 'Lançamento' }
  expect(row({ ...fallback, before: 'v1', after: 'v2', videos }, 7)).toEqual(['v1', 'Lançamento'])
  expect(row({ ...pixel, register: 'dispatch.mode', before: 'percent', after: 'time' }, 7)).toEqual(
    ['Percentual assistido', 'Tempo assistido'],
  )
  const finish = { group: 'playback', item_id: null, register: 'action_after_finish' } as const
  expect(row({ ...finish, before: null, after: { type: 'loop', start: 30 } }, 7)).toEqual([
    '',
    'Recomeça em 0:30',
  ])
})

test('a note on a change is in the history table, and the change is found by it', () => {
  const noted = { note: 'Asked by the client' }
  const { columns, rows } = changeHistoryTable([entry(noted), entry({})], 'en')
  const at = columns.findIndex(({ key }) => key === 'change_note')
  expect(rows.map((row) => row[at])).toEqual(['Asked by the client', ''])
  const isFound = (change: Partial<AccountEntry>) => isSearched(entry(change), 'client')
  expect([isFound(noted), isFound({})]).toEqual([true, false])
})

test('an entry is found by its video, setting and values, and not by a secret', () => {
  const found = (search: string, change: Partial<AccountEntry> = {}) =>
    isSearched(entry(change), search)
  expect([found('video'), found('b.example'), found('action.url')]).toEqual([true, true, true])
  expect(found('c.example')).toBe(false)
  const token = { group: 'traffic_filter', register: 'token', after: 'hunter2' } as const
  expect([found('token', token), found('hunter2', token)]).toEqual([true, false])
  const read = { group: null, before: { playback: {} }, after: { playback: {} } }
  const inGroup = (group: 'playback' | 'pixels') => isInGroup(entry(read), group)
  expect([inGroup('playback'), inGroup('pixels')]).toEqual([true, false])
})

test('a publish has a row for each video, with its reason, and no cell is a formula', () => {
  const publish: Publish = {
    ...{ id: 1, startedAt: 1000, endedAt: 2000, isStopped: false },
    videos: [
      {
        ...{ video_id: 'v1', name: '=HYPERLINK("x")', state: 'refused', at: 1500, requests: 1 },
        ...{ changes: { urls: 2, pixels_removed: 1 }, published: { urls: 1 } },
        ...{ overwritten: 0, unneeded: 0, failure: null },
      },
    ],
  }
  const table = publishTable(publish, { v1: 'A pixel needs its event.' }, 'en')
  expect(table.rows).toEqual([
    [
      ...['=HYPERLINK("x")', 'v1', 'refused', 1500, 3, 1, 0, 0, 1],
      ...['Destination URLs: 2, Pixels removed: 1', 'A pixel needs its event.'],
    ],
  ])
  const csv = makeCsvWriter(table.columns, 'spreadsheet', 'en')
  expect(csv.rows(table.rows)).not.toMatch(/(^|[,;\t"])=/u)
})

test('changes are counted by kind: URLs, times, texts, settings, items', () => {
  const kindOf = (register: string, group: 'call_actions' | 'traffic_filter' = 'call_actions') =>
    changeKind({ kind: 'set', group, item_id: group === 'call_actions' ? 'c1' : null, register })
  expect([kindOf('action.url'), kindOf('window.end'), kindOf('action.content')]).toEqual([
    ...['urls', 'times', 'texts'],
  ])
  expect([kindOf('base.active'), kindOf('countries', 'traffic_filter')]).toEqual([
    'settings',
    'settings',
  ])
  const item = { group: 'pixels', item_id: 'p', register: null } as const
  expect([
    changeKind({ kind: 'create', ...item }),
    changeKind({ kind: 'delete', ...item }),
  ]).toEqual(['pixels_added', 'pixels_removed'])
})
