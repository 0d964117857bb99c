import { currencyOf, playerName, type Texts } from './names.ts'
import { hexadecimal, makeRandom } from './random.ts'
import type { Part } from './split-tests.ts'
import { type Variants, variantsOf } from './variants.ts'

const DAY = 86_400

/** A player of the world. Times are seconds since the epoch. */
export interface WorldPlayer {
  id: string
  /** Its position in the world, kept by its successors. */
  index: number
  name: string
  texts: Texts
  /** The currency of all its sales; null when each country pays in its own. */
  currency: 'usd' | 'brl' | null
  duration: number
  /** 0 when none is set. */
  pitch_time: number
  created: number
  /** From then on it is not listed and has no visitors. */
  deleted: number
  /** Sessions on an ordinary day. */
  scale: number
  /** The first day without visitors, in days since the epoch. */
  dead: number
  /** Share of the sessions that start playing. */
  playShare: number
  /** Its headline, speed and autoplay tests. */
  variants: Variants
  /** Its parts in A/B tests, in order of time. */
  parts: Part[]
  seed: number
}

export function makePlayer(of: {
  index: number
  created: number
  life: number
  isVisited: boolean
  parts: Part[]
  seed: number
  texts: Texts
}): WorldPlayer {
  const { index, created, life, isVisited, parts, seed, texts } = of
  const random = makeRandom(seed)
  const duration = Math.round(random() < 0.15 ? 90 + random() * 300 : 600 + random() * 2700)
  const pitch = Math.round(duration * (0.35 + random() * 0.35))
  const scale = scaleOf(index, random())
  const visitedDays = index % 12 === 11 ? 12 : life
  const dead = Math.floor(created / DAY) + (isVisited ? visitedDays : 0)
  return {
    // Ids begin with the creation time in hexadecimal.
    id: created.toString(16).padStart(8, '0') + hexadecimal(16, seed),
    index,
    name: playerName(index, texts),
    texts,
    currency: texts === 'ordinary' ? currencyOf(index) : null,
    duration,
    pitch_time: index % 7 === 5 ? 0 : pitch,
    created,
    deleted: created + life,
    scale,
    dead,
    playShare: 0.4 + random() * 0.4,
    variants: variantsOf(index),
    parts,
    seed,
  }
}

/** Few large players, some middling ones, many small ones. */
function scaleOf(index: number, share: number): number {
  if (index % 60 === 0 || index === 3) return 180 + share * 220
  if (index % 4 === 1) return 25 + share * 60
  return 1 + share * 12
}
