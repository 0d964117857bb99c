import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { figurePieces, videoPieces } from '../../../src/renderer/print/client/account-pieces.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import { wordsOf } from '../../support/drawn.ts'
import { sampleReport } from '../../support/sample-report.ts'
import { anOverview, aPlayer, aRow, aStatistics, idOf } from '../../support/statistics.ts'

beforeAll(() => startText('en'))

test('the figures of an account say how many videos are not in them', () => {
  const said = (leftOut: number) => {
    const drawn = {
      ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') },
      ...{ about: sampleReport().about, overview: { ...anOverview([]), leftOut }, findings: [] },
    }
    return figurePieces(drawn, [])
      .map(({ content }) => wordsOf(content))
      .join()
  }
  expect(said(1)).toContain(
    '1 video that is no longer in the account has figures for these days; it is not included.',
  )
  expect(said(0)).not.toContain('not included')
})

test('a video that fell to nothing is among the videos of an account, and a known zero is a zero', () => {
  const figures = (total_started: number, total_conversions: number, usd: number) => ({
    period: aStatistics({
      ...{ total_started, total_conversions, total_amount_usd: usd },
      ...{ total_over_pitch: 0, total_under_pitch: 0 },
    }),
    ...{ sums: null, asOf: 1 },
  })
  const video = (number: number, now: [number, number, number], then: [number, number, number]) =>
    aRow({
      player: aPlayer({ id: idOf(number), name: `Video ${number}` }),
      ...{ current: figures(...now), comparison: figures(...then) },
    })
  const overview = anOverview([
    video(1, [500, 40, 9900], [400, 30, 100]),
    video(2, [0, 0, 0], [300, 35, 100]),
    video(3, [0, 0, 0], [0, 0, 0]),
  ])
  const drawn = {
    ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') },
    ...{ about: sampleReport().about, overview, findings: [] },
  }
  const rows = videoPieces(drawn, ['usd']).map(({ content }) => wordsOf(content))
  expect(rows.filter((row) => /Video \d/u.test(row))).toHaveLength(2)
  const gone = rows.find((row) => row.includes('Video 2'))
  expect(gone).toContain('35')
  expect(gone).toContain('$0.00')
  expect(rows.at(-1)).toContain('65')
})
