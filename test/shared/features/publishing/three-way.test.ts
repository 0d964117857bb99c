import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLLECTIONS, GROUPS, type Group } from '../../../../src/shared/api/settings/index.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import { valueAt, withValue } from '../../../../src/shared/features/publishing/lay.ts'
import { mergedVideo } from '../../../../src/shared/features/publishing/patch-body.ts'
import {
  GROUP_REGISTERS,
  ITEM_REGISTERS,
  type RegisterAt,
  type RegisterKind,
  registerKind,
} from '../../../../src/shared/features/publishing/register.ts'
import {
  currentValueOf,
  type Intent,
  isApplied,
  threeWay,
} from '../../../../src/shared/features/publishing/three-way.ts'
import { sameValue } from '../../../../src/shared/features/publishing/value.ts'
import { count } from '../../../support/scale.ts'

const ITEM = 'item1'

function every(kind: RegisterKind): RegisterAt[] {
  const ofGroups = GROUPS.flatMap((group) =>
    Object.keys(GROUP_REGISTERS[group]).map((register) => ({ group, item_id: null, register })),
  )
  const ofItems = COLLECTIONS.flatMap((group) =>
    Object.keys(ITEM_REGISTERS[group]).map((register) => ({ group, item_id: ITEM, register })),
  )
  return [...ofGroups, ...ofItems].filter((at) => registerKind(at) === kind)
}

/** A video with one value at one place, and things beside it. */
function videoWith({ group, item_id, register }: RegisterAt, value: unknown): Video {
  const holder = withValue({ unknown: 1 }, register, value)
  const settings =
    item_id === null ? holder : { items: [{ id: 'other' }, { id: item_id, ...holder }] }
  return { id: 'video', [group]: settings } as Video
}

const intentOf = (at: RegisterAt, change: Partial<Intent>): Intent => ({
  ...at,
  kind: 'set',
  base: null,
  want: null,
  added: null,
  removed: null,
  ...change,
})

const LEAVES = ['a', 'b', null]
const WHOLES: Record<string, unknown[]> = {
  variants: [
    [{ template_name: 'modern', template_position: 'top-left' }],
    [{ template_name: 'default', template_position: 'top-left' }],
    [],
  ],
  action_after_finish: [{ type: 'loop', start: 1 }, { type: 'loop', start: 2 }, null],
  'design.typography': [{ size: 1 }, { size: 2 }, null],
  'design.styles': [{ padding: { top: 1 } }, { padding: { top: 2 } }, null],
}

/** The rule as it is written: no change of ours, none of theirs, the same of both, or a conflict. */
function expected(base: number, ours: number, theirs: number) {
  if (ours === base || ours === theirs) return 'done'
  return theirs === base ? 'send' : 'conflict'
}

test.each(['leaf', 'whole'] as const)('all 27 cases of every %s have the right outcome', (kind) => {
  let cases = 0
  for (const at of every(kind)) {
    const values = kind === 'leaf' ? LEAVES : (WHOLES[at.register] ?? [])
    for (const [base, ours, theirs] of triples()) {
      const intent = intentOf(at, { base: values[base], want: values[ours] })
      const video = videoWith(at, values[theirs])
      expect([at, base, ours, theirs, threeWay(intent, video)]).toEqual([
        at,
        base,
        ours,
        theirs,
        expected(base, ours, theirs),
      ])
      expect(isApplied(intent, video)).toBe(ours === theirs)
      cases += 1
    }
  }
  expect(cases).toBe(27 * every(kind).length)
})

function triples() {
  const all: [number, number, number][] = []
  for (let number = 0; number < 27; number++) {
    all.push([Math.floor(number / 9), Math.floor(number / 3) % 3, number % 3])
  }
  return all
}

const LISTS = [['BR'], ['BR', 'PT'], ['US']]

test('all 27 cases of every list are merged as sets, without a conflict', () => {
  for (const at of every('list')) {
    for (const [base, ours, theirs] of triples()) {
      const [b = [], o = [], t = []] = [LISTS[base], LISTS[ours], LISTS[theirs]]
      const added = o.filter((text) => !b.includes(text))
      const removed = b.filter((text) => !o.includes(text))
      const intent = intentOf(at, { kind: 'list', base: b, want: o, added, removed })
      const isDone =
        added.every((text) => t.includes(text)) && !removed.some((text) => t.includes(text))
      expect(threeWay(intent, videoWith(at, t))).toBe(isDone ? 'done' : 'send')
    }
  }
})

const TRIPLES = count('triples', { usual: 500, full: 50_000 })

const small = fc.oneof(fc.constantFrom('a', 'b', '', '__proto__', 'ção'), fc.nat(3), fc.boolean())
const leaf = fc.option(small)
const nested = fc.dictionary(fc.constantFrom('size', 'family', 'padding'), small, {
  minKeys: 1,
  noNullPrototype: true,
})
const variant = fc.record({
  template_name: fc.constantFrom('modern', 'default'),
  template_position: fc.constantFrom('top-left', 'middle-center'),
})
const whole: Record<string, fc.Arbitrary<unknown>> = {
  variants: fc.array(variant, { maxLength: 2 }),
  action_after_finish: fc.option(fc.record({ type: fc.constant('loop'), start: fc.nat(3) })),
  'design.typography': fc.option(nested),
  'design.styles': fc.option(nested),
}
const triple = fc.constantFrom(...every('leaf'), ...every('whole')).chain((at) => {
  const value = registerKind(at) === 'leaf' ? leaf : (whole[at.register] ?? leaf)
  return fc.record({ at: fc.constant(at), base: value, ours: value, theirs: value })
})

