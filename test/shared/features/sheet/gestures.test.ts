import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edit } from '../../../../src/shared/features/publishing/edit.ts'
import { valueIn } from '../../../../src/shared/features/publishing/lay.ts'
import { registerKey } from '../../../../src/shared/features/publishing/register.ts'
import { SHEET_COLUMNS } from '../../../../src/shared/features/sheet/columns.ts'
import {
  copyEdits,
  deleteEdits,
  fitTroubles,
  isBeyond,
  isEmptyFilter,
  isHandBuiltCell,
  listFrom,
  moveBy,
  movedWindow,
  offsetFrom,
  revertEdits,
  TIMES,
  timeFrom,
  toggled,
  valueEdits,
} from '../../../../src/shared/features/sheet/gestures.ts'
import {
  registerValue,
  type SheetVideo,
  sheetRows,
} from '../../../../src/shared/features/sheet/rows.ts'
import type { Fields } from '../../../../src/shared/plain.ts'

const item = (id: string, start: number, end: number) => ({
  id,
  base: { type: 'inside_video', active: true },
  window: { start, end },
  action: { content: `Buy ${id}`, url: 'https://example.com/?src=vsl' },
})

const aVideo = (id: string, change: Partial<SheetVideo> = {}): SheetVideo => ({
  ...{ id, name: `Video ${id}`, duration: 1800, pitch: 600 },
  settings: { enabled: true, items: [item(`${id}-a`, 600, 900), item(`${id}-b`, 900, 1000)] },
  ...change,
})

const VIDEOS = [aVideo('v1'), aVideo('v2', { duration: 900, pitch: 300 })]

const anEdit = (change: Partial<Edit>): Edit => {
  const at = { group: 'call_actions', item_id: null, register: null, ...change } as const
  return {
    ...{ video_id: 'v1', kind: 'set', base: null, want: null, status: 'draft' },
    ...{ failure: null, waitsUntil: null, key: registerKey(at), ...at },
  }
}

const start = { item_id: 'v1-a', register: 'window.start' }
const rowsWith = (...edits: Edit[]) => sheetRows('call_actions', VIDEOS, edits)
const rowAt = (key: string, ...edits: Edit[]) => {
  const row = rowsWith(...edits).find((one) => one.key === key)
  if (!row) throw new Error(`no row ${key}`)
  return row
}

test('each item has a row, with the edits laid over it', () => {
  const rows = rowsWith(anEdit({ ...start, base: 600, want: 30 }))
  expect(rows.map(({ key, mark, isFirst }) => [key, mark, isFirst])).toEqual([
    ['v1 v1-a', 'changed', true],
    ['v1 v1-b', null, false],
    ['v2 v2-a', null, true],
    ['v2 v2-b', null, false],
  ])
  const [first] = rows
  expect(first && registerValue(first, 'window.start')).toBe(30)
  expect(first && registerValue(first, 'window.start', 'base')).toBe(600)
})

test('a created item is the last of its video, and one to be deleted keeps its row', () => {
  const rows = rowsWith(
    anEdit({ kind: 'create', item_id: 'local:1', want: item('x', 1, 2) }),
    anEdit({ kind: 'delete', item_id: 'v1-a', base: item('v1-a', 600, 900) }),
  )
  expect(rows.slice(0, 3).map(({ item_id, mark }) => [item_id, mark])).toEqual([
    ['v1-a', 'removed'],
    ['v1-b', null],
    ['local:1', 'added'],
  ])
})

test('a list of overlays is emptied as an empty list, which changes nothing where there is none', () => {
  const video = (id: string, settings: Fields) => ({
    ...{ id, name: id, duration: null, pitch: null, settings },
  })
  const chosen = { template_name: 'modern', template_position: 'top-left' }
  const videos = [
    video('v1', { variants: [chosen] }),
    video('v2', {}),
    video('v3', { variants: [] }),
  ]
  const cells = sheetRows('smart_autoplay', videos, []).map((row) => ({
    ...{ row, register: 'variants', value: null },
  }))
  const at = { group: 'smart_autoplay', item_id: null, register: 'variants' }
  expect(valueEdits('smart_autoplay', cells)).toEqual([
    { video_id: 'v1', changes: [{ kind: 'set', ...at, value: [] }] },
  ])
})

