import { expect, test } from 'vitest'
import { videosTable } from '../../../../src/renderer/features/videos/videos-table.ts'
import type { VideoRow } from '../../../../src/shared/features/publishing/edit.ts'

const row = (id: string, change: Partial<VideoRow> = {}): VideoRow => ({
  id,
  name: '',
  duration: null,
  asOf: 0,
  callActions: 0,
  pixels: 0,
  added: 0,
  changed: 0,
  removed: 0,
  conflicts: 0,
  rejected: 0,
  ...change,
})
const rows = [
  row('a1', { name: 'VSL Emagreça Já', changed: 2, added: 1 }),
  row('b2', { name: 'Keto offer', duration: 90 }),
  row('c3', { removed: 9 }),
]
const shown = (search: string, column = 'name', descending = false) =>
  videosTable(rows, search, { column, descending }).shown.map(({ id }) => id)

test('every word is searched in the name and the id, without accents', () => {
  expect([shown('ja EMAGRECA'), shown('b2 keto'), shown('nothing')]).toEqual([['a1'], ['b2'], []])
})

test('all waiting edits are counted, and the table can be sorted by them', () => {
  expect(shown('', 'changes', true)).toEqual(['c3', 'a1', 'b2'])
})

test('a video without a name is sorted by its id, and one without a length comes last', () => {
  expect(shown('')).toEqual(['c3', 'b2', 'a1'])
  expect(shown('', 'duration')[0]).toBe('b2')
  expect(shown('', 'duration', true)[0]).toBe('b2')
})
