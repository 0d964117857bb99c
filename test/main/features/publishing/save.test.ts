import { expect, test } from 'vitest'
import type { EditRow } from '../../../../src/main/features/publishing/edit-row.ts'
import { applyChange, type Draft } from '../../../../src/main/features/publishing/save.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { Change } from '../../../../src/shared/features/publishing/edit.ts'
import { itemKey, registerKey } from '../../../../src/shared/features/publishing/register.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'
import { ACCOUNT, failureFrom } from '../../../support/store-folder.ts'

function aDraft(base: Video = aVideo()): Draft {
  let last = 0
  const rows = new Map<string, EditRow>()
  const ids = { nextSeq: () => ++last, newId: () => `local:${++last}` }
  return { account_id: ACCOUNT, video_id: VIDEO, base, rows, ...ids }
}

const apply = (draft: Draft, ...changes: Change[]) =>
  changes.map((change) => applyChange(draft, change))
const refusal = (draft: Draft, change: Change) => failureFrom(() => applyChange(draft, change))
const rowsOf = (draft: Draft) => [...draft.rows.values()]

const START = { group: 'call_actions', item_id: 'cta1', register: 'window.start' } as const
const start = (value: number): Change => ({ kind: 'set', ...START, value })
const list = (add: string[], remove: string[] = []): Change => {
  return { kind: 'list', group: 'traffic_filter', register: 'countries', add, remove }
}
const aPixel: Change = { kind: 'create', group: 'pixels', item: { base: { name: 'New' } } }

/** Marks the one edit of a draft as being somewhere on its way. */
function marked(draft: Draft, change: Partial<EditRow>) {
  for (const row of rowsOf(draft)) draft.rows.set(row.key, { ...row, ...change })
}

test('the first edit of a setting records the service’s value as its base, and later ones keep it', () => {
  const draft = aDraft()
  apply(draft, start(11), start(12))
  expect(rowsOf(draft)).toMatchObject([{ ...START, kind: 'set', base: 10, want: 12, seq: 1 }])
  draft.base = aVideo({ call_actions: { items: [{ id: 'cta1', window: { start: 50 } }] } })
  apply(draft, start(13))
  expect(rowsOf(draft)).toMatchObject([{ base: 10, want: 13 }])
})

test('a setting that is set back to the service’s value is no edit', () => {
  const draft = aDraft()
  const wholes: Change = {
    kind: 'set',
    group: 'playback',
    item_id: null,
    register: 'action_after_finish',
    value: { start: 3, type: 'loop' },
  }
  const nothing: Change = { ...START, kind: 'set', register: 'action.html', value: null }
  apply(draft, start(11), start(10), wholes, nothing)
  expect(rowsOf(draft)).toEqual([])
})

test('setting the old value after a colleague changed it is an edit', () => {
  const draft = aDraft()
  apply(draft, start(11))
  draft.base = aVideo({ call_actions: { items: [{ id: 'cta1', window: { start: 50 } }] } })
  apply(draft, start(10))
  expect(rowsOf(draft)).toMatchObject([{ base: 50, want: 10 }])
  apply(draft, start(50))
  expect(rowsOf(draft)).toEqual([])
})

test('editing a setting in conflict resolves it, with the service’s current value as the new base', () => {
  const draft = aDraft()
  apply(draft, start(11))
  marked(draft, { status: 'conflict', theirs: 50, failure: { kind: 'cancelled' }, waitsUntil: 5 })
  draft.base = aVideo({ call_actions: { items: [{ id: 'cta1', window: { start: 50 } }] } })
  apply(draft, start(12))
  const decided = { base: 50, want: 12, status: 'draft', theirs: null, failure: null }
  expect(rowsOf(draft)).toMatchObject([{ ...decided, waitsUntil: null }])
})

test.each(['queued', 'rejected'] as const)(
  'editing a setting that is %s makes it a draft again',
  (status) => {
    const draft = aDraft()
    apply(draft, start(11))
    marked(draft, { status, failure: { kind: 'cancelled' }, quarantineUntil: 9, attempt: 1 })
    apply(draft, start(12))
    const again = { status: 'draft', failure: null, quarantineUntil: 9, attempt: 1, base: 10 }
    expect(rowsOf(draft)).toMatchObject([again])
  },
)

