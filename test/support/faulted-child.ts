/**
 * A process with the whole main process under plain Node, which works for the given time: it reads,
 * downloads, edits and posts, whatever the service answers. It prints `connected`, `minute` with
 * its memory each minute, and `ended` with what it did once everything possible is posted. Its
 * clock is faster than the computer's, like the service's.
 */
import { once } from 'node:events'
import type { Video } from '../../src/shared/api/video.ts'
import { failureOf } from '../../src/shared/failure.ts'
import { openDesk } from './desk.ts'
import { fastClock } from './fast-clock.ts'
import { ago, range } from './requests.ts'
import { waveOf } from './six-kinds.ts'

export interface Orders {
  base_url: string
  analytics_key: string
  video_token: string
  began: number
  speed: number
  minutes: number
  videos: string[]
}

export interface Minute {
  heapMb: number
  memoryMb: number
  resources: number
}

export interface Worked {
  waves: [video_id: string, wave: number][]
  done: Record<string, number>
  /** Thrown errors that are not failures of a service or of the disk. */
  mistakes: string[]
}

const say = (word: string, value: unknown) =>
  process.stdout.write(`${word} ${JSON.stringify(value)}\n`)
const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))
const any = <T>(all: readonly T[]) => all[Math.floor(Math.random() * all.length)] as T

const [line] = (await once(process.stdin, 'data')) as [Buffer]
const { base_url, began, speed, minutes, videos, ...keys } = JSON.parse(line.toString()) as Orders
const clock = fastClock(began, speed)
// A list of all changes would be memory that grows.
const desk = openDesk(undefined, { clock, changed: () => undefined })
const { accounts, analytics, downloads, edits, videos: onVideos } = desk.handlers
const { id: account_id } = await accounts.connect({
  ...{ name: 'Acme', timezone: 'UTC', base_url, api_base_url: base_url },
  ...{ analytics_key: keys.analytics_key, video_token: keys.video_token },
})
await onVideos.refresh({ account_id, video_id: null })
const players = (await analytics.players({ account_id })).value
say('connected', null)

const inHand = new Set<string>()
const waves = new Map(videos.map((id) => [id, 0]))
const worked: Worked = { waves: [], done: {}, mistakes: [] }
async function attempt(what: string, act: () => unknown) {
  try {
    await act()
    worked.done[what] = (worked.done[what] ?? 0) + 1
  } catch (thrown) {
    const failure = failureOf(thrown)
    if (failure.kind === 'unexpected') {
      worked.mistakes.push(`${what}: ${JSON.stringify(failure)}`)
    }
  }
}

async function nextWave(video_id: string) {
  const { edits: waiting } = await edits.list({ account_id })
  const own = waiting.filter((edit) => edit.video_id === video_id)
  if (own.length === 0) {
    const { shown } = await onVideos.open({ account_id, video_id })
    const wave = (waves.get(video_id) ?? 0) + 1
    const changes = waveOf(shown as Video, wave)
    await edits.save({ account_id, edits: [{ video_id, changes }] })
    waves.set(video_id, wave)
  }
  await edits.post({ account_id, video_ids: [video_id] })
}

const ACTIONS: Record<string, () => unknown> = {
  stats: () => analytics.stats({ account_id, player_id: any(players).id, ...range, refresh: true }),
  days: () =>
    analytics.statsByDay({ account_id, player_id: any(players).id, ...range, refresh: true }),
  engagement: () =>
    analytics.userEngagement({
      ...{ account_id, player_id: any(players).id, ...range, video_duration: 600 },
      refresh: true,
    }),
  players: () => analytics.players({ account_id, refresh: true }),
  video: () => onVideos.refresh({ account_id, video_id: any(videos) }),
  wave: async () => {
    const video_id = any(videos)
    // Only one edits a video at a time.
    if (inHand.has(video_id)) return
    inHand.add(video_id)
    await nextWave(video_id).finally(() => inHand.delete(video_id))
  },
  download: () =>
    downloads.start({
      ...{ account_id, player_ids: [any(players).id], withPlayers: true, comparison: null },
      period: { start: ago(9), end: ago(2) },
    }),
}
const NAMES = Object.keys(ACTIONS)

function sayMinute() {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  const minute: Minute = {
    heapMb: heapUsed / 2 ** 20,
    memoryMb: rss / 2 ** 20,
    resources: process.getActiveResourcesInfo().length,
  }
  say('minute', minute)
}

const MINUTE_MS = 60_000
const ends = clock.monotonic() + minutes * MINUTE_MS * speed
const everyMinute = setInterval(sayMinute, MINUTE_MS)
const lanes = Array.from({ length: 4 }, async () => {
  while (clock.monotonic() < ends) {
    const name = any(NAMES)
    await attempt(name, () => ACTIONS[name]?.())
    await pause(50)
  }
})
await Promise.all(lanes)
clearInterval(everyMinute)
say('worked', null)

// The service has no more faults: pending edits succeed when they are posted again.
for (;;) {
  const { edits: waiting, isPosting } = await edits.list({ account_id })
  if (waiting.length === 0) break
  const stopped = waiting.filter(({ status }) => status === 'conflict' || status === 'rejected')
  if (stopped.length > 0) {
    worked.mistakes.push(`stopped: ${JSON.stringify(stopped)}`)
    break
  }
  if (!isPosting) {
    await attempt('post', () => edits.post({ account_id, video_ids: videos }))
  }
  await pause(500)
}
worked.waves = [...waves]
say('ended', worked)
await desk.close()
process.exit(0)
