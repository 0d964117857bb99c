import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { lastStates, readJournal } from '../../../../src/main/features/publishing/journal.ts'
import { bundled } from '../../../support/bundled.ts'
import { testClock } from '../../../support/clock.ts'
import { keepManyVideos, saveGesture } from '../../../support/gesture-writer.ts'
import { count, tell } from '../../../support/scale.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

const KILLS = count('kills', { usual: 4, full: 100 })
const VIDEOS = count('videos in the gesture, ten edits each', { usual: 60, full: 1000 })
const { writer: WRITER } = await bundled({ writer: 'test/support/gesture-writer.ts' })

/** Milliseconds from the beginning of a gesture until it is promised, on this computer. */
function gestureMs(): number {
  const verbs = makeVerbs(folderWithVideos(), testClock)
  const start = performance.now()
  saveGesture(verbs, VIDEOS)
  const taken = performance.now() - start
  verbs.close()
  return taken
}

function folderWithVideos() {
  const folder = aFolder()
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount())
  keepManyVideos(verbs, VIDEOS)
  verbs.close()
  return folder
}

/** Kills the process some milliseconds after its gesture began; gives whether that was promised. */
function killDuring(folder: string, afterMs: number) {
  const child = spawn(process.execPath, [WRITER, folder, String(VIDEOS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise<boolean>((resolve) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (text === '') setTimeout(() => child.kill('SIGKILL'), afterMs)
      text += chunk.toString()
    })
    child.on('close', () => resolve(text.includes('saved')))
  })
}

test('killed in the middle of a gesture over many videos, all of its edits are stored or none', async () => {
  const taken = gestureMs()
  const seen = { all: 0, none: 0 }
  for (let kill = 0; kill < KILLS; kill++) {
    const folder = folderWithVideos()
    const isPromised = await killDuring(folder, (kill / (KILLS - 1)) * taken * 1.2)
    const after = makeVerbs(folder, testClock)
    expect([after.recovery(), after.integrity().desk]).toEqual([null, 'ok'])
    const { edits, canUndo } = after.editsOf(ACCOUNT)
    expect([0, VIDEOS * 10]).toContain(edits.length)
    if (isPromised) expect(edits).toHaveLength(VIDEOS * 10)
    expect(canUndo).toBe(edits.length > 0)
    seen[edits.length > 0 ? 'all' : 'none']++
    const journaled = lastStates(readJournal(join(folder, 'outbox.log')).lines).flatMap(
      ({ put }) => put,
    )
    expect(journaled).toHaveLength(edits.length)
    after.undoStep(ACCOUNT)
    expect(after.editsOf(ACCOUNT).edits).toEqual([])
    after.close()
  }
  tell(`all ${seen.all} times, none ${seen.none} times`)
  expect(seen.none).toBeGreaterThan(0)
})
