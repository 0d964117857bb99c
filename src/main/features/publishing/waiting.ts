import type { Failure } from '../../../shared/failure.ts'
import { waitFully } from '../../clock.ts'
import { TROUBLE_LASTS_MS } from '../../keychain/keychain.ts'
import type { Next, OutboxParts } from './next-post.ts'

const CONCURRENCY = 4
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** While reads get through, the network is not expected to come back by itself soon. */
const LONGEST_WAIT_OF_CHANGES_MS = 300_000
const SHORTEST_WAIT_MS = 250

interface Waiting {
  /** Monotonic milliseconds. */
  dueAt: number
  tries: number
  isBusy: boolean
  /** `wake` was called during a step: one more step before it rests. */
  isWoken: boolean
  trouble: Failure | null
  /** Its next step only reads back requests in flight. */
  isReading: boolean
}

interface WaitingParts extends Pick<OutboxParts, 'clock' | 'random'> {
  step: (video_id: string) => Promise<Next>
  onRest: () => void
  signal: AbortSignal
}

export type WaitingVideos = ReturnType<typeof makeWaiting>

/** Decides which of an account's videos are posted when, at most 4 at a time. */
export function makeWaiting(parts: WaitingParts) {
  const { clock, signal, step, onRest } = parts
  const videos = new Map<string, Waiting>()
  const pause = makePause(parts)

  function pump() {
    if (signal.aborted) return
    const now = clock.monotonic()
    const isPaused = pause.isPaused(now)
    if (isPaused && !pause.allowsReading()) return
    // What became of the one change that is tried decides whether others follow.
    const isTrying = pause.isOfChanges() && [...videos.values()].some((one) => one.isReading)
    const isDue = ({ isBusy, isReading, dueAt }: Waiting) =>
      !isBusy && dueAt <= now && (isReading || !(isPaused || isTrying))
    // After an account-wide failure one video is tried before the others follow.
    const atOnce = pause.failure() ? 1 : CONCURRENCY
    let busy = [...videos.values()].filter(({ isBusy }) => isBusy).length
    for (const [video_id, video] of videos) {
      if (busy >= atOnce) return
      if (!isDue(video)) continue
      video.isBusy = true
      busy += 1
      void work(video_id, video)
    }
  }

  async function work(video_id: string, video: Waiting) {
    const before = pause.present()
    const next = await step(video_id)
    video.isBusy = false
    if (signal.aborted) return
    const ms = next.kind === 'trouble' ? failed(video, next) : succeeded(video, next, before)
    // Behind the others, so that a video that always fails does not keep them waiting.
    if (next.kind === 'trouble' && videos.delete(video_id)) videos.set(video_id, video)
    if (ms !== null) waitFully(clock, ms, signal).then(pump, () => undefined)
    if (next.kind === 'idle' && !video.isWoken) videos.delete(video_id)
    video.isWoken = false
    if (next.kind !== 'again' && next.kind !== 'later') onRest()
    pump()
  }

  /** Delays the whole account when the failure concerns it, and the video in any case. */
  function failed(video: Waiting, next: Trouble): number | null {
    const { failure, isReading = video.isReading } = next
    if (!isOfAccount(failure)) {
      return rest(clock, video, { ...againstTrouble(parts, video, failure), isReading })
    }
    // The request left before the key or the token was replaced.
    if (video.isWoken && isOfKey(failure))
      return rest(clock, video, { ms: null, tries: 0, trouble: null, isReading })
    const ms = pause.put(failure, isReading)
    return rest(clock, video, { ms, tries: video.tries, trouble: null, isReading })
  }

  /**
   * A step that began before the pause says nothing about it, and one after which requests are still
   * to be read back says nothing about the right to write. When no change got through, one must.
   */
  function succeeded(video: Waiting, next: Next, before: Pause | null): number | null {
    const { isReading = video.isReading, isThrough = false } = next
    const ms = next.kind === 'later' ? next.ms : null
    const saysNothing = pause.present() !== before || (isReading && pause.allowsReading())
    if (pause.isOfChanges() ? isThrough || next.kind === 'idle' : !saysNothing) pause.release()
    return rest(clock, video, { ms, tries: 0, trouble: null, isReading })
  }

  return {
    /**
     * Continues with these videos now, whatever they waited for; but never before a limit ends.
     * `inFlight` are those with requests that are to be read back first.
     */
    wake(video_ids: Iterable<string>, inFlight: ReadonlySet<string> = new Set()) {
      if (pause.failure()?.kind !== 'quota') pause.release()
      for (const video_id of video_ids) wakeOne(videos, video_id, inFlight.has(video_id))
      pump()
    },
    isEmpty: () => videos.size === 0,
    /** Why nothing is sent, or why one video is not. */
    trouble: () => pause.failure() ?? troubleIn(videos),
    /** Why nothing of this video is sent. */
    troubleOf: (video_id: string) => pause.failure() ?? videos.get(video_id)?.trouble ?? null,
  }
}

