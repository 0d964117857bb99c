import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../../src/main/database/database.ts'
import { DESK } from '../../../src/main/database/stored-features.ts'
import { makeVerbs } from '../../../src/main/database/verbs.ts'
import { lastStates, readJournal } from '../../../src/main/features/publishing/journal.ts'
import { below, makeRandom } from '../../../src/service/random.ts'
import { failureOf } from '../../../src/shared/failure.ts'
import { testClock } from '../clock.ts'
import { type DeskState, EMPTY, editsText, stateOf } from './desk-state.ts'
import { type Files, makeDisk } from './disk.ts'
import type { Recording } from './record.ts'

interface Cutting {
  /** The folder for the images, one after the other. */
  folder: string
  /** The number of power losses. */
  cuts: number
  seed: number
  /** The second copy and the journal are not used to restore what desk.db lacks. */
  isDeskAlone?: boolean
}

interface Image {
  /** The seed to reproduce it. */
  name: string
  /** The number of promises before the power loss. */
  promises: number
}

/**
 * Simulates power losses at many moments of a recording, and produces what the disk may contain
 * then. When everything was written, as after a mere kill, the next moment is used.
 */
export function cutPower(
  { before, events }: Recording,
  { folder, cuts, seed }: Cutting,
  look: (image: Image) => void,
) {
  const random = makeRandom(seed)
  const disk = makeDisk(before)
  let [moment, promises] = [0, 0]

  /** Returns whether there was another event. */
  function goOn(): boolean {
    const event = events[moment]
    if (!event) return false
    disk.take(event)
    if (event.kind === 'acknowledged') promises += 1
    moment += 1
    return true
  }

  const chosen = Array.from({ length: cuts }, () => below(random, events.length + 1))
  for (const first of chosen.toSorted((one, other) => one - other)) {
    while (moment < first && goOn());
    do {
      const files = disk.afterPowerLoss(random)
      if (isAlike(files, disk.whole())) continue
      putFiles(folder, files)
      look({ name: `${seed} at ${moment}`, promises })
      break
    } while (goOn())
  }
}

/** Without locks and memory-mapped files, which are useless after a power loss. */
const isOfUse = (name: string) => !name.endsWith('-shm') && !name.startsWith('store.lock')

function isAlike(one: Files, other: Files): boolean {
  const names = [...new Set([...one.keys(), ...other.keys()])].filter(isOfUse)
  return names.every((name) => {
    const [bytes, others] = [one.get(name), other.get(name)]
    return bytes !== undefined && others !== undefined && bytes.equals(others)
  })
}

function putFiles(folder: string, files: Files) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [name, bytes] of files) writeFileSync(path.join(folder, name), bytes)
}

/** Opens what is left after each power loss, and counts the wrong ones. */
export function replay(recording: Recording, cutting: Cutting) {
  const { promised } = recording
  const states = [EMPTY, ...promised]
  const tally = { images: 0, lost: 0, mostLost: 0, journalLost: 0 }
  const corrupt: string[] = []
  cutPower(recording, cutting, ({ name, promises }) => {
    tally.images += 1
    // An unfinished operation must be applied completely or not at all.
    const known = states.slice(0, promises + 2)
    if (!isInJournal(cutting.folder, known.slice(-2))) tally.journalLost += 1
    if (cutting.isDeskAlone) leaveAlone(cutting.folder)
    const { trouble, desk } = opened(cutting.folder)
    const kept = known.findLastIndex((state) => state.desk === desk)
    if (trouble !== null) corrupt.push(`${name}: ${trouble}`)
    else if (kept < 0) corrupt.push(`${name}: what it holds was never there`)
    else if (kept < promises) tally.lost += 1
    if (kept >= 0) tally.mostLost = Math.max(tally.mostLost, promises - kept)
  })
  return { ...tally, corrupt }
}

/** Removes the second copy and the journal, and the records of how far they came. */
function leaveAlone(folder: string) {
  for (const name of ['outbox.log', 'desk-copy.db', 'desk-copy.db-journal']) {
    rmSync(path.join(folder, name), { force: true })
  }
  const file = path.join(folder, 'desk.db')
  if (!existsSync(file)) return
  const desk = openDatabase({ file, synchronous: 'FULL', migrations: DESK })
  desk.transaction(() => desk.run('DELETE FROM seals'))
  desk.close()
}

/** Whether the journal alone has the edits of one of these states. */
function isInJournal(folder: string, states: readonly DeskState[]) {
  const text = editsText(
    lastStates(readJournal(path.join(folder, 'outbox.log')).lines).flatMap(({ put }) => put),
  )
  return states.some(({ edits }) => edits === text)
}

function opened(folder: string): { trouble: string | null; desk: string | null } {
  try {
    const verbs = makeVerbs(folder, testClock)
    try {
      const { desk, answers } = verbs.integrity()
      const recovery = verbs.recovery()
      const isSound = recovery === null && desk === 'ok' && answers === 'ok'
      const trouble = isSound ? null : JSON.stringify({ recovery, desk, answers })
      return { trouble, desk: stateOf(verbs).desk }
    } finally {
      verbs.close()
    }
  } catch (thrown) {
    return { trouble: JSON.stringify(failureOf(thrown)), desk: null }
  }
}
