import { expect, test } from 'vitest'
import { spreadsheetTitle } from '../../../src/shared/csv.ts'
import { OVERVIEW_COLUMNS } from '../../../src/shared/features/overview/columns.ts'
import { LANGUAGES } from '../../../src/shared/locales/languages.ts'
import { CURRENCIES } from '../../../src/shared/model/money.ts'
import { MEASURES } from '../../../src/shared/tables/measures.ts'
import {
  cellText,
  definition,
  type FilterValue,
  filterText,
  isCoded,
  title,
} from '../../../src/shared/tables/titles.ts'

test('every column of the player table has its own title in every language', () => {
  for (const language of LANGUAGES) {
    const titles = OVERVIEW_COLUMNS.map(({ key }) => title(key, language))
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles.some((text) => text.includes('_'))).toBe(false)
  }
})

test('every measure is defined in every language', () => {
  for (const key of MEASURES) {
    for (const language of LANGUAGES) expect(definition(key, language)).toMatch(/\.$/)
    expect(new Set(LANGUAGES.map((language) => definition(key, language))).size).toBe(
      LANGUAGES.length,
    )
  }
})

test('a share of sessions over several players has its own definition', () => {
  for (const language of LANGUAGES) {
    expect(title('pitch_retention', language)).toBe(title('over_pitch_rate', language))
    const defined = definition('pitch_retention', language)
    expect(defined).toMatch(/\.$/)
    expect(defined).not.toBe(definition('over_pitch_rate', language))
  }
})

test('a numbered curve and a chance by currency are defined as what they are', () => {
  const defined = (key: string) => definition(key, 'en')
  expect(defined('percent_reached_2')).toBe(defined('percent_reached'))
  expect(defined('difference_points_3_2')).toBe(defined('difference_points'))
  expect(defined('sessions_reached_1__left')).toBe(defined('sessions_reached'))
  expect(defined('chance_better_usd')).not.toBe(defined('chance_better'))
  for (const currency of CURRENCIES) expect(defined(`chance_better_${currency}`)).toMatch(/\.$/)
})

test('the title of a rate’s change says points, and of any other change percent', () => {
  expect(title('play_rate__change', 'en')).toBe('Play rate, change in points')
  expect(title('total_started__change', 'pt-BR')).toBe('Plays, variação %')
})

test('the title of a file’s column says percent for shares only, never points', () => {
  const head = (key: string) => spreadsheetTitle({ key, kind: 'percent' }, 'pt-BR')
  expect(head('reached_a')).toBe('Chegaram, A (%)')
  expect(head('reached_difference')).toBe('B menos A, pontos')
  expect(head('play_rate__change')).toBe('Play rate, variação em pontos')
})

test('facts of a table name what they filter, with no code of ours', () => {
  const facts: [string, FilterValue][] = [
    ...[2, 3, 4].map((number): [string, string] => [`curve_${number}`, 'VSL 2']),
    ['by', 'percent'],
    ['field', 'device_type'],
    ['event', 'finished'],
    ['descending', true],
    ['minutes', 30],
  ]
  expect(facts.map((fact) => filterText(fact, 'en'))).toEqual([
    ['Curve 2', 'VSL 2'],
    ['Curve 3', 'VSL 2'],
    ['Curve 4', 'VSL 2'],
    ['Aligned by', '% of length'],
    ['Broken down by', 'Device type'],
    ['Event', 'Most watched to the end'],
    ['Highest first', 'yes'],
    ['Minutes', 30],
  ])
  for (const language of LANGUAGES)
    expect(facts.flatMap((fact) => filterText(fact, language)).join()).not.toContain('_')
})

test('names such as constructor are no titles', () => {
  expect(title('constructor', 'en')).toBe('constructor')
  expect(definition('toString', 'en')).toBeNull()
})

test('a code is the same words on each side of a comparison', () => {
  expect(cellText('test_state', 'planned', 'pt-BR')).not.toBe('planned')
  for (const side of ['__left', '__right']) {
    expect(isCoded(`test_state${side}`)).toBe(true)
    expect(cellText(`test_state${side}`, 'planned', 'pt-BR')).toBe(
      cellText('test_state', 'planned', 'pt-BR'),
    )
    expect(isCoded(`domain${side}`)).toBe(false)
  }
})
