import { expect, onTestFinished, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import type { EditRow } from '../../../../src/main/features/publishing/edit-row.ts'
import type { Fault, FaultAction } from '../../../../src/service/faults.ts'
import { listen } from '../../../../src/service/server.ts'
import { makeService, type Service } from '../../../../src/service/service.ts'
import type { Applied } from '../../../../src/service/video/store.ts'
import { bundled } from '../../../support/bundled.ts'
import { testClock } from '../../../support/clock.ts'
import { fastClock } from '../../../support/fast-clock.ts'
import { type Posting, startPosting } from '../../../support/posting-process.ts'
import { count, isProof, partsOf, tell } from '../../../support/scale.ts'
import {
  afterWaves,
  appliedTo,
  madeNames,
  waveOf,
  wholeVideos,
  withoutMadeIds,
} from '../../../support/six-kinds.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

/** Most of the time is spent in waits, so the parts of a proof run side by side. */
const PARTS = 5
const KILLS = count('kills', { usual: 6, full: 2000 / PARTS })
/** Few kills can all be between two requests but for one. */
const LEAST_IN_FLIGHT = isProof ? KILLS / 3 : 0
const VIDEOS = 6
/** After its first request, however slow the machine is. */
const LONGEST_LIFE_MS = 350
/** When everything waits, there is none; a change comes once its late request cannot. */
const LONGEST_SILENCE_MS = { any: 700, change: 2500 }
/** A late request may arrive for 120 s after it was sent: here 2 s, on every clock alike. */
const SPEED = 60
const { child: CHILD } = await bundled({ child: 'test/support/posting-child.ts' })

const FAULTS: ((chance: number) => FaultAction)[] = [
  () => ({ kind: 'cut', at: 'before-headers', when: 'before' }),
  () => ({ kind: 'cut', at: 'before-headers', when: 'after' }),
  () => ({ kind: 'cut', at: 'mid-body', when: 'after' }),
  () => ({ kind: 'status', status: 503, when: 'before' }),
  () => ({ kind: 'status', status: 503, when: 'after' }),
  (chance) => ({ kind: 'late', afterMs: chance * 90_000, with: 'status' }),
  (chance) => ({ kind: 'late', afterMs: chance * 90_000, with: 'cut' }),
]

/** A fifth of what is sent, and some reads, do not go well. */
function troubles(): Fault[] {
  const faults: Fault[] = []
  for (let nth = 1; nth <= 4000; nth++) {
    const [chance, which, lateness] = [Math.random(), Math.random(), Math.random()]
    const action = FAULTS[Math.floor(which * FAULTS.length)]?.(lateness)
    const path_ = '/v1/videos/{id}'
    if (chance < 0.2 && action)
      faults.push({ match: { method: 'PATCH', path: path_, nth }, action })
    if (chance > 0.97) {
      const unavailable = { kind: 'status', status: 503 } as const
      faults.push({ match: { method: 'GET', path: path_, nth }, action: unavailable })
    }
  }
  return faults
}

/** The desk between two lives of the process: looked at, and given more to post. */
function lookAt(folder: string, act: (verbs: Verbs, rows: EditRow[]) => void) {
  const verbs = makeVerbs(folder, testClock)
  expect(verbs.recovery()).toBeNull()
  expect(verbs.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
  act(verbs, verbs.editRows(ACCOUNT, null))
  verbs.close()
}

/** Each video of which nothing waits gets another wave, ready to be posted. */
function moreWaves(verbs: Verbs, rows: EditRow[], waves: Map<string, number>) {
  const busy = new Set(rows.map(({ video_id }) => video_id))
  for (const [video_id, wave] of waves) {
    const base = verbs.videoBase(ACCOUNT, video_id)?.video
    if (busy.has(video_id) || !base) continue
    verbs.saveEdits(ACCOUNT, [{ video_id, changes: waveOf(base, wave + 1) }])
    waves.set(video_id, wave + 1)
  }
}

/** Killed each time after it was sent: the user is asked, who publishes it again at the next start. */
const isAskedAbout = ({ failure }: EditRow) =>
  failure?.kind === 'unconfirmed' && failure.reason === 'too-often'

const wavesOf = (waves: Map<string, number>) =>
  [...waves.values()].reduce((sum, wave) => sum + wave, 0)

const after = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())

/** Makes promises of the next request that comes, or of the next that changes something. */
function onceAsked(service: Service) {
  const { answer } = service
  const waiting = { any: [] as (() => void)[], change: [] as (() => void)[] }
  service.answer = (request) => {
    const told = waiting.any.splice(0)
    if (request.method === 'PATCH') told.push(...waiting.change.splice(0))
    for (const tell of told) tell()
    return answer(request)
  }
  return (kind: 'any' | 'change') => new Promise<void>((tell) => waiting[kind].push(tell))
}

async function posting() {
  const began = testClock.now()
  const { now } = fastClock(began, SPEED)
  const service = makeService({ players: 40, days: 30, now })
  const asked = onceAsked(service)
  const { api_base_url, close } = await listen(service, { port: 0, latencyMs: 10 })
  onTestFinished(close)
  const folder = aFolder()
  const videos = wholeVideos(service, now()).slice(0, VIDEOS)
  expect(videos).toHaveLength(VIDEOS)
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount({ api_base_url }))
  verbs.keepVideos(ACCOUNT, videos, now())
  verbs.close()
  const to = { child: CHILD, folder, api_base_url, token: service.video_token }
  const start = () => startPosting({ ...to, began, speed: SPEED })
  return { service, folder, videos, start, asked }
}

