import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restoringChanges } from '../../../../src/main/features/publishing/restore.ts'
import { applyChange, type Draft } from '../../../../src/main/features/publishing/save.ts'
import { GROUPS } from '../../../../src/shared/api/settings/index.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { Change, HistoryEntry } from '../../../../src/shared/features/publishing/edit.ts'
import { applyEdits } from '../../../../src/shared/features/publishing/lay.ts'
import { aVideo, VIDEO } from '../../../support/edits.ts'
import { ACCOUNT } from '../../../support/store-folder.ts'

function anEntry(change: Partial<HistoryEntry>): HistoryEntry {
  return {
    id: 1,
    at: 1,
    video_id: VIDEO,
    event: 'posted',
    group: null,
    item_id: null,
    register: null,
    before: null,
    after: null,
    ...change,
  }
}

/** A video after an entry was restored on it, and how many edits that took. */
function restored(entry: HistoryEntry, base: Video, drafts: readonly Change[] = []) {
  let last = 0
  const ids = { nextSeq: () => ++last, newId: () => `local:${++last}` }
  const draft: Draft = { account_id: ACCOUNT, video_id: VIDEO, base, rows: new Map(), ...ids }
  for (const change of drafts) applyChange(draft, change)
  const shown = applyEdits(base, [...draft.rows.values()])
  for (const change of restoringChanges(entry, { shown, base })) applyChange(draft, change)
  const rows = [...draft.rows.values()]
  return { video: applyEdits(base, rows), rows }
}

const settingsOf = (video: Video) =>
  Object.fromEntries(GROUPS.map((group) => [group, video[group]]))

test('restoring a setting drafts its old value, and touches nothing else', () => {
  const at = { group: 'call_actions', item_id: 'cta1', register: 'window.start' } as const
  const { rows } = restored(anEntry({ ...at, before: 3, after: 10 }), aVideo())
  expect(rows).toMatchObject([{ ...at, kind: 'set', base: 10, want: 3 }])
})

test('restoring a discarded edit of a list leaves what others added since', () => {
  const at = { group: 'traffic_filter', register: 'countries' } as const
  const discarded = {
    ...at,
    event: 'discarded',
    before: ['BR', 'DE'],
    after: ['BR', 'US'],
  } as const
  const { rows } = restored(anEntry(discarded), aVideo())
  expect(rows).toMatchObject([{ kind: 'list', added: ['DE'], removed: [] }])
})

test('restoring a list drafts the values to add and to remove', () => {
  const at = { group: 'traffic_filter', register: 'countries' } as const
  const entry = anEntry({ ...at, before: ['PT', 'DE'], after: ['BR', 'PT'] })
  const { rows } = restored(entry, aVideo())
  expect(rows).toMatchObject([{ kind: 'list', added: ['DE'], removed: ['BR'] }])
})

test('restoring a threshold restores the mode that gave it its unit, and the other way round', () => {
  const pixel = { group: 'pixels', item_id: 'pixel1' } as const
  const mode = { ...pixel, register: 'dispatch.mode' } as const
  const threshold = { ...pixel, register: 'dispatch.threshold' } as const
  const now = aVideo({
    pixels: { items: [{ id: 'pixel1', dispatch: { active: true, mode: 'time', threshold: 300 } }] },
  })
  const changed = anEntry({ id: 3, at: 2, ...threshold, before: 75, after: 300 })
  const timed = anEntry({ id: 2, at: 2, ...mode, before: 'percent', after: 'time' })
  const earlier = anEntry({ id: 1, at: 1, ...threshold, before: 50, after: 75 })
  const history = [changed, timed, earlier]
  const drafted = (entry: HistoryEntry, shown = now) =>
    Object.fromEntries(
      restoringChanges(entry, { shown, base: now }, history).flatMap((change) =>
        change.kind === 'set' ? [[change.register, change.value]] : [],
      ),
    )
  const then = { 'dispatch.mode': 'percent', 'dispatch.threshold': 75 }
  expect([changed, timed].map((entry) => drafted(entry))).toEqual([then, then])
  expect(drafted(earlier)).toEqual({ ...then, 'dispatch.threshold': 50 })
  const inPercent = aVideo({
    pixels: {
      items: [{ id: 'pixel1', dispatch: { active: true, mode: 'percent', threshold: 9 } }],
    },
  })
  expect(drafted(changed, inPercent)).toEqual({ 'dispatch.threshold': 75 })
})

