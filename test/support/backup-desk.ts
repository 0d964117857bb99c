import { afterEach } from 'vitest'
import { openBackups } from './open-backups.ts'

const toClose: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of toClose.splice(0)) await close()
})

/** The backup part on a user-data folder, closed after the test. */
export function backupOn(userData: string, file: string) {
  const opened = openBackups(userData, file)
  toClose.push(opened.close)
  return opened
}
