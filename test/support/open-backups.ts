import path from 'node:path'
import { expect } from 'vitest'
import { takeRestoredChoices } from '../../src/main/database/restored.ts'
import { deferredStore, openStore } from '../../src/main/database/store.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { makeBackup } from '../../src/main/features/backup/backup.ts'
import { makeKeychain } from '../../src/main/keychain/keychain.ts'
import { preferencesFile } from '../../src/main/shell/startup-appearance.ts'
import type { Changed } from '../../src/shared/bridge.ts'
import type { BackupContents } from '../../src/shared/features/backup/backup.ts'
import { testClock } from './clock.ts'
import { memoryKeytar, newKeyNotes } from './keychain.ts'
import { closedLater } from './opened.ts'
import { aFolder } from './store-folder.ts'
import { storeWorker } from './threads.ts'

/** The optional parts of a backup. */
export const ALL = { withFigures: true, withTokens: true }
export const WITHOUT_FIGURES = { ...ALL, withFigures: false }

const NOW = Date.UTC(2026, 2, 4, 5, 6, 7)

/** The backup part on a user-data folder; `file` is the answer of its dialogs. */
export function openBackups(
  userData: string,
  file: string,
  { zone = testClock.zone(), now = NOW } = {},
) {
  const folder = path.join(userData, 'desk')
  const store = deferredStore(openStore({ workerFile: storeWorker, folder, clock: testClock }))
  const keychain = makeKeychain({
    ...{ clock: testClock, notes: newKeyNotes(), serviceName: 'Cuepoint' },
    keytar: async () => memoryKeytar().keytar,
  })
  const heard: Changed[] = []
  const proposed: string[] = []
  let relaunches = 0
  const backup = makeBackup({
    ...{ folder, store, keychain, preferencesFile: preferencesFile(userData), version: '1.2.3' },
    clock: { ...testClock, now: () => now, zone: () => zone },
    screen: {
      placeBackup: (name: string) => {
        proposed.push(name)
        return Promise.resolve(file)
      },
      chooseBackup: () => Promise.resolve(file),
      showFile: () => undefined,
      relaunch: () => {
        relaunches += 1
      },
    },
    onChange: () => heard.push('backup'),
  })
  const close = closedLater(async () => {
    await backup.close()
    await store.close()
  })
  return { folder, store, backup, close, heard, proposed, relaunches: () => relaunches }
}

/** Restores a file into a user-data folder, or the data of this name that a restore replaced, up to the next start. */
export async function restore(userData: string, file: string, kept?: string) {
  // The data that is replaced has the time as its name.
  const now = kept === undefined ? NOW : NOW + 1
  const { backup, folder, close, relaunches } = openBackups(userData, file, { now })
  const offer = await (kept === undefined ? backup.open() : backup.openKept(kept))
  await backup.restore(offer?.id ?? '')
  expect(relaunches()).toBe(1)
  await close()
  takeRestoredChoices(folder, path.join(userData, 'preferences.json'))
  return { folder, offer }
}

/** The desk of a new user-data folder into which a backup of this one was restored; to be closed. */
export async function restoredFrom(userData: string, contents: BackupContents) {
  const file = path.join(userData, 'made.cuepoint-backup')
  const { backup, close } = openBackups(userData, file)
  await backup.make(contents)
  await close()
  const { folder } = await restore(aFolder(), file)
  return makeVerbs(folder, testClock)
}
