import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBlock, writeBlock } from '../../../../src/renderer/features/sheet/clipboard.ts'
import {
  boundsOf,
  followRows,
  itemsBetween,
  pastePlaces,
  placeOfEdited,
  renderedRows,
  withinGrid,
} from '../../../../src/renderer/features/sheet/selection.ts'

const GRID = { rows: 10, columns: 5 }
const placed = (block: string[][], bounds: Parameters<typeof pastePlaces>[1]) =>
  pastePlaces(block, bounds, GRID).placed.map(({ place, text }) => [place.row, place.column, text])

test('one value fills the whole range', () => {
  expect(placed([['x']], { top: 1, bottom: 2, left: 0, right: 1 })).toEqual([
    [1, 0, 'x'],
    [1, 1, 'x'],
    [2, 0, 'x'],
    [2, 1, 'x'],
  ])
})

test('a block is repeated over a range that is a multiple of it, and otherwise pasted once', () => {
  const block = [['a'], ['b']]
  const at = { left: 0, right: 0, top: 0 }
  expect(placed(block, { ...at, bottom: 3 }).map(([, , text]) => text)).toEqual([
    'a',
    'b',
    'a',
    'b',
  ])
  expect(placed(block, { ...at, bottom: 2 }).map(([, , text]) => text)).toEqual(['a', 'b'])
  expect(placed(block, { ...at, bottom: 0 }).map(([row]) => row)).toEqual([0, 1])
})

test('a block is cut at the end of the grid, which counts the texts beyond it', () => {
  const block = [
    ['a', 'b'],
    ['c', 'd'],
  ]
  const end = { top: 9, bottom: 9, left: 4, right: 4 }
  expect(placed(block, end)).toEqual([[9, 4, 'a']])
  expect(pastePlaces(block, end, GRID).beyond).toBe(3)
  const column = [['a'], [''], ['b']]
  expect(pastePlaces(column, { ...end, top: 8, bottom: 8 }, GRID).beyond).toBe(1)
  expect(pastePlaces(column, { ...end, top: 7, bottom: 7 }, GRID).beyond).toBe(0)
})

test('a range is limited to a grid that has become smaller', () => {
  const range = { anchor: { row: 8, column: 4 }, focus: { row: 9, column: 2 } }
  expect(withinGrid(range, 3, 3)).toEqual({
    anchor: { row: 2, column: 2 },
    focus: { row: 2, column: 2 },
  })
})

const keyed = (keys: string) => Array.from(keys, (key) => ({ key }))
/** The rows of a range from one row of `before` to another, as they are among those of `now`. */
function followed(before: string, ends: [anchor: string, focus: string], now: string) {
  const [anchor, focus] = ends.map((key) => ({ row: before.indexOf(key), column: 2 }))
  if (!anchor || !focus) throw new Error('a range has two ends')
  const range = followRows({ anchor, focus }, keyed(before), keyed(now))
  const { top, bottom } = boundsOf(range)
  return { rows: now.slice(top, bottom + 1), focus: now[range.focus.row] }
}

test('a range stays on its rows when others come and go around them', () => {
  expect(followed('abcd', ['b', 'b'], 'bcd')).toEqual({ rows: 'b', focus: 'b' })
  expect(followed('abcd', ['b', 'b'], 'axybcd')).toEqual({ rows: 'b', focus: 'b' })
  expect(followed('abcdef', ['b', 'd'], 'bcdef')).toEqual({ rows: 'bcd', focus: 'd' })
  expect(followed('abcdef', ['d', 'b'], 'xabcdef')).toEqual({ rows: 'bcd', focus: 'b' })
})

test('a range whose row is gone never takes another one for it', () => {
  expect(followed('abcdef', ['b', 'd'], 'abdef')).toEqual({ rows: 'bd', focus: 'd' })
  expect(followed('abcdef', ['b', 'd'], 'abcef')).toEqual({ rows: 'bc', focus: 'c' })
})

test('a range is its focus alone when other rows are between its own', () => {
  expect(followed('abcdef', ['b', 'd'], 'dafbce')).toEqual({ rows: 'd', focus: 'd' })
  expect(followed('abcdef', ['b', 'd'], 'abxcef')).toEqual({ rows: 'b', focus: 'b' })
})