test('a value that a cell has already changes nothing, and the service’s own value is set, as it may be another by now', () => {
  const edited = rowAt('v1 v1-a', anEdit({ ...start, base: 600, want: 30 }))
  const set = (value: unknown) =>
    valueEdits('call_actions', [{ row: edited, register: 'window.start', value }])
  expect(set(30)).toEqual([])
  expect(set(600)).toEqual([
    { video_id: 'v1', changes: [{ kind: 'set', group: 'call_actions', ...start, value: 600 }] },
  ])
  expect(set(40)).toEqual([
    { video_id: 'v1', changes: [{ kind: 'set', group: 'call_actions', ...start, value: 40 }] },
  ])
})

test('one gesture over many videos is one list of changes for each', () => {
  const cells = rowsWith().map((row) => ({ row, register: 'base.active', value: false }))
  const edits = valueEdits('call_actions', cells)
  expect(edits.map(({ video_id, changes }) => [video_id, changes.length])).toEqual([
    ['v1', 2],
    ['v2', 2],
  ])
})

test('a list is changed by what is added and removed, so that what others add stays', () => {
  const [row] = sheetRows(
    'traffic_filter',
    [aVideo('v1', { settings: { countries: ['BR', 'PT'] } })],
    [],
  )
  if (!row) throw new Error('no row')
  expect(
    valueEdits('traffic_filter', [{ row, register: 'countries', value: ['PT', 'US'] }]),
  ).toEqual([
    {
      video_id: 'v1',
      changes: [
        {
          kind: 'list',
          group: 'traffic_filter',
          register: 'countries',
          add: ['US'],
          remove: ['BR'],
        },
      ],
    },
  ])
})

test('a row to be deleted takes no values', () => {
  const row = rowAt('v1 v1-a', anEdit({ kind: 'delete', item_id: 'v1-a' }))
  expect(valueEdits('call_actions', [{ row, register: 'base.active', value: false }])).toEqual([])
  expect(deleteEdits('call_actions', [row])).toEqual([])
})

test('flags go off when all that can change are on, whatever the others are', () => {
  const off = { item_id: 'v1-a', register: 'base.active', want: false }
  const isOn = (...edits: Edit[]) => [
    ...new Set(toggled(rowsWith(...edits), ['base.active']).map(({ value }) => value)),
  ]
  expect(isOn()).toEqual([false])
  expect(isOn(anEdit(off))).toEqual([true])
  expect(isOn(anEdit(off), anEdit({ kind: 'delete', item_id: 'v1-a' }))).toEqual([false])
  expect(isOn(anEdit({ ...off, status: 'sending' }))).toEqual([false])
  expect(toggled(rowsWith(), [])).toEqual([])
})

test('reverting takes back the named settings, or with none the whole row', () => {
  const edits = [
    anEdit({ ...start, want: 30 }),
    anEdit({ item_id: 'v1-a', register: 'base.active', want: false }),
  ]
  const row = rowAt('v1 v1-a', ...edits)
  const registers = (of: readonly string[] | null) =>
    revertEdits('call_actions', [row], of).flatMap(({ changes }) =>
      changes.map((change) => change.kind === 'revert' && change.register),
    )
  expect(registers(['window.start', 'window.end'])).toEqual(['window.start'])
  expect(registers(null)).toEqual(['window.start', 'base.active'])
  const deleted = rowAt('v1 v1-a', anEdit({ kind: 'delete', item_id: 'v1-a' }))
  expect(revertEdits('call_actions', [deleted], null)).toEqual([
    {
      video_id: 'v1',
      changes: [{ kind: 'revert', group: 'call_actions', item_id: 'v1-a', register: null }],
    },
  ])
})

const copied = (fit: 'none' | 'pitch' | 'length', to: SheetVideo) => {
  const [first] = VIDEOS
  const edits = copyEdits('call_actions', [{ item: item('v1-a', 600, 900), from: first ?? null }], {
    videos: [to],
    fit,
  })
  const change = edits[0]?.changes[0]
  return change?.kind === 'create' ? (change.item as Fields) : {}
}

