import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import {
  nameOf,
  shownOf,
  withCurve,
} from '../../../../../src/renderer/features/player/compare/use-compare.ts'
import { startText } from '../../../../../src/renderer/text.ts'
import type { CurveChoice } from '../../../../../src/shared/features/player/curves/choice.ts'
import type { Overlay } from '../../../../../src/shared/features/player/curves/view.ts'
import type { Language } from '../../../../../src/shared/locales/languages.ts'

beforeAll(() => startText('en'))

const wording = (language: Language) => ({
  ...{ language, dateRange: String },
  t: i18next.getFixedT(language, 'compare'),
})
const COMPARISON = { start: '2026-03-01', end: '2026-03-07' }
const ofComparison: Overlay = { slot: 1, choice: null, name: '' }
const other = (name: string): { choice: CurveChoice; name: string } => ({
  choice: { kind: 'segment', field: 'country', value: name },
  name,
})
const names = (chosen: readonly Overlay[], comparison: typeof COMPARISON | null) =>
  shownOf(chosen, comparison).map(({ slot, choice, name }) => [
    slot,
    choice.kind === 'period' ? choice.period.start : name,
  ])

test('a curve that is added while there is no comparison keeps that of the comparison period', () => {
  const two = withCurve(withCurve([ofComparison], other('a')), other('b'))
  const added = [
    [2, 'a'],
    [3, 'b'],
  ]
  expect(names(two, null)).toEqual(added)
  expect(names(two, COMPARISON)).toEqual([[1, COMPARISON.start], ...added])
})

test('without a comparison three curves can be added, the last in the slot of the comparison period', () => {
  const three = ['a', 'b', 'c'].reduce((all, name) => withCurve(all, other(name)), [ofComparison])
  expect(names(three, null)).toEqual([
    [1, 'c'],
    [2, 'a'],
    [3, 'b'],
  ])
  expect(withCurve(three, other('d'))).toEqual(three)
})

test('a curve of a country is named in the language of the screen, a curve of a browser as it was sent', () => {
  const named = (field: string, value: string) =>
    nameOf(
      { slot: 1, choice: { kind: 'segment', field, value }, name: value },
      { players: [], tests: [] },
      wording('pt-BR'),
    )
  expect(named('country', 'United States')).toBe('Estados Unidos')
  expect(named('country', 'Atlantis')).toBe('Atlantis')
  expect(named('browser', 'Chrome')).toBe('Chrome')
})

test('a compared player or test has its name of now, and that of then once it is not listed any more', () => {
  const players = [{ id: 'p', name: 'Webinar' }]
  const tests = [{ id: 'g', name: 'Button' }]
  const named = (choice: CurveChoice, listed: Parameters<typeof nameOf>[1]) =>
    nameOf({ slot: 1, choice, name: 'Then' }, listed, wording('en'))
  const player: CurveChoice = { kind: 'player', player_id: 'p' }
  const arm: CurveChoice = { kind: 'arm', group_id: 'g', player_id: 'p' }
  expect([player, arm].map((one) => named(one, { players, tests }))).toEqual([
    'Webinar',
    'Button: Webinar',
  ])
  const gone = [named(player, { players: [], tests }), named(arm, { players, tests: [] })]
  expect(gone).toEqual(['Then', 'Then'])
})
