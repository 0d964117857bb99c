import { expect, test } from 'vitest'
import {
  type CopiedCells,
  copyCells,
  pastedCells,
} from '../../../../src/renderer/features/sheet/clipboard.ts'
import {
  copiedCells,
  filledRows,
  filledValues,
  pastedValues,
} from '../../../../src/renderer/features/sheet/paste.ts'
import { cellRange } from '../../../../src/renderer/features/sheet/selection.ts'
import type { Group } from '../../../../src/shared/api/settings/index.ts'
import { makeCells } from '../../../../src/shared/features/sheet/cell.ts'
import { SHEET_COLUMNS } from '../../../../src/shared/features/sheet/columns.ts'
import { type SheetVideo, sheetRows } from '../../../../src/shared/features/sheet/rows.ts'
import type { Fields } from '../../../../src/shared/plain.ts'

const aVideo = (id: string, pitch: number | null, item: Fields): SheetVideo => ({
  ...{ id, name: id, duration: 1200, pitch },
  settings: { items: [{ id: `${id}-item`, ...item }] },
})

/** A grid of some videos, to whose columns the places below refer. */
function aGrid(group: Group, videos: readonly SheetVideo[], ...keys: string[]) {
  const columns = keys.flatMap((key) => SHEET_COLUMNS[group].filter((one) => one.key === key))
  const cells = makeCells({ group, language: 'en', videos })
  const rows = sheetRows(group, videos, [])
  const copy = (row: number, column: number) =>
    copiedCells(rows.slice(row, row + 1), columns.slice(column, column + 1), cells)
  const paste = (copied: CopiedCells, row: number, column: number) => {
    const range = cellRange({ row, column })
    const { found, unread } = pastedValues({ rows, columns, cells, range }, copied)
    const values = Object.fromEntries(found.map(({ register, value }) => [register, value]))
    return unread ? { ...values, unread: unread.text } : values
  }
  /** All values of a paste, and what else it says. */
  const pasteAll = (copied: CopiedCells, row: number) => {
    const range = cellRange({ row, column: 0 })
    const { found, ...left } = pastedValues({ rows, columns, cells, range }, copied)
    return { ...left, found: found.map(({ register, value }) => [register, value]) }
  }
  const fillAll = (from: number, to: number) => {
    const parts = { source: rows.slice(from, from + 1), target: rows.slice(to, to + 1) }
    const { found, overruled } = filledValues(parts, columns, cells)
    return { overruled, found: found.map(({ register, value }) => [register, value]) }
  }
  const fill = (from: number, to: number) => {
    const parts = { source: rows.slice(from, from + 1), target: rows.slice(to, to + 1) }
    const { found, unread } = filledValues(parts, columns, cells)
    const values = Object.fromEntries(found.map(({ register, value }) => [register, value]))
    return unread ? { ...values, unread: unread.text } : values
  }
  /** Copies all columns of a row. */
  const copyRow = (row: number) => copiedCells(rows.slice(row, row + 1), columns, cells)
  return { copy, copyRow, paste, pasteAll, fill, fillAll }
}

/** Cells of a spreadsheet in one line. */
const typed = (...texts: string[]): CopiedCells => ({
  block: [texts],
  values: [texts.map(() => null)],
})

const starting = (start: number | null) => ({ window: { start } })

test('JSON of another type than its column is left out, and the rest is pasted', () => {
  const grid = aGrid('call_actions', [aVideo('a', null, {})], 'action.content', 'design.styles')
  for (const text of ['12', '"red"', '[1]', 'true']) {
    expect(grid.paste(typed('Buy', text), 0, 0)).toEqual({ 'action.content': 'Buy', unread: text })
  }
  const styles = { padding: 4 }
  expect(grid.paste(typed('Buy', JSON.stringify(styles)), 0, 0)).toEqual({
    ...{ 'action.content': 'Buy', 'design.styles': styles },
  })
})

test('an empty cell pasted over a switch turns it off', () => {
  const videos = [aVideo('a', null, { base: { active: true } })]
  const { paste } = aGrid('call_actions', videos, 'base.active')
  expect(paste({ block: [['']], values: [[null]] }, 0, 0)).toEqual({ 'base.active': false })
})

