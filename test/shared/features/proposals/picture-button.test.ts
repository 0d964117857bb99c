import { expect, test } from 'vitest'
import type { ReadTable } from '../../../../src/shared/features/proposals/grid-file.ts'
import { importEdits, matchFile } from '../../../../src/shared/features/proposals/match.ts'
import { sheetRows } from '../../../../src/shared/features/sheet/rows.ts'

const FILE: ReadTable = {
  ...{ kind: 'csv', encoding: 'utf-8', otherSheets: 0 },
  header: ['video_id', 'item_id', 'image_as_button', 'action.content', 'base.active'],
  lines: [{ line: 2, cells: ['v1', '', 'true', 'New', 'yes'] }],
}

function matched(...items: object[]) {
  const videos = [{ id: 'v1', name: 'O', duration: 9, pitch: null, settings: { items } }]
  const rows = sheetRows('call_actions', videos, [])
  return matchFile(FILE, { group: 'call_actions', language: 'en', videos, rows }).lines
}

test('a picture button from a file is off, because its picture cannot be sent, and made once', () => {
  const off = { image_as_button: true, action: { content: 'New' }, base: { active: false } }
  const [edit] = importEdits('call_actions', matched())
  expect(edit?.changes).toEqual([{ kind: 'create', group: 'call_actions', item: off }])
  for (const active of [false, true]) {
    const there = matched({ id: 'x', ...off, base: { active } })
    expect(there.map(({ result }) => result)).toEqual(['same'])
  }
})

test('a picture button is off in the preview of the file, as it will be made', () => {
  const after = matched().map(({ changes }) => changes.map((one) => [one.column.key, one.after]))
  expect(after.map((changes) => Object.fromEntries(changes))).toEqual([
    { image_as_button: true, 'action.content': 'New', 'base.active': false },
  ])
})
