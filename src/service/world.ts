import { makePlayer, type WorldPlayer } from './players.ts'
import { hash, hexadecimal } from './random.ts'
import { type Block, makeBlock } from './sessions.ts'
import { makeSplitTests, type SplitTest } from './split-tests.ts'
import type { Range } from './zone.ts'

const DAY = 86_400

/** Days generated together: a grain of the cache, with no meaning of its own. */
const BLOCK_DAYS = 8

/** Sessions kept in memory before the ones used longest ago are dropped. */
const KEPT_SESSIONS = 400_000

export interface WorldTest extends SplitTest {
  id: string
  /** In the order of the arms. */
  players: WorldPlayer[]
}

export interface World {
  /** Players that exist at a second since the epoch, newest first. */
  players(now: number): WorldPlayer[]
  find(id: string, now: number): WorldPlayer | null
  /** A/B tests between players that exist, newest first. */
  tests(now: number): WorldTest[]
  /** Every session that can have an event in the range, and some that have none. */
  blocks(player: WorldPlayer, range: Range): Block[]
}

interface WorldOptions {
  players: number
  days: number
  seed: number
  /** How many of the players anybody ever visits; all when omitted. */
  visited?: number | undefined
}

/** A company's players, their sessions and their tests. */
export function makeWorld(options: WorldOptions): World {
  const { tests, players, generationAt, known } = makeGenerations(options)
  const cache = makeBlockCache()
  let listedAt = Number.NaN

  return {
    players,
    find(id, now) {
      if (!(Math.abs(now - listedAt) < 1)) {
        players(now)
        listedAt = now
      }
      const player = known(id.toLowerCase())
      return player && player.created <= now ? player : null
    },
    tests(now) {
      return tests
        .at(now)
        .map((test) => ({
          ...test,
          id: hexadecimal(24, test.seed, 0x1d),
          players: test.arms.map(({ index }) => generationAt(index, now)),
        }))
        .sort(newest)
    },
    blocks(player, range) {
      const blocks: Block[] = []
      // A session's last event comes less than a day after its start (sessions.ts).
      const first = Math.floor((Math.max(range.from, player.created) / DAY - 1) / BLOCK_DAYS)
      const last = Math.floor((Math.min(range.to, player.deleted + DAY) - 1) / DAY / BLOCK_DAYS)
      for (let number = first; number <= last; number++) blocks.push(cache.block(player, number))
      return blocks
    },
  }
}

/**
 * Each player lives for a fixed span and is then replaced by a new one, at its own date or with
 * those that it tests against: so whatever the date, about a third are younger than `days`, some
 * are new, and yet nothing that has happened ever changes.
 */
function makeGenerations(options: WorldOptions) {
  const { players, seed, visited = players } = options
  const life = Math.max(options.days, 1) * 3 * DAY
  const made = new Map<string, WorldPlayer>()
  const byId = new Map<string, WorldPlayer>()

  /** Spread evenly, so that few players are enough to have an old one and a new one. */
  function phaseOf(index: number): number {
    const spread = ((index * 5 + 2) % players) + hash(seed, index) / 2 ** 32
    return Math.floor((spread / players) * life)
  }

  const tests = makeSplitTests({ players, life, seed })
  const firstMade = (index: number) => tests.firstMade(index) ?? phaseOf(index)
  const numberAt = (index: number, time: number) => Math.floor((time - firstMade(index)) / life)

  function generation(index: number, number: number): WorldPlayer {
    const key = `${index}.${number}`
    const known = made.get(key)
    if (known) return known
    const created = firstMade(index) + number * life
    const parts = tests.partsOf(index, number)
    const player = makePlayer({
      ...{ index, created, life, parts },
      isVisited: index < visited,
      seed: hash(seed, index, number),
    })
    made.set(key, player)
    byId.set(player.id, player)
    return player
  }

  return {
    tests,
    known: (id: string) => byId.get(id),
    generationAt: (index: number, time: number) => generation(index, numberAt(index, time)),
    players(now: number): WorldPlayer[] {
      const alive = Array.from({ length: players }, (_, index) => {
        const number = numberAt(index, now)
        // One that was deleted still answers to its id.
        generation(index, number - 1)
        return generation(index, number)
      })
      return alive.sort(newest)
    },
  }
}

const newest = (a: { created: number }, b: { created: number }) => b.created - a.created

function makeBlockCache() {
  const blocks = new Map<string, Block>()
  let kept = 0
  return {
    block(player: WorldPlayer, number: number): Block {
      const key = `${player.id}.${number}`
      const known = blocks.get(key)
      const block = known ?? makeBlock(player, number * BLOCK_DAYS, BLOCK_DAYS)
      if (known) blocks.delete(key)
      else kept += block.sessions
      // A map keeps the order of insertion: the first key is the one used longest ago.
      blocks.set(key, block)
      for (const [oldest, { sessions }] of blocks) {
        if (kept <= KEPT_SESSIONS || oldest === key) break
        blocks.delete(oldest)
        kept -= sessions
      }
      return block
    },
  }
}
