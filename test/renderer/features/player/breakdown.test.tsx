import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { analyticsQuery } from '../../../../src/renderer/analytics-query.ts'
import { Breakdown } from '../../../../src/renderer/features/player/breakdown.tsx'
import { prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { drawn } from '../../../support/drawn.ts'
import { stubBridge, stubDocument } from '../../../support/page-bridge.ts'
import { aPlayer, aStatistics } from '../../../support/statistics.ts'

beforeAll(async () => {
  stubDocument()
  await startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('a breakdown is in the order of a column that it shows, whatever is counted', async () => {
  const about = {
    ...{ account_id: 'account', zone: 'UTC', player: aPlayer(), isUnknown: false },
    period: { start: '2026-03-04', end: '2026-03-10' },
    ...{ comparison: null, today: '2026-03-20' },
  }
  const row = (
    grouped_field: string,
    total_started: number,
    total_started_device_uniq: number,
  ) => ({
    ...aStatistics({ total_started, total_started_device_uniq }),
    grouped_field,
  })
  const value = [row('BR', 900, 300), row('PT', 500, 450)]
  const answer = { value, asOf: 1, from: 'store', isSettled: true, trouble: null }
  stubBridge(() => Promise.resolve({ ok: true, value: answer }))
  const request = requestsAbout(about.player, about.period, about.zone).statsByField('country')
  await prefetch(...analyticsQuery(about.account_id, request))
  const markup = drawn(<Breakdown about={about} />)
  expect(markup).toContain('aria-sort="descending"')
  expect(markup.indexOf('Brazil')).toBeGreaterThan(markup.indexOf('Portugal'))
})
