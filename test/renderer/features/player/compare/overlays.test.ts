import { expect, test } from 'vitest'
import {
  nameOf,
  shownOf,
  withCurve,
} from '../../../../../src/renderer/features/player/compare/use-compare.ts'
import type { CurveChoice } from '../../../../../src/shared/features/player/curves/choice.ts'
import type { Overlay } from '../../../../../src/shared/features/player/curves/view.ts'

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
      { language: 'pt-BR', dateRange: String },
    )
  expect(named('country', 'United States')).toBe('Estados Unidos')
  expect(named('country', 'Atlantis')).toBe('Atlantis')
  expect(named('browser', 'Chrome')).toBe('Chrome')
})
