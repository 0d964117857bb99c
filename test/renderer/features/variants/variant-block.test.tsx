import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { analyticsQuery } from '../../../../src/renderer/analytics-query.ts'
import { VariantBlock } from '../../../../src/renderer/features/variants/variant-block.tsx'
import { prefetch } from '../../../../src/renderer/query.ts'
import { startText } from '../../../../src/renderer/text.ts'
import type { Account } from '../../../../src/shared/features/accounts/account.ts'
import { variantRequests } from '../../../../src/shared/features/analytics/requests-audience.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { stubBridge, stubDocument } from '../../../support/page-bridge.ts'
import { aPlayer } from '../../../support/statistics.ts'

const account = { id: 'account', isDemo: false, api_base_url: null } as Account
const period = { start: '2026-03-04', end: '2026-03-10' }
const player = aPlayer({})

beforeAll(async () => {
  stubDocument()
  await startText('en')
})
afterAll(() => {
  vi.unstubAllGlobals()
})

/** The words of a block whose figures were read at an instant. */
async function saidAt(asOf: number, of = player) {
  const answer = { asOf, from: 'store', isSettled: false, trouble: null }
  const value = [{ speed: '1', views: 200, engagement: 50, pitch: 10, click: 5 }]
  // What the preload gives the page.
  stubBridge(() => Promise.resolve({ ok: true, value: { ...answer, value } }))
  await prefetch(...analyticsQuery(account.id, variantRequests(of, period).turbo))
  return wordsOf(<VariantBlock {...{ account, player: of, period }} kind="turbo" />)
}

test('a variant’s figures say how many days of the period are full, unless all are', async () => {
  expect(await saidAt(Date.UTC(2026, 2, 10, 12))).toContain('6 of 7 full days')
  const young = aPlayer({ id: 'young', created_at: '2026-03-05 10:00:00' })
  expect(await saidAt(Date.UTC(2026, 2, 12), young)).toContain('5 of 7 full days')
  const whole = aPlayer({ id: 'whole' })
  expect(await saidAt(Date.UTC(2026, 2, 12), whole)).not.toContain('of 7 full days')
})