test('a copy has no id, and its times stay, follow the pitch or the length', () => {
  const to = aVideo('v2', { duration: 900, pitch: 300 })
  expect(copied('none', to)).toEqual({
    base: { type: 'inside_video', active: true },
    window: { start: 600, end: 900 },
    action: { content: 'Buy v1-a', url: 'https://example.com/?src=vsl' },
  })
  expect(copied('pitch', to)).toMatchObject({ window: { start: 300, end: 600 } })
  expect(copied('length', to)).toMatchObject({ window: { start: 300, end: 450 } })
})

test('without a pitch or a length a copy keeps its times', () => {
  const to = aVideo('v2', { duration: null, pitch: null })
  expect(copied('pitch', to)).toMatchObject({ window: { start: 600, end: 900 } })
  expect(copied('length', to)).toMatchObject({ window: { start: 600, end: 900 } })
})

test('a copy names the videos to which it could not be fitted, and those where it loses a part', () => {
  const [first] = VIDEOS
  const fits = aVideo('fits', { duration: 900, pitch: 300 })
  const bare = aVideo('bare', { pitch: null })
  const short = aVideo('short', { duration: 400, pitch: 300 })
  const early = aVideo('early', { pitch: 0 })
  const videos = [fits, bare, short, early]
  const named = (fit: 'none' | 'pitch' | 'length', from = first, to = videos) =>
    fitTroubles([{ item: item('v1-a', 500, 900), from: from ?? null }], {
      videos: to,
      fit,
    }).flatMap((one) => one.videos.map(({ id }) => `${one.trouble} ${id}`))
  expect(named('pitch')).toEqual(['unfitted bare', 'cut short', 'cut early'])
  expect(named('length')).toEqual([])
  expect(named('length', first, [aVideo('odd', { duration: 601 })])).toEqual([])
  const whole = aVideo('whole', { duration: 900 })
  expect(named('length', whole, [aVideo('odd', { duration: 300.6 })])).toEqual([])
  expect(named('length', first, [aVideo('bare', { duration: null })])).toEqual(['unfitted bare'])
  expect(named('none')).toEqual(['beyond short'])
  const unknown = aVideo('unknown', { pitch: null })
  expect(named('pitch', unknown, [fits, short])).toEqual([
    'unfitted fits',
    'unfitted short',
    'beyond short',
  ])
})

test('an item without times fits any video', () => {
  const videos = [aVideo('bare', { duration: null, pitch: null })]
  const found = fitTroubles([{ item: { id: 'p' }, from: null }], { videos, fit: 'pitch' })
  expect(found.flatMap((one) => one.videos)).toEqual([])
})

test('a fitted copy has whole seconds and never ends after its video, for any lengths and pitches', () => {
  const length = fc.double({ min: 1, max: 9999, noNaN: true })
  fc.assert(
    fc.property(length, fc.nat(9999), (duration, pitch) => {
      const to = aVideo('v2', { duration, pitch })
      for (const fit of ['pitch', 'length'] as const) {
        const copy = copied(fit, to)
        expect(isBeyond(copy, to)).toBe(false)
        const times = TIMES.map((register) => valueIn(copy, register))
        expect(times.filter(Number.isSafeInteger)).toHaveLength(2)
      }
    }),
  )
})

test('a time is counted from the start, from what it is, from the pitch, the end or a marker', () => {
  const at = { row: rowAt('v1 v1-a'), register: 'window.start' }
  const from = (basis: Parameters<typeof timeFrom>[0], offset: number) =>
    timeFrom(basis, offset, at)
  expect(from('set', 90)).toBe(90)
  expect(from('move', -30)).toBe(570)
  expect(from('pitch', 30)).toBe(630)
  expect(from('end', -10)).toBe(1790)
  expect(from('move', -900)).toBe(0)
  expect(timeFrom('marker', -30, at, 240)).toBe(210)
  expect(from('marker', -30)).toBeNull()
  const [odd] = sheetRows('call_actions', [aVideo('v4', { duration: 300.6 })], [])
  expect(odd && timeFrom('end', 0, { row: odd, register: 'window.end' })).toBe(300)
  const [unknown] = sheetRows('call_actions', [aVideo('v3', { pitch: null })], [])
  expect(unknown && timeFrom('pitch', 0, { row: unknown, register: 'window.start' })).toBeNull()
})

