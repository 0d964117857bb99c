import { describe, expect, test } from 'vitest'
import type { Video } from '../../../../src/shared/api/video.ts'
import { accountProblems } from '../../../../src/shared/features/problems/account-problems.ts'
import {
  type Comparison,
  comparisonsOf,
  isUsable,
  type OwnRule,
  type OwnRuleFields,
  typedValue,
} from '../../../../src/shared/features/problems/own-rule.ts'
import { publicRegisters } from '../../../../src/shared/features/publishing/register.ts'

const RULE: OwnRule = {
  ...{ id: 'r1', name: 'No price', group: 'call_actions', register: 'action.content' },
  ...{ comparison: 'hasNot', value: 'R$', severity: 'error', tag: null },
}
const rule = (changes: Partial<OwnRuleFields>): OwnRule => ({ ...RULE, ...changes })

const VIDEO = {
  id: 'vid-1',
  call_actions: {
    items: [
      {
        id: 'a',
        base: { active: true },
        action: { content: 'Buy for R$ 97' },
        window: { start: 9 },
      },
      { id: 'b', base: { active: false }, action: { content: 'Comprá já' }, window: { start: 10 } },
      { id: 'c' },
    ],
  },
  traffic_filter: {
    ...{ countries: ['br', 'PT', 'JP'], languages: ['pt-BR'], devices: [], token: 'secret' },
  },
} as unknown as Video

/** The items of the video that a rule finds. */
const found = (one: OwnRule, tags: string[] = []) =>
  accountProblems({ videos: [VIDEO], rules: [one], pitchOf: () => 1, tagsOf: () => tags })
    .filter(({ rule: name }) => name === 'own:r1')
    .map(({ item_id }) => item_id)

describe('a custom rule', () => {
  test.each<[string, Comparison, string, string[]]>([
    ['action.content', 'has', 'r$', ['a']],
    ['action.content', 'has', 'compra', ['b']],
    ['action.content', 'hasNot', 'R$', ['b', 'c']],
    ['action.content', 'is', 'buy for r$ 97', ['a']],
    ['action.content', 'isNot', 'Buy for R$ 97', ['b', 'c']],
    ['action.content', 'empty', '', ['c']],
    ['action.content', 'notEmpty', '', ['a', 'b']],
    ['window.start', 'less', '10', ['a']],
    ['window.start', 'greater', '9', ['b']],
    ['window.start', 'is', '10', ['b']],
    ['window.start', 'isNot', '10', ['a', 'c']],
    ['base.active', 'is', 'false', ['b', 'c']],
    ['base.active', 'is', 'true', ['a']],
  ])('about %s, %s “%s”, finds %j', (register, comparison, value, items) => {
    expect(found(rule({ register, comparison, value }))).toEqual(items)
  })

  test('about a group without items checks its settings, and lists by whole entries', () => {
    const filter = { group: 'traffic_filter', register: 'countries' } as const
    expect(found(rule({ ...filter, comparison: 'has', value: 'pt' }))).toEqual([null])
    expect(found(rule({ ...filter, comparison: 'has', value: 'p' }))).toEqual([])
    expect(found(rule({ ...filter, register: 'devices', comparison: 'empty' }))).toEqual([null])
  })

  test.each([
    [
      'countries',
      ['Brazil', 'Brasil', 'BR', 'japao', 'Japón', 'PT'],
      ['US', 'Niger', 'Estados Unidos'],
    ],
    ['languages', ['pt', 'PT-br', 'Portuguese', 'portugués'], ['pt-PT', 'en', 'Spanish', 'portu']],
  ])('about %s knows them by code and by name in every language', (register, contained, others) => {
    const at = { group: 'traffic_filter', register } as const
    for (const value of [...contained, ...others]) {
      const isIn = contained.includes(value)
      expect([value, found(rule({ ...at, comparison: 'has', value }))]).toEqual([
        ...[value, isIn ? [null] : []],
      ])
      expect(found(rule({ ...at, comparison: 'hasNot', value }))).toEqual(isIn ? [] : [null])
    }
  })

  test('with a tag applies only to players that have it', () => {
    const tagged = rule({ tag: 'Black Friday' })
    expect([found(tagged), found(tagged, ['black friday'])]).toEqual([[], ['b', 'c']])
  })

  test('has the given severity and name', () => {
    const problems = accountProblems({
      ...{ videos: [VIDEO], rules: [RULE], pitchOf: () => 1, tagsOf: () => [] },
    })
    const problem = problems.find(({ rule: name }) => name === 'own:r1')
    expect([problem?.severity, problem?.details['name']]).toEqual(['error', 'No price'])
  })
})

test('every setting but the token can be in a rule, each with comparisons that are usable', () => {
  const registers = publicRegisters('traffic_filter')
  expect(registers).toContain('countries')
  expect(registers).not.toContain('token')
  for (const group of ['call_actions', 'pixels', 'playback', 'traffic_filter'] as const) {
    for (const register of publicRegisters(group)) {
      const [comparison] = comparisonsOf({ group, register })
      const values = ['true', '1', 'text']
      const usable = values.some((value) =>
        isUsable(rule({ group, register, comparison: comparison ?? 'is', value })),
      )
      expect([group, register, usable]).toEqual([group, register, true])
    }
  }
})

test.each<Partial<OwnRuleFields>>([
  { register: 'no.such' },
  { comparison: 'less' },
  { value: ' ' },
  { register: 'window.start', comparison: 'less', value: 'soon' },
  { register: 'base.active', comparison: 'is', value: 'maybe' },
  { group: 'traffic_filter', register: 'token', comparison: 'empty' },
])('a rule with %j cannot find anything', (changes) => {
  expect(isUsable(rule(changes))).toBe(false)
})

test('a typed time of day of hours beyond the longest video is refused, as in the editors', () => {
  const typed = (text: string, value = '', longest: number | null = 1800) =>
    typedValue(rule({ register: 'window.start', comparison: 'less', value }), text, longest)
  expect([typed('05:30:00'), typed('05:30:00', '330')]).toEqual(['', ''])
  expect(typed('05:30:00', '19800')).toBe('19800')
  expect([typed('05:30:00', '', 20_000), typed('05:30:00', '', null)]).toEqual(['19800', '19800'])
  expect(['5:30:00', '05:30', '330', '', 'soon'].map((text) => typed(text))).toEqual([
    ...['19800', '330', '330', '', ''],
  ])
  expect(typedValue(rule({}), '05:30:00', 1800)).toBe('05:30:00')
})
