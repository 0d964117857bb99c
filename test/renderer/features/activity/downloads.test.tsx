import { beforeAll, expect, test } from 'vitest'
import { Reasons } from '../../../../src/renderer/features/activity/downloads.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { DownloadState } from '../../../../src/shared/features/downloads/download.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { NOW } from '../../../support/instant.ts'

beforeAll(() => startText('en'))

const period = { start: '2026-03-01', end: '2026-03-07' }
const refused = {
  ...{ what: 'stats', player_id: null },
  failure: { kind: 'unavailable', status: 503, text: '' },
} as const

/** What is said below the list of a download with this many listed and other failures. */
function left(listed: number, moreFailures: number) {
  const download: DownloadState = {
    ...{ account_id: 'a', status: 'done', total: 400, done: 400, moreFailures },
    failures: Array.from({ length: listed }, () => refused),
    scope: { account_id: 'a', period, comparison: null, withPlayers: false, player_ids: null },
    ...{ startedAt: NOW, endedAt: NOW, resumesAt: null },
  }
  return /And .* more\.$/.exec(wordsOf(<Reasons download={download} />))?.[0]
}

test('how many failures are left out counts those beyond the list, and those without a reason', () => {
  expect([left(1, 19), left(8, 292), left(25, 1), left(8, 0), left(20, 0)]).toEqual([
    ...['And 19 more.', 'And 292 more.', 'And 6 more.', undefined, undefined],
  ])
})
