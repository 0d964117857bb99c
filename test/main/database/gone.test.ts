import { cpSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeVerbs } from '../../../src/main/database/verbs.ts'
import { testClock } from '../../support/clock.ts'
import { save, setLabel, storeIn, wantsIn } from '../../support/edited-store.ts'
import { aVideo, VIDEO } from '../../support/edits.ts'
import { openBackups } from '../../support/open-backups.ts'
import { unpackTo } from '../../support/repack.ts'
import { ACCOUNT, aFolder, anAccount, failureFrom } from '../../support/store-folder.ts'

/** A desk with a saved edit, open in a folder that may go. */
function anOpenDesk() {
  const folder = path.join(aFolder(), 'desk')
  const verbs = storeIn(folder)
  verbs.keepVideos(ACCOUNT, [aVideo()], 1)
  save(verbs, setLabel('saved'))
  return { folder, verbs }
}

const gone = { kind: 'storage', reason: 'gone' }

test.each([
  ['deleted', (folder: string) => rmSync(folder, { recursive: true })],
  ['moved away', (folder: string) => renameSync(folder, `${folder}-away`)],
  [
    'replaced by a copy',
    (folder: string) => {
      renameSync(folder, `${folder}-away`)
      cpSync(`${folder}-away`, folder, { recursive: true })
    },
  ],
  ['without its log', (folder: string) => rmSync(path.join(folder, 'desk.db-wal'))],
])('once the data folder is %s, every edit is refused', (_, lose) => {
  const { folder, verbs: before } = anOpenDesk()
  before.close()
  // Opened again: nothing was written since.
  const verbs = makeVerbs(folder, testClock)
  lose(folder)
  for (let number = 1; number <= 10; number++) {
    expect(failureFrom(() => save(verbs, setLabel(`lost ${number}`)))).toMatchObject(gone)
  }
  expect(wantsIn(verbs)).toEqual(['saved'])
  expect(verbs.editsOf(ACCOUNT).canRedo).toBe(false)
  verbs.close()
})

test('once the data folder is deleted, storing figures and accounts fails', () => {
  const { folder, verbs: before } = anOpenDesk()
  before.close()
  const verbs = makeVerbs(folder, testClock)
  rmSync(folder, { recursive: true })
  const keep = () => verbs.keepAnswer(ACCOUNT, 'players', {}, [], 1, false)
  expect(failureFrom(keep)).toMatchObject(gone)
  expect(failureFrom(() => verbs.putAccount(anAccount({ name: 'New' })))).toMatchObject(gone)
  verbs.close()
})

test('edits are accepted again once the data folder is back in its place', () => {
  const { folder, verbs } = anOpenDesk()
  renameSync(folder, `${folder}-away`)
  expect(failureFrom(() => save(verbs, setLabel('refused')))).toMatchObject(gone)
  renameSync(`${folder}-away`, folder)
  save(verbs, setLabel('taken'))
  verbs.close()
  const again = makeVerbs(folder, testClock)
  expect(wantsIn(again)).toEqual(['taken'])
  again.close()
})

test('a backup of a deleted data folder still has everything that was saved', async () => {
  const userData = aFolder()
  const file = path.join(aFolder(), 'rescued.cuepoint-backup')
  const { backup, folder, store } = openBackups(userData, file)
  await store.putAccount(anAccount())
  await store.keepVideos(ACCOUNT, [aVideo()], 1)
  await store.saveEdits(ACCOUNT, [{ video_id: VIDEO, changes: [setLabel('saved')] }])
  rmSync(folder, { recursive: true })
  await backup.make({ withFigures: true, withTokens: true })
  const into = aFolder()
  for (const [name, bytes] of unpackTo(file)) writeFileSync(path.join(into, name), bytes)
  const rescued = makeVerbs(into, testClock)
  expect(wantsIn(rescued)).toEqual(['saved'])
  rescued.close()
})
