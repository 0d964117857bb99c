import { truncatedRate } from '../../api/statistics.ts'
import { column, pointsBetween, tableAge, tableOf } from '../../tables/measures.ts'
import { type Cell, type Column, type Missing, missing, type Table } from '../../tables/table.ts'
import type { Aged } from '../../time/age.ts'
import { type Alignment, axisOf, hasPlace, reachedAt, TENTHS } from './curves/align.ts'
import { type CurveChoice, MOST_CURVES } from './curves/choice.ts'
import { type Curve, sessionsOf } from './curves/curve.ts'

/** A curve, or why it is missing, and the age of its answer. */
export interface CompareEntry {
  /** Null for the player's own curve. */
  choice: CurveChoice | null
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

/** The differences from each curve, of those after it. */
const DIFFERENCES = [
  ['difference_points_2', 'difference_points_3', 'difference_points_4'],
  ['difference_points_3_2', 'difference_points_4_2'],
  ['difference_points_4_3'],
  [],
] as const

/**
 * The compared curves, and the difference in percentage points from the first that has a place on the common
 * axis, as in the chart. One row per position of the axis.
 */
export function curvesTable(entries: readonly CompareEntry[], by: Alignment): Table {
  const shown = entries.slice(0, MOST_CURVES)
  const { from, to } = axisOf(
    shown.flatMap(({ curve }) => (curve ? [curve] : [])),
    by,
  )
  const placed = shown.findIndex(({ curve }) => curve !== null && hasPlace(curve, by))
  const first = Math.max(0, placed)
  const differences = DIFFERENCES[first] ?? []
  const places = placed < 0 ? [] : Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const agesOf = (isOwn: boolean) =>
    shown.filter((entry) => isOfPeriod(entry) === isOwn).map(({ age }) => age)
  const table = tableOf([], {
    columns: [
      POSITIONS[by],
      ...NUMBERS.slice(0, shown.length).flatMap((number) => [
        column(`sessions_reached_${number}`, 'count'),
        column(`percent_reached_${number}`, 'percent'),
      ]),
      ...differences
        .slice(0, Math.max(0, shown.length - 1 - first))
        .map((key) => column(key, 'percent')),
    ],
    rows: places.map((place) => row(shown, { place, by, first })),
  })
  return { ...table, ...tableAge(agesOf(true), agesOf(false)) }
}

/** Whether a curve is of the table's own days: an arm's are those of its test. */
const isOfPeriod = ({ choice }: CompareEntry) => choice?.kind !== 'period' && choice?.kind !== 'arm'

interface RowOf {
  place: number
  by: Alignment
  /** Index of the curve from which the differences are. */
  first: number
}

function row(entries: readonly CompareEntry[], { place, by, first }: RowOf): Cell[] {
  const cells = entries.map(({ curve, why }): [Cell, Cell] => {
    if (!curve) return [missing(why), missing(why)]
    const sessions = reachedAt(curve, place, by)
    if (sessions === null) return [missing('not-applicable'), missing('not-applicable')]
    const share = truncatedRate(sessions, sessionsOf(curve))
    return [sessions, share ?? missing('not-applicable')]
  })
  const base = cells[first]?.[1] ?? missing('not-applicable')
  return [
    by === 'percent' ? (100 * place) / TENTHS : place,
    ...cells.flat(),
    ...cells.slice(first + 1).map(([, share]) => pointsBetween(share, base)),
  ]
}
