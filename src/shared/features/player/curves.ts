import { truncatedRate } from '../../api/statistics.ts'
import { column, tableOf } from '../../tables/measures.ts'
import { type Cell, type Column, type Missing, missing, type Table } from '../../tables/table.ts'
import type { Aged } from '../../time/age.ts'
import { type Alignment, axisOf, reachedAt, TENTHS } from './curves/align.ts'
import { MOST_CURVES } from './curves/choice.ts'
import { type Curve, sessionsOf } from './curves/curve.ts'
import { pointsBetween } from './curves/pitch.ts'

/** A curve, or why it is missing, and the age of its answer. */
export interface CompareEntry {
  curve: Curve | null
  why: Missing
  age: Aged | null
}

const POSITIONS: Record<Alignment, Column> = {
  second: column('second', 'second'),
  percent: column('percent_of_length', 'percent'),
  pitch: column('seconds_from_pitch', 'count'),
}

const NUMBERS = [1, 2, 3, 4] as const
const OTHERS = [2, 3, 4] as const

/**
 * The compared curves, and the difference of each from the first in percentage points. One row per position
 * of the common axis.
 */
export function curvesTable(entries: readonly CompareEntry[], by: Alignment): Table {
  const shown = entries.slice(0, MOST_CURVES)
  const { from, to } = axisOf(
    shown.flatMap(({ curve }) => (curve ? [curve] : [])),
    by,
  )
  const isEmpty = shown.every(({ curve }) => !curve || (by === 'pitch' && curve.pitch === null))
  const places = isEmpty ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const ages = shown.map(({ age }) => age)
  return tableOf(ages, {
    columns: [
      POSITIONS[by],
      ...NUMBERS.slice(0, shown.length).flatMap((number) => [
        column(`sessions_reached_${number}`, 'count'),
        column(`percent_reached_${number}`, 'percent'),
      ]),
      ...OTHERS.slice(0, Math.max(0, shown.length - 1)).map((number) =>
        column(`difference_points_${number}`, 'percent'),
      ),
    ],
    rows: places.map((place) => row(shown, place, by)),
  })
}

function row(entries: readonly CompareEntry[], place: number, by: Alignment): Cell[] {
  const cells = entries.map(({ curve, why }): [Cell, Cell] => {
    if (!curve) return [missing(why), missing(why)]
    const sessions = reachedAt(curve, place, by)
    if (sessions === null) return [missing('not-applicable'), missing('not-applicable')]
    const share = truncatedRate(sessions, sessionsOf(curve))
    return [sessions, share ?? missing('not-applicable')]
  })
  const first = cells[0]?.[1] ?? missing('not-applicable')
  return [
    by === 'percent' ? (100 * place) / TENTHS : place,
    ...cells.flat(),
    ...cells.slice(1).map(([, share]) => difference(share, first)),
  ]
}

function difference(share: Cell, first: Cell): Cell {
  if (typeof share !== 'number') return share
  return typeof first === 'number' ? pointsBetween(share, first) : first
}