/** Equal as JSON with its keys in order: another way than that of the product. */
const text = (value: unknown): string =>
  JSON.stringify(value ?? null, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

test('for any three values, a change is sent only where no one else made one', () => {
  fc.assert(
    fc.property(triple, ({ at, base, ours, theirs }) => {
      const intent = intentOf(at, { base, want: ours })
      const video = videoWith(at, theirs)
      const [b, o, t] = [base, ours, theirs].map(text)
      const outcome = threeWay(intent, video)
      expect(outcome).toBe(o === b || o === t ? 'done' : t === b ? 'send' : 'conflict')
      if (outcome !== 'send') return
      const after = mergedVideo([intent], video)
      expect(isApplied(intent, after)).toBe(true)
      // With the value as it was put back, nothing else is another.
      expect(mergedVideo([intentOf(at, { want: theirs })], after)).toEqual(
        mergedVideo([intentOf(at, { want: theirs })], video),
      )
    }),
    { numRuns: TRIPLES },
  )
})

test('for any three lists, others’ values and our additions are in the result, and our removals are not', () => {
  const list = fc.uniqueArray(fc.constantFrom('BR', 'PT', 'US', 'DE', '__proto__'))
  const lists = fc.record({
    at: fc.constantFrom(...every('list')),
    ...{ base: list, ours: list, theirs: list },
  })
  fc.assert(
    fc.property(lists, ({ at, base, ours, theirs }) => {
      const added = ours.filter((one) => !base.includes(one))
      const removed = base.filter((one) => !ours.includes(one))
      const intent = intentOf(at, { kind: 'list', base, want: ours, added, removed })
      const after = mergedVideo([intent], videoWith(at, theirs))
      const expected = new Set([...theirs.filter((one) => !removed.includes(one)), ...added])
      expect(new Set(valueAt(after, at) as string[])).toEqual(expected)
    }),
    { numRuns: TRIPLES },
  )
})

const FILTER: RegisterAt = { group: 'traffic_filter', item_id: null, register: 'countries' }

test('only an edit that adds and removes the same value of a list is in conflict', () => {
  const intent = intentOf(FILTER, { kind: 'list', added: ['BR'], removed: ['BR'] })
  expect(threeWay(intent, videoWith(FILTER, []))).toBe('conflict')
})

const NAME: RegisterAt = { group: 'pixels', item_id: ITEM, register: 'base.name' }
const without = { id: 'video', pixels: { items: [] } } as Video

test('an edit of an item that someone deleted is classified as gone', () => {
  expect(threeWay(intentOf(NAME, { base: 'a', want: 'b' }), without)).toBe('gone')
  expect(currentValueOf(intentOf(NAME, { base: 'a', want: 'b' }), without)).toBeNull()
})

const deletion = intentOf(NAME, {
  kind: 'delete',
  register: null,
  base: { id: ITEM, base: { name: 'a' } },
} as Partial<Intent>)

test('the deletion of an unchanged item is sent, whatever its unknown keys', () => {
  expect(threeWay({ ...deletion, register: null }, videoWith(NAME, 'a'))).toBe('send')
})

test('the deletion of an item that someone changed is a conflict, with their version', () => {
  const intent = { ...deletion, register: null }
  expect(threeWay(intent, videoWith(NAME, 'b'))).toBe('conflict')
  expect(currentValueOf(intent, videoWith(NAME, 'b'))).toMatchObject({
    id: ITEM,
    base: { name: 'b' },
  })
})

test('the deletion of an item that is already deleted counts as done', () => {
  expect(threeWay({ ...deletion, register: null }, without)).toBe('done')
})

test('a list in another order is the same list', () => {
  const at = { group: 'traffic_filter' as Group, item_id: null, register: 'countries' }
  expect(sameValue(at, ['BR', 'PT'], ['PT', 'BR'])).toBe(true)
  expect(sameValue(at, ['BR', 'PT'], ['PT'])).toBe(false)
})

test('a hand-built variant is ignored in the comparison, since it is never sent', () => {
  const at = { group: 'smart_autoplay' as Group, item_id: null, register: 'variants' }
  const chosen = { template_name: 'modern', template_position: 'top-left' }
  const intent = intentOf(at, { base: [{ built: 1 }], want: [{ built: 1 }, chosen] })
  expect(threeWay(intent, videoWith(at, [chosen, { built: 2 }]))).toBe('done')
})

test('an overlay that was built by hand meanwhile is a conflict, because the list would replace it', () => {
  const at = { group: 'smart_autoplay', item_id: null, register: 'variants' } as const
  const [ours, before] = [WHOLES['variants']?.[0], WHOLES['variants']?.[1]] as unknown[][]
  const intent = intentOf(at, { base: before, want: ours })
  expect(threeWay(intent, videoWith(at, before))).toBe('send')
  expect(threeWay(intent, videoWith(at, [...(before ?? []), { html: '<b>' }]))).toBe('conflict')
})
