import { expect, onTestFinished, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import type { Fault, FaultAction } from '../../../../src/service/faults.ts'
import { listen } from '../../../../src/service/server.ts'
import { makeService } from '../../../../src/service/service.ts'
import type { Video } from '../../../../src/shared/api/video.ts'
import { sumOf } from '../../../../src/shared/features/publishing/publish.ts'
import { bundled } from '../../../support/bundled.ts'
import { testClock } from '../../../support/clock.ts'
import { fastClock } from '../../../support/fast-clock.ts'
import { type Posting, startPosting } from '../../../support/posting-process.ts'
import { count, tell } from '../../../support/scale.ts'
import {
  afterWaves,
  appliedTo,
  madeNames,
  waveOf,
  wholeVideos,
  withoutMadeIds,
} from '../../../support/six-kinds.ts'
import { ACCOUNT, aFolder, anAccount } from '../../../support/store-folder.ts'

const VIDEOS = count('videos', { usual: 12, full: 500 })
const KILLS = count('kills', { usual: 4, full: 20 })
const SPEED = 60
/** A share of all requests. */
const FAILING = 0.05
/** The first of them is killed at any moment of its posting. */
const LONGEST_MORE_MS = 60
const { child: CHILD } = await bundled({ child: 'test/support/posting-child.ts' })

/** Not `unauthorized`: after it a key waits for the person. */
const ON_ANY: FaultAction[] = [
  { kind: 'status', status: 503 },
  { kind: 'status', status: 500, when: 'after' },
  { kind: 'quota', form: 'details', resetsInMs: 3_000 },
  { kind: 'quota', form: 'retry-after', resetsInMs: 3_000 },
  { kind: 'captive-portal' },
  { kind: 'edge-html' },
  { kind: 'slow-headers', everyMs: 20 },
  { kind: 'drip', everyMs: 5, bytes: 64 },
  { kind: 'cut', at: 'before-headers', when: 'after' },
  { kind: 'cut', at: 'mid-body', when: 'after' },
  { kind: 'cut', at: 'after-headers' },
  { kind: 'body', form: 'truncated' },
  { kind: 'body', form: 'invalid-json' },
  { kind: 'body', form: 'empty' },
  { kind: 'encoding', form: 'wrong' },
]
const ON_PATCH: FaultAction[] = [
  { kind: 'late', afterMs: 60_000, with: 'status' },
  { kind: 'late', afterMs: 60_000, with: 'cut' },
  { kind: 'cut', at: 'before-headers', when: 'before' },
  { kind: 'status', status: 503, when: 'before' },
]

/** Some of all requests, and as many of those that change something, each kind as often as the others. */
function troubles(requests: number): Fault[] {
  const path = '/v1/videos/{id}'
  let kind = Math.floor(Math.random() * ON_ANY.length)
  const some = (actions: readonly FaultAction[], match: Fault['match']): Fault[] => {
    const action = actions[++kind % actions.length]
    return action && Math.random() < FAILING ? [{ match, action }] : []
  }
  return Array.from({ length: requests }, (_, index) => index + 1).flatMap((nth) => [
    ...some(ON_PATCH, { method: 'PATCH', path, nth }),
    ...some(ON_ANY, { path, nth }),
  ])
}

/** The desk between two lives of the process. */
function lookAt<T>(folder: string, look: (verbs: Verbs) => T): T {
  const verbs = makeVerbs(folder, testClock)
  try {
    expect(verbs.recovery()).toBeNull()
    expect(verbs.integrity()).toEqual({ desk: 'ok', answers: 'ok' })
    return look(verbs)
  } finally {
    verbs.close()
  }
}

/** The record says of each video what its edits say. */
function isTrue(verbs: Verbs) {
  const rows = verbs.editRows(ACCOUNT, null)
  const busy = new Set(rows.map(({ video_id }) => video_id))
  for (const { video_id, state, changes, published } of publishIn(verbs)?.videos ?? []) {
    const isDone = sumOf(published) === sumOf(changes)
    expect([video_id, isDone, state === 'published']).toEqual([
      video_id,
      !busy.has(video_id),
      !busy.has(video_id),
    ])
  }
  return rows.length
}

const publishIn = (verbs: Verbs) => verbs.publishes.last({ account_id: ACCOUNT })

async function posting() {
  const began = testClock.now()
  const { now } = fastClock(began, SPEED)
  const service = makeService({ players: VIDEOS * 8, days: 5, now })
  const { api_base_url, close } = await listen(service, { port: 0, latencyMs: 5 })
  onTestFinished(close)
  const folder = aFolder()
  const videos = wholeVideos(service, now()).slice(0, VIDEOS)
  expect(videos).toHaveLength(VIDEOS)
  const verbs = makeVerbs(folder, testClock)
  verbs.putAccount(anAccount({ api_base_url }))
  verbs.keepVideos(ACCOUNT, videos, now())
  verbs.saveEdits(
    ACCOUNT,
    videos.map((video) => ({ video_id: video.id, changes: waveOf(video, 1) })),
  )
  verbs.close()
  const to = { child: CHILD, folder, api_base_url, token: service.video_token }
  return { service, folder, videos, start: () => startPosting({ ...to, began, speed: SPEED }) }
}

const after = (ms: number) => new Promise<void>((next) => void setTimeout(next, ms))

async function isApplied(applied: readonly unknown[], target: number, isOver: () => boolean) {
  while (applied.length < target && !isOver()) await after(2)
}

/** Kills the process when a part of the videos is published, and starts the next, until nothing is left. */
async function publishedThrough({ service, folder, start }: Awaited<ReturnType<typeof posting>>) {
  const tally = { kills: 0, starts: 0, inFlight: 0 }
  let current: Posting | null = null
  try {
    for (let left = 1; left > 0; ) {
      tally.starts += 1
      expect(tally.starts, 'what is left is published in the end').toBeLessThan(KILLS + 20)
      current = start()
      await current.go()
      let isOver = false
      const ended = current.ended().then(() => {
        isOver = true
      })
      if (tally.kills < KILLS) {
        const target = ((tally.kills + Math.random()) / KILLS) * VIDEOS
        await current.open()
        await isApplied(service.video.applied, target, () => isOver)
        await after(Math.random() * LONGEST_MORE_MS)
        await current.kill()
        tally.kills += 1
      } else {
        await ended
        await current.gone
      }
      left = lookAt(folder, (verbs) => {
        const inFlight = verbs
          .editRows(ACCOUNT, null)
          .filter(({ status }) => status === 'sending' || status === 'confirming')
        if (inFlight.length > 0) tally.inFlight += 1
        return isTrue(verbs)
      })
    }
  } finally {
    await current?.kill()
  }
  return tally
}

test('a publish of many videos over failing requests and kills applies each change once and reports it', async () => {
  const desk = await posting()
  const { service, folder, videos } = desk
  const faults = troubles(VIDEOS * 12)
  service.setFaults(faults)
  const tally = await publishedThrough(desk)
  // What is still on its way arrives.
  await after(90_000 / SPEED)

  const onService = (first: Video) => {
    const { made } = appliedTo(first.id, service.video.applied)
    return [made, withoutMadeIds(first, service.video.read(first.id))]
  }
  for (const first of videos) {
    const made = Object.fromEntries(madeNames(first.id, 1).map((name) => [name, 1]))
    expect(onService(first)).toEqual([made, afterWaves(first, 1)])
  }
  const patches = service.log.filter(({ method }) => method === 'PATCH').length
  const failed = faults.filter(({ match }) => {
    return (match.nth ?? 0) <= (match.method === 'PATCH' ? patches : service.log.length)
  }).length
  lookAt(folder, (verbs) => {
    const [publish, ...others] = verbs.publishes.list({ account_id: ACCOUNT })
    expect(others).toEqual([])
    expect(publish).toMatchObject({ videos: VIDEOS, changes: 4 * VIDEOS, published: 4 * VIDEOS })
    expect(publish?.endedAt).not.toBeNull()
    const states = publishIn(verbs)?.videos.map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['published']))
  })
  const failing = `${failed} of ${service.log.length} requests failed`
  tell(`${tally.kills} kills, ${tally.inFlight} with a request in flight, ${failing}`)
  tell('0 lost, 0 twice, 0 on a wrong item, 0 stuck')
})
