import { expect, test } from 'vitest'
import type { CopiedCells } from '../../../../src/renderer/features/sheet/clipboard.ts'
import {
  copiedCells,
  filledValues,
  pastedValues,
} from '../../../../src/renderer/features/sheet/paste.ts'
import { cellRange } from '../../../../src/renderer/features/sheet/selection.ts'
import type { Collection } from '../../../../src/shared/api/settings/index.ts'
import { makeCells } from '../../../../src/shared/features/sheet/cell.ts'
import { SHEET_COLUMNS } from '../../../../src/shared/features/sheet/columns.ts'
import { type SheetVideo, sheetRows } from '../../../../src/shared/features/sheet/rows.ts'
import type { Fields } from '../../../../src/shared/plain.ts'

const aVideo = (id: string, pitch: number | null, item: Fields): SheetVideo => ({
  ...{ id, name: id, duration: 1200, pitch },
  settings: { items: [{ id: `${id}-item`, ...item }] },
})

/** A grid of some videos, to whose columns the places below refer. */
function aGrid(group: Collection, videos: readonly SheetVideo[], ...keys: string[]) {
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
  const fill = (from: number, to: number) => {
    const parts = { source: rows.slice(from, from + 1), target: rows.slice(to, to + 1) }
    const { found, unread } = filledValues(parts, columns, cells)
    const values = Object.fromEntries(found.map(({ register, value }) => [register, value]))
    return unread ? { ...values, unread: unread.text } : values
  }
  /** Copies all columns of a row. */
  const copyRow = (row: number) => copiedCells(rows.slice(row, row + 1), columns, cells)
  return { copy, copyRow, paste, fill }
}

/** Cells of a spreadsheet in one line. */
const typed = (...texts: string[]): CopiedCells => ({
  block: [texts],
  values: [texts.map(() => null)],
})

const starting = (start: number | null) => ({ window: { start } })

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
