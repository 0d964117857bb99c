/**
 * The part of the app that restores, under plain Node with real files: restores a backup when one
 * is given, then simulates the next start. It prints `open` when that has opened the data.
 */

import { takeRestoredChoices } from '../../src/main/database/restored.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { preferencesFile } from '../../src/main/shell/startup-appearance.ts'
import { testClock } from './clock.ts'
import { openBackups } from './open-backups.ts'

const [userData = '', folder = '', backupFile = ''] = process.argv.slice(2)

if (backupFile) {
  const { backup, close } = openBackups(userData, backupFile)
  const offer = await backup.open()
  await backup.restore(offer?.id ?? '')
  await close()
}
takeRestoredChoices(folder, preferencesFile(userData))
const verbs = makeVerbs(folder, testClock)
process.stdout.write(`open ${JSON.stringify(verbs.recovery())}\n`)
verbs.close()
