import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { DaysFigure } from '../../../src/renderer/print/client/days-figure.tsx'
import { startText } from '../../../src/renderer/text.ts'
import { makeFormat } from '../../../src/renderer/ui/format.ts'
import { sampleReport } from '../../support/sample-report.ts'

beforeAll(() => startText('en'))

test('only the bar of a day that was not over is hollow', () => {
  const days = ['2025-03-29', '2025-03-30', '2025-03-31'].map((day) => ({ day, count: 40 }))
  const areHollow = (madeAt: string) => {
    const wording = {
      ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') },
      about: { ...sampleReport().about, madeAt: Date.parse(madeAt) },
    }
    const drawn = renderToStaticMarkup(
      <DaysFigure of="sales" best={null} days={days} wording={wording} />,
    )
    return [...drawn.matchAll(/<rect[^>]* fill="([^"]*)"/gu)].map(([, fill]) => fill === 'none')
  }
  expect(areHollow('2025-03-31T12:00:00Z')).toEqual([false, false, true])
  expect(areHollow('2025-04-02T12:00:00Z')).toEqual([false, false, false])
})
