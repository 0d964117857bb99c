import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { figurePieces } from '../../../src/renderer/print/client/account-pieces.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import { wordsOf } from '../../support/drawn.ts'
import { sampleReport } from '../../support/sample-report.ts'
import { anOverview } from '../../support/statistics.ts'

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