test.each(['sending', 'confirming'] as const)('an edit that is %s cannot be changed', (status) => {
  const draft = aDraft()
  const [pixel = ''] = apply(draft, aPixel, start(11), list(['DE'])) as string[]
  const enabled = { group: 'playback', item_id: null, register: 'enabled' } as const
  apply(draft, { kind: 'set', ...enabled, value: true })
  marked(draft, { status })
  const before = rowsOf(draft)
  const cta1 = { group: 'call_actions', item_id: 'cta1' } as const
  const made = { group: 'pixels', item_id: pixel } as const
  const refused: Change[] = [
    start(12),
    start(10),
    list(['FR']),
    { kind: 'set', ...made, register: 'base.name', value: 'x' },
    { kind: 'delete', ...made },
    { kind: 'delete', ...cta1 },
    { kind: 'revert', ...START },
    { kind: 'revert', ...cta1, register: null },
    { kind: 'revert', ...made, register: 'base.name' },
    { kind: 'revert', group: 'playback', item_id: null, register: null },
  ]
  for (const change of refused) expect(refusal(draft, change)?.kind).toBe('refused')
  expect(rowsOf(draft)).toEqual(before)
  apply(draft, { ...START, kind: 'set', register: 'window.end', value: 60 })
  expect(rowsOf(draft)).toHaveLength(before.length + 1)
})

test('edits of a created item become part of its creation', () => {
  const draft = aDraft()
  const [item_id = ''] = apply(draft, aPixel) as string[]
  const set = (register: string, value: string | null): Change => {
    return { kind: 'set', group: 'pixels', item_id, register, value }
  }
  apply(draft, set('base.name', 'Newer'), set('tag.html', '<b>'), set('dispatch.mode', 'time'))
  const want = { base: { name: 'Newer' }, tag: { html: '<b>' }, dispatch: { mode: 'time' } }
  expect(rowsOf(draft)).toMatchObject([{ kind: 'create', item_id, base: null, want }])
  apply(draft, set('tag.html', null))
  apply(draft, { kind: 'revert', group: 'pixels', item_id, register: 'dispatch.mode' })
  expect(rowsOf(draft)[0]?.want).toEqual({ base: { name: 'Newer' }, tag: {}, dispatch: {} })
  apply(draft, { kind: 'delete', group: 'pixels', item_id })
  expect(rowsOf(draft)).toEqual([])
})

test('deleting an item drops its other edits, and a revert restores the item', () => {
  const draft = aDraft()
  const item = { group: 'call_actions', item_id: 'cta1' } as const
  apply(draft, start(11), { kind: 'delete', ...item })
  const whole = aVideo().call_actions?.items?.[0]
  expect(rowsOf(draft)).toMatchObject([{ key: itemKey(item), kind: 'delete', base: whole }])
  expect(refusal(draft, start(12))?.kind).toBe('invalid')
  apply(draft, { kind: 'revert', ...item, register: null })
  expect(rowsOf(draft)).toEqual([])
})

test('an edit of a list stores what is added and removed, so that it applies to a newer list', () => {
  const draft = aDraft()
  apply(draft, list(['DE', 'BR'], ['PT', 'XX']))
  const edit = { kind: 'list', base: ['BR', 'PT'], want: ['BR', 'DE'] }
  expect(rowsOf(draft)).toMatchObject([{ ...edit, added: ['DE'], removed: ['PT'] }])
  apply(draft, list(['PT'], ['DE']))
  expect(rowsOf(draft)).toEqual([])
})

test('one setting, one item and the settings of a group are reverted in any order', () => {
  const draft = aDraft()
  const item = { group: 'call_actions', item_id: 'cta1' } as const
  const end: Change = { kind: 'set', ...item, register: 'window.end', value: 99 }
  const enabled: Change = { ...end, item_id: null, register: 'enabled', value: false }
  apply(draft, start(11), end, enabled)
  apply(draft, { kind: 'revert', ...START })
  expect(rowsOf(draft)).toMatchObject([{ register: 'window.end' }, { register: 'enabled' }])
  apply(draft, { kind: 'revert', ...item, register: null })
  expect(rowsOf(draft)).toMatchObject([{ register: 'enabled' }])
  apply(draft, { kind: 'revert', group: 'call_actions', item_id: null, register: null })
  expect(rowsOf(draft)).toEqual([])
})