test('a range stays in its place when none of its rows exists, and on the header', () => {
  expect(followed('abcd', ['b', 'c'], 'axyd')).toEqual({ rows: 'xy', focus: 'y' })
  const place = { row: -1, column: 1 }
  const head = { anchor: place, focus: place }
  expect(followRows(head, keyed('abc'), keyed('bc'))).toEqual(head)
})

test('cells copied as text are read back unchanged, whatever they contain', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 }).map((one) => one.replaceAll('\r', ''))
  const special = fc.constantFrom('a\tb', 'two\nlines', 'say "x"', '', '=1+1', ' spaces ')
  const cell = fc.oneof(text, special)
  const blocks = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([rows, columns]) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    )
    // A block that ends in an empty line cannot be told from the line break at its end.
    .filter((block) => block.length === 1 || block.at(-1)?.join('') !== '')
  fc.assert(
    fc.property(blocks, (block) => {
      expect(readBlock(writeBlock(block))).toEqual(block)
    }),
  )
})

test('a quoted cell of 20 million characters is read', () => {
  const long = `${'x'.repeat(10_000_000)}"\n${'y'.repeat(10_000_000)}`
  const [[cell, next] = []] = readBlock(`"${long.replaceAll('"', '""')}"\tnext`)
  expect(cell === long).toBe(true)
  expect(next).toBe('next')
})

test('a block from a spreadsheet is read with its quotes and without its last line break', () => {
  expect(readBlock('5:30\tpay.example\r\n"a ""b"""\t"two\nlines"\r\n')).toEqual([
    ['5:30', 'pay.example'],
    ['a "b"', 'two\nlines'],
  ])
})

test('a quotation mark at the beginning of a line is text, unless its cell ends with another', () => {
  expect(readBlock('"Sim", quero\r\n"Não" obrigado\r\nterceiro')).toEqual([
    ['"Sim", quero'],
    ['"Não" obrigado'],
    ['terceiro'],
  ])
  expect(readBlock('"Sim" quero\tx\nb\tc\n')).toEqual([
    ['"Sim" quero', 'x'],
    ['b', 'c'],
  ])
  expect(readBlock('Um\r\n"Quero comprar\r\nTrês')).toEqual([['Um'], ['"Quero comprar'], ['Três']])
  // As one program writes a cell of several lines beside one that it does not quote.
  expect(readBlock('"Sim", quero\t"two\nlines"\r\n')).toEqual([['"Sim", quero', 'two\nlines']])
  expect(readBlock('one\rtwo')).toEqual([['one'], ['two']])
})

test('a block of more lines than a call takes arguments is cut at the end of the grid', () => {
  const block = Array.from({ length: 200_000 }, () => ['x'])
  expect(placed(block, { top: 8, bottom: 8, left: 0, right: 0 })).toEqual([
    [8, 0, 'x'],
    [9, 0, 'x'],
  ])
})

test('the edited cell is found again when rows come and go above it, and is none when its row is gone', () => {
  const keyed = (keys: string) => keys.split('').map((key) => ({ key }))
  const edited = { row: 'c', column: 'y', typed: '1' }
  const at = (rows: string, columns = 'xy') => placeOfEdited(edited, keyed(rows), keyed(columns))
  expect(at('abcd')).toEqual({ row: 2, column: 1 })
  expect(at('nabcd', 'wxyz')).toEqual({ row: 3, column: 2 })
  expect(at('cd')).toEqual({ row: 0, column: 1 })
  expect(at('abd')).toBeNull()
  expect(at('abcd', 'x')).toBeNull()
})

test('the edited row is rendered wherever the grid is scrolled to, once and in order', () => {
  const range = { startIndex: 50, endIndex: 53, overscan: 1, count: 200 }
  const visible = [49, 50, 51, 52, 53, 54]
  expect(renderedRows(range, null)).toEqual(visible)
  expect(renderedRows(range, 52)).toEqual(visible)
  expect(renderedRows(range, 3)).toEqual([3, ...visible])
  expect(renderedRows(range, 150)).toEqual([...visible, 150])
})

test('rows between two clicks are those that are shown between them, in either direction', () => {
  expect(itemsBetween(['a', 'b', 'c', 'd'], 1, 3)).toEqual(['b', 'c', 'd'])
  expect(itemsBetween(['a', 'b', 'c', 'd'], 2, 0)).toEqual(['a', 'b', 'c'])
  expect(itemsBetween(['a', 'b', 'c', 'd'], 2, 2)).toEqual(['c'])
  expect(itemsBetween(['a', 'b', 'c', 'd'], -1, 2)).toEqual(['c'])
})
