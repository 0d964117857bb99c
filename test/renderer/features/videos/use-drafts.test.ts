import { beforeEach, expect, test } from 'vitest'
import { CallFailed } from '../../../../src/renderer/bridge.ts'
import { draftKey, makeDraftStore } from '../../../../src/renderer/features/videos/use-drafts.ts'
import {
  asVariants,
  VARIANTS,
  withoutVariant,
  withVariant,
} from '../../../../src/renderer/features/videos/variants.ts'
import type { Variant } from '../../../../src/shared/api/settings/index.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import type { Change, OpenVideo } from '../../../../src/shared/features/publishing/edit.ts'
import type { Codec } from '../../../../src/shared/features/videos/codec.ts'
import { decimalCodec } from '../../../../src/shared/features/videos/codec.ts'

const SCALE: Codec = decimalCodec('en')
const image = (scale: number): Variant => ({ template_name: 'image', scale })
const FULL: Failure = { kind: 'storage', reason: 'full', path: '/', text: '' }

/** An opened video that has not said back what is saved, and what was saved on it. */
function keeperOf(variants: Variant[]) {
  const saved: Change[] = []
  const world: { failure: Failure | null } = { failure: null }
  const store = makeDraftStore()
  const shows = (now: Variant[]) => {
    const opened = {
      shown: { id: 'v1', smart_autoplay: { variants: now } },
    } as unknown as OpenVideo
    store.follow({ opened, save })
  }
  const save = async (changes: Change[]) => {
    if (world.failure) throw new CallFailed(world.failure)
    saved.push(...changes)
    return []
  }
  shows(variants)
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
  await store.change(VARIANTS, (list) => [...asVariants(list), image(2)])
  expect(store.scales()).toEqual([
    [1, 0.5],
    [1, 0.5, 2],
  ])
  store.shows([image(1), image(0.5), image(2)])
  expect(store.now()).toEqual({})
})

test('deleting another overlay right after leaving a field keeps the typed value', async () => {
  store.typeScale(1, '0.5')()
  await store.change(VARIANTS, ...withoutVariant(0))
  expect(store.scales().at(-1)).toEqual([0.5])
})

test('choosing a template or a place right after leaving a field keeps the typed value', async () => {
  store.typeScale(0, '0.5')()
  await store.change(VARIANTS, ...withVariant(0, { template_position: 'top-left' }))
  await store.change(VARIANTS, ...withVariant(1, { template_position: 'top-right' }))
  expect(store.scales().at(-1)).toEqual([0.5, 1])
  store.typeScale(0, '0.75')()
  await store.change(VARIANTS, ...withoutVariant(1))
  expect(store.scales().at(-1)).toEqual([0.75])
})

test('an invalid typed text stays with its overlay when an earlier overlay is deleted', async () => {
  store.typeScale(1, 'half')
  await store.change(VARIANTS, ...withoutVariant(0))
  const kept = Object.values(store.now()).filter(({ typed }) => !typed)
  expect(kept).toMatchObject([{ part: ['0', 'scale'], text: 'half' }])
  await store.change(VARIANTS, ...withoutVariant(0))
  expect(Object.values(store.now()).filter(({ typed }) => !typed)).toEqual([])
})

test('when adding an overlay fails, the field keeps its typed text', async () => {
  store.typeScale(1, '0.5')
  store.world.failure = FULL
  const adding = store.change(VARIANTS, (list) => [...asVariants(list), image(2)])
  await expect(adding).rejects.toMatchObject({ failure: FULL })
  expect(Object.values(store.now())).toMatchObject([
    { part: ['1', 'scale'], text: '0.5', phase: 'typed' },
  ])
  store.world.failure = null
  store.commit(draftKey(VARIANTS, ['1', 'scale']))
  expect(store.scales()).toEqual([[1, 0.5]])
})
