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
      growing: null,
    }
    const drawn = renderToStaticMarkup(
      <DaysFigure of="sales" best={null} days={days} wording={wording} />,
    )
    return [...drawn.matchAll(/<rect[^>]* fill="([^"]*)"/gu)].map(([, fill]) => fill === 'none')
  }
  expect(areHollow('2025-03-31T12:00:00Z')).toEqual([false, false, true])
  expect(areHollow('2025-04-02T12:00:00Z')).toEqual([false, false, false])
})

test('the bars of sales that may still grow are hatched, and those of plays are not', () => {
  const days = ['2025-03-29', '2025-03-30', '2025-03-31'].map((day) => ({ day, count: 40 }))
  const wording = {
    ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') },
    about: { ...sampleReport().about, madeAt: Date.parse('2025-04-02T12:00:00Z') },
    growing: { start: '2025-03-30', end: '2025-03-31' },
  }
  const areHatched = (of: 'sales' | 'plays') => {
    const markup = renderToStaticMarkup(<DaysFigure {...{ of, days, wording }} best={null} />)
    return [...markup.matchAll(/<rect[^>]* fill="([^"]*)"/gu)].map(([, fill]) =>
      fill?.startsWith('url('),
    )
  }
  expect(areHatched('sales')).toEqual([false, true, true])
  expect(areHatched('plays')).toEqual([false, false, false])
})

test('of many days the highest has its number, because the bars have no axis', () => {
  const days = Array.from({ length: 30 }, (_, index) => ({
    day: `2025-03-${String(index + 1).padStart(2, '0')}`,
    count: index === 12 ? 77 : 40,
  }))
  const wording = {
    ...{ t: i18next.getFixedT('en', 'clientReport'), format: makeFormat('en', 'UTC') },
    ...{ about: sampleReport().about, growing: null },
  }
  const markup = renderToStaticMarkup(<DaysFigure {...{ days, wording }} of="plays" best={null} />)
  const numbers = [...markup.matchAll(/<text[^>]*>(\d+)<\/text>/gu)].map(([, number]) => number)
  expect(numbers).toEqual(['77'])
})
