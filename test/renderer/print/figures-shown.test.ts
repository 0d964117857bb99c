import { expect, test } from 'vitest'
import { figuresShown } from '../../../src/renderer/print/figures-shown.ts'
import { allDefinitions, title } from '../../../src/shared/tables/titles.ts'

const NONE: ReadonlySet<string> = new Set()
const definitions = allDefinitions()

test('a figure that a tile or a chart names is defined, in the language of the page', () => {
  const words = new Set([title('play_rate', 'pt-BR'), 'Qualquer outra coisa'])
  expect(figuresShown({ tables: NONE, words }, definitions, 'pt-BR')).toEqual([
    { name: title('play_rate', 'pt-BR'), definition: definitions['play_rate']?.['pt-BR'] },
  ])
})

test('a column of a table is defined, and no other figure with the same name', () => {
  const tables = new Set(['share_of_plays', 'grouped_field'])
  const shown = figuresShown({ tables, words: NONE }, definitions, 'en')
  expect(shown.map(({ definition }) => definition)).toEqual([definitions['share_of_plays']?.en])
})

test('the definitions are those of the report, not the current ones', () => {
  const words = new Set([title('total_started', 'en')])
  const then = { total_started: { en: 'As it was then', 'pt-BR': 'Como era' } }
  expect(figuresShown({ tables: NONE, words }, then, 'en')).toEqual([
    { name: title('total_started', 'en'), definition: 'As it was then' },
  ])
})
