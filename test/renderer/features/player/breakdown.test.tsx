import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { analyticsQuery } from '../../../../src/renderer/analytics-query.ts'
import { Breakdown } from '../../../../src/renderer/features/player/breakdown.tsx'
import { prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import type { FieldStatistics, Statistics } from '../../../../src/shared/api/statistics.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { choose, drawn } from '../../../support/drawn.ts'
import { stubBridge, stubDocument } from '../../../support/page-bridge.ts'
import { aPlayer, aStatistics } from '../../../support/statistics.ts'

beforeAll(async () => {
  stubDocument()
  await startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

async function drawnOf(account_id: string, value: FieldStatistics[]) {
  const about = {
    ...{ account_id, zone: 'UTC', player: aPlayer(), isUnknown: false },
    period: { start: '2026-03-04', end: '2026-03-10' },
    ...{ comparison: null, today: '2026-03-20' },
  }
  const answer = { value, asOf: 1, from: 'store', isSettled: true, trouble: null }
  stubBridge(() => Promise.resolve({ ok: true, value: answer }))
  const request = requestsAbout(about.player, about.period, about.zone).statsByField('country')
  await prefetch(...analyticsQuery(about.account_id, request))
  return drawn(<Breakdown about={about} />)
}

const row = (grouped_field: string, change: Partial<Statistics>): FieldStatistics => ({
  ...aStatistics({ total_amount_brl: 0, ...change }),
  grouped_field,
})

test('a breakdown is in the order of a column that it shows, whatever is counted', async () => {
  const markup = await drawnOf('any', [
    row('BR', { total_started: 900, total_started_device_uniq: 300 }),
    row('PT', { total_started: 500, total_started_device_uniq: 450 }),
  ])
  expect(markup).toContain('aria-sort="descending"')
  expect(markup.indexOf('Brazil')).toBeGreaterThan(markup.indexOf('Portugal'))
})

test.each([
  { shown: 'the currency that has sales', total_amount_usd: 5000 },
  { shown: 'the plays when nothing was sold', total_amount_usd: 0 },
])(
  'a breakdown ordered by a currency without sales is by $shown',
  async ({ shown, total_amount_usd }) => {
    choose('breakdown sort', { column: 'total_amount_brl', descending: true })
    const few = { total_started_device_uniq: 20, total_amount_usd: total_amount_usd / 5 }
    const others = ['AR', 'AT', 'BE', 'BO', 'CL', 'CO', 'DK', 'EC', 'FR', 'DE']
    const markup = await drawnOf(shown, [
      ...others.map((country) => row(country, few)),
      row('US', { total_started_device_uniq: 8000, total_amount_usd }),
    ])
    expect(markup).toContain('aria-sort="descending"')
    expect(markup).toContain('>United States<')
  },
)
