import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { lastStates, readJournal } from '../../../../src/main/features/publishing/journal.ts'
import { bundled } from '../../../support/bundled.ts'
import { testClock } from '../../../support/clock.ts'
import { editStep, waiting } from '../../../support/edit-writer.ts'
import { aVideo } from '../../../support/edits.ts'
import { count } from '../../../support/scale.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

const KILLS = count('kills', { usual: 3, full: 500 })
const DAMAGES = count('damaged desks', { usual: 10, full: 2000 })
const { writer: WRITER } = await bundled({ writer: 'test/support/edit-writer.ts' })

function aDesk(folder = aFolder()) {
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount())
  verbs.keepVideos(ACCOUNT, [aVideo()], 1)
  return { folder, verbs }
}

/** Edits from a step on, is killed after some milliseconds, and gives the last step it was promised. */
function editUntilKilled(folder: string, first: number, killAfterMs: number) {
  const child = spawn(process.execPath, [WRITER, folder, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise<number>((resolve) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (text === '') setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      text += chunk.toString()
    })
    child.on('close', () => {
      const whole = text.slice(0, text.lastIndexOf('\n'))
      resolve(Number(whole.slice(whole.lastIndexOf(' ') + 1)))
    })
  })
}

test('after kills at random moments, each acknowledged step is stored once, and the journal agrees', async () => {
  const { folder, verbs } = aDesk()
  verbs.close()
  const { verbs: model } = aDesk()
  let last = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const killAfterMs = ((kill + Math.random()) / KILLS) * 80
    const promised = await editUntilKilled(folder, last + 1, killAfterMs)
    expect(promised).toBeGreaterThan(last)
    for (; last < promised; last++) editStep(model, last + 1)
    const after = makeVerbs(folder, testClock)
    expect([after.recovery(), after.integrity().desk]).toEqual([null, 'ok'])
    // The step that was under way is there whole or not at all.
    if (waiting(after) !== waiting(model)) editStep(model, ++last)
    expect(waiting(after)).toBe(waiting(model))
    expect(after.editsOf(ACCOUNT).canUndo).toBe(model.editsOf(ACCOUNT).canUndo)
    const inJournal = lastStates(readJournal(join(folder, 'outbox.log')).lines).flatMap(
      ({ put }) => put,
    )
    expect(new Set(inJournal.map((row) => JSON.stringify(row)))).toEqual(
      new Set(after.editRows(ACCOUNT, null).map((row) => JSON.stringify(row))),
    )
    after.close()
  }
  model.close()
})

/** Edits until no file may grow any more, and gives what it said. */
function editUntilFull(folder: string, first: number, limitKiB: number) {
  const command = `ulimit -f ${limitKiB}; exec "$0" "$@"`
  const child = spawnSync('bash', ['-c', command, process.execPath, WRITER, folder, String(first)])
  return child.stdout.toString().trim().split('\n')
}

test('a full disk refuses an edit and keeps the earlier ones, and saving continues once there is room', () => {
  const { folder, verbs } = aDesk()
  verbs.close()
  const { verbs: model } = aDesk()
  let last = 0
  for (const limitKiB of [400, 800, 1600]) {
    const said = editUntilFull(folder, last + 1, limitKiB)
    const [failed = '', then = ''] = said.slice(-2)
    expect(JSON.parse(failed.slice('failed '.length))).toMatchObject({
      kind: 'storage',
      reason: 'full',
    })
    for (let steps = said.length - 2; steps > 0; steps--) editStep(model, ++last)
    expect(then).toBe(`then ${waiting(model)}`)
    const after = makeVerbs(folder, testClock)
    expect([after.recovery(), waiting(after)]).toEqual([null, waiting(model)])
    after.close()
  }
  expect(last).toBeGreaterThan(10)
  model.close()
})

const damage = fc.record({
  kind: fc.constantFrom('garbage', 'zeros', 'cut'),
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  pages: fc.integer({ min: 1, max: 30 }),
})

test('whatever pages of desk.db are damaged, no edit is lost, and the damaged file is kept', () => {
  const { folder, verbs } = aDesk()
  for (let number = 1; number <= 60; number++) editStep(verbs, number)
  const edits = waiting(verbs)
  verbs.close()
  const [desk, journal] = ['desk.db', 'outbox.log'].map((name) => readFileSync(join(folder, name)))
  expect(JSON.parse(edits)).not.toEqual([])
  fc.assert(
    fc.property(damage, ({ kind, at, pages }) => {
      const damaged = aFolder()
      const bytes = Buffer.from(desk ?? '')
      const start = Math.floor((at * bytes.length) / 4096) * 4096
      const lost = bytes.subarray(start, start + pages * 4096)
      if (kind !== 'cut') lost.fill(kind === 'zeros' ? 0 : 0xa5)
      writeFileSync(join(damaged, 'desk.db'), kind === 'cut' ? bytes.subarray(0, start) : bytes)
      writeFileSync(join(damaged, 'answers.db'), readFileSync(join(folder, 'answers.db')))
      writeFileSync(join(damaged, 'outbox.log'), journal ?? '')
      const again = makeVerbs(damaged, testClock)
      const recovery = again.recovery()
      if (recovery) expect(existsSync(recovery.keptAs ?? '')).toBe(true)
      expect(again.accounts()).toEqual([anAccount()])
      expect(waiting(again)).toBe(edits)
      expect(again.integrity().desk).toBe('ok')
      // It can be edited on, and what is done from now on can be undone.
      again.keepVideos(ACCOUNT, [aVideo()], 2)
      editStep(again, 1)
      again.undoStep(ACCOUNT)
      expect(waiting(again)).toBe(edits)
      again.close()
    }),
    { numRuns: DAMAGES },
  )
})