const enabled = { kind: 'set', group: 'playback', item_id: null, register: 'enabled' } as const
const content = { ...START, kind: 'set', register: 'action.content' } as const
const wrong: [what: string, change: Change, path: string][] = [
  ['half a character', { ...content, value: 'a\ud800' }, 'call_actions cta1 action.content'],
  [
    'half a character inside',
    { ...content, register: 'design.styles', value: { a: ['\udc00'] } },
    'call_actions cta1 design.styles',
  ],
  [
    'a setting nobody knows',
    { ...content, register: 'action.colour', value: 1 },
    'call_actions cta1 action.colour',
  ],
  [
    'what is read-only',
    { ...enabled, group: 'smart_autoplay', register: 'mode', value: 'x' },
    'smart_autoplay mode',
  ],
  [
    'a name that every object has',
    { ...enabled, register: 'constructor', value: 1 },
    'playback constructor',
  ],
  ['an object for one value', { ...enabled, value: {} }, 'playback enabled'],
  ['a text for a switch', { ...enabled, value: 'yes' }, 'playback enabled'],
  [
    'a fraction for a second',
    { ...START, kind: 'set', value: 1.5 },
    'call_actions cta1 window.start',
  ],
  [
    'nothing for the variants',
    { ...enabled, group: 'smart_autoplay', register: 'variants', value: null },
    'smart_autoplay variants',
  ],
  [
    'a list that is set',
    { ...enabled, group: 'traffic_filter', register: 'countries', value: [] },
    'traffic_filter countries',
  ],
  [
    'a switch that is added to',
    { ...list(['x']), register: 'enabled' } as Change,
    'traffic_filter enabled',
  ],
  ['half a character in a list', list(['\ud800']), 'traffic_filter countries'],
  ['an item nobody knows', { ...content, item_id: 'nowhere', value: 'x' }, 'call_actions nowhere'],
  [
    'the deletion of an item nobody knows',
    { kind: 'delete', group: 'pixels', item_id: 'cta1' },
    'pixels cta1',
  ],
  [
    'a setting of an item in a group without items',
    { ...enabled, item_id: 'cta1', value: true },
    'playback cta1 enabled',
  ],
  ['a new item with an id', { kind: 'create', group: 'pixels', item: { id: 'mine' } }, 'pixels id'],
  [
    'a new item with what nobody knows',
    { kind: 'create', group: 'pixels', item: { base: { colour: 1 } } },
    'pixels base.colour',
  ],
  [
    'a new item of a wrong type',
    { kind: 'create', group: 'pixels', item: { dispatch: { threshold: 'x' } } },
    'pixels dispatch.threshold',
  ],
]

test.each(wrong)('%s is refused, with its field', (_, change, path) => {
  const draft = aDraft()
  expect(refusal(draft, change)).toMatchObject({ kind: 'invalid', fields: [{ path }] })
  expect(rowsOf(draft)).toEqual([])
})

test('registers and items of the same name are distinguished', () => {
  const group = 'call_actions'
  const keys = [
    registerKey({ group, item_id: null, register: 'enabled' }),
    registerKey({ group, item_id: 'enabled', register: 'enabled' }),
    itemKey({ group, item_id: 'enabled' }),
  ]
  expect(new Set(keys).size).toBe(3)
})

test('a list with an overlay that was built by hand is not replaced, nor set as a value', () => {
  const at = { group: 'smart_autoplay', item_id: null, register: 'variants' } as const
  const chosen = [{ template_name: 'default', template_position: 'top-left' }]
  const built = aVideo().smart_autoplay?.variants ?? []
  const set = (value: unknown) => ({ kind: 'set', ...at, value }) as Change
  expect(refusal(aDraft(), set(chosen))).toEqual({ kind: 'hand-built' })
  const plain = aDraft(aVideo({ smart_autoplay: { variants: [] } }))
  expect(refusal(plain, set(built))).toEqual({ kind: 'hand-built' })
  apply(plain, set(chosen))
  expect(rowsOf(plain)).toMatchObject([{ want: chosen }])
  // The service's own value ends an edit, whatever is in it.
  const changed = aDraft()
  changed.rows = plain.rows
  apply(changed, set(built))
  expect(rowsOf(changed)).toEqual([])
})
