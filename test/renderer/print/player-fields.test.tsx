import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { fieldPieces } from '../../../src/renderer/print/client/player-pieces.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import type { Player } from '../../../src/shared/api/player.ts'
import type { FieldStatistics } from '../../../src/shared/api/statistics.ts'
import { wordsOf } from '../../support/drawn.ts'
import { sampleReport } from '../../support/sample-report.ts'
import { aPlayer, aStatistics } from '../../support/statistics.ts'

beforeAll(() => startText('en'))

/** The lines of the table of browsers: its title, its head, its rows and its notes. */
function linesOf(browsers: readonly FieldStatistics[], player: Player = aPlayer()) {
  const drawn = {
    ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') },
    ...{ about: sampleReport().about, player, findings: [], growing: null },
    answers: {} as Parameters<typeof fieldPieces>[0]['answers'],
  }
  const values = { value: browsers, asOf: 1 }
  const pieces = fieldPieces(drawn, { field: 'browser', values, currencies: ['brl'] })
  return pieces.map(({ content }) => wordsOf(content))
}

/** The most played first; each sold enough. */
const browsers = (count: number, change: Partial<FieldStatistics> = {}): FieldStatistics[] =>
  Array.from({ length: count }, (_, index) => ({
    ...aStatistics({ total_started: 1000 - index, total_amount_brl: 100, ...change }),
    grouped_field: `Browser ${index + 1}`,
  }))

test('values without a row of their own are one row, with what can be added of them', () => {
  const lines = linesOf(browsers(15))
  expect(lines[0]).toContain('The 12 with the most plays, of 15.')
  expect(lines.slice(-2)).toEqual([
    'Browser 12 989 38.4% 140 40 R$1.00',
    'All others 2,961 – 420 120 R$3.00',
  ])
})

test('a single value more than have rows of their own keeps its own', () => {
  const lines = linesOf(browsers(13))
  expect(lines[0]).not.toContain('of 13')
  expect(lines.at(-1)).toMatch(/^Browser 13 988 /u)
})

test('a rate of too few plays is marked, with a note that says what that means', () => {
  const [much, few] = [browsers(1), browsers(1, { total_started: 99 })]
  const [fewSales] = browsers(1, { total_started: 500, total_conversions: 2 })
  const note = 'Under 100 plays: the rate is not reliable.'
  const lines = linesOf([...much, ...few])
  expect(lines.slice(-2)).toEqual(['Browser 1 99 38.4% 1 140 40 R$1.00', `1 ${note}`])
  const both = linesOf([...much, ...few, ...(fewSales ? [fewSales] : [])])
  expect(both.slice(-3)).toEqual([
    'Browser 1 500 38.4% 140 2 2 R$1.00',
    'Browser 1 99 38.4% 1 140 40 R$1.00',
    `1 ${note} 2 Under 30 conversions: read the direction, not the size.`,
  ])
  // Without a pitch there is no rate.
  expect(linesOf([...much, ...few], aPlayer({ pitch_time: 0 })).at(-1)).toBe(
    'Browser 1 99 140 40 R$1.00',
  )
})
