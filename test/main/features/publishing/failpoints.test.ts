import { type ChildProcess, spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { FAILPOINTS, type Failpoint } from '../../../../src/main/failpoint.ts'
import { listen } from '../../../../src/service/server.ts'
import { makeService } from '../../../../src/service/service.ts'
import { bundled } from '../../../support/bundled.ts'
import { testClock } from '../../../support/clock.ts'
import { heard } from '../../../support/downloading.ts'
import { EDIT_KIND_NAMES, type EditKindName, isEditable } from '../../../support/edit-kinds.ts'
import { FAILPOINT_CASES, makeOlder, plannedAt, THEIRS } from '../../../support/failpoint-cases.ts'
import { fastClock } from '../../../support/fast-clock.ts'
import type { Found, Orders } from '../../../support/posting-child.ts'
import { count } from '../../../support/scale.ts'
import { withoutMadeIds } from '../../../support/six-kinds.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

/** In a proof, each kind of edit in many worlds. */
const KILLS = count('kills at each failpoint', { usual: 1, full: 25 * EDIT_KIND_NAMES.length })
const AT_ONCE = 2
/** The 120 s for which a lost request may still be applied are 0.6 s. */
const SPEED = 200
const { child: CHILD } = await bundled({ child: 'test/support/posting-child.ts' })
const LONGEST_MS = 30_000

interface Run {
  point: Failpoint
  kind: EditKindName
  seed: number
}

interface Started {
  folder: string
  args: string[]
  failpoint?: string
}

const children = new Set<ChildProcess>()

/** Starts a process on the desk, and gives what became of it once it is gone. */
async function lifeOf({ folder, args, failpoint = '' }: Started, orders: Orders) {
  const child = spawn(process.execPath, [CHILD, folder, ACCOUNT, ...args], {
    env: { ...process.env, CUEPOINT_FAILPOINT: failpoint },
  })
  children.add(child)
  let errors = ''
  child.stderr.on('data', (text: Buffer) => {
    errors += text.toString()
  })
  child.stdin.on('error', () => undefined)
  const words = heard(child)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const late = setTimeout(() => child.kill('SIGTERM'), LONGEST_MS)
  child.stdin.write(`${JSON.stringify(orders)}\n`)
  await gone
  clearTimeout(late)
  children.delete(child)
  const said = (word: string) => Promise.race([words.of(word), Promise.resolve(null)])
  const [found, saved, ended] = await Promise.all([said('open'), said('saved'), said('ended')])
  return {
    errors,
    found: found as Found | null,
    isSaved: saved !== null,
    left: (ended as { left: string[] } | null)?.left ?? null,
  }
}

/** A service with the desk of one of its videos. */
async function desk({ point, seed }: Run) {
  const began = testClock.now()
  const { now } = fastClock(began, SPEED)
  const service = makeService({ players: 40, days: 30, seed, now })
  const { api_base_url, close } = await listen(service, { port: 0 })
  const lasting = service.world
    .players(now() / 1000)
    .filter(({ deleted }) => deleted > now() / 1000 + 1e6)
  const video = lasting.map(({ id }) => service.video.read(id)).find(isEditable)
  if (!video) throw new Error('The service has no video to edit.')
  const folder = aFolder()
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount({ api_base_url }))
  verbs.keepVideos(ACCOUNT, [video], now())
  verbs.close()
  service.setFaults(FAILPOINT_CASES[point].faults ?? [])
  const args = [api_base_url, service.video_token, String(began), String(SPEED)]
  return { service, video, folder, args, close }
}

async function killedAt(run: Run) {
  const { point, kind } = run
  const { applied, nth = 1, isSaved, reopen = false, ...how } = FAILPOINT_CASES[point]
  const { service, video, folder, args, close } = await desk(run)
  const { save, isTold, found, left, after } = plannedAt(point, kind, video)
  try {
    if (how.isOlder) savedByOlder(folder, save)
    if (how.hasConflict) service.video.colleague(video.id, THEIRS)
    const failpoint = `${point}:${nth}`
    const orders = how.isOlder ? {} : { save, reopen }
    const first = await lifeOf({ folder, args, failpoint }, orders)
    const errors = `failpoint ${point}\n`
    expect(first).toMatchObject({ errors, isSaved: isTold, left: null })
    expect(service.video.applied).toHaveLength(applied)

    const second = await lifeOf({ folder, args }, isSaved === 'not kept' ? { save } : {})
    const sound = { recovery: null, integrity: { desk: 'ok', answers: 'ok' } }
    expect(second).toMatchObject({ errors: '', found: { rows: found, ...sound }, left })
    // Once in all, and each on its own item.
    expect(service.video.applied).toHaveLength(1)
    expect(withoutMadeIds(video, service.video.read(video.id))).toEqual(after)
  } finally {
    await close()
  }
}

function savedByOlder(folder: string, save: NonNullable<Orders['save']>) {
  const verbs = makeVerbs(folder, testClock)
  verbs.saveEdits(ACCOUNT, save)
  verbs.close()
  makeOlder(folder)
}

/** Takes from the runs until there are none. */
async function lane(runs: Run[]) {
  for (let run = runs.shift(); run; run = runs.shift()) {
    const { point, kind, seed } = run
    await killedAt(run).catch((thrown: unknown) => {
      runs.length = 0
      throw new Error(`${point}, ${kind}, seed ${seed}`, { cause: thrown })
    })
  }
}

test.each(Object.entries(FAILPOINTS))(
  'killed at %s (%s), an edit is on the service exactly once',
  async (point) => {
    onTestFinished(() => {
      for (const child of children) child.kill('SIGKILL')
    })
    const kinds = EDIT_KIND_NAMES.length
    const runs = Array.from({ length: KILLS }, (_, index) => {
      // Another kind at each point, so that a few kills have them all.
      const kind = EDIT_KIND_NAMES[(index + Object.keys(FAILPOINTS).indexOf(point)) % kinds]
      if (!kind) throw new Error('There is no kind of edit.')
      return { point: point as Failpoint, kind, seed: 1 + Math.floor(index / kinds) }
    })
    await Promise.all(Array.from({ length: AT_ONCE }, () => lane(runs)))
  },
)