test('of a discarded pair, each is restored by itself, in any order', () => {
  const pixel = { group: 'pixels', item_id: 'pixel1' } as const
  const ofPixel = (mode: string, threshold: number) =>
    aVideo({ pixels: { items: [{ id: 'pixel1', dispatch: { active: true, mode, threshold } }] } })
  const discarded = { ...pixel, event: 'discarded', at: 1 } as const
  const mode = anEntry({
    ...{ ...discarded, id: 1, register: 'dispatch.mode' },
    ...{ before: 'time', after: 'percent' },
  })
  const threshold = anEntry({
    ...{ ...discarded, id: 2, register: 'dispatch.threshold' },
    ...{ before: 300, after: 75 },
  })
  const base = ofPixel('percent', 75)
  const history = [threshold, mode]
  const drafted = (entry: HistoryEntry, shown: Video) =>
    restoringChanges(entry, { shown, base }, history).map((change) =>
      change.kind === 'set' ? [change.register, change.value] : [],
    )
  expect(drafted(mode, base)).toEqual([['dispatch.mode', 'time']])
  expect(drafted(threshold, ofPixel('time', 75))).toEqual([['dispatch.threshold', 300]])
  expect(drafted(threshold, base)).toEqual([['dispatch.threshold', 300]])
  expect(drafted(mode, ofPixel('percent', 300))).toEqual([['dispatch.mode', 'time']])
})

test('a deleted item is restored as a new one, with the values that may be sent', () => {
  const before = {
    id: 'gone',
    base: { name: 'Old', image_as_button: true, type: null },
    statistics: { clicks: 5 },
  }
  const at = { group: 'call_actions', item_id: 'gone' } as const
  const { rows } = restored(anEntry({ ...at, before }), aVideo())
  expect(rows).toMatchObject([{ kind: 'create', want: { base: { name: 'Old' } } }])
  expect(rows[0]?.want).toEqual({ base: { name: 'Old' } })
})

test('a deleted button with a picture, which cannot be sent, is restored as one that is off', () => {
  const before = { base: { active: true }, image_as_button: true, image: { width: 1 } }
  const entry = anEntry({ group: 'call_actions', item_id: 'gone', before })
  const { rows, video } = restored(entry, aVideo())
  expect(rows[0]?.want).toEqual({ base: { active: false }, image_as_button: true })
  expect(restored(entry, video).rows).toEqual([])
})

test('restoring a creation deletes the item, and does nothing if the item is already gone', () => {
  const made = (item_id: string) => anEntry({ group: 'pixels', item_id, before: null, after: {} })
  expect(restored(made('pixel1'), aVideo()).rows).toMatchObject([{ kind: 'delete' }])
  expect(restored(made('gone'), aVideo()).rows).toEqual([])
})

test('an item that was restored before is not created a second time, unless there were two', () => {
  const [pixel] = aVideo().pixels?.items ?? []
  const gone = (item_id: string) =>
    anEntry({ group: 'pixels', item_id, before: { ...pixel, id: item_id }, after: null })
  const now = (...ids: string[]) =>
    aVideo({ pixels: { items: ids.map((id) => ({ ...pixel, id })) } })
  const made = (entry: HistoryEntry, shown: Video, since: HistoryEntry[] = [entry]) =>
    restoringChanges(entry, { shown, base: shown }, since).map(({ kind }) => kind)
  // The other one was there already, and is wanted twice.
  expect(made(gone('pixel2'), now('pixel1'))).toEqual(['create'])
  expect(made(gone('pixel2'), now('pixel1', 'local:made'))).toEqual([])
  // Published meanwhile, the restored one has an id of the service.
  const created = anEntry({ id: 2, group: 'pixels', item_id: 'made', after: { ...pixel } })
  const since = [created, gone('pixel2')]
  expect(made(gone('pixel2'), now('pixel1', 'made'), since)).toEqual([])
  const before = { pixels: now('pixel1', 'pixel2').pixels }
  const reading = anEntry({ event: 'downloaded', before, after: { pixels: now('pixel1').pixels } })
  expect(made(reading, now('pixel1'))).toEqual(['create'])
  expect(made(reading, now('pixel1', 'local:made'))).toEqual([])
})

test('a possible duplicate that was noticed has nothing to restore', () => {
  const at = { group: 'pixels', item_id: 'pixel1' } as const
  const entry = anEntry({ event: 'duplicate', ...at, before: { id: 'other' }, after: {} })
  expect(restored(entry, aVideo()).rows).toEqual([])
})