test.each(partsOf(PARTS))(
  '$name: killed at random moments of posting, every edit is on the service exactly once',
  async () => {
    const { service, folder, videos, start, asked } = await posting()
    service.setFaults(troubles())
    const waves = new Map(videos.map(({ id }) => [id, 0]))
    const tally = { kills: 0, ends: 0, inFlight: 0, asked: 0 }
    // The service keeps the newest only.
    const applied = new Set<Applied>()
    const keepApplied = () => {
      for (const one of service.video.applied) applied.add(one)
    }
    let left = 1
    const started: Posting[] = []
    const begin = () => {
      const one = start()
      started.push(one)
      return one
    }
    let next = begin()
    try {
      for (let isLast = false; !isLast || left > 0; ) {
        // From then on each life is long enough for all that waits.
        const isEnough = tally.kills >= KILLS
        // Deletions come with the third wave of a video.
        isLast = isEnough && wavesOf(waves) > VIDEOS * 2
        lookAt(folder, (verbs, rows) => {
          if (!isLast) moreWaves(verbs, rows, waves)
        })
        const current = next
        next = begin()
        await current.go()
        // Most once something is sent; some while the videos are read before.
        const kind = tally.kills % 3 === 0 ? 'any' : 'change'
        const atWork = current
          .open()
          .then(() => Promise.race([asked(kind), after(LONGEST_SILENCE_MS[kind])]))
        // Some while it opens; most while it posts.
        const since = tally.kills % 10 === 0 ? Promise.resolve() : atWork
        // Spread evenly, so that few kills are in every part of a life too.
        const part = ((tally.kills + Math.random()) / KILLS) % 1
        const life = isEnough ? 40_000 : part * LONGEST_LIFE_MS
        const pause = since.then(() => after(life)).then(() => false)
        if (await Promise.race([current.ended(), pause])) {
          await current.gone
          tally.ends++
        } else {
          await current.kill()
          expect(isEnough, 'what is left is posted in time').toBe(false)
          tally.kills++
        }
        keepApplied()
        lookAt(folder, (_verbs, rows) => {
          left = rows.length
          const busy = rows.filter(({ status }) => status === 'sending' || status === 'confirming')
          if (busy.length > 0) tally.inFlight++
          // Nobody else is there to conflict with, and nothing that is sent is wrong.
          const stopped = rows.filter(
            ({ status }) => status === 'conflict' || status === 'rejected',
          )
          const unexpected = stopped.filter((row) => !isAskedAbout(row))
          expect(unexpected.filter(({ failure }) => failure?.kind !== 'refused')).toEqual([])
          tally.asked += stopped.length - unexpected.length
        })
      }
    } finally {
      await Promise.all(started.map(({ kill }) => kill()))
    }

    // What is still on its way arrives.
    await after(90_000 / SPEED)
    keepApplied()
    for (const first of videos) {
      const count = waves.get(first.id) ?? 0
      const { made, waves: sent } = appliedTo(first.id, [...applied])
      expect(made).toEqual(Object.fromEntries(madeNames(first.id, count).map((name) => [name, 1])))
      expect(sent).toEqual(sent.toSorted((a, b) => a - b))
      const now = withoutMadeIds(first, service.video.read(first.id))
      expect(now).toEqual(afterWaves(first, count))
    }
    expect(tally.inFlight).toBeGreaterThan(LEAST_IN_FLIGHT)
    tell(`${tally.kills} kills, ${tally.inFlight} in flight, ${wavesOf(waves)} waves of edits`)
    tell(`${tally.asked} times an edit was sent too often without a response`)
  },
)
