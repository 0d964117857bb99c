import { beforeAll, expect, test } from 'vitest'
import { PreviousDesks } from '../../../../src/renderer/features/settings/kept-desks.tsx'
import { Contents } from '../../../../src/renderer/features/settings/restore-dialog.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import type { BackupOffer } from '../../../../src/shared/features/backup/backup.ts'
import { drawn, wordsOf } from '../../../support/drawn.ts'

beforeAll(() => startText('en'))

const PLACE = '/data/desk-before-restore-2026-01-02T03-04-05-678Z'
const COUNTS = { accounts: 1, videos: 2, edits: 0, history: 0, annotations: 0, decisions: 0 }

const offerOf = (change: Partial<BackupOffer>): BackupOffer => ({
  ...{ id: 'offer', file: PLACE, version: null, madeAt: Date.UTC(2026, 0, 2), figures: 'all' },
  ...{ isOlder: false, counts: { ...COUNTS, reports: 0, pictures: 0 } },
  ...{ accounts: [], present: { accounts: 1, unsent: 0 }, ...change },
})

test('replaced data is offered by its folder and when it was replaced, a backup by its file and version', () => {
  const saidOf = (change: Partial<BackupOffer>) => wordsOf(<Contents offer={offerOf(change)} />)
  const replaced = saidOf({})
  expect(replaced).toContain(`Folder ${PLACE} Replaced`)
  expect(replaced).not.toContain('Cuepoint')
  const backup = saidOf({ file: '/a.cuepoint-backup', version: '1.2.3' })
  expect(backup).toContain('File /a.cuepoint-backup Created')
  expect(backup).toContain('Cuepoint 1.2.3')
})

test('replaced data cannot be restored while a backup is made or checked', () => {
  const kept = [{ name: 'a', place: PLACE, at: 0, size: 1 }]
  const shown = (isBusy: boolean) =>
    drawn(<PreviousDesks kept={kept} isBusy={isBusy} onRestore={() => undefined} />)
  expect(shown(false)).toContain('Restore…')
  expect(shown(false)).not.toContain('disabled')
  expect(shown(true)).toMatch(/disabled[^>]*>.*Restore…/u)
})
