import type { Texts } from './names.ts'
import { hash } from './random.ts'
import { type Effect, NO_EFFECT } from './variants.ts'
import type { Range } from './zone.ts'

const DAY = 86_400

/** Players form blocks of this size; each block has every plot once. */
const BLOCK = 24
/** Number of blocks with tests: a large account does not test everything. */
const BLOCKS = 4

/** The script of a test, repeated under other names. */
interface Plot {
  names: string[]
  /** Its arms, by position in the block. */
  places: number[]
  /** Planned shares of the visitors, in percent. */
  planned: number[]
  /** The actual shares, when different. */
  real?: number[]
  effects: Effect[]
  /** Visitors of all arms on an ordinary day. */
  visitors: number
  /** Start and end, as shares of the cycle. */
  starts: number
  finishes: number
  /** Share of the cycle at which the last arm joins, when it joins late. */
  lastJoins?: number
  /** Whether the service may adjust the planned shares: the arms are not `locked`. */
  isAdjusted?: boolean
  /** Whether arms that begin with the test have no start of their own. */
  isStartShared?: boolean
}

const effect = (changed: Partial<Effect>): Effect => ({ ...NO_EFFECT, ...changed })

const PLOTS: Plot[] = [
  {
    names: ['Lead nova × lead atual', 'Hook: pain vs. promise', 'Oferta antes do pitch?'],
    places: [2, 3],
    planned: [50, 50],
    effects: [NO_EFFECT, effect({ play: 1.18, stay: 1.15, sale: 1.5 })],
    visitors: 420,
    starts: 0.06,
    finishes: 0.95,
  },
  {
    names: ['3 thumbs', 'Thumb: rosto / produto / texto', '<b>A/B/C</b> "final"; v2'],
    places: [1, 9, 16],
    planned: [34, 33, 33],
    effects: [NO_EFFECT, effect({ play: 1.15 }), effect({ play: 0.9, sale: 1.2 })],
    visitors: 117,
    starts: 0.1,
    finishes: 0.75,
    lastJoins: 0.25,
  },
  {
    names: ['Split com bug no redirect', 'Checkout novo', '=A/B · página rápida'],
    places: [13, 17],
    planned: [50, 50],
    real: [58, 42],
    effects: [NO_EFFECT, effect({ play: 1.05 })],
    visitors: 110,
    starts: 0.1,
    finishes: 0.6,
  },
  {
    names: ['Cor do botão', 'Button colour, again', 'Botão verde 🟢 × azul 🔵'],
    places: [4, 6],
    planned: [50, 50],
    effects: [NO_EFFECT, NO_EFFECT],
    visitors: 14,
    starts: 0.1,
    finishes: 0.9,
    isStartShared: true,
  },
  {
    names: ['Página de captura', 'Free webinar: short vs. long', 'Captura sem oferta'],
    places: [21, 22],
    planned: [70, 30],
    effects: [effect({ sale: 0 }), effect({ play: 1.1, sale: 0 })],
    visitors: 60,
    starts: 0.2,
    finishes: 0.8,
    isAdjusted: true,
  },
  {
    names: ['Próximo: upsell curto', 'Next: price on page', 'Rascunho'],
    places: [10, 14],
    planned: [80, 20],
    effects: [NO_EFFECT, effect({ click: 1.2 })],
    visitors: 30,
    starts: 0.85,
    finishes: 0.99,
  },
  {
    names: ['Depois do feriado', 'Waiting for legal 🕗', 'Novo depoimento'],
    places: [18, 20, 7],
    planned: [50, 30, 20],
    effects: [NO_EFFECT, effect({ stay: 1.1 }), effect({ click: 1.1 })],
    visitors: 36,
    starts: 0.85,
    finishes: 0.99,
    lastJoins: 0.9,
  },
]

/** An A/B test of the world. Times are seconds since the epoch, possibly in the future. */
export interface SplitTest {
  seed: number
  name: string
  created: number
  started: number
  finished: number
  /** As in its plot, limited in small blocks. */
  visitors: number
  isAdjusted: boolean
  isStartShared: boolean
  arms: Arm[]
}

interface Arm {
  /** The player's position in the world. */
  index: number
  planned: number
  /** Weight among the arms of a day. */
  weight: number
  joined: number
  effect: Effect
}

/** A player's part in a test. */
export interface Part {
  test: SplitTest
  arm: Arm
  /** Days since the epoch, both included. */
  firstDay: number
  lastDay: number
}

/** Players that are created together and tested against each other. */
interface Slot {
  plot: Plot
  block: number
  names: string[]
  indexes: number[]
  seed: number
}

/**
 * The A/B tests of a world. Each slot repeats tests between the same players, one per cycle. The
 * cycles of the plots are offset evenly, so that at any time a test is running and one is planned;
 * the lives of the slots are too, so that at any time most slots have finished tests.
 */
