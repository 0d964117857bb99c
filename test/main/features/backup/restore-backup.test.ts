import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commitRestore } from '../../../../src/main/features/backup/restore-backup.ts'
import { AppError } from '../../../../src/shared/failure.ts'
import { testClock } from '../../../support/clock.ts'
import { newFolder } from '../../../support/folder.ts'
import { closedLater } from '../../../support/opened.ts'

const deviceOf = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.dev
const others = ['/dev/shm', '/tmp'].filter((each) => {
  return deviceOf(each) !== undefined && deviceOf(each) !== deviceOf(os.tmpdir())
})

test.skipIf(others.length === 0)(
  'a restore is refused where the next start could not move the present data aside',
  async () => {
    const elsewhere = mkdtempSync(path.join(others[0] ?? '', 'cuepoint-'))
    closedLater(() => rmSync(elsewhere, { recursive: true }))
    const userData = newFolder()
    const folder = path.join(userData, 'desk')
    symlinkSync(elsewhere, folder)
    mkdirSync(path.join(folder, 'backup.checked'))
    writeFileSync(path.join(folder, 'backup.checked', 'desk.db'), 'restored')
    const thrown = await commitRestore({ folder, clock: testClock }).catch((each: unknown) => each)
    expect(thrown instanceof AppError && thrown.failure).toMatchObject({ kind: 'storage' })
    expect(existsSync(path.join(folder, 'restored'))).toBe(false)
    expect(readdirSync(userData)).toEqual(['desk'])
  },
)
