import { expect, test } from 'vitest'
import type { Group } from '../../../../src/shared/api/settings/index.ts'
import type { ReadTable } from '../../../../src/shared/features/proposals/grid-file.ts'
import { isTakeable, matchFile } from '../../../../src/shared/features/proposals/match.ts'
import { sheetRows } from '../../../../src/shared/features/sheet/rows.ts'
import type { Fields } from '../../../../src/shared/plain.ts'

interface Line {
  group: Group
  item: Fields
  cells: Record<string, string>
  kind?: ReadTable['kind']
}

/** A line of a file about the one item of a video. */
function matched({ group, item, cells, kind = 'csv' }: Line) {
  const settings = { items: [{ id: 'a', ...item }] }
  const videos = [{ id: 'v1', name: 'Oferta', duration: 1200, pitch: null, settings }]
  const file: ReadTable = {
    ...{ kind, encoding: 'utf-8', otherSheets: 0 },
    header: ['video_id', 'item_id', ...Object.keys(cells)],
    lines: [{ line: 2, cells: ['v1', 'a', ...Object.values(cells)] }],
  }
  const rows = sheetRows(group, videos, [])
  const [line] = matchFile(file, { group, language: 'en', videos, rows }).lines
  if (!line) throw new Error('no line')
  return line
}

test('a text that a spreadsheet’s cell could not hold in full is in doubt once it is changed', () => {
  const cut = (content: string, typed: string, kind: 'csv' | 'xlsx' = 'xlsx') => {
    const item = { action: { as_html: true, content } }
    const cells = { 'action.content': typed }
    const { result, doubts } = matched({ group: 'call_actions', item, cells, kind })
    return [result, ...doubts.map(({ why }) => why)]
  }
  const html = `<a href="old">${'x'.repeat(40_000)}</a>`
  const [written, byExcel] = [`${html.slice(0, 32_766)}…`, html.slice(0, 32_767)]
  expect(cut(html, written)).toEqual(['same'])
  expect(cut(html, written.replace('old', 'new'))).toEqual(['doubt', 'cut-text'])
  expect(cut(html, written.replace('old', ''))).toEqual(['doubt', 'cut-text'])
  expect(cut(html, byExcel, 'csv')).toEqual(['doubt', 'cut-text'])
  expect(cut(html, '<a href="new">Buy</a>')).toEqual(['changed'])
  expect(cut(html, `${html}…`, 'csv')).toEqual(['changed'])
  expect(cut('Wait', 'Wait…')).toEqual(['changed'])
})

test('a pixel’s mode is not changed alone where the threshold of its line is in doubt', () => {
  const item = { base: { type: 'custom' }, dispatch: { mode: 'percent', threshold: 50 } }
  const read = (name: string) => {
    const cells = { 'dispatch.mode': 'time', 'dispatch.threshold': 'soon', 'base.name': name }
    return matched({ group: 'pixels', item, cells })
  }
  const named = read('Half')
  expect(named.doubts.map(({ why }) => why)).toEqual(['time'])
  expect(named.changes.map(({ after }) => after)).toEqual(['Half'])
  expect(isTakeable(read(''))).toBe(false)
})
