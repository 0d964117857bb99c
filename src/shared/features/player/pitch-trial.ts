import type { Engagement } from '../../api/engagement.ts'
import type { Player } from '../../api/player.ts'
import { exactDifference } from '../../api/statistics.ts'
import { column, columnsOf, type Known, tableOf } from '../../tables/measures.ts'
import { type Cell, isMissing, missing, type Table } from '../../tables/table.ts'
import { curveOf } from './curves/curve.ts'
import { fromSecond, pitchFigures } from './curves/pitch.ts'
import type { ClicksTimed, ConversionsTimed } from './timing.ts'

interface PitchAnswers {
  engagement: Known<Engagement> | null
  clicks: Known<ClicksTimed> | null
  sales: Known<ConversionsTimed> | null
}

/** Every figure of the pitch at the tried second, next to the current pitch when that is within the video. */
export function pitchTrialTable(
  { engagement, clicks, sales }: PitchAnswers,
  { player, trial }: { player: Player; trial: number },
): Table {
  const at = (second: number): Cell[] => [
    second,
    ...reachedAt(engagement, second),
    counted(clicks, (items) => fromSecond(items, second, ({ total_users }) => total_users)),
    counted(sales, (items) => fromSecond(items, second, (one) => one.timed_conversions)),
  ]
  const { pitch } = curveOf(engagement?.value.grouped_timed ?? [], player)
  const [set, onTrial] = [pitch === null ? null : at(pitch), at(trial)]
  return tableOf(engagement ? [engagement, clicks, sales] : [], {
    columns: [
      column('pitch_side', 'text'),
      column('pitch_at', 'second'),
      ...columnsOf('count', 'total_over_pitch', 'total_under_pitch'),
      column('over_pitch_rate', 'percent'),
      ...columnsOf('count', 'clicks_from_pitch', 'conversions_from_pitch'),
    ],
    rows: set
      ? [
          ['set', ...set],
          ['trial', ...onTrial],
          ['difference', ...lessThan(onTrial, set)],
        ]
      : [['trial', ...onTrial]],
  })
}

function reachedAt(engagement: PitchAnswers['engagement'], second: number): Cell[] {
  if (!engagement) return [0, 1, 2].map(() => missing('not-downloaded'))
  const figures = pitchFigures(engagement.value.grouped_timed, second)
  return [
    figures.total_over_pitch,
    figures.total_under_pitch,
    figures.over_pitch_rate ?? missing('not-applicable'),
  ]
}

const counted = <T>(answer: Known<T> | null, count: (value: T) => number): Cell =>
  answer ? count(answer.value) : missing('not-downloaded')

/** The difference in each column's unit. Exact in hundredths, as counts and truncated rates are. */
const lessThan = (cells: readonly Cell[], others: readonly Cell[]) =>
  cells.map((cell, index): Cell => {
    const other = others[index] ?? missing('not-applicable')
    if (isMissing(cell)) return cell
    return isMissing(other) ? other : exactDifference(Number(cell), Number(other))
  })
