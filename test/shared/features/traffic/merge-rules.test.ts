import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ADDITIVE, type AdditiveTotals } from '../../../../src/shared/api/statistics.ts'
import {
  type Alias,
  type MergeRules,
  MOST_ALIASES,
  makeReader,
  mergeRules,
  NO_MERGE_RULES,
  withAliases,
  withoutAlias,
} from '../../../../src/shared/features/traffic/merge-rules.ts'
import { merged } from '../../../../src/shared/features/traffic/merged.ts'
import { sumMeasures } from '../../../../src/shared/tables/measures.ts'
import { NASTY } from '../../../support/statistics.ts'

const KEY = 'utm_campaign'
const ALL: MergeRules = { ...NO_MERGE_RULES, decodes: true, ignoresCase: true, dropsIds: true }
const alias = (value: string, canonical: string) => ({ query_key: KEY, value, canonical })
const withAlias = (rules: MergeRules, { query_key, value, canonical }: Alias) =>
  withAliases(rules, query_key, [value], canonical)
const keyOf = (rules: MergeRules, raw: string) => makeReader(rules, KEY)(raw).key
const valueOf = (rules: MergeRules, raw: string) => makeReader(rules, KEY)(raw).value

test('without rules a value is exactly as the service returned it', () => {
  for (const raw of [...NASTY, 'a+b', 'a%20b', 'A|1', '%E0%A4%A']) {
    expect(makeReader(NO_MERGE_RULES, KEY)(raw)).toEqual({ key: raw, value: raw })
  }
})

test.each([
  ['Escala+01', 'Escala 01'],
  ['Escala%2001', 'Escala 01'],
  ['lan%C3%A7amento', 'lançamento'],
  ['a%2Bb', 'a+b'],
  ['100%', '100%'],
  ['%E0%A4%A', '%E0%A4%A'],
  ['+', ''],
])('decoding turns %s into %s', (raw, value) => {
  expect(valueOf({ ...NO_MERGE_RULES, decodes: true }, raw)).toBe(value)
})

test.each([
  ['Escala|120210', 'Escala'],
  ['a|b|9', 'a|b'],
  ['|9', '|9'],
  ['plain', 'plain'],
])('without its id %s becomes %s', (raw, value) => {
  expect(valueOf({ ...NO_MERGE_RULES, dropsIds: true }, raw)).toBe(value)
})

test('an encoded bar is an id only when values are decoded', () => {
  expect(valueOf({ ...NO_MERGE_RULES, dropsIds: true }, 'a%7C1')).toBe('a%7C1')
  expect(valueOf(ALL, 'a%7C1')).toBe('a')
})

test('values that differ in case are merged under the one with most plays', () => {
  const rows = [row('fb', 10), row('FB', 400), row('Fb', 30)]
  const [only, ...more] = merged(rows, { ...NO_MERGE_RULES, ignoresCase: true }, KEY)
  expect(more).toEqual([])
  expect(only?.value).toBe('FB')
  expect(only?.members.map(({ grouped_field }) => grouped_field)).toEqual(['FB', 'Fb', 'fb'])
})

test('an alias applies to its own parameter only', () => {
  const rules = withAlias(NO_MERGE_RULES, alias('fb', 'facebook'))
  expect(keyOf(rules, 'fb')).toBe('facebook')
  expect(makeReader(rules, 'utm_source')('fb').key).toBe('fb')
})

test('aliases that lead to a value follow it when it gets an alias itself', () => {
  const rules = withAlias(
    withAlias(NO_MERGE_RULES, alias('fb', 'facebook')),
    alias('facebook', 'Meta'),
  )
  expect(['fb', 'facebook', 'Meta'].map((raw) => keyOf(rules, raw))).toEqual([
    'Meta',
    'Meta',
    'Meta',
  ])
})

test('two aliases that name each other do not swap: the newer holds', () => {
  const rules = withAlias(withAlias(NO_MERGE_RULES, alias('a', 'b')), alias('b', 'a'))
  expect([keyOf(rules, 'a'), keyOf(rules, 'b')]).toEqual(['a', 'a'])
})

test('an alias of a value to itself removes its alias', () => {
  const rules = withAlias(withAlias(NO_MERGE_RULES, alias('a', 'b')), alias('a', 'a'))
  expect(rules.aliases).toEqual([])
})

test('a row merged by hand stays merged when the rule that joined its values is switched off', () => {
  const spellings = ['FB', 'fb', 'Fb', 'Facebook']
  const ignoring = { ...NO_MERGE_RULES, ignoresCase: true }
  const named = spellings.reduce((all, raw) => withAlias(all, alias(raw, 'facebook')), ignoring)
  for (const rules of [named, { ...named, ignoresCase: false }])
    expect(spellings.map((raw) => keyOf(rules, raw))).toEqual(spellings.map(() => 'facebook'))
})

test('a spelling that has an alias already follows the new alias of another spelling', () => {
  const ignoring = { ...NO_MERGE_RULES, ignoresCase: true }
  const rules = withAlias(withAlias(ignoring, alias('FB', 'old')), alias('fb', 'new'))
  expect(rules.aliases).toEqual([alias('FB', 'new'), alias('fb', 'new')])
})

