import { beforeAll, expect, test } from 'vitest'
import {
  DownloadLine,
  Problems,
} from '../../../../src/renderer/features/overview/download-line.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { DownloadState } from '../../../../src/shared/features/downloads/download.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { NOW } from '../../../support/instant.ts'

beforeAll(() => startText('en'))

const period = { start: '2026-03-01', end: '2026-03-07' }

const failure = { kind: 'unavailable', status: 503, text: '' } as const
const download: DownloadState = {
  ...{ account_id: 'a', status: 'cancelled', total: 3, done: 0, failures: [] },
  scope: { account_id: 'a', period, comparison: null, withPlayers: false, player_ids: null },
  ...{ startedAt: NOW, endedAt: NOW, resumesAt: null },
}

const said = (total: number, status: DownloadState['status'] = 'cancelled', more = {}) =>
  wordsOf(<DownloadLine download={{ ...download, total, status, ...more }} rows={[]} />)

test('a download of a single request is not said to have requests', () => {
  expect(said(1)).toContain('after 0 of 1 request. The')
  expect(said(2)).toContain('after 0 of 2 requests. The')
})

test('a download that an earlier run of the app left is not said to have come as far as 0 of 0 requests', () => {
  expect(said(0, 'interrupted')).toContain('The last download was interrupted. The')
  expect(said(0, 'cancelled')).toContain('Download canceled. The')
})

test('a download that waits says what for, and how far it has come', () => {
  const waiting = { done: 1, endedAt: null }
  expect(said(3, 'waiting', waiting)).toContain(
    'The service cannot be reached; the download resumes automatically. 1 of 3 requests done.',
  )
  const limit = said(3, 'waiting', { ...waiting, resumesAt: NOW + 60_000 })
  expect(limit).toMatch(/^Waiting for the plan’s limit until .*: 1 of 3 done\./)
})

test('a download of which some requests failed can be resumed, which sends these alone', () => {
  const failures = [{ what: 'stats', player_id: null, failure }]
  expect(said(3, 'done', { done: 3, failures })).toMatch(/1 of 3 requests failed\. .*Resume$/)
})

test('a download of a restored backup can be resumed too, though only the number of its failures is known', () => {
  const words = said(3, 'done', { done: 3, moreFailures: 2 })
  expect(words).toMatch(/^2 of 3 requests failed\. .*Resume$/)
  expect(words).not.toContain('details')
})

test('a download that is complete is not shown', () => {
  expect(said(3, 'done', { done: 3 })).toBe('')
})

test('what failed is named in words', () => {
  const failures = [{ what: 'userEngagement', player_id: null, failure }]
  const words = wordsOf(<Problems download={{ ...download, failures }} rows={[]} />)
  expect(words).toMatch(/^the account \(Retention\): /i)
})

test('how many failures are left out counts those beyond the list, and those without a reason', () => {
  const left = (listed: number, moreFailures: number) => {
    const failures = Array.from({ length: listed }, () => ({
      what: 'stats',
      player_id: null,
      failure,
    }))
    return /and .* more$/.exec(
      wordsOf(<Problems download={{ ...download, failures, moreFailures }} rows={[]} />),
    )?.[0]
  }
  expect([left(20, 25), left(20, 280), left(60, 1), left(20, 0), left(50, 0)]).toEqual([
    ...['and 25 more', 'and 280 more', 'and 11 more', undefined, undefined],
  ])
})