export function makeSplitTests(world: {
  players: number
  /** Lifetime of a player in seconds. */
  life: number
  seed: number
  texts: Texts
}) {
  const { players, life, seed, texts } = world
  const cycles = Math.floor(life / Math.min(91 * DAY, Math.max(14 * DAY, life / 12)))
  const cycle = Math.floor(life / cycles)
  const slots = cycles > 0 ? slotsOf(players, seed, texts) : []
  const slotAt = new Map(slots.flatMap((slot) => slot.indexes.map((index) => [index, slot])))

  /** When a generation of a slot's players is created. */
  function madeAt({ plot, block }: Slot, generation: number): number {
    const number = PLOTS.indexOf(plot)
    const inLife = (((number * 2 + 3) % PLOTS.length) / PLOTS.length + block / 2) % 1
    const nth = Math.floor(inLife * cycles) + number / PLOTS.length
    return generation * life + Math.floor(nth * cycle) + (hash(seed, 0xab) % cycle)
  }

  const testsIn = (slot: Slot, generation: number): SplitTest[] =>
    Array.from({ length: cycles }, (_, nth) => {
      const from = madeAt(slot, generation) + nth * cycle
      return makeTest(slot, { from, to: from + cycle }, generation * cycles + nth)
    })

  return {
    /** When the first player at a position is created; null when the position has no tests. */
    firstMade(index: number): number | null {
      const slot = slotAt.get(index)
      return slot ? madeAt(slot, 0) : null
    },
    /** The tests of a generation of a player, in order of time. */
    partsOf(index: number, generation: number): Part[] {
      const slot = slotAt.get(index)
      return slot ? testsIn(slot, generation).flatMap((test) => partIn(test, index)) : []
    },
    /** The tests of the existing players. */
    at: (now: number): SplitTest[] =>
      slots.flatMap((slot) =>
        testsIn(slot, Math.floor((now - madeAt(slot, 0)) / life)).filter(
          ({ created }) => created <= now,
        ),
      ),
  }
}

function slotsOf(players: number, seed: number, texts: Texts): Slot[] {
  const blocks = Array.from({ length: BLOCKS }, (_, block) => block)
  return blocks
    .flatMap((block) =>
      PLOTS.map((plot, number) => ({
        plot,
        block,
        names: plot.names.filter((name) => texts === 'hostile' || !/[<=]/.test(name)),
        indexes: plot.places.map((place) => block * BLOCK + place),
        seed: hash(seed, block, number, 0xab),
      })),
    )
    .filter(({ indexes }) => indexes.every((index) => index < players))
}

function makeTest(slot: Slot, { from, to }: Range, number: number): SplitTest {
  const { plot, block, names, indexes, seed } = slot
  const at = (share: number) => Math.floor(from + (to - from) * share)
  const started = at(plot.starts)
  return {
    seed: hash(seed, number, 0xab),
    name: names[(number + block) % names.length] ?? '',
    created: from,
    started,
    finished: at(plot.finishes),
    // Only the first two blocks have tests with many visitors.
    visitors: block < 2 ? plot.visitors : Math.min(plot.visitors, 90),
    isAdjusted: plot.isAdjusted ?? false,
    isStartShared: plot.isStartShared ?? false,
    arms: indexes.map((index, place) => ({
      index,
      planned: plot.planned[place] ?? 0,
      weight: (plot.real ?? plot.planned)[place] ?? 0,
      joined: place === indexes.length - 1 && plot.lastJoins ? at(plot.lastJoins) : started,
      effect: plot.effects[place] ?? NO_EFFECT,
    })),
  }
}

function partIn(test: SplitTest, index: number): Part[] {
  const arm = test.arms.find((one) => one.index === index)
  if (!arm) return []
  const firstDay = Math.floor(arm.joined / DAY)
  return [{ test, arm, firstDay, lastDay: Math.floor(test.finished / DAY) }]
}

/** A player's test on a day (days since the epoch). */
export function partOn({ parts }: { parts: Part[] }, day: number): Part | null {
  for (const part of parts) if (day >= part.firstDay && day <= part.lastDay) return part
  return null
}

/** An arm's part of a test's visitors on a day: randomly assigned, so never exactly its share. */
export function visitorsOfArm({ test, arm }: Part, day: number, visitors: number): number {
  let left = visitors
  let weights = 0
  const there = test.arms.filter(({ joined }) => Math.floor(joined / DAY) <= day)
  for (const { weight } of there) weights += weight
  for (const one of there) {
    const share = one.weight / weights
    const spread = Math.sqrt(left * share * (1 - share)) * normal(test.seed, day, one.index)
    const got = Math.max(0, Math.min(left, Math.round(left * share + spread)))
    if (one === arm) return got
    left -= got
    weights -= one.weight
  }
  return 0
}

/** A normally distributed number (Box-Muller transform). */
function normal(...parts: number[]): number {
  const radius = Math.sqrt(-2 * Math.log((hash(...parts, 3) + 1) / 2 ** 32))
  return radius * Math.cos((2 * Math.PI * hash(...parts, 4)) / 2 ** 32)
}
