import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { daysPieces } from '../../../src/renderer/print/client/player-pieces.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import { wordsOf } from '../../support/drawn.ts'
import { sampleReport } from '../../support/sample-report.ts'
import { aDay, aPlayer } from '../../support/statistics.ts'

beforeAll(() => startText('en'))

test('a day without sales has an amount of zero in the report of a player', () => {
  const days = [
    aDay('2026-03-01', { total_amount_brl: 0 }),
    aDay('2026-03-02', { total_amount_brl: 9900 }),
  ]
  const drawn = {
    ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') },
    ...{ about: sampleReport().about, player: aPlayer(), findings: [], growing: null },
    answers: { days, stats: null } as unknown as Parameters<typeof daysPieces>[0]['answers'],
  }
  const rows = daysPieces(drawn, ['brl']).map(({ content }) => wordsOf(content))
  expect(rows.filter((row) => row.includes('R$0.00'))).toHaveLength(1)
  expect(rows.filter((row) => row.includes('R$99.00'))).toHaveLength(1)
  expect(rows.some((row) => row.includes('–'))).toBe(false)
})
