import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyPatch } from '../../../../src/shared/features/publishing/patch-body.ts'
import { count } from '../../../support/scale.ts'

const ids = fc.constantFrom('a', 'b', 'c', 'd')
const number = fc.nat(9)
const leaf = fc.oneof(number, fc.boolean(), fc.constantFrom('x', 'y'), fc.constant(null))
const whole = fc.record({ family: leaf, size: leaf }, { requiredKeys: [] })
const keys = <T>(shape: Record<string, fc.Arbitrary<T>>) => fc.record(shape, { requiredKeys: [] })

const change = {
  base: keys({ name: leaf, type: leaf, active: leaf }),
  window: keys({ start: leaf, end: leaf }),
  action: keys({ url: leaf, ['__proto__']: leaf }),
  design: keys({ typography: fc.option(whole), styles: fc.option(whole) }),
}
const patched = fc.record({ id: ids, ...change }, { requiredKeys: ['id'] })
const made = fc.record(change, { requiredKeys: [] })
const destroyed = ids.map((id) => ({ id, _destroy: true }))
const items = fc.array(fc.oneof(patched, patched, made, destroyed), { maxLength: 4 })
const pair = fc.option(fc.record({ type: fc.constant('loop'), start: number }))
const texts = fc.option(fc.array(fc.constantFrom('BR', 'PT', 'US'), { maxLength: 3 }))

const patch = keys<unknown>({
  call_actions: keys<unknown>({ enabled: leaf, items }),
  pixels: keys<unknown>({ enabled: leaf, items }),
  traffic_filter: keys<unknown>({ token: leaf, countries: texts, devices: texts }),
  playback: keys<unknown>({ smart_pause: leaf, action_after_finish: pair }),
  immersive_mode: keys({ enabled: leaf, desktop: leaf }),
  smart_autoplay: keys<unknown>({ enabled: leaf, variants: fc.array(whole, { maxLength: 2 }) }),
})

const stored = fc.record(
  {
    id: fc.constant('v'),
    call_actions: fc.record({
      enabled: leaf,
      kept: leaf,
      items: fc.uniqueArray(patched, { selector: ({ id }) => id, maxLength: 4 }),
    }),
    playback: keys<unknown>({ smart_pause: leaf, action_after_finish: pair, kept: leaf }),
    traffic_filter: keys<unknown>({ token: leaf, countries: texts }),
  },
  { requiredKeys: ['id'] },
)

type Fields = Record<string, unknown>

/** A patch as many that change one value each; what is only right together stays so. */
function partsOf(patch: Fields): Fields[] {
  return Object.entries(patch).flatMap(([group, value]) => {
    const { items: changes, ...own } = value as Fields
    const places = Object.entries(own).map(([key, one]): Fields => ({ [group]: { [key]: one } }))
    const ofItems = ((changes ?? []) as Fields[]).flatMap(itemParts)
    const itemPlaces = ofItems.map((item): Fields => ({ [group]: { items: [item] } }))
    const bare = changes === undefined ? {} : { items: [] }
    return [{ [group]: bare }, ...places, ...itemPlaces]
  })
}

function itemParts(item: Fields): Fields[] {
  const { id, ...change } = item
  if (id === undefined || change['_destroy'] === true) return [item]
  return Object.entries(change).flatMap(([part, value]) => [
    { id, [part]: {} },
    ...Object.entries(value as Fields).map(([key, one]) => ({ id, [part]: { [key]: one } })),
  ])
}

const PAIRS = count('pairs of patches', { usual: 3000, full: 200_000 })

test('law 1: two patches in a row have the effect of their values one by one, in random pairs', () => {
  let changed = 0
  fc.assert(
    fc.property(stored, patch, patch, (settings, one, two) => {
      const before = JSON.stringify(settings)
      const whole = applyPatch(applyPatch(settings, one), two)
      const parts = [...partsOf(one), ...partsOf(two)]
      const apart = parts.reduce((now, part) => applyPatch(now, part), settings)
      expect(whole).toEqual(apart)
      expect(JSON.stringify(settings)).toBe(before)
      if (JSON.stringify(whole) !== before) changed += 1
    }),
    { numRuns: PAIRS },
  )
  expect(changed).toBeGreaterThan(PAIRS / 2)
})

