import type { Texts } from './names.ts'
import { makePlayer, type WorldPlayer } from './players.ts'
import { hash, hexadecimal } from './random.ts'
import { type Block, makeBlock } from './sessions.ts'
import { makeSplitTests, type SplitTest } from './split-tests.ts'
import type { Range } from './zone.ts'

const DAY = 86_400

/** Days generated and cached together. */
const BLOCK_DAYS = 8

/** Sessions in the cache; the least recently used are dropped. */
const KEPT_SESSIONS = 400_000

export interface WorldTest extends SplitTest {
  id: string
  /** In the order of the arms. */
  players: WorldPlayer[]
}

export interface World {
  /** The players that exist at a time (seconds since the epoch), newest first. */
  players(now: number): WorldPlayer[]
  find(id: string, now: number): WorldPlayer | null
  /** The A/B tests between existing players, newest first. */
  tests(now: number): WorldTest[]
  /** Every session that can have an event in the range, and some without. */
  blocks(player: WorldPlayer, range: Range): Block[]
}

interface WorldOptions {
  players: number
  days: number
  seed: number
  /** Number of players with visitors; all when omitted. */
  visited?: number | undefined
  texts?: Texts | undefined
}

/** A company's players, sessions and tests. */
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
      // A session's last event comes less than a day after its start, see sessions.ts.
      const first = Math.floor((Math.max(range.from, player.created) / DAY - 1) / BLOCK_DAYS)
      const last = Math.floor((Math.min(range.to, player.deleted + DAY) - 1) / DAY / BLOCK_DAYS)
      for (let number = first; number <= last; number++) blocks.push(cache.block(player, number))
      return blocks
    },
  }
}

/**
 * Each player exists for a fixed time and is then replaced by a new one, at its own date or
 * together with those that it is tested against. So at any date about a third are younger than
 * `days` and some are new, while nothing that has happened changes.
 */
function makeGenerations(options: WorldOptions) {
  const { players, seed, visited = players, texts = 'hostile' } = options
  const life = Math.max(options.days, 1) * 3 * DAY
  const made = new Map<string, WorldPlayer>()
  const byId = new Map<string, WorldPlayer>()

  /** Spread evenly, so that a few players include an old and a new one. */
  function phaseOf(index: number): number {
    const spread = ((index * 5 + 2) % players) + hash(seed, index) / 2 ** 32
    return Math.floor((spread / players) * life)
  }

  const tests = makeSplitTests({ players, life, seed, texts })
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
      texts,
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
        // A deleted player can still be found by its id.
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
      // Map keys keep insertion order, so the first one is the least recently used.
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
