import { beforeEach, expect, test } from 'vitest'
import { CallFailed } from '../../../../src/renderer/bridge.ts'
import {
  type Drafts,
  draftKey,
  draftsOfDeleted,
} from '../../../../src/renderer/features/videos/drafts.ts'
import { LOOP_START } from '../../../../src/renderer/features/videos/flag-groups.tsx'
import {
  draftStoreOf,
  makeDraftStore,
  makeDraftStores,
} from '../../../../src/renderer/features/videos/use-drafts.ts'
import {
  asVariants,
  VARIANTS,
  withoutVariant,
  withVariant,
} from '../../../../src/renderer/features/videos/variants.ts'
import { makePageStore } from '../../../../src/renderer/kept-in-page.ts'
import type { Variant } from '../../../../src/shared/api/settings/index.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import type { Change, OpenVideo } from '../../../../src/shared/features/publishing/edit.ts'
import type { Codec } from '../../../../src/shared/features/videos/codec.ts'
import { decimalCodec } from '../../../../src/shared/features/videos/codec.ts'

const SCALE: Codec = decimalCodec('en')
const image = (scale: number): Variant => ({ template_name: 'image', scale })
const FULL: Failure = { kind: 'storage', reason: 'full', path: '/', text: '' }

const tick = () => new Promise(setImmediate)

/** An opened video, and what was saved on it. A change is saved until the video is shown again. */
function keeperOf(variants: Variant[]) {
  const saved: Change[] = []
  const world: { failure: Failure | null } = { failure: null }
  const store = makeDraftStore()
  const saving = new Set<() => void>()
  const shows = (now: Variant[]) => {
    const opened = {
      shown: { id: 'v1', smart_autoplay: { variants: now } },
    } as unknown as OpenVideo
    store.follow({ opened, save })
    for (const resolve of saving) resolve()
    saving.clear()
    return tick()
  }
  const save = async (changes: Change[]) => {
    if (world.failure) throw new CallFailed(world.failure)
    saved.push(...changes)
    return new Promise<void>((resolve) => saving.add(resolve))
  }
  void shows(variants)
  const typeScale = (index: number, text: string) => {
    const part = [String(index), 'scale']
    const key = draftKey(VARIANTS, part)
    store.type(key, { at: VARIANTS, part, text, typed: SCALE.read(text) })
    return () => store.commit(key)
  }
  const scales = () =>
    saved.map((change) => 'value' in change && asVariants(change.value).map(({ scale }) => scale))
  return { ...store, saved, world, shows, typeScale, scales }
}

let store: ReturnType<typeof keeperOf>
beforeEach(() => {
  store = keeperOf([image(1), image(1)])
})

test('adding an overlay right after leaving a field keeps the typed value', async () => {
  store.typeScale(1, '0.5')()
  void store.change(VARIANTS, (list) => [...asVariants(list), image(2)])
  expect(store.scales()).toEqual([
    [1, 0.5],
    [1, 0.5, 2],
  ])
  await store.shows([image(1), image(0.5), image(2)])
  expect(store.now()).toEqual({})
})

test('a value that is set back at once is saved again', async () => {
  store.typeScale(0, '0.5')()
  store.typeScale(0, '1')()
  expect(store.scales()).toEqual([
    [0.5, 1],
    [1, 1],
  ])
  await store.shows([image(1), image(1)])
  store.typeScale(0, '1')()
  expect(store.scales()).toHaveLength(2)
  expect(store.now()).toEqual({})
})

test('the field of a value that was undone before it was shown has the value of the video', async () => {
  store.typeScale(0, '0.5')()
  expect(Object.values(store.now())).toMatchObject([{ text: '0.5', isSaving: true }])
  await store.shows([image(1), image(1)])
  expect(store.now()).toEqual({})
})

test('a value that could not be saved stays in its field, and is saved by a second attempt', async () => {
  store.world.failure = FULL
  const commit = store.typeScale(0, '0.5')
  commit()
  await tick()
  expect(Object.values(store.now())).toMatchObject([
    { text: '0.5', isSaving: false, failure: FULL },
  ])
  store.world.failure = null
  commit()
  expect(store.scales()).toEqual([[0.5, 1]])
})

