import { expect, test } from 'vitest'
import {
  emptyForm,
  type Form,
  fieldsOf,
  findKey,
  replacementOf,
  rowsAt,
  tagPlace,
} from '../../../../src/renderer/features/sheet/find-replace-form.ts'
import type { Group } from '../../../../src/shared/api/settings/index.ts'
import { sheetRows } from '../../../../src/shared/features/sheet/rows.ts'

const aVideo = (id: string) => ({
  ...{ id, name: id, duration: null, pitch: null },
  settings: { items: [{ id: `${id}-a` }, { id: `${id}-b` }] },
})
const ROWS = sheetRows('call_actions', [aVideo('v1'), aVideo('v2')], [])
const PLACES = {
  rows: ROWS,
  chosen: ['v1 v1-a'],
  tagsOf: (id: string) => (id === 'v2' ? ['november'] : []),
}
const HOSTS = [
  { host: 'a.com', count: 2 },
  { host: 'b.com', count: 1 },
]
const opened = (group: Group, chosen: number, column: string | null = null) =>
  emptyForm(group, { chosen, column })
const aForm = (change: Partial<Form>): Form => ({ ...opened('call_actions', 1), ...change })

test('a dialog starts with the selection when there is one, and with what the tab has', () => {
  expect(opened('call_actions', 3)).toMatchObject({ where: 'chosen', kind: 'host' })
  expect(opened('call_actions', 1)).toMatchObject({ where: 'all' })
  const pixels = opened('pixels', 0)
  expect(pixels.kind).toBe('text')
  expect(fieldsOf('pixels', { ...pixels, kind: 'host' }).map(({ key }) => key)).toEqual([
    'tag.html',
  ])
  expect(fieldsOf('playback', opened('playback', 0)).map(({ key }) => key)).toEqual([
    'scroll_to_action_in',
  ])
})

test('texts are searched in the column of the cursor, or in the usual ones', () => {
  const fields = (column: string | null) => opened('traffic_filter', 1, column).textFields
  expect(fields('countries')).toEqual(['countries'])
  expect(fields('enabled')).toEqual(['languages', 'countries', 'devices', 'query_params'])
  expect(opened('call_actions', 1, null).textFields).toEqual(['action.content'])
})

test('rows are all of the tab, the selection, or those of a tag', () => {
  const keys = (where: string) => rowsAt(where, PLACES).map(({ key }) => key)
  expect(keys('all')).toHaveLength(4)
  expect(keys('chosen')).toEqual(['v1 v1-a'])
  expect(keys(tagPlace('november'))).toEqual(['v2 v2-a', 'v2 v2-b'])
  // Another spelling is the same tag.
  expect(keys(tagPlace('November'))).toEqual(['v2 v2-a', 'v2 v2-b'])
})

test('the rows of the selection are as they are now, also after a replacement changed them', () => {
  const changed = ROWS.map((row) => ({ ...row, value: { ...row.value, name: 'new' } }))
  const [row] = rowsAt('chosen', { ...PLACES, rows: changed })
  expect(row?.value).toEqual({ id: 'v1-a', name: 'new' })
  expect(rowsAt('chosen', { ...PLACES, rows: changed.slice(1) })).toEqual([])
})

test('the host that is replaced is the most frequent one until another is chosen', () => {
  const host = (change: Partial<Form>) =>
    replacementOf(aForm({ newHost: 'c.com', ...change }), HOSTS)
  expect(host({})).toMatchObject({ mode: 'host', host: 'a.com', to: 'c.com' })
  expect(host({ host: 'b.com' })).toMatchObject({ host: 'b.com' })
  expect(host({ newHost: 'https://c.com/x' })).toMatchObject({ to: 'c.com' })
  expect(host({ newHost: 'c' })).toBeNull()
})

test('the search starts only when every required field is filled', () => {
  const none = [
    aForm({ kind: 'text' }),
    aForm({ kind: 'path' }),
    aForm({ kind: 'path', path: 'a', newPath: 'b?c' }),
    aForm({ kind: 'parameter', value: '1' }),
    aForm({ kind: 'parameter', parameter: 'src' }),
    aForm({ kind: 'parameter', parameter: 'src', act: 'rename' }),
  ]
  expect(none.map((form) => replacementOf(form, HOSTS))).toEqual(none.map(() => null))
  expect(replacementOf(aForm({ kind: 'text', find: 'a' }), [])).toEqual({
    ...{ mode: 'text', find: 'a', to: '', isCase: false },
  })
  expect(replacementOf(aForm({ kind: 'path', path: '/a/' }), [])).toMatchObject({
    path: 'a',
    to: '',
  })
  expect(
    replacementOf(aForm({ kind: 'parameter', parameter: ' src ', act: 'remove' }), []),
  ).toEqual({ mode: 'parameter', name: 'src', act: 'remove', host: null })
})

test('ticks stay while only the replacement text is typed', () => {
  const form = aForm({ kind: 'text', find: 'a' })
  expect(findKey({ ...form, to: 'b' })).toBe(findKey(form))
  expect(findKey({ ...form, includesOff: true })).toBe(findKey(form))
  expect(findKey({ ...form, find: 'b' })).not.toBe(findKey(form))
})
