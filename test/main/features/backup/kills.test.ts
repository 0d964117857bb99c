import { execFile } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { takeRestoredChoices } from '../../../../src/main/database/restored.ts'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { RESTORE_FAILPOINTS, type RestoreFailpoint } from '../../../../src/main/failpoint.ts'
import { preferencesFile } from '../../../../src/main/shell/startup-appearance.ts'
import { bundled } from '../../../support/bundled.ts'
import { testClock } from '../../../support/clock.ts'
import { newFolder } from '../../../support/folder.ts'
import { deskState, fillDesk } from '../../../support/full-desk.ts'
import { ALL, openBackups } from '../../../support/open-backups.ts'
import { aFolder, anAccount } from '../../../support/store-folder.ts'

const { child: CHILD } = await bundled({ child: 'test/support/restore-child.ts' })
const first = newFolder()
const BACKUP = path.join(first, 'mine.cuepoint-backup')
/** A user-data folder with the desk that the restore replaces. */
const PRESENT = path.join(first, 'present')
const CHOICES = { before: '{"preferences":{"theme":"light"}}', restored: '{"preferences":{}}' }

type State = ReturnType<typeof deskState>
let before: State
let restored: State

const deskOf = (userData: string) => path.join(userData, 'desk')

beforeAll(async () => {
  const made = newFolder()
  fillDesk(deskOf(made))
  writeFileSync(preferencesFile(made), CHOICES.restored)
  const { backup, close } = openBackups(made, BACKUP)
  await backup.make(ALL)
  await close()
  restored = deskState(deskOf(made))

  fillDesk(deskOf(PRESENT))
  const verbs = makeVerbs(deskOf(PRESENT), testClock)
  verbs.putAccount(anAccount({ id: 'account00002', name: 'Only before' }))
  verbs.close()
  writeFileSync(preferencesFile(PRESENT), CHOICES.before)
  before = deskState(deskOf(PRESENT))
  expect(before).not.toEqual(restored)
})

function ownCopy(userData: string): string {
  const own = path.join(aFolder(), 'user-data')
  cpSync(userData, own, { recursive: true })
  return own
}

interface Life {
  userData: string
  /** With the restore of the backup, or only the start after it. */
  restores: boolean
  /** Where it is killed: a point, or a point and which passing of it. */
  at: RestoreFailpoint | `restore-move:${number}`
}

/** Whether a process got through its life, or was killed where it was to be. */
function hasLived({ userData, restores, at }: Life): Promise<boolean> {
  const args = [CHILD, userData, deskOf(userData), restores ? BACKUP : '']
  const env = { ...process.env, CUEPOINT_FAILPOINT: at }
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      if (child.signalCode === 'SIGKILL' && !stdout.includes('open')) resolve(false)
      else if (!error && stdout.includes('open')) resolve(true)
      else reject(new Error(`It ended otherwise: ${stderr}`))
    })
  })
}

/** What the next start of a copy has: its desk, whole, and the one put aside, if any. */
function nextStart(userData: string) {
  const own = ownCopy(userData)
  takeRestoredChoices(deskOf(own), preferencesFile(own))
  const verbs = makeVerbs(deskOf(own), testClock)
  expect(verbs.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
  verbs.close()
  const [kept, ...more] = readdirSync(own).filter((name) => name.startsWith('desk-before'))
  expect(more).toEqual([])
  const leftOver = readdirSync(deskOf(own)).filter((name) => /^(backup|restored|kept)/.test(name))
  expect(leftOver).toEqual([])
  return {
    desk: deskState(deskOf(own)),
    choices: readFileSync(preferencesFile(own), 'utf8'),
    kept: kept === undefined ? null : deskState(path.join(own, kept)),
    keptChoices: kept && readFileSync(path.join(own, kept, 'preferences.json'), 'utf8'),
  }
}

const asBefore = () => ({
  ...{ desk: before, choices: CHOICES.before, kept: null, keptChoices: undefined },
})
const asRestored = () => ({
  ...{ desk: restored, choices: CHOICES.restored, kept: before, keptChoices: CHOICES.before },
})

test('killed before its commit a restore leaves the old desk, and after it the restored one', async () => {
  const { 'restore-move': _, ...once } = RESTORE_FAILPOINTS
  for (const at of Object.keys(once) as (keyof typeof once)[]) {
    const userData = ownCopy(PRESENT)
    expect(await hasLived({ userData, restores: true, at }), at).toBe(false)
    expect(nextStart(userData)).toEqual(at === 'restore-before-commit' ? asBefore() : asRestored())
  }
})

test('killed after every rename of the swap, each next start opens the restored desk completely', async () => {
  const userData = ownCopy(PRESENT)
  await hasLived({ userData, restores: true, at: 'restore-after-commit' })
  let kills = 0
  // The first rename of a life is made, and it dies before its second.
  while (!(await hasLived({ userData, restores: false, at: 'restore-move:2' }))) {
    kills += 1
    expect(nextStart(userData), `kill ${kills}`).toEqual(asRestored())
  }
  // desk.db, answers.db, the journal, the pictures and the choices go out, three of them come in.
  expect(kills).toBeGreaterThanOrEqual(10)
  expect(existsSync(path.join(deskOf(userData), 'restored-done'))).toBe(false)
  expect(deskState(deskOf(userData))).toEqual(restored)
})