test('text that is typed while an earlier one is being saved stays in its field', async () => {
  store.typeScale(0, '0.5')()
  store.typeScale(0, '0.7')
  await store.shows([image(0.5), image(1)])
  expect(Object.values(store.now())).toMatchObject([{ text: '0.7', isSaving: false }])
})

test('deleting another overlay right after leaving a field keeps the typed value', async () => {
  store.typeScale(1, '0.5')()
  void store.change(VARIANTS, ...withoutVariant(0))
  expect(store.scales().at(-1)).toEqual([0.5])
})

test('choosing a template or a place right after leaving a field keeps the typed value', async () => {
  store.typeScale(0, '0.5')()
  void store.change(VARIANTS, ...withVariant(0, { template_position: 'top-left' }))
  void store.change(VARIANTS, ...withVariant(1, { template_position: 'top-right' }))
  expect(store.scales().at(-1)).toEqual([0.5, 1])
  store.typeScale(0, '0.75')()
  void store.change(VARIANTS, ...withoutVariant(1))
  expect(store.scales().at(-1)).toEqual([0.75])
})

test('an invalid typed text stays with its overlay when an earlier overlay is deleted', async () => {
  store.typeScale(1, 'half')
  void store.change(VARIANTS, ...withoutVariant(0))
  const kept = Object.values(store.now()).filter(({ typed }) => !typed)
  expect(kept).toMatchObject([{ part: ['0', 'scale'], text: 'half' }])
  void store.change(VARIANTS, ...withoutVariant(0))
  expect(Object.values(store.now()).filter(({ typed }) => !typed)).toEqual([])
})

test('when adding an overlay fails, the field keeps its typed text', async () => {
  store.typeScale(1, '0.5')
  store.world.failure = FULL
  const adding = store.change(VARIANTS, (list) => [...asVariants(list), image(2)])
  await expect(adding).rejects.toMatchObject({ failure: FULL })
  expect(Object.values(store.now())).toMatchObject([
    { part: ['1', 'scale'], text: '0.5', isSaving: false },
  ])
  store.world.failure = null
  store.commit(draftKey(VARIANTS, ['1', 'scale']))
  expect(store.scales()).toEqual([[1, 0.5]])
})

test('text that is refused when its video is left is there again with its reason', async () => {
  const at = { group: 'traffic_filter', item_id: null, register: 'token' } as const
  const key = draftKey(at, [])
  const video = { id: 'v1' } as Video
  const opened = { base: video, shown: video } as OpenVideo
  const left = draftStoreOf('first account', 'v1')
  left.follow({ opened, save: () => Promise.reject(new CallFailed(FULL)) })
  left.type(key, { at, part: [], text: 'typed', typed: { value: 'typed' } })
  left.commitAll()
  await tick()
  expect(draftStoreOf('second account', 'v1').now()).toEqual({})
  expect(draftStoreOf('first account', 'v2').now()).toEqual({})
  const again = draftStoreOf('first account', 'v1')
  expect(again.now()).toMatchObject({ [key]: { text: 'typed', failure: FULL } })
  again.follow({ opened, save: () => Promise.resolve() })
  again.commit(key)
  await tick()
  expect(draftStoreOf('first account', 'v1').now()).toEqual({})
})

test('text that is not saved is there in another page of the window, except secrets and what is saved by then', async () => {
  const at = (register: string) => ({ group: 'traffic_filter', item_id: null, register }) as const
  const key = (register: string) => draftKey(at(register), [])
  const kept = makePageStore<Record<string, Drafts>>('drafts of a test', {})
  const left = makeDraftStores(kept)('account', 'v1')
  const video = { id: 'v1' } as Video
  const opened = { base: video, shown: video } as OpenVideo
  left.follow({ opened, save: () => Promise.reject(new CallFailed(FULL)) })
  const typed = (register: string, text: string, value: { value: unknown } | null) =>
    left.type(key(register), { at: at(register), part: [], text, typed: value })
  typed('name', 'refused', { value: 'refused' })
  left.commitAll()
  await tick()
  typed('url', 'not an address', null)
  typed('token', 'secret', null)
  typed('other', 'being typed', { value: 'being typed' })
  const next = makeDraftStores(kept)('account', 'v1')
  expect(next.now()).toMatchObject({
    [key('name')]: { text: 'refused', failure: FULL, isSaving: false },
    [key('url')]: { text: 'not an address' },
    [key('other')]: { text: 'being typed' },
  })
  expect(Object.keys(next.now())).toHaveLength(3)
  // The page that was left has saved it.
  const saved = {
    ...opened,
    shown: { id: 'v1', traffic_filter: { other: 'being typed' } } as never,
  }
  next.follow({ opened: saved, save: () => Promise.resolve() })
  expect(Object.keys(next.now())).toEqual([key('name'), key('url')])
  next.discard(key('name'))
  next.discard(key('url'))
  expect(makeDraftStores(kept)('account', 'v1').now()).toEqual({})
})

