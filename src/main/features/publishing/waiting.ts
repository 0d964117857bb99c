import type { Failure } from '../../../shared/failure.ts'
import { TROUBLE_LASTS_MS } from '../../keychain/keychain.ts'
import type { Next, OutboxParts } from './next-post.ts'

const AT_ONCE = 4
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
const SHORTEST_WAIT_MS = 250

interface Waiting {
  /** Monotonic. */
  dueAt: number
  tries: number
  isBusy: boolean
  /** Told to go on while it was at work: it looks once more before it rests. */
  isWoken: boolean
  trouble: Failure | null
}

interface WaitingParts extends Pick<OutboxParts, 'clock' | 'random'> {
  step: (video_id: string) => Promise<Next>
  onRest: () => void
  signal: AbortSignal
}

export type WaitingVideos = ReturnType<typeof makeWaiting>

/** The videos of an account that have something to post: which goes when, a few at a time. */
export function makeWaiting(parts: WaitingParts) {
  const { clock, signal, step, onRest } = parts
  const videos = new Map<string, Waiting>()
  const hold = makeHold(parts)

  function pump() {
    const now = clock.monotonic()
    if (signal.aborted || hold.isHeld(now)) return
    // What held the account is tried by one video before the others follow.
    const atOnce = hold.failure() ? 1 : AT_ONCE
    let busy = [...videos.values()].filter(({ isBusy }) => isBusy).length
    for (const [video_id, video] of videos) {
      if (busy >= atOnce) return
      if (video.isBusy || video.dueAt > now) continue
      video.isBusy = true
      busy += 1
      void work(video_id, video)
    }
  }

  async function work(video_id: string, video: Waiting) {
    const next = await step(video_id)
    video.isBusy = false
    if (signal.aborted) return
    const ms = next.kind === 'trouble' ? troubled(video, next.failure) : went(video, next)
    if (ms !== null) passing(ms, parts).then(pump, () => undefined)
    if (next.kind === 'idle' && !video.isWoken) videos.delete(video_id)
    video.isWoken = false
    if (next.kind !== 'again' && next.kind !== 'later') onRest()
    pump()
  }

  /** Waits with the whole account when the failure is about it, else with the video. */
  function troubled(video: Waiting, failure: Failure): number | null {
    if (isOfAccount(failure)) return hold.put(failure)
    return rest(clock, video, againstTrouble(parts, video, failure))
  }

  function went(video: Waiting, next: Next): number | null {
    hold.release()
    return rest(clock, video, {
      ms: next.kind === 'later' ? next.ms : null,
      tries: 0,
      trouble: null,
    })
  }

  return {
    /** Goes on with videos: now, whatever they waited for. */
    wake(video_ids: Iterable<string>) {
      hold.release()
      for (const video_id of video_ids) wakeOne(videos, video_id)
      pump()
    },
    isEmpty: () => videos.size === 0,
    /** Why nothing goes, or why one of them does not. */
    trouble: () => hold.failure() ?? troubleIn(videos),
  }
}

/** A timer may ring a moment early: pumped then, what it was for would wait for ever. */
async function passing(ms: number, { clock, signal }: WaitingParts) {
  const until = clock.monotonic() + ms
  for (let left = ms; left > 0; left = until - clock.monotonic()) await clock.wait(left, signal)
}

function againstTrouble({ random }: WaitingParts, { tries }: Waiting, trouble: Failure): Rest {
  return { ms: jitter(random, tries + 1), tries: tries + 1, trouble }
}

type Rest = Pick<Waiting, 'tries' | 'trouble'> & { ms: number | null }

function rest(clock: OutboxParts['clock'], video: Waiting, { ms, ...state }: Rest) {
  Object.assign(video, { ...state, dueAt: ms === null ? 0 : clock.monotonic() + ms })
  return ms
}

const troubleIn = (videos: Map<string, Waiting>): Failure | null =>
  [...videos.values()].find(({ trouble }) => trouble)?.trouble ?? null

function wakeOne(videos: Map<string, Waiting>, video_id: string) {
  const video = videos.get(video_id)
  if (video) Object.assign(video, { dueAt: 0, isWoken: video.isBusy })
  else videos.set(video_id, aWaiting())
}

const aWaiting = (): Waiting => ({
  dueAt: 0,
  tries: 0,
  isBusy: false,
  isWoken: false,
  trouble: null,
})

/** What holds a whole account: the network, its key, its limit, the disk. */
function makeHold({ clock, random }: Pick<OutboxParts, 'clock' | 'random'>) {
  let held: { failure: Failure; until: number | null } | null = null
  let tries = 0

  return {
    failure: () => held?.failure ?? null,
    isHeld: (now: number) => held !== null && (held.until === null || held.until > now),
    release() {
      held = null
      tries = 0
    },
    /** Gives how long; null when only a person can end it. */
    put(failure: Failure): number | null {
      tries += 1
      let ms: number | null = jitter(random, tries)
      if (isForPerson(failure)) ms = null
      else if (failure.kind === 'quota') {
        ms = Math.max(SHORTEST_WAIT_MS, failure.resetsAt - clock.now())
      } else if (isOfBusyKeychain(failure)) ms = Math.min(ms, TROUBLE_LASTS_MS)
      held = { failure, until: ms === null ? null : clock.monotonic() + ms }
      return ms
    },
  }
}

/** Full jitter: the one layer in which anything is tried again. */
const jitter = (random: () => number, tries: number) =>
  Math.max(
    SHORTEST_WAIT_MS,
    random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 16)),
  )

/** Tries while the keychain is not asked again say nothing of it, and must not make the next one later. */
const isOfBusyKeychain = (failure: Failure) =>
  failure.kind === 'key' && failure.state === 'unavailable'

const isForPerson = ({ kind }: Failure) =>
  kind === 'unauthorized' || kind === 'forbidden' || kind === 'not-in-plan'

const OF_ACCOUNT = new Set<Failure['kind']>(['offline', 'key', 'quota', 'edge', 'storage'])

const isOfAccount = (failure: Failure) => OF_ACCOUNT.has(failure.kind) || isForPerson(failure)
