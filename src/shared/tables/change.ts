import { truncatedPercent } from '../api/statistics.ts'
import { type Cell, isMissing, missing } from './table.ts'

/** Whether more of a measure is good news. */
export type Polarity = 'up' | 'down' | 'neutral'
export type Tone = 'good' | 'bad' | 'neutral'

/** How a figure moved from its comparison. */
export type Change =
  /** `relative`: percent of the previous figure; `points`: the difference of two percentages. */
  | {
      kind: 'relative' | 'points'
      amount: number
      /** In the measure's own unit: counts, cents or percentage points. */
      difference: number
      /** Of the previous figure, also of a percentage: what the dead-band is held against. */
      percent: number
      polarity: Polarity
      /** Inside the dead-band: too little to call a move. */
      isSteady: boolean
      tone: Tone
    }
  /** It was zero: no percentage. */
  | { kind: 'new'; tone: Tone }
  | { kind: 'few-data' }
  | { kind: 'none' }

export interface Compared {
  current: Cell
  previous: Cell
  /** A percentage moves in points, never in percent of percent. */
  isRate: boolean
  polarity?: Polarity
  /** How much stands behind each figure: a rate needs it, a count has itself (`floors.ts`). */
  sample?: { current: Cell; previous: Cell }
  /** Of the sample on both sides of a rate, or on one side of anything else. */
  fewest?: number
}

/** A rate over fewer plays or views than this says nothing. */
export const FEWEST_PLAYS = 100
/** Counts that stay below this move by chance alone. */
export const FEWEST_EVENTS = 30
/** Percent of the previous figure. */
export const DEAD_BAND = 5

/** How a figure moved, with its tone. `deadBand` is in percent of the previous figure. */
export function changeOf(compared: Compared, deadBand = DEAD_BAND): Change {
  const { current, previous, isRate, polarity = 'up' } = compared
  if (typeof current !== 'number' || typeof previous !== 'number') return { kind: 'none' }
  if (isRate) return rateChange({ current, previous }, { compared, deadBand })
  if (previous === 0 && current !== 0) return { kind: 'new', tone: toneOf(current, polarity) }
  if (!hasEvents(compared)) return { kind: 'few-data' }
  return moved('relative', { current, previous }, { polarity, deadBand })
}

interface Pair {
  current: number
  previous: number
}

function rateChange(
  pair: Pair,
  { compared, deadBand }: { compared: Compared; deadBand: number },
): Change {
  if (!isOverMany(compared)) return { kind: 'few-data' }
  return moved('points', pair, { polarity: compared.polarity ?? 'up', deadBand })
}

function moved(
  kind: 'relative' | 'points',
  { current, previous }: Pair,
  { polarity, deadBand }: { polarity: Polarity; deadBand: number },
): Change {
  const difference = kind === 'points' ? hundredths(current - previous) : current - previous
  const percent =
    previous === 0 ? 100 * Math.sign(difference) : (100 * difference) / Math.abs(previous)
  const isSteady = Math.abs(percent) < deadBand
  return {
    kind,
    amount: kind === 'points' ? difference : truncatedPercent(percent),
    difference,
    percent,
    polarity,
    isSteady,
    tone: isSteady ? 'neutral' : toneOf(difference, polarity),
  }
}

/** The same change held against another dead-band. */
export function withDeadBand(change: Change, deadBand: number): Change {
  if (change.kind !== 'relative' && change.kind !== 'points') return change
  const isSteady = Math.abs(change.percent) < deadBand
  return {
    ...change,
    isSteady,
    tone: isSteady ? 'neutral' : toneOf(change.difference, change.polarity),
  }
}

/** A change as the cell of a table: percent or points, or why there is none. */
export function changeCell(change: Change): Cell {
  switch (change.kind) {
    case 'relative':
    case 'points':
      return change.amount
    case 'new':
      return missing('new')
    case 'few-data':
      return missing('few-data')
    case 'none':
      return missing('no-comparison')
  }
}

/** Nothing on both sides is a true "no change", not a lack of data. */
function hasEvents({ current, previous, ...compared }: Compared) {
  const { sample = { current, previous }, fewest = FEWEST_EVENTS } = compared
  if (isMissing(sample.current) || isMissing(sample.previous)) return true
  const most = Math.max(Number(sample.current), Number(sample.previous))
  return most === 0 || most >= fewest
}

function isOverMany({ sample, fewest = FEWEST_PLAYS }: Compared) {
  if (!sample || isMissing(sample.current) || isMissing(sample.previous)) return false
  return Math.min(Number(sample.current), Number(sample.previous)) >= fewest
}

function toneOf(difference: number, polarity: Polarity): Tone {
  if (polarity === 'neutral' || difference === 0) return 'neutral'
  return difference > 0 === (polarity === 'up') ? 'good' : 'bad'
}

// Both sides have two decimals, so their difference has too: this only removes binary dust.
const hundredths = (value: number) => Math.round(value * 100) / 100
