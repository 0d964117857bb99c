import { beforeEach, expect, test } from 'vitest'
import { CallFailed } from '../../../../src/renderer/bridge.ts'
import type { Codec } from '../../../../src/renderer/features/videos/codec.ts'
import { decimalCodec } from '../../../../src/renderer/features/videos/codec.ts'
import { draftKey, makeKeeper } from '../../../../src/renderer/features/videos/use-drafts.ts'
import {
  asVariants,
  VARIANTS,
  withoutVariant,
  withVariant,
} from '../../../../src/renderer/features/videos/variants.ts'
import type { Variant } from '../../../../src/shared/api/settings/smart-autoplay.ts'
import type { Failure } from '../../../../src/shared/failure.ts'
import type { Change, VideoDesk } from '../../../../src/shared/features/publishing/edit.ts'

const SCALE: Codec = decimalCodec('en')
const image = (scale: number): Variant => ({ template_name: 'image', scale })
const FULL: Failure = { kind: 'storage', reason: 'full', path: '/', text: '' }

/** A desk that has not said back what is saved, and what was saved on it. */
function keeperOf(variants: Variant[]) {
  const saved: Change[] = []
  const world: { failure: Failure | null } = { failure: null }
  const keeper = makeKeeper()
  const shows = (now: Variant[]) => {
    const desk = { shown: { id: 'v1', smart_autoplay: { variants: now } } } as unknown as VideoDesk
    keeper.follow({ desk, save })
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
    keeper.type(key, { at: VARIANTS, part, text, typed: SCALE.read(text) })
    return () => keeper.leave(key)
  }
  const scales = () =>
    saved.map((change) => 'value' in change && asVariants(change.value).map(({ scale }) => scale))
  return { ...keeper, saved, world, shows, typeScale, scales }
}

let keeper: ReturnType<typeof keeperOf>
beforeEach(() => {
  keeper = keeperOf([image(1), image(1)])
})

test('an overlay that is added right after a field was left keeps the field', async () => {
  keeper.typeScale(1, '0.5')()
  await keeper.change(VARIANTS, (list) => [...asVariants(list), image(2)])
  expect(keeper.scales()).toEqual([
    [1, 0.5],
    [1, 0.5, 2],
  ])
  keeper.shows([image(1), image(0.5), image(2)])
  expect(keeper.now()).toEqual({})
})

test('an overlay that is deleted right after a field of another was left keeps the field', async () => {
  keeper.typeScale(1, '0.5')()
  await keeper.change(VARIANTS, ...withoutVariant(0))
  expect(keeper.scales().at(-1)).toEqual([0.5])
})

test('a template or a place that is chosen right after a field was left keeps the field', async () => {
  keeper.typeScale(0, '0.5')()
  await keeper.change(VARIANTS, ...withVariant(0, { template_position: 'top-left' }))
  await keeper.change(VARIANTS, ...withVariant(1, { template_position: 'top-right' }))
  expect(keeper.scales().at(-1)).toEqual([0.5, 1])
  keeper.typeScale(0, '0.75')()
  await keeper.change(VARIANTS, ...withoutVariant(1))
  expect(keeper.scales().at(-1)).toEqual([0.75])
})

test('what is typed and is no value stays with its overlay when one before it is deleted', async () => {
  keeper.typeScale(1, 'half')
  await keeper.change(VARIANTS, ...withoutVariant(0))
  const kept = Object.values(keeper.now()).filter(({ typed }) => !typed)
  expect(kept).toMatchObject([{ part: ['0', 'scale'], text: 'half' }])
  await keeper.change(VARIANTS, ...withoutVariant(0))
  expect(Object.values(keeper.now()).filter(({ typed }) => !typed)).toEqual([])
})

test('when an overlay cannot be added, the field has what was typed in it', async () => {
  keeper.typeScale(1, '0.5')
  keeper.world.failure = FULL
  const adding = keeper.change(VARIANTS, (list) => [...asVariants(list), image(2)])
  await expect(adding).rejects.toMatchObject({ failure: FULL })
  expect(Object.values(keeper.now())).toMatchObject([
    { part: ['1', 'scale'], text: '0.5', phase: 'typed' },
  ])
  keeper.world.failure = null
  keeper.leave(draftKey(VARIANTS, ['1', 'scale']))
  expect(keeper.scales()).toEqual([[1, 0.5]])
})
