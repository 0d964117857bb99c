import { expect, test } from 'vitest'
import { planOf } from '../../../../src/main/features/publishing/plan.ts'
import { itemKey, registerKey } from '../../../../src/shared/features/publishing/register.ts'
import { checkVideo } from '../../../../src/shared/features/videos/check/check-video.ts'
import { anEditRow, aVideo } from '../../../support/edits.ts'

const PIXELS = { group: 'pixels', register: null } as const

function aCreate(item_id: string, rounds: number) {
  const key = itemKey({ group: 'pixels', item_id })
  const want = { base: { name: 'Twin' } }
  return anEditRow({ ...PIXELS, kind: 'create', key, item_id, want, rounds, knownIds: ['pixel1'] })
}

test('an item that was created after all belongs to one edit; equal edits are sent later', () => {
  const video = aVideo({ pixels: { items: [{ id: 'pixel2', base: { name: 'Twin' } }] } })
  const rows = [aCreate('local:1', 1), aCreate('local:2', 1), aCreate('local:3', 0)]
  const plan = planOf({ rows, due: rows, video, before: null, check: () => [] })
  expect(plan.posted).toMatchObject([{ row: rows[0], item: { id: 'pixel2' }, duplicates: [] }])
  expect(plan.send).toEqual([])
  const known = rows.slice(1).map((row) => ({ ...row, knownIds: ['pixel1', 'pixel2'] }))
  const next = planOf({ rows: known, due: known, video, before: null, check: () => [] })
  expect([next.posted, next.send]).toEqual([[], [known[0]]])
})

test('an edit that changes nothing is finished once, although its item is gone', () => {
  const at = { group: 'call_actions', item_id: 'gone' } as const
  const item = { id: 'gone', window: { start: 1 } }
  const rows = [
    anEditRow({
      ...at,
      key: '1',
      register: 'design.styles',
      base: null,
      want: {},
      status: 'queued',
      item,
    }),
    anEditRow({
      ...at,
      key: '2',
      register: 'window.start',
      base: 1,
      want: 2,
      status: 'queued',
      item,
    }),
  ]
  const plan = planOf({ rows, due: rows, video: aVideo(), before: null, check: () => [] })
  expect(plan.put).toMatchObject([
    { kind: 'create', status: 'conflict', want: { window: { start: 2 } } },
  ])
  expect(plan.done).toEqual(rows)
})

test('an edit of a deleted item waits when the item that replaces it is found', () => {
  const gone = { group: 'pixels', item_id: 'gone' } as const
  const made = { ...aCreate('local:gone', 1), status: 'queued' } as const
  const edit = anEditRow({
    ...{ ...gone, key: '2', register: 'base.name', base: 'One', want: 'Two', status: 'queued' },
    item: { id: 'gone', base: { name: 'One' } },
  })
  const video = aVideo({ pixels: { items: [{ id: 'pixel2', base: { name: 'Twin' } }] } })
  const rows = [made, edit]
  const plan = planOf({ rows, due: rows, video, before: null, check: () => [] })
  expect(plan).toMatchObject({ posted: [{ row: made }], send: [], put: [], done: [] })
  const next = planOf({ rows: [edit], due: [edit], video, before: null, check: () => [] })
  expect(next).toMatchObject({ put: [{ kind: 'create', status: 'conflict' }], done: [edit] })
})

const PIXEL = { group: 'pixels', item_id: 'pixel1' } as const
const MODE = {
  register: 'dispatch.mode',
  key: registerKey({ ...PIXEL, register: 'dispatch.mode' }),
}
const pixelWith = (dispatch: { mode: string; threshold: number }) =>
  aVideo({ pixels: { items: [{ id: 'pixel1', dispatch }] } })

test.each([
  {
    other: { mode: 'time', threshold: 50 },
    edit: { register: 'dispatch.threshold', base: 50, want: 25 },
  },
  {
    other: { mode: 'percent', threshold: 75 },
    edit: { register: 'dispatch.mode', base: 'percent', want: 'time' },
  },
])(
  'a change of $edit.register is in conflict when what it is meant with has changed meanwhile',
  (now) => {
    const before = pixelWith({ mode: 'percent', threshold: 50 })
    const edit = anEditRow({ ...PIXEL, key: 'edit', ...now.edit, status: 'queued' })
    const planned = { rows: [edit], due: [edit], check: () => [], video: pixelWith(now.other) }
    const theirs = now.edit.base
    expect(planOf({ ...planned, before })).toMatchObject({
      send: [],
      put: [{ status: 'conflict', theirs }],
    })
    // Once it is decided, that reading is the one before.
    expect(planOf({ ...planned, before: planned.video })).toMatchObject({ send: [edit], put: [] })
  },
)

test('a threshold is sent with the mode that it was entered with', () => {
  const before = pixelWith({ mode: 'percent', threshold: 50 })
  const rows = [
    anEditRow({ ...PIXEL, ...MODE, base: 'percent', want: 'time', status: 'queued' }),
    anEditRow({ ...PIXEL, key: 'edit', register: 'dispatch.threshold', base: 50, want: 25 }),
  ]
  const video = pixelWith({ mode: 'time', threshold: 50 })
  const plan = planOf({ rows, due: rows, video, before, check: () => [] })
  expect(plan).toMatchObject({ done: [rows[0]], send: [rows[1]], put: [] })
})

test('a mode is not sent while the threshold that was entered with it is in conflict', () => {
  const before = pixelWith({ mode: 'percent', threshold: 50 })
  const threshold = {
    register: 'dispatch.threshold',
    base: 50,
    want: 300,
    status: 'queued',
  } as const
  const key = registerKey({ ...PIXEL, register: threshold.register })
  const rows = [
    anEditRow({ ...PIXEL, ...MODE, base: 'percent', want: 'time', status: 'queued' }),
    anEditRow({ ...PIXEL, key, ...threshold }),
  ]
  const video = pixelWith({ mode: 'percent', threshold: 40 })
  const plan = planOf({ rows, due: rows, video, before, check: () => [] })
  expect(plan.send).toEqual([])
  expect(plan.put.map(({ register, status }) => [register, status])).toEqual([
    ['dispatch.threshold', 'conflict'],
    ['dispatch.mode', 'conflict'],
  ])
})

test('a mode is not sent when the threshold that was entered with it is refused', () => {
  const video = pixelWith({ mode: 'time', threshold: 90 })
  const threshold = { register: 'dispatch.threshold', base: 90, want: 150 } as const
  const key = registerKey({ ...PIXEL, register: threshold.register })
  const rows = [
    anEditRow({ ...PIXEL, ...MODE, base: 'time', want: 'percent', status: 'queued' }),
    anEditRow({ ...PIXEL, key, ...threshold, status: 'queued' }),
  ]
  const plan = planOf({ rows, due: rows, video, before: video, check: checkVideo })
  expect(plan.send).toEqual([])
  const [refused, withIt] = plan.put
  expect(refused).toMatchObject({ register: 'dispatch.threshold', status: 'rejected' })
  expect(withIt).toMatchObject({ register: 'dispatch.mode', status: 'rejected' })
  expect(withIt?.failure).toEqual(refused?.failure)
})
