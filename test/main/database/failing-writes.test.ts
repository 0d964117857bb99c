import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeVerbs } from '../../../src/main/database/verbs.ts'
import { bundled } from '../../support/bundled.ts'
import { testClock } from '../../support/clock.ts'
import { fillDesk } from '../../support/full-desk.ts'
import { ACTIONS, shownBy } from '../../support/one-action.ts'
import { recorderTrouble } from '../../support/power-loss/record.ts'
import { count, tell } from '../../support/scale.ts'
import { aFolder } from '../../support/store-folder.ts'

/** Of the writes of an action so many are made to fail, each in a process of its own. */
const FAILURES = count('failing writes of each action', { usual: 1, full: 400 })
const { action: SCRIPT } = await bundled({ action: 'test/support/one-action.ts' })
const WRITES = 'pwrite64,fsync,fdatasync,ftruncate'

/** Does it while the disk is full from its n-th write on; gives what it said, and whether it came so far. */
function doFailing(folder: string, action: string, nth: number) {
  const trace = join(aFolder(), 'trace')
  const inject = `inject=${WRITES}:error=ENOSPC:when=${nth}+`
  const traced = ['-o', trace, '-e', `trace=${WRITES}`, '-e', inject, process.execPath]
  const { stdout } = spawnSync('strace', [...traced, SCRIPT, folder, action])
  const said = stdout.toString().trim().split('\n')
  return { said, isReached: readFileSync(trace, 'utf8').includes('(INJECTED)') }
}

const shownIn = (folder: string) => {
  const verbs = makeVerbs(folder, testClock)
  expect([verbs.recovery(), verbs.integrity()]).toEqual([null, { desk: 'ok', answers: 'ok' }])
  const shown = shownBy(verbs)
  verbs.close()
  return shown
}

test.for(Object.keys(ACTIONS))(
  'whichever write of “%s” fails, acknowledged data is stored and the rest is unchanged',
  (action, { skip }) => {
    const trouble = recorderTrouble()
    if (trouble !== null) return skip(`strace: ${trouble}`)
    const folder = join(aFolder(), 'desk')
    fillDesk(folder)
    const before = shownIn(folder)
    const whole = join(aFolder(), 'whole')
    cpSync(folder, whole, { recursive: true })
    expect(doFailing(whole, action, 60_000)).toEqual({ said: ['saved'], isReached: false })
    const after = shownIn(whole)
    expect(after).not.toBe(before)
    // Every one from the first on; or, when not all are tried, some after it.
    const step = FAILURES > 100 ? 1 : 11
    let refused = 0
    for (let nth = step, tries = 0; tries < FAILURES; nth += step, tries++) {
      const tried = join(aFolder(), 'tried')
      cpSync(folder, tried, { recursive: true })
      const { said, isReached } = doFailing(tried, action, nth)
      if (!isReached) break
      const [first = ''] = said
      if (first !== 'saved') {
        refused += 1
        expect(JSON.parse(first.slice('failed '.length))).toMatchObject({ kind: 'storage' })
      }
      // A commit that could not be synced may be whole all the same.
      expect(first === 'saved' ? [after] : [before, after]).toContain(shownIn(tried))
    }
    tell(`${action}: ${refused} refused`)
    expect(refused).toBeGreaterThan(0)
  },
)