test('a restored download leaves a list with an overlay that was built by hand as it is', () => {
  const [chosen] = aVideo().smart_autoplay?.variants ?? []
  const before = { smart_autoplay: { enabled: false, variants: chosen ? [chosen] : [] } }
  const after = settingsOf(aVideo())
  const { rows } = restored(anEntry({ event: 'downloaded', before, after }), aVideo())
  expect(rows).toMatchObject([{ register: 'enabled', want: false }])
})

test('a value that is already restored needs no edit', () => {
  const after = { ...settingsOf(aVideo()), traffic_filter: { enabled: false } }
  const entry = anEntry({ event: 'downloaded', before: settingsOf(aVideo()), after })
  expect(restored(entry, aVideo()).rows).toEqual([])
})

const flag = fc.constantFrom(true, false)
const codes = fc.subarray(['BR', 'PT', 'DE'])
const item = (id: string) =>
  fc.record({
    id: fc.constant(id),
    window: fc.record({ start: fc.nat(5), end: fc.nat(5) }),
    design: fc.record({ styles: fc.record({ padding: fc.nat(2) }) }),
  })
const video = fc
  .record({
    enabled: flag,
    codes,
    first: fc.option(item('cta1'), { nil: undefined }),
    second: fc.option(item('cta2'), { nil: undefined }),
    start: fc.nat(5),
  })
  .map(({ enabled, codes: countries, first, second, start }) =>
    aVideo({
      call_actions: { enabled, items: [first, second].filter((each) => each !== undefined) },
      traffic_filter: { enabled, countries },
      playback: { action_after_finish: { type: 'loop', start } },
    }),
  )

/** Settings without ids and orders, which an item that is made again cannot keep. */
function plain(settings: Video) {
  const items = (settings.call_actions?.items ?? []).map((item) =>
    JSON.stringify({ ...item, id: undefined }),
  )
  const countries = settings.traffic_filter?.countries?.toSorted()
  return { ...settingsOf(settings), call_actions: items.sort(), countries, traffic_filter: null }
}

test('restoring a reading brings back all that it changed', () => {
  fc.assert(
    fc.property(video, video, (before, now) => {
      const read = { before: settingsOf(before), after: settingsOf(now) }
      const entry = anEntry({ event: 'downloaded', ...read })
      expect(plain(restored(entry, now).video)).toEqual(plain(before))
    }),
    { numRuns: 500 },
  )
})

test('restoring a reading leaves what was changed at other times', () => {
  const [first] = aVideo().call_actions?.items ?? []
  const call = (id: string, start: number) => ({ ...first, id, window: { start, end: 60 } })
  const of = (items: object[], countries: string[]) =>
    aVideo({ call_actions: { items }, traffic_filter: { countries } } as Partial<Video>)
  const before = settingsOf(of([call('a', 5), call('b', 5)], ['BR']))
  const after = settingsOf(of([call('a', 7), call('b', 5)], ['BR', 'PT']))
  // Published since: a time of b, an item c, and another country.
  const now = of([call('a', 7), call('b', 30), call('c', 9)], ['BR', 'PT', 'US'])
  const drafts: Change[] = [
    { kind: 'create', group: 'call_actions', item: { base: { name: 'Draft' } } },
  ]
  const { rows } = restored(anEntry({ event: 'downloaded', before, after }), now, drafts)
  expect(rows.map(({ kind, register, want }) => [kind, register, want])).toEqual([
    ['create', null, { base: { name: 'Draft' } }],
    ['set', 'window.start', 5],
    ['list', 'countries', ['BR', 'US']],
  ])
})

test('an item that only a draft deletes is kept rather than created again', () => {
  const [call] = aVideo().call_actions?.items ?? []
  const at = { group: 'call_actions', item_id: 'cta1' } as const
  const before = { ...call, window: { start: 3, end: 20 } }
  const drafts: Change[] = [{ kind: 'delete', ...at }]
  const { rows } = restored(anEntry({ ...at, before }), aVideo(), drafts)
  expect(rows.map(({ kind, register }) => [kind, register])).toContainEqual(['set', 'window.start'])
  expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['set']))
})

test('a setting of an item that is gone has nothing to restore', () => {
  const at = { group: 'call_actions', item_id: 'gone', register: 'window.start' } as const
  expect(restored(anEntry({ ...at, before: 3, after: 10 }), aVideo()).rows).toEqual([])
})
