import { beforeAll, expect, test } from 'vitest'
import { DownloadLine } from '../../../../src/renderer/features/overview/download-line.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { DownloadState } from '../../../../src/shared/features/downloads/download.ts'
import { wordsOf } from '../../../support/drawn.ts'
import { NOW } from '../../../support/instant.ts'

beforeAll(() => startText('en'))

const period = { start: '2026-03-01', end: '2026-03-07' }

test('a download of a single request is not said to have requests', () => {
  const said = (total: number) => {
    const download: DownloadState = {
      ...{ account_id: 'a', status: 'cancelled', total, done: 0, failures: [] },
      scope: { account_id: 'a', period, comparison: null, withPlayers: false, player_ids: null },
      ...{ startedAt: NOW, endedAt: NOW, resumesAt: null },
    }
    return wordsOf(<DownloadLine download={download} rows={[]} />)
  }
  expect(said(1)).toContain('after 0 of 1 request. The')
  expect(said(2)).toContain('after 0 of 2 requests. The')
})