test('a time from the pitch is pasted as that distance from the pitch of the other video', () => {
  const videos = [
    ...[aVideo('early', 600, starting(610)), aVideo('other', 300, starting(100))],
    ...[aVideo('none', null, starting(50)), aVideo('empty', 300, starting(null))],
  ]
  const { copy, paste } = aGrid('call_actions', videos, 'window.start', 'fromPitch')
  expect(paste(copy(0, 1), 1, 1)).toEqual({ 'window.start': 310 })
  expect(paste(copy(0, 0), 1, 0)).toEqual({ 'window.start': 610 })
  expect(paste(copy(3, 1), 1, 1)).toEqual({ 'window.start': null })
  // Neither is a distance from a pitch known, nor is it a second of the video.
  expect(paste(copy(0, 1), 2, 1)).toEqual({ unread: '+0:10' })
  expect(paste(copy(2, 1), 1, 1)).toEqual({ unread: '' })
  expect(paste(copy(0, 1), 1, 0)).toEqual({ unread: '+0:10' })
})

test.each([
  ['window.start', 'window.end', 'fromPitch'],
  ['fromPitch', 'window.end', 'window.start'],
])(
  'start and end are set as they are, also beside the distance from the pitch: %s, %s, %s',
  (...order) => {
    const videos = [
      aVideo('early', 600, { window: { start: 610, end: 640 } }),
      aVideo('other', 300, { window: { start: 100, end: 200 } }),
      aVideo('alike', 600, { window: { start: 100, end: 200 } }),
      aVideo('none', null, { window: { start: 100, end: 200 } }),
    ]
    const { copyRow, pasteAll, fillAll } = aGrid('call_actions', videos, ...order)
    const set = expect.toSatisfy(
      (found: [string, unknown][]) =>
        found.length === 2 &&
        Object.fromEntries(found)['window.start'] === 610 &&
        Object.fromEntries(found)['window.end'] === 640,
    )
    expect(fillAll(0, 1)).toEqual({ found: set, overruled: 1 })
    expect(pasteAll(copyRow(0), 1)).toMatchObject({ found: set, overruled: 1, unread: null })
    for (const to of [2, 3]) expect(fillAll(0, to)).toEqual({ found: set, overruled: 0 })
    const texts = { 'window.start': '10:10', 'window.end': '10:40', fromPitch: '+1:00' }
    const fromSpreadsheet = typed(...order.map((key) => texts[key as 'fromPitch']))
    expect(pasteAll(fromSpreadsheet, 1)).toMatchObject({ found: set, overruled: 1, unread: null })
  },
)

test('a pasted time of day is read as minutes and seconds where its hours are beyond the video', () => {
  const videos = [aVideo('a', 600, { window: { start: 30, end: 60 } })]
  const { pasteAll } = aGrid('call_actions', videos, 'window.start', 'window.end')
  expect(pasteAll(typed('05:30:00', '6:00:00'), 0)).toMatchObject({
    found: [
      ['window.start', 330],
      ['window.end', 360],
    ],
    times: { count: 2, text: '05:30:00', readAs: '5:30' },
    unread: null,
  })
  expect(pasteAll(typed('00:05:00', '0:06:30'), 0)).toMatchObject({
    found: [['window.end', 390]],
    times: null,
    unread: { count: 1, text: '00:05:00' },
  })
  const offset = aGrid('call_actions', videos, 'fromPitch')
  expect(offset.pasteAll(typed('-05:30:00'), 0)).toMatchObject({ found: [['window.start', 270]] })
  const loops = [{ ...aVideo('v', null, {}), settings: {} }]
  expect(
    aGrid('playback', loops, 'action_after_finish').pasteAll(typed('05:30:00'), 0),
  ).toMatchObject({ found: [['action_after_finish', { type: 'loop', start: 330 }]] })
  const pixels = [aVideo('p', null, { dispatch: { mode: 'time', threshold: 10 } })]
  expect(
    aGrid('pixels', pixels, 'dispatch.threshold').pasteAll(typed('05:30:00'), 0),
  ).toMatchObject({ found: [['dispatch.threshold', 330]] })
})

test('a block that is larger than the grid says how many of its cells did not fit', () => {
  const videos = [aVideo('a', 600, starting(1)), aVideo('b', 600, starting(2))]
  const { pasteAll } = aGrid('call_actions', videos, 'window.start')
  const block = [
    ['1:00', 'x'],
    ['2:00', ''],
    ['3:00', ''],
  ]
  const copied = { block, values: block.map((line) => line.map(() => null)) }
  expect(pasteAll(copied, 0)).toMatchObject({
    ...{
      found: [
        ['window.start', 60],
        ['window.start', 120],
      ],
      beyond: 2,
    },
  })
})