function againstTrouble({ random }: WaitingParts, { tries }: Waiting, trouble: Failure) {
  return { ms: jitter(random, tries + 1), tries: tries + 1, trouble }
}

type Rest = Pick<Waiting, 'tries' | 'trouble' | 'isReading'> & { ms: number | null }

function rest(clock: OutboxParts['clock'], video: Waiting, { ms, ...state }: Rest) {
  Object.assign(video, { ...state, dueAt: ms === null ? 0 : clock.monotonic() + ms })
  return ms
}

const troubleIn = (videos: Map<string, Waiting>): Failure | null =>
  [...videos.values()].find(({ trouble }) => trouble)?.trouble ?? null

function wakeOne(videos: Map<string, Waiting>, video_id: string, isInFlight: boolean) {
  const video = videos.get(video_id)
  if (video) {
    const isReading = isInFlight || video.isReading
    Object.assign(video, { dueAt: 0, isWoken: video.isBusy, isReading })
  } else videos.set(video_id, newWaiting(isInFlight))
}

const newWaiting = (isReading: boolean): Waiting => ({
  dueAt: 0,
  tries: 0,
  isBusy: false,
  isWoken: false,
  trouble: null,
  isReading,
})

type Trouble = Extract<Next, { kind: 'trouble' }>

interface Pause {
  failure: Failure
  /** Whether requests in flight are still read back: only changes do not get through. */
  allowsReading: boolean
  /** Monotonic milliseconds; infinite when only a user can end it. */
  until: number
}

/** Pauses a whole account: for the network, its key, its limit or the disk. */
function makePause({ clock, random }: Pick<OutboxParts, 'clock' | 'random'>) {
  let current: Pause | null = null
  let tries = 0

  return {
    present: () => current,
    failure: () => current?.failure ?? null,
    allowsReading: () => current?.allowsReading === true,
    isOfChanges: () => current !== null && isOfChanges(current.failure),
    isPaused: (now: number) => current !== null && current.until > now,
    release() {
      current = null
      tries = 0
    },
    /** Returns the pause in milliseconds; null when only a user can end it. */
    put(failure: Failure, isOfReading: boolean): number | null {
      tries += 1
      let ms: number | null = jitter(random, tries, longestWait(failure))
      if (isForPerson(failure)) ms = null
      else if (failure.kind === 'quota') {
        const told = Math.max(SHORTEST_WAIT_MS, failure.resetsAt - clock.now())
        // A refusal that does not say how long to wait is not answered by asking each second.
        ms = failure.interval_seconds === undefined ? Math.max(told, ms) : told
      } else if (isOfBusyKeychain(failure)) ms = Math.min(ms, TROUBLE_LASTS_MS)
      const until = ms === null ? Infinity : clock.monotonic() + ms
      // A failure of a step from before the pause does not shorten it.
      const allowsReading = isOfWriting(failure) && !isOfReading
      if (!current || until >= current.until) current = { failure, allowsReading, until }
      return ms
    },
  }
}

/** Full jitter. The only layer that retries posts. */
const jitter = (random: () => number, tries: number, longest = LONGEST_WAIT_MS) =>
  Math.max(SHORTEST_WAIT_MS, random() * Math.min(longest, FIRST_WAIT_MS * 2 ** Math.min(tries, 16)))

/** While the keychain's failure is cached, retries must not lengthen the wait. */
const isOfBusyKeychain = (failure: Failure) =>
  failure.kind === 'key' && failure.state === 'unavailable'

const isForPerson = ({ kind }: Failure) =>
  kind === 'unauthorized' || kind === 'forbidden' || kind === 'not-in-plan'

/** Something before the service refuses every change, and lets reads through. */
const isOfChanges = (failure: Failure) => failure.kind === 'edge' && failure.what === 'every-change'

const isOfWriting = (failure: Failure) => failure.kind === 'forbidden' || isOfChanges(failure)

const longestWait = (failure: Failure) =>
  isOfChanges(failure) ? LONGEST_WAIT_OF_CHANGES_MS : LONGEST_WAIT_MS

const isOfKey = (failure: Failure) => failure.kind === 'key' || isForPerson(failure)

const OF_ACCOUNT = new Set<Failure['kind']>(['offline', 'key', 'quota', 'edge', 'storage'])

const isOfAccount = (failure: Failure) => OF_ACCOUNT.has(failure.kind) || isForPerson(failure)
