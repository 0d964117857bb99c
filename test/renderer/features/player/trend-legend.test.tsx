import { expect, test } from 'vitest'
import { Legend } from '../../../../src/renderer/features/player/trend-picture.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { trendSeries } from '../../../../src/shared/features/player/trend-series.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { aPlayer } from '../../../support/statistics.ts'

test('of a comparison that is longer than the period, the legend names the days that are drawn', async () => {
  await startText('en')
  const days = {
    period: { start: '2026-03-01', end: '2026-03-10' },
    comparison: { start: '2026-01-01', end: '2026-01-31' },
  }
  const today = '2026-11-30'
  const measure = 'total_started'
  const none = { columns: [], rows: [], totals: null, asOf: null }
  const places = trendSeries(none, none, {
    ...{ ...days, measure, today },
    unit: 'week',
    read: () => today,
  })
  const about = {
    account_id: 'a',
    player: aPlayer(),
    zone: 'UTC',
    today,
    isUnknown: false,
    ...days,
  }
  expect(wordsOf(<Legend {...{ places, about, measure }} read={today} isCompared />)).toContain(
    'Dashed: Jan 1 – 10, 2026.',
  )
})