test.each([
  ['dispatch.mode', 'dispatch.threshold'],
  ['dispatch.threshold', 'dispatch.mode'],
])('a threshold is read with the mode that is pasted beside it: %s, %s', (...order) => {
  const sent = (mode: string, threshold: number) => ({ dispatch: { mode, threshold } })
  const videos = [
    aVideo('share', null, sent('percent', 50)),
    aVideo('second', null, sent('time', 90)),
  ]
  const { paste } = aGrid('pixels', videos, ...order)
  const pasted = (row: number, mode: string, threshold: string) => {
    const texts = { 'dispatch.mode': mode, 'dispatch.threshold': threshold }
    return paste(typed(...order.map((key) => texts[key as 'dispatch.mode'])), row, 0)
  }
  expect(pasted(0, 'time', '5:30')).toEqual({ 'dispatch.mode': 'time', 'dispatch.threshold': 330 })
  expect(pasted(1, 'percent', '25 %')).toEqual({
    ...{ 'dispatch.mode': 'percent', 'dispatch.threshold': 25 },
  })
  expect(pasted(1, 'percent', '5:30')).toEqual({ 'dispatch.mode': 'percent', unread: '5:30' })
})

test.each([
  ['dispatch.mode', 'dispatch.threshold'],
  ['dispatch.threshold', 'dispatch.mode'],
])('a threshold is copied and filled with its mode only: %s, %s', (...order) => {
  const sent = (mode: string, threshold: number) => ({ dispatch: { mode, threshold } })
  const videos = [
    aVideo('share', null, sent('percent', 50)),
    aVideo('second', null, sent('time', 300)),
    aVideo('other second', null, sent('time', 90)),
  ]
  const alone = aGrid('pixels', videos, 'dispatch.threshold')
  expect(alone.paste(alone.copy(0, 0), 1, 0)).toEqual({ unread: '50%' })
  expect(alone.fill(0, 1)).toEqual({ unread: '50%' })
  expect(alone.fill(1, 0)).toEqual({ unread: '5:00' })
  expect(alone.paste(alone.copy(1, 0), 2, 0)).toEqual({ 'dispatch.threshold': 300 })
  expect(alone.fill(1, 2)).toEqual({ 'dispatch.threshold': 300 })
  const both = aGrid('pixels', videos, ...order)
  const share = { 'dispatch.mode': 'percent', 'dispatch.threshold': 50 }
  expect(both.paste(both.copyRow(0), 1, 0)).toEqual(share)
  expect(both.fill(0, 1)).toEqual(share)
})

/** A clipboard between two accounts, with what was copied in the first. */
function clipboard() {
  let kept = ''
  return {
    setData: (_: string, text: string) => {
      kept = text
    },
    getData: () => kept,
    types: ['text/plain'],
  }
}

test('in another account a video is found by its name, and in the same one it keeps its id', () => {
  const account = (safe: string, fallback: string | null) => {
    const filter = (id: string, name: string, settings: Fields): SheetVideo => ({
      ...{ id, name, duration: 600, pitch: null, settings },
    })
    const videos = [filter(safe, 'Safe page', {}), filter(`${safe}-2`, 'Offer', {})]
    videos.push(filter(`${safe}-3`, 'Filtered', { fallback_video_id: fallback }))
    return aGrid('traffic_filter', videos, 'fallback_video_id')
  }
  const [first, second] = [account('aaaa', 'aaaa'), account('bbbb', null)]
  const board = clipboard()
  copyCells(board, 'one', first.copy(2, 0))
  expect(board.getData()).toBe('Safe page')
  expect(second.paste(pastedCells(board, 'two'), 2, 0)).toEqual({ fallback_video_id: 'bbbb' })
  expect(first.paste(pastedCells(board, 'one'), 1, 0)).toEqual({ fallback_video_id: 'aaaa' })
})