const VIDEO = {
  id: 'v',
  name: 'kept',
  call_actions: {
    enabled: true,
    items: [
      {
        id: 'one',
        window: { start: 10, end: 20 },
        design: { styles: { shadow: 'a', padding: 1 } },
      },
      { id: 'two', base: { active: true }, unknown: { deep: [1] } },
    ],
  },
  traffic_filter: { enabled: true, countries: ['BR', 'PT'] },
}

test('only the keys sent change', () => {
  expect(applyPatch(VIDEO, { call_actions: { enabled: false } })).toEqual({
    ...VIDEO,
    call_actions: { ...VIDEO.call_actions, enabled: false },
  })
})

test('sending the start of a window leaves its end', () => {
  const after = applyPatch(VIDEO, {
    call_actions: { items: [{ id: 'one', window: { start: 5 } }] },
  })
  expect(after.call_actions.items[0]?.window).toEqual({ start: 5, end: 20 })
})

test('what happens after the end is replaced as a whole', () => {
  const before = { playback: { action_after_finish: { type: 'loop', start: 5 } } }
  const action_after_finish = { type: 'redirect', url: 'https://pay.example' }
  const after = applyPatch(before, { playback: { action_after_finish } })
  expect(after).toEqual({ playback: { action_after_finish } })
})

test('the styles of a design are replaced as a whole', () => {
  const items = [{ id: 'one', design: { styles: { shadow: 'b' } } }]
  const after = applyPatch(VIDEO, { call_actions: { items } })
  expect(after.call_actions.items[0]?.design).toEqual({ styles: { shadow: 'b' } })
})

test('an item without an id is created, one with _destroy is deleted, and unmentioned ones stay', () => {
  const items = [{ base: { name: 'new' } }, { id: 'one', _destroy: true }]
  expect(applyPatch(VIDEO, { call_actions: { items } }).call_actions.items).toEqual([
    VIDEO.call_actions.items[1],
    { base: { name: 'new' } },
  ])
})

test('an item with an unknown id is not created', () => {
  const items = [{ id: 'gone', base: { name: 'back' } }]
  expect(applyPatch(VIDEO, { call_actions: { items } })).toEqual(VIDEO)
})

test('a list of plain values is replaced, and null takes a value away', () => {
  const after = applyPatch(VIDEO, { traffic_filter: { countries: ['US'], enabled: null } })
  expect(after.traffic_filter).toEqual({ countries: ['US'] })
})

test('a group that the video lacks comes with the first key sent', () => {
  const after: object = applyPatch(VIDEO, { immersive_mode: { desktop: true } })
  expect(after).toEqual({ ...VIDEO, immersive_mode: { desktop: true } })
})

/** RFC 7396, appendix A, where both are objects: what is there, the patch, and the result. */
const VECTORS: [Fields, Fields, Fields][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
]

test.each(VECTORS)('%j with %j is merged as RFC 7396 says', (there, change, result) => {
  expect(applyPatch({ playback: there }, { playback: change })).toEqual({ playback: result })
})

// Video, PATCH, 2: the one of them that goes deeper than a sub-group.
test('a key of a sub-group is replaced as a whole, unlike in RFC 7396', () => {
  const change = { a: { bb: { ccc: null } } }
  expect(applyPatch({ playback: {} }, { playback: change })).toEqual({ playback: change })
})

const flat = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(leaf, fc.array(leaf)), {
  noNullPrototype: true,
})
const twoDeep = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(leaf, flat), {
  noNullPrototype: true,
})

/** RFC 7396, section 2, as it is written there. */
function mergePatch(target: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change
  const isObject = typeof target === 'object' && target !== null && !Array.isArray(target)
  const result: Fields = isObject ? { ...target } : {}
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete result[name]
    else result[name] = mergePatch(result[name], value)
  }
  return result
}

test('a group and its sub-groups are merged as RFC 7396 says, whatever they contain', () => {
  fc.assert(
    fc.property(twoDeep, twoDeep, (there, change) => {
      expect(applyPatch({ playback: there }, { playback: change })).toEqual({
        playback: mergePatch(there, change),
      })
    }),
    { numRuns: PAIRS },
  )
})