test('a typed time of day of hours beyond the video is refused from whatever it is counted', () => {
  const column = SHEET_COLUMNS.call_actions.find(({ key }) => key === 'window.start')
  if (!column) throw new Error('no column')
  const rows = [rowAt('v1 v1-a')]
  const bases = ['set', 'move', 'pitch', 'end', 'marker'] as const
  const offsets = (text: string) =>
    bases.map((basis) => offsetFrom(basis, text, { rows, column, markerIn: () => 240 }))
  expect(offsets('05:30:00')).toEqual(bases.map(() => undefined))
  expect(offsets('+05:30:00')).toEqual(bases.map(() => undefined))
  expect(offsets('05:30')).toEqual(bases.map(() => 330))
  expect(offsets('-0:30')).toEqual([undefined, -30, -30, -30, -30])
  expect(offsets('')).toEqual(bases.map(() => null))
  expect(['05:30:00', '-05:30:00', '-0:30', ''].map((text) => moveBy(text, rows))).toEqual([
    ...[undefined, undefined, -30, undefined],
  ])
})

test('start and end are moved together, never before the start of the video, in one gesture', () => {
  const moved = (offset: number) => movedWindow(rowAt('v1 v1-a'), offset).map(({ value }) => value)
  expect(moved(-30)).toEqual([570, 870])
  expect(moved(45)).toEqual([645, 945])
  expect(moved(-900)).toEqual([0, 300])
  const edits = valueEdits('call_actions', movedWindow(rowAt('v1 v1-a'), -30))
  expect(edits.map(({ changes }) => changes.length)).toEqual([2])
  const settings = { items: [{ id: 'a', window: { start: 10 } }, { id: 'b' }] }
  const rows = sheetRows('call_actions', [aVideo('v3', { settings })], [])
  expect(rows.map((row) => movedWindow(row, 5).map(({ value }) => value))).toEqual([[15], []])
})

test('values are added to and removed from lists without touching the others', () => {
  const settings = { enabled: true, countries: ['BR', 'PT'] }
  const [row] = sheetRows('traffic_filter', [aVideo('v1', { settings })], [])
  if (!row) throw new Error('no row')
  const at = { row, register: 'countries' }
  expect(listFrom('add', ['US', 'BR', 'US'], at)).toEqual(['BR', 'PT', 'US'])
  expect(listFrom('remove', ['BR', 'US'], at)).toEqual(['PT'])
  expect(listFrom('set', ['US'], at)).toEqual(['US'])
  expect(listFrom('add', ['BR'], at)).toBeNull()
  expect(listFrom('remove', ['US'], at)).toBeNull()
  expect(listFrom('remove', ['US'], { row, register: 'languages' })).toBeNull()
  expect([[], ['BR'], null].map((list) => isEmptyFilter(row, list))).toEqual([true, false, false])
  const off = { ...row, value: { enabled: false } }
  expect(isEmptyFilter(off, [])).toBe(false)
})

test('a list with an overlay that was built by hand is neither replaced nor copied elsewhere', () => {
  const chosen = [{ template_name: 'modern', template_position: 'top-left' }]
  const built = [{ html: '<b>' }]
  const videos = [chosen, [...chosen, ...built]].map((variants, index) =>
    aVideo(`s${index}`, { settings: { variants } }),
  )
  const [plain, locked] = sheetRows('smart_autoplay', videos, [])
  if (!plain || !locked) throw new Error('a row is missing')
  const value = [{ template_name: 'default', template_position: 'top-left' }]
  const cell = (row: typeof plain, next: unknown) => ({ row, register: 'variants', value: next })
  const cells = [cell(plain, value), cell(locked, value), cell(locked, null), cell(plain, built)]
  expect(valueEdits('smart_autoplay', cells)).toMatchObject([
    { video_id: 's0', changes: [{ kind: 'set', register: 'variants', value }] },
  ])
  const kept = cells.map((each) => isHandBuiltCell('smart_autoplay', each))
  expect(kept).toEqual([false, true, true, true])
  // It would stay as it is anyway.
  expect(isHandBuiltCell('smart_autoplay', cell(locked, chosen))).toBe(false)
})
