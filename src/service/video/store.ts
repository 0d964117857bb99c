import type { Video } from '../../shared/api/video.ts'
import type { WorldPlayer } from '../players.ts'
import { hexadecimal } from '../random.ts'
import { keepNewest } from '../request-log.ts'
import { type MergeParts, mergePatch } from './merge.ts'
import { Problem, unprocessable } from './problem.ts'
import { makeVideo, type VideoParts } from './settings.ts'
import type { Json } from './shape.ts'

export interface StoreParts extends VideoParts {
  seed: number
  partialDesign: MergeParts['partialDesign']
  /** Returns epoch milliseconds. */
  now(): number
}

/** An applied PATCH. */
export interface Applied {
  video_id: string
  /** Epoch milliseconds. */
  at: number
  body: unknown
}

/** Limits of the applied bodies and of all changed videos, in characters of JSON. */
const MOST_APPLIED = 32 * 1024 * 1024
const MOST_KEPT = 64 * 1024 * 1024

const lengthOf = (value: unknown) => JSON.stringify(value)?.length ?? 0

export type VideoStore = ReturnType<typeof makeVideoStore>

/** The videos of an account, as changed and read by requests, tests and late requests. */
export function makeVideoStore(parts: StoreParts) {
  const { change, player, shown } = makeStoredVideos(parts)
  const applied = keepNewest<Applied>(MOST_APPLIED, ({ body }) => lengthOf(body))
  const late = makeLate(parts.now)
  let stale = 0

  function applyOne(one: Applied): Json {
    const next = change(one.video_id, one.body)
    applied.add(one)
    return next
  }

  /** Applies late requests that are due; those that would be refused by now are lost. */
  function settle() {
    for (const one of late.due()) unlessRefused(() => applyOne(one))
  }

  /** Whether this read has to answer with an old state. */
  function isStale(): boolean {
    if (stale === 0) return false
    stale -= 1
    return true
  }

  return {
    applied: applied.list,
    settle,
    later: late.add,
    /** The account's players as videos, newest first; each video is built when shown. */
    list(): { of: WorldPlayer; show: () => Json }[] {
      settle()
      const old = isStale()
      const players = parts.world.players(parts.now() / 1000).sort(newestFirst)
      return players.map((of) => ({ of, show: () => shown(of, old) }))
    },
    read(video_id: string): Json {
      settle()
      return shown(player(video_id), isStale())
    },
    patch(video_id: string, body: unknown): Json {
      settle()
      return applyOne({ video_id, body, at: parts.now() })
    },
    /** The current state, whatever `staleReads` was set to. */
    now(video_id: string): Video {
      settle()
      return structuredClone(shown(player(video_id), false)) as Video
    },
    colleague(video_id: string, patch: unknown): Video {
      settle()
      return structuredClone(change(video_id, patch)) as Video
    },
    staleReads(count: number) {
      stale = count
    },
  }
}

const newestFirst = (a: WorldPlayer, b: WorldPlayer) =>
  b.created - a.created || (a.id < b.id ? -1 : 1)

/** Requests that were answered with an error and are applied later. */
function makeLate(now: () => number) {
  let waiting: Applied[] = []
  return {
    add(video_id: string, body: unknown, afterMs: number) {
      waiting.push({ video_id, body, at: now() + afterMs })
      let length = waiting.reduce((sum, one) => sum + lengthOf(one.body), 0)
      while (length > MOST_APPLIED) length -= lengthOf(waiting.shift()?.body)
    },
    due(): Applied[] {
      const time = now()
      const due = waiting.filter(({ at }) => at <= time)
      waiting = waiting.filter(({ at }) => at > time)
      return due.sort((a, b) => a.at - b.at)
    },
  }
}

function unlessRefused(act: () => void) {
  try {
    act()
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
  }
}

interface Kept {
  current: Json
  /** The state before the last change. */
  before: Json
  /** Characters of both as JSON. */
  length: number
}

/** Number of unchanged videos in the cache; they can be built again. */
const MOST_UNCHANGED = 2000

/** The videos, built from the world until they are changed. */
function makeStoredVideos(parts: StoreParts) {
  const kept = new Map<string, Kept>()
  const unchanged = new Map<string, Kept>()
  let length = 0
  let made = 0

  function player(video_id: string): WorldPlayer {
    const now = parts.now() / 1000
    const found = parts.world.find(video_id, now)
    if (found && found.id === video_id && found.deleted > now) return found
    throw new Problem('not_found', 'There is no such video')
  }

  function keptOf(of: WorldPlayer): Kept {
    const known = kept.get(of.id) ?? unchanged.get(of.id)
    if (known) return known
    const current = makeVideo(of, parts)
    const fresh = { current, before: current, length: 0 }
    if (unchanged.size >= MOST_UNCHANGED) unchanged.clear()
    unchanged.set(of.id, fresh)
    return fresh
  }

  function keep(video_id: string, next: Kept, old: Kept) {
    const after = length - old.length + next.length
    // A video could grow without limit; a change that does not enlarge it always fits.
    if (after > MOST_KEPT && next.length > old.length) {
      throw unprocessable('The videos', `must not be longer than ${MOST_KEPT} characters together`)
    }
    length = after
    unchanged.delete(video_id)
    kept.set(video_id, next)
  }

  function newId(): string {
    made += 1
    return hexadecimal(24, parts.seed, 0x17e3, made)
  }

  return {
    player,
    shown: (of: WorldPlayer, old: boolean) => (old ? keptOf(of).before : keptOf(of).current),
    change(video_id: string, patch: unknown): Json {
      const of = player(video_id)
      const old = keptOf(of)
      const { partialDesign, files } = parts
      const rules = { duration: of.duration, isImage: files.isImage, newId, partialDesign }
      // Copied, since the caller may change it later.
      const next = mergePatch(old.current, structuredClone(patch), rules)
      const both = { current: next, before: old.current }
      keep(video_id, { ...both, length: lengthOf(both) }, old)
      return next
    },
  }
}
