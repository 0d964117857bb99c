import path from 'node:path'
import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import {
  canResume,
  type DownloadState,
} from '../../../../src/shared/features/downloads/download.ts'
import { testClock } from '../../../support/clock.ts'
import { ALL, restoredFrom, WITHOUT_FIGURES } from '../../../support/open-backups.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

test('a download that did not get all can still be resumed after a restore', async () => {
  const userData = aFolder()
  const scope = {
    ...{ account_id: ACCOUNT, period: { start: '2026-02-01', end: '2026-02-28' } },
    ...{ comparison: null, withPlayers: true, player_ids: null },
  }
  const failure = { kind: 'unavailable', status: 500, text: 'anything' } as const
  const ended: DownloadState = {
    ...{ account_id: ACCOUNT, scope, status: 'done', total: 9, done: 9, moreFailures: 2 },
    failures: [{ what: 'stats', player_id: null, failure }],
    ...{ startedAt: 1, endedAt: 2, resumesAt: null },
  }
  const verbs = makeVerbs(path.join(userData, 'desk'), testClock)
  verbs.putAccount(anAccount())
  verbs.openDownload(scope, ended.startedAt)
  verbs.closeDownload(ACCOUNT, ended.status, ended)
  verbs.close()
  const restored = await restoredFrom(userData, WITHOUT_FIGURES)
  const [download] = restored.closedDownloads()
  expect(download).toMatchObject({ failures: [], moreFailures: 3 })
  expect(download && canResume(download)).toBe(true)
  restored.close()
})

test.each([
  ['with', ALL, 7],
  ['without', WITHOUT_FIGURES, null],
] as const)(
  'an account restored %s its figures says when they were downloaded: %o, %s',
  async (_figures, contents, downloadedAt) => {
    const userData = aFolder()
    const verbs = makeVerbs(path.join(userData, 'desk'), testClock)
    verbs.putAccount(anAccount({ downloadedAt: 7 }))
    verbs.keepAnswer(ACCOUNT, 'players', {}, [], 7, false)
    verbs.close()
    const restored = await restoredFrom(userData, contents)
    expect(restored.accounts()).toMatchObject([{ downloadedAt }])
    restored.close()
  },
)