test('values merged at once are merged as one after the other', () => {
  const texts = fc.constantFrom('fb', 'FB', 'fb|1', 'fb%7C2', 'a+b', 'a b', 'meta', 'Meta|9', '')
  const given = fc.record({
    ...{ decodes: fc.boolean(), ignoresCase: fc.boolean(), dropsIds: fc.boolean() },
    aliases: fc.array(fc.tuple(texts, texts), { maxLength: 3 }),
  })
  fc.assert(
    fc.property(
      given,
      fc.uniqueArray(texts, { minLength: 1 }),
      texts,
      ({ aliases, ...on }, values, canonical) => {
        const other = { query_key: 'utm_source', value: 'fb', canonical: 'meta' }
        const before = aliases.reduce((all, [value, name]) => withAlias(all, alias(value, name)), {
          ...on,
          aliases: [other],
        })
        const single = values.reduce(
          (all, value) => withAlias(all, alias(value, canonical)),
          before,
        )
        expect(withAliases(before, KEY, values, canonical)).toEqual(single)
      },
    ),
  )
})

test('as many values as there can be are merged at once', () => {
  const values = Array.from({ length: MOST_ALIASES }, (_, index) => `facebook|cold|${index}`)
  const rules = withAliases(ALL, KEY, values, 'Cold')
  expect(mergeRules.parse(rules).aliases).toHaveLength(MOST_ALIASES)
  expect(withAliases(rules, KEY, values, 'Facebook').aliases).toHaveLength(MOST_ALIASES)
})

test('a name is kept as it was typed, and changes no alias of what a raw value like it is read as', () => {
  const organic = withAlias(ALL, alias('Facebook', 'Meta'))
  const rules = withAlias(organic, alias('fb_paid', 'Facebook | Ads'))
  const typed = { ...alias('fb_paid', 'Facebook | Ads'), keepsId: true }
  expect(rules.aliases).toEqual([...organic.aliases, typed])
  expect(keyOf(rules, 'fb_paid')).toBe('facebook | ads')
})

test.each([
  ['decodes', 'Black+Friday', 'bf'],
  ['dropsIds', 'facebook|120', 'fb'],
] as const)(
  'a value that was merged into another stays with it when %s is turned on',
  (on, name, value) => {
    const rules = { ...withAlias(NO_MERGE_RULES, alias(value, name)), [on]: true }
    expect(keyOf(rules, value)).toBe(keyOf(rules, name))
  },
)

test('a raw value can get its own text as a name when it is read as another', () => {
  const rules = withAlias(
    withAlias(ALL, alias('fb_paid', 'Facebook | Ads')),
    alias('Facebook | Ads', 'Facebook | Ads'),
  )
  const read = ['fb_paid', 'Facebook | Ads'].map((raw) => valueOf(rules, raw))
  expect(read).toEqual(['Facebook | Ads', 'Facebook | Ads'])
})

test('removing an alias keeps the others', () => {
  const rules = withAlias(withAlias(NO_MERGE_RULES, alias('a', 'c')), alias('b', 'c'))
  const [first] = rules.aliases
  expect(first && withoutAlias(rules, first).aliases).toEqual([alias('b', 'c')])
})

const row = (grouped_field: string, plays: number) => ({
  ...(Object.fromEntries(ADDITIVE.map((key) => [key, 0])) as AdditiveTotals),
  total_started: plays,
  grouped_field,
})

// Few letters, so that values do meet under the rules.
const raws = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'A', '+', '%20', '|', '1', '%7C', ' '), maxLength: 5 }),
  fc.constantFrom(...NASTY, '__proto__', 'constructor', 'toString'),
)
const rules = fc
  .record({
    decodes: fc.boolean(),
    ignoresCase: fc.boolean(),
    dropsIds: fc.boolean(),
    aliases: fc.array(fc.record({ query_key: fc.constant(KEY), value: raws, canonical: raws }), {
      maxLength: 6,
    }),
  })
  .map(({ aliases, ...switches }) =>
    aliases.reduce(withAlias, { ...switches, aliases: [] } as MergeRules),
  )
const totals = fc.record(
  Object.fromEntries(ADDITIVE.map((key) => [key, fc.nat(1_000_000)])) as Record<
    keyof AdditiveTotals,
    fc.Arbitrary<number>
  >,
)
const rows = fc.uniqueArray(
  fc.tuple(raws, totals).map(([grouped_field, sums]) => ({ ...sums, grouped_field })),
  { selector: ({ grouped_field }) => grouped_field, maxLength: 25 },
)

test('with any rules, every raw row is in one merged row, and the sums are unchanged', () => {
  fc.assert(
    fc.property(rows, rules, (raw, rule) => {
      const together = merged(raw, rule, KEY)
      expect(together.flatMap(({ members }) => members)).toHaveLength(raw.length)
      expect(new Set(together.flatMap(({ members }) => members))).toEqual(new Set(raw))
      expect(sumMeasures(together.map(({ members }) => sumMeasures(members)))).toEqual(
        sumMeasures(raw),
      )
      expect(new Set(together.map(({ key }) => key)).size).toBe(together.length)
    }),
  )
})

test('without rules every raw value is a row of its own', () => {
  fc.assert(
    fc.property(rows, (raw) => {
      expect(merged(raw, NO_MERGE_RULES, KEY).map(({ members }) => members)).toEqual(
        raw.map((one) => [one]),
      )
    }),
  )
})

test('no alias leads to a value that has an alias itself', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const plain = { ...rule, aliases: [] }
      for (const { value } of rule.aliases) {
        const key = keyOf(rule, value)
        const led = rule.aliases.filter((one) => keyOf(plain, one.value) === key)
        expect(led.map((one) => keyOf(rule, one.value))).toEqual(led.map(() => key))
      }
      expect(mergeRules.safeParse(rule).success).toBe(true)
    }),
  )
})