test('an overlay with a picture is left out of another account, one without is not', () => {
  const video = (id: string, overlay: Fields | null): SheetVideo => ({
    ...{ id, name: id, duration: 600, pitch: null, settings: { variants: overlay && [overlay] } },
  })
  const pictured = { template_name: 'image', file_id: 'file-of-one' }
  const plain = { template_name: 'modern' }
  const videos = [video('pictured', pictured), video('plain', plain), video('other', null)]
  const columns = SHEET_COLUMNS.smart_autoplay.filter(({ key }) => key === 'variants')
  const cells = makeCells({ group: 'smart_autoplay', language: 'en', videos })
  const rows = sheetRows('smart_autoplay', videos, [])
  const pasted = (from: number, account_id: string) => {
    const board = clipboard()
    copyCells(board, 'one', copiedCells(rows.slice(from, from + 1), columns, cells))
    const range = cellRange({ row: 2, column: 0 })
    const of = pastedValues({ rows, columns, cells, range }, pastedCells(board, account_id))
    return { values: of.found.map(({ value }) => value), elsewhere: of.elsewhere }
  }
  expect(pasted(0, 'two')).toEqual({ values: [], elsewhere: 1 })
  expect(pasted(0, 'one')).toEqual({ values: [[pictured]], elsewhere: 0 })
  expect(pasted(1, 'two')).toEqual({ values: [[plain]], elsewhere: 0 })
})

test('rows that are filled upwards go on with the pattern, as those downwards do', () => {
  const videos = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => aVideo(id, null, {}))
  const rows = sheetRows('call_actions', videos, [])
  const columns = SHEET_COLUMNS.call_actions.filter(({ key }) => key === 'window.start')
  const cells = makeCells({ group: 'call_actions', language: 'en', videos })
  const filled = (to: number) => {
    const own = rows.map((row, index) => ({ ...row, value: { window: { start: index } } }))
    const parts = filledRows(own, { top: 3, bottom: 4 }, to)
    if (!parts) return null
    const { found } = filledValues(parts, columns, cells)
    return Object.fromEntries(found.map(({ row, value }) => [row.video.id, value]))
  }
  expect(filled(6)).toEqual({ f: 3, g: 4 })
  expect(filled(0)).toEqual({ c: 4, b: 3, a: 4 })
  expect([filled(3), filled(4)]).toEqual([null, null])
})

test('a clipboard without text, such as a picture, empties no cell, and an empty cell does', () => {
  const videos = [aVideo('full', null, starting(5)), aVideo('empty', null, starting(null))]
  const { copy, paste } = aGrid('call_actions', videos, 'window.start')
  const picture = { getData: () => '', types: ['Files'] }
  copyCells(clipboard(), 'one', copy(0, 0))
  expect(paste(pastedCells(picture, 'one'), 0, 0)).toEqual({})
  copyCells(clipboard(), 'one', copy(1, 0))
  expect(paste(pastedCells(picture, 'one'), 0, 0)).toEqual({})
  for (const types of [[], ['text/plain']]) {
    const copied = pastedCells({ getData: () => '', types }, 'one')
    expect(paste(copied, 0, 0)).toEqual({ 'window.start': null })
  }
  // As a spreadsheet writes an empty cell.
  const cell = { getData: () => '\r\n', types: ['text/plain'] }
  expect(paste(pastedCells(cell, 'one'), 0, 0)).toEqual({ 'window.start': null })
})

test('whole numbers that a spreadsheet wrote with decimals are pasted as they are imported', () => {
  const pixel = (mode: string) => [aVideo('a', null, { dispatch: { mode, threshold: 5 } })]
  const grids = [
    aGrid('call_actions', [aVideo('a', null, starting(10))], 'window.start'),
    aGrid('pixels', pixel('time'), 'dispatch.threshold'),
    aGrid('pixels', pixel('percent'), 'dispatch.threshold'),
  ]
  const found = (text: string) =>
    grids.map((grid) => {
      const { found, unread, times } = grid.pasteAll(typed(text), 0)
      expect(times).toBeNull()
      return unread ? 'unread' : found[0]?.[1]
    })
  expect(found('90.0')).toEqual([90, 90, 90])
  expect(found('90,00')).toEqual([90, 90, 90])
  expect(found('90.00%')).toEqual(['unread', 'unread', 90])
  expect(found('90,0 s')).toEqual(['unread', 90, 'unread'])
  // Could be thousands.
  expect(found('90.000')).toEqual(['unread', 'unread', 'unread'])
  expect(found('90.5')).toEqual(['unread', 'unread', 'unread'])
  const loops = aGrid(
    'playback',
    [{ ...aVideo('a', null, {}), settings: {} }],
    'action_after_finish',
  )
  expect(loops.pasteAll(typed('90.0'), 0).found).toEqual([
    ['action_after_finish', { type: 'loop', start: 90 }],
  ])
  const names = aGrid('call_actions', [aVideo('a', null, {})], 'action.content')
  expect(names.paste(typed('90.0'), 0, 0)).toEqual({ 'action.content': '90.0' })
})
