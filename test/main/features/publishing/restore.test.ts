import fc from 'fast-check'
import { expect, test } from 'vitest'
import { restoringChanges } from '../../../../src/main/features/publishing/restore.ts'
import { applyChange, type Draft } from '../../../../src/main/features/publishing/save.ts'
import { GROUPS } from '../../../../src/shared/api/settings/index.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { HistoryEntry } from '../../../../src/shared/features/publishing/edit.ts'
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
function restored(entry: HistoryEntry, now: Video) {
  let last = 0
  const ids = { nextSeq: () => ++last, newId: () => `local:${++last}` }
  const draft: Draft = { account_id: ACCOUNT, video_id: VIDEO, base: now, rows: new Map(), ...ids }
  for (const change of restoringChanges(entry, now)) applyChange(draft, change)
  const rows = [...draft.rows.values()]
  return { video: applyEdits(now, rows), rows }
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
  const { rows } = restored(anEntry({ ...at, before: ['PT', 'DE'] }), aVideo())
  expect(rows).toMatchObject([{ kind: 'list', added: ['DE'], removed: ['BR'] }])
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
    restoringChanges(entry, shown, since).map(({ kind }) => kind)
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
  const { rows } = restored(anEntry({ event: 'downloaded', before }), aVideo())
  expect(rows).toMatchObject([{ register: 'enabled', want: false }])
})

test('a value that is already restored needs no edit', () => {
  const entry = anEntry({ event: 'downloaded', before: settingsOf(aVideo()) })
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

test('restoring a whole download brings back every setting of it', () => {
  fc.assert(
    fc.property(video, video, (before, now) => {
      const entry = anEntry({ event: 'downloaded', before: settingsOf(before) })
      expect(plain(restored(entry, now).video)).toEqual(plain(before))
    }),
    { numRuns: 500 },
  )
})