test('refused text is kept, and replaces no value that was set since, until it is saved by hand', async () => {
  const at = { group: 'traffic_filter', item_id: null, register: 'token' } as const
  const key = draftKey(at, [])
  const saved: Change[] = []
  const showing = (token: string) => {
    const video = { id: 'v3', traffic_filter: { token } } as unknown as Video
    return { base: video, shown: video } as OpenVideo
  }
  const left = draftStoreOf('account', 'v3')
  left.follow({ opened: showing('before'), save: () => Promise.reject(new CallFailed(FULL)) })
  left.type(key, { at, part: [], text: 'typed', typed: { value: 'typed' } })
  left.commitAll()
  await tick()
  const again = draftStoreOf('account', 'v3')
  again.follow({ opened: showing('newer'), save: async (changes) => saved.push(...changes) })
  again.commitAll()
  await tick()
  expect([saved, again.now()[key]?.text]).toEqual([[], 'typed'])
  again.commit(key)
  await tick()
  expect(saved).toEqual([{ kind: 'set', ...at, value: 'typed' }])
})

test('text that is typed in a created item is saved on it after the service gave it an id', async () => {
  const saved: Change[] = []
  const created = makeDraftStore()
  const opened = (id: string, adopted = {}) => {
    const video = { id: 'v1', pixels: { items: [{ id }] } }
    return { base: video, shown: video, adopted } as unknown as OpenVideo
  }
  const save = async (changes: Change[]) => saved.push(...changes)
  const at = { group: 'pixels', item_id: 'local:1', register: 'base.name' } as const
  created.follow({ opened: opened('local:1'), save })
  const typed = { at, part: [], text: 'Purchase', typed: { value: 'Purchase' } }
  created.type(draftKey(at, []), typed)
  created.follow({ opened: opened('p9', { 'local:1': 'p9' }), save })
  const now = { ...at, item_id: 'p9' }
  expect(created.now()).toMatchObject({ [draftKey(now, [])]: { text: 'Purchase', at: now } })
  created.commitAll()
  expect(saved).toEqual([{ kind: 'set', ...now, value: 'Purchase' }])
})

test('text typed in an item that someone deletes on the service is kept apart, and saved nowhere', async () => {
  const at = { group: 'call_actions', item_id: 'b', register: 'action.url' } as const
  const videoWith = (...ids: string[]) =>
    ({ id: 'v1', call_actions: { items: ids.map((id) => ({ id })) } }) as unknown as Video
  const follow = (video: Video) =>
    store.follow({ opened: { base: video, shown: video } as OpenVideo, save: unsaved })
  const unsaved = () => Promise.reject(new Error('nothing is to be saved'))
  follow(videoWith('a', 'b'))
  const key = draftKey(at, [])
  store.type(key, { at, part: [], text: 'https://typed', typed: { value: 'https://typed' } })
  expect(draftsOfDeleted(videoWith('a', 'b'), store.now())).toEqual([])
  follow(videoWith('a'))
  store.commitAll()
  await tick()
  expect(draftsOfDeleted(videoWith('a'), store.now())).toMatchObject([[key, { failure: null }]])
})

test('a start of the loop that is typed and erased leaves the loop off', () => {
  const at = { group: 'playback', item_id: null, register: 'action_after_finish' } as const
  const saved: Change[] = []
  const video = { id: 'v1', playback: { action_after_finish: null } } as unknown as Video
  const looped = makeDraftStore()
  const save = async (changes: Change[]) => saved.push(...changes)
  looped.follow({ opened: { base: video, shown: video } as OpenVideo, save })
  const key = draftKey(at, [])
  for (const text of ['0:30', '']) {
    looped.type(key, { at, part: [], text, typed: LOOP_START.read(text) })
  }
  looped.commit(key)
  expect([saved, looped.now()]).toEqual([[], {}])
})
