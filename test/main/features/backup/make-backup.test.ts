import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { DESK } from '../../../../src/main/database/stored-features.ts'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import { testClock } from '../../../support/clock.ts'
import { fillDesk } from '../../../support/full-desk.ts'
import { ALL, openBackups } from '../../../support/open-backups.ts'
import { unpackTo } from '../../../support/repack.ts'
import { aFolder } from '../../../support/store-folder.ts'
import { storedReport } from '../../../support/stored-reports.ts'

test('a backup that could not be restored is not made, and its failure says why', async () => {
  const userData = aFolder()
  const folder = path.join(userData, 'desk')
  fillDesk(folder)
  const desk = openDatabase({
    ...{ file: path.join(folder, 'desk.db'), synchronous: 'FULL', migrations: DESK },
  })
  desk.run("UPDATE annotations SET annotation = '{}'")
  desk.close()
  const place = aFolder()
  const { backup } = openBackups(userData, path.join(place, 'a.cuepoint-backup'))
  for (const contents of [ALL, { withFigures: false, withTokens: false }]) {
    const failure = await backup.make(contents).catch(failureOf)
    expect(failure).toMatchObject({ kind: 'backup', reason: 'unrestorable' })
    expect((failure as { text: string }).text).toMatch(/^annotations, row 1: /)
    expect((await backup.state()).last).toBeNull()
    expect(readdirSync(place)).toEqual([])
  }
})

test('a removed report is neither counted nor in a backup', async () => {
  const userData = aFolder()
  const folder = path.join(userData, 'desk')
  fillDesk(folder)
  const report = storedReport(0)
  const verbs = makeVerbs(folder, testClock)
  const before = verbs.reports().length
  verbs.addReport(report)
  verbs.removeReports([report.id], 5)
  verbs.close()
  const file = path.join(userData, 'a.cuepoint-backup')
  const { backup, close } = openBackups(userData, file)
  await backup.make(ALL)
  expect((await backup.open())?.counts.reports).toBe(before)
  await close()
  expect(Buffer.from(unpackTo(file).get('desk.db') ?? []).includes(report.id)).toBe(false)
})
