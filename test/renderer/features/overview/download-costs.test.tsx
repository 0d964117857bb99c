import { beforeAll, expect, test } from 'vitest'
import { Costs } from '../../../../src/renderer/features/overview/download-costs.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { DownloadPlan } from '../../../../src/shared/features/downloads/download.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { NOW } from '../../../support/instant.ts'

beforeAll(() => startText('en'))

const OF_QUERIES = { metric: 'queries', isShort: false } as const
const minute = {
  ...{ ...OF_QUERIES, intervalSeconds: 60, remaining: 40, limit: 60 },
  endsAt: NOW + 30_000,
}
const day = {
  ...{ ...OF_QUERIES, intervalSeconds: 86_400, remaining: 200, limit: 1000 },
  endsAt: NOW + 3_600_000,
}

function said(windows: DownloadPlan['windows'], seconds: DownloadPlan['seconds'] = 60) {
  const counts = { players: 9, requests: 100, idleRequests: 0, queries: 100, settledDays: 0 }
  return wordsOf(<Costs plan={{ ...counts, seconds, windows }} />)
}

test('a download that exceeds what is left of the minute and of the day is said to wait for the day', () => {
  const waits = 'waits for the limit to reset'
  const [short, shortOfDay] = [minute, day].map((one) => ({ ...one, isShort: true }))
  if (!short || !shortOfDay) throw new Error('no windows')
  for (const windows of [
    [short, shortOfDay],
    [shortOfDay, short],
  ])
    expect(said(windows)).toMatch(/exceeds what is left until/)
  expect(said([short, day])).toContain(waits)
  expect(said([minute, day])).not.toMatch(/exceeds/)
})

test('a download that exceeds the data left of the day is said to wait for that', () => {
  const bytes = { ...day, metric: 'read_bytes', remaining: 0, limit: 5e9, isShort: true } as const
  const words = said([minute, day, bytes])
  expect(words).toMatch(/exceeds the data that may be read until/)
  expect(words.match(/today/g)).toHaveLength(1)
})

test.each([
  [59, 'under a minute'],
  [60, 'about 1 minute'],
  [3599, 'about 60 minutes'],
  [3600, 'about 1 h'],
  [9 * 3600 + 1500, 'about 9 h 25 min'],
  [291_600, 'about 3 d 9 h'],
  [null, 'unknown: the plan’s limit is not known yet'],
  [Number.POSITIVE_INFINITY, 'unknown: the plan’s limit is 0'],
])('the time of a download of %s seconds is written as “%s”', (seconds, time) => {
  expect(said([], seconds)).toMatch(new RegExp(`Time ${time}$`))
})
