import path from 'node:path'
import { afterEach } from 'vitest'
import { makeBackup } from '../../src/main/backup/backup.ts'
import { preferencesFile } from '../../src/main/look.ts'
import { laterStore } from '../../src/main/store/later.ts'
import { openStore } from '../../src/main/store/store.ts'
import type { Changed } from '../../src/shared/bridge.ts'

const workerFile = path.resolve(import.meta.dirname, '../../src/main/store/worker.ts')

const toClose: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0)) await close()
})

/** The backups of a desk in a user-data folder, closed after the test; `file` is what its dialogs answer. */
export function backupOn(userData: string, file: string) {
  const opened = openBackups(userData, file)
  toClose.push(opened.close)
  return opened
}

export function openBackups(userData: string, file: string) {
  const folder = path.join(userData, 'desk')
  const store = laterStore(openStore({ workerFile, folder }))
  const heard: Changed[] = []
  let relaunches = 0
  const backup = makeBackup({
    ...{ folder, store, preferencesFile: preferencesFile(userData), version: '1.2.3' },
    clock: { now: () => Date.UTC(2026, 2, 4, 5, 6, 7) },
    screen: {
      placeBackup: () => Promise.resolve(file),
      chooseBackup: () => Promise.resolve(file),
      showFile: () => undefined,
      relaunch: () => {
        relaunches += 1
      },
    },
    onChange: () => heard.push('backup'),
  })
  let isOpen = true
  async function close() {
    if (!isOpen) return
    isOpen = false
    await backup.close()
    await store.close()
  }
  return { folder, store, backup, close, heard, relaunches: () => relaunches }
}
