import { exactDifference, truncatedPercent } from '../api/statistics.ts'
import { type Cell, isMissing, missing } from './table.ts'

/** Whether an increase is good news. */
export type Polarity = 'up' | 'down' | 'neutral'
export type Tone = 'good' | 'bad' | 'neutral'

/** How a figure changed from the one it is compared with. */
export type Change =
  /**
   * `relative`: in percent of the previous figure; `points`: difference of two percentages, in percentage
   * points.
   */
  | {
      kind: 'relative' | 'points'
      amount: number
      /** In the measure's own unit: counts, cents or percentage points. */
      difference: number
      /** Change in percent of the previous figure, also for a rate. Compared with the dead band. */
      percent: number
      polarity: Polarity
      /** Whether the change is inside the dead band, that is, too small to be reported as a change. */
      isSteady: boolean
      tone: Tone
    }
  /** The previous figure was zero, so there is no percentage. */
  | { kind: 'new'; tone: Tone }
  | { kind: 'few-data' }
  | { kind: 'none' }

interface Compared {
  current: Cell
  previous: Cell
  /** A rate's change is given in percentage points. */
  isRate: boolean
  polarity?: Polarity
  /** The number of events behind each figure. Needed for a rate; a count is its own sample (`floors.ts`). */
  sample?: { current: Cell; previous: Cell }
  /** Minimum sample: on both sides for a rate, on at least one side for anything else. */
  fewest?: number
}

/** Below this number of plays or views a rate means nothing. */
export const FEWEST_PLAYS = 100
/** Counts below this differ by chance alone. */
export const FEWEST_EVENTS = 30
/** In percent of the previous figure. */
const DEAD_BAND = 5

/** How a figure changed, with its tone. `deadBand` is in percent of the previous figure. */
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
  const difference = kind === 'points' ? exactDifference(current, previous) : current - previous
  const percent = percentOf(difference, previous)
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

const percentOf = (difference: number, previous: number) =>
  previous === 0 ? 100 * Math.sign(difference) : (100 * difference) / Math.abs(previous)

interface CellChange {
  isInPoints: boolean
  /** The figure that a change in points led to. Without it no change counts as steady. */
  now: Cell | undefined
  polarity: Polarity
  /** In percent of the previous figure. */
  deadBand: number
}

/** The tone of a change that a table shows, in percent or in points. */
export function cellTone(amount: number, of: CellChange): Tone {
  const { isInPoints, now, polarity, deadBand } = of
  const percent = isInPoints ? percentLedTo(now, amount) : amount
  return Math.abs(percent) < deadBand ? 'neutral' : toneOf(amount, polarity)
}

const percentLedTo = (now: Cell | undefined, amount: number) =>
  typeof now === 'number'
    ? percentOf(amount, exactDifference(now, amount))
    : Number.POSITIVE_INFINITY

/** The same change evaluated with another dead band, in percent of the previous figure. */
export function withDeadBand(change: Change, deadBand: number): Change {
  if (change.kind !== 'relative' && change.kind !== 'points') return change
  const isSteady = Math.abs(change.percent) < deadBand
  return {
    ...change,
    isSteady,
    tone: isSteady ? 'neutral' : toneOf(change.difference, change.polarity),
  }
}

/** A change as a table cell: percent or percentage points, or the reason why there is none. */
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

/** Whether there are enough events to compare. Zero on both sides is a real "no change", not missing data. */
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
