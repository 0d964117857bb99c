import { expect, test } from 'vitest'
import {
  differenceOf,
  itemNameOf,
  notSentOf,
  sendable,
  withoutCommonStart,
} from '../../../../src/renderer/features/publishing/edit-text.ts'
import type { Edit, OpenVideo, Problem } from '../../../../src/shared/features/publishing/edit.ts'

const edit = (change: Partial<Edit>): Edit => ({
  key: 'k',
  video_id: 'v1',
  kind: 'set',
  group: 'call_actions',
  item_id: 'c1',
  register: 'action.content',
  base: 'Buy',
  want: 'Buy now',
  status: 'draft',
  failure: null,
  waitsUntil: null,
  ...change,
})
const item = { action: { content: 'Order' } }

test('a change has both sides, a created item no before, and a deleted one no after', () => {
  const sides = [
    edit({}),
    edit({ kind: 'create', base: null, want: item }),
    edit({ kind: 'delete', base: item, want: null }),
  ].map(differenceOf)
  expect(sides.map(({ before, after }) => [before, after])).toEqual([
    ['Buy', 'Buy now'],
    [null, 'Order'],
    ['Order', null],
  ])
})

test('a list shows what is added and what is removed', () => {
  const list = edit({ kind: 'list', added: ['PT'], removed: ['BR'] })
  expect(differenceOf(list)).toMatchObject({ added: ['PT'], removed: ['BR'] })
})

test('an item is named by the service’s value, also when it was deleted there', () => {
  const opened: OpenVideo = {
    base: { id: 'v1', call_actions: { items: [{ id: 'c1', ...item }] } },
    shown: { id: 'v1', call_actions: { items: [] } },
    edits: [],
    asOf: 0,
  }
  expect(itemNameOf(edit({}), opened)).toBe('Order')
  expect(itemNameOf(edit({ kind: 'delete', base: item }), undefined)).toBe('Order')
  expect(itemNameOf(edit({ item_id: null }), opened)).toBe('')
})

test('two long values are shortened to where they differ, and short ones are shown completely', () => {
  const address = 'https://pay.example.com/checkout/'
  expect(withoutCommonStart(`${address}6b?utm_source=vsl`, `${address}6-bottles`)).toEqual([
    '…/6b?utm_source=vsl',
    '…/6-bottles',
  ])
  expect(withoutCommonStart(`${address}?src=vsl`, `${address}?src=vsl&q=1`)).toEqual([
    '…?src=vsl',
    '…?src=vsl&q=1',
  ])
  expect(withoutCommonStart('11:50', '11:05')).toEqual(['11:50', '11:05'])
  const other = 'Quero garantir a minha vaga agora mesmo'
  expect(withoutCommonStart(other, `Eu ${other}`)).toEqual([other, `Eu ${other}`])
})

const problem = (change: Partial<Problem>): Problem => ({
  severity: 'error',
  video_id: 'v1',
  group: 'call_actions',
  item_id: 'c1',
  register: 'action.url',
  rule: 'url-not-http',
  details: {},
  ...change,
})
const sentOf = (edits: Edit[], problems: Problem[]) =>
  sendable(edits, problems).map(({ key }) => key)

test('an error holds back only the change of its setting, and a warning none', () => {
  const edits = [
    edit({ key: 'url', register: 'action.url' }),
    edit({ key: 'start', register: 'window.start' }),
    edit({ key: 'other item', item_id: 'c2' }),
    edit({ key: 'other video', video_id: 'v2', register: 'action.url' }),
  ]
  expect(sentOf(edits, [problem({})])).toEqual(['start', 'other item', 'other video'])
  expect(sentOf(edits, [problem({ severity: 'warning' })])).toHaveLength(4)
})

test('an error of an unchanged setting holds back the changes of the same item', () => {
  const edits = [
    edit({ key: 'start', register: 'window.start' }),
    edit({ key: 'c2', item_id: 'c2' }),
  ]
  expect(sentOf(edits, [problem({ register: 'window.end' })])).toEqual(['c2'])
})

test('an error of a group’s own setting holds back the other settings of the group, but not its items', () => {
  const own = { group: 'pixels', item_id: null } as const
  const edits = [
    edit({ key: 'on', ...own, register: 'enabled' }),
    edit({ key: 'wrong', ...own, register: 'other' }),
    edit({ key: 'item', ...own, item_id: 'p1', register: 'base.name' }),
  ]
  expect(sentOf(edits, [problem({ ...own, register: 'other' })])).toEqual(['item'])
  const warning = problem({ ...own, register: 'other', severity: 'warning' })
  expect(sentOf(edits, [warning])).toHaveLength(3)
})

test('a created item with an error is held back completely', () => {
  const made = edit({ key: 'made', kind: 'create', item_id: 'local:1', register: null })
  expect(sentOf([made], [problem({ item_id: 'local:1' })])).toEqual([])
})

test('changes with errors or conflicts are counted as left out, refused ones are not', () => {
  const edits = [
    edit({ key: 'conflict', status: 'conflict', register: 'window.end' }),
    edit({ key: 'refused', status: 'rejected', item_id: 'c2' }),
    edit({ key: 'held', status: 'rejected', register: 'action.url' }),
    edit({ key: 'goes', item_id: 'c3' }),
  ]
  const problems = [problem({}), problem({ item_id: 'c3', severity: 'warning' })]
  expect(notSentOf(edits, problems)).toEqual({ errors: 1, conflicts: 1 })
})
