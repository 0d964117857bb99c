import type { KeyboardEvent } from 'react'
import { expect, test } from 'vitest'
import { onGridKey } from '../../../../src/renderer/features/sheet/grid-keys.ts'
import type { SheetGridProps } from '../../../../src/renderer/features/sheet/grid-props.ts'
import { SHEET_COLUMNS, type SheetColumn } from '../../../../src/shared/features/sheet/columns.ts'

const columnOf = (kind: SheetColumn['kind']) =>
  SHEET_COLUMNS.call_actions.filter((column) => column.kind === kind).slice(0, 1)

interface With extends Partial<Pick<KeyboardEvent, 'altKey' | 'metaKey'>> {
  isMac?: boolean
  row?: number
}

/** What a key does in a cell of a column of this kind; nothing when it is left to the window. */
function pressed(
  key: string,
  kind: SheetColumn['kind'],
  { isMac = false, row = 0, ...modifiers }: With = {},
) {
  const done: string[] = []
  const place = { row, column: 0 }
  const props = {
    ...{ rows: [{ key: 'v1 a' }], columns: columnOf(kind), ticked: new Set() },
    range: { anchor: place, focus: place },
    onTick: () => done.push('tick'),
    commands: {
      toggle: () => done.push('toggle'),
      clear: () => done.push('clear'),
      revert: () => done.push('revert'),
    },
  } as unknown as SheetGridProps
  const grid = { clientHeight: 400 }
  const event = {
    ...{ key, target: grid, currentTarget: grid, ...modifiers },
    preventDefault: () => done.push('taken'),
  } as unknown as KeyboardEvent<HTMLElement>
  const startEdit = (typed: string | null) => void done.push(`edit ${typed ?? ''}`.trim())
  onGridKey(event, props, { height: 28, isMac, show: () => {}, startEdit })
  return done
}

test('a character begins the text of a cell', () => {
  expect(pressed('a', 'text')).toEqual(['taken', 'edit a'])
  expect(pressed('Enter', 'text')).toEqual(['taken', 'edit'])
})

test('on a Mac, a character with Option begins the text of a cell, but not of a title or a switch', () => {
  const option = { isMac: true, altKey: true }
  expect(pressed('#', 'text', option)).toEqual(['taken', 'edit #'])
  expect(pressed('@', 'url', option)).toEqual(['taken', 'edit @'])
  expect(pressed('¡', 'text', option)).toEqual([])
  expect(pressed('#', 'text', { ...option, row: -1 })).toEqual([])
  expect(pressed('#', 'flag', option)).toEqual([])
  expect(pressed('#', 'text', { ...option, metaKey: true })).toEqual([])
  expect(pressed('Backspace', 'text', option)).toEqual(['taken', 'revert'])
})

test('elsewhere, a character with Alt is left to the window', () => {
  expect(pressed('3', 'text', { altKey: true })).toEqual([])
  expect(pressed('Backspace', 'text', { altKey: true })).toEqual(['taken', 'revert'])
})

test('the key of the list of shortcuts is left to the window', () => {
  expect(pressed('?', 'text')).toEqual([])
  expect(pressed('?', 'flag')).toEqual([])
})

test('a switch is toggled by Space, Enter and F2, and by no letter', () => {
  expect(pressed(' ', 'flag')).toEqual(['taken', 'toggle'])
  expect(pressed('Enter', 'flag')).toEqual(['taken', 'edit'])
  expect(pressed('F2', 'flag')).toEqual(['taken', 'edit'])
  expect(pressed('a', 'flag')).toEqual([])
  expect(pressed('1', 'flag')).toEqual([])
})
