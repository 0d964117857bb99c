import { beforeAll, expect, test } from 'vitest'
import { Costs } from '../../../../src/renderer/features/overview/download-costs.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { DownloadPlan } from '../../../../src/shared/features/downloads/download.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { NOW } from '../../../support/instant.ts'

beforeAll(() => startText('en'))

const minute = { intervalSeconds: 60, remaining: 40, limit: 60, endsAt: NOW + 30_000 }
const day = { intervalSeconds: 86_400, remaining: 200, limit: 1000, endsAt: NOW + 3_600_000 }

function said(queries: number, seconds: number | null, windows: DownloadPlan['windows']) {
  const counts = { players: 9, requests: queries, idleRequests: 0, queries, settledDays: 0 }
  return wordsOf(<Costs plan={{ ...counts, seconds, windows }} />)
}

test('a download that exceeds what is left of the minute and of the day is said to wait for the day', () => {
  const waits = 'waits for the limit to reset'
  for (const windows of [
    [minute, day],
    [day, minute],
  ])
    expect(said(300, 60, windows)).toMatch(/exceeds what is left until/)
  expect(said(100, 60, [minute, day])).toContain(waits)
  expect(said(30, 60, [minute, day])).not.toMatch(/exceeds/)
})
