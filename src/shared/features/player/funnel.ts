import type { Player } from '../../api/player.ts'
import {
  type Basis,
  countOf,
  type Measure,
  type Statistics,
  truncatedRate,
} from '../../api/statistics.ts'
import { type Change, changeCell, changeOf } from '../../tables/change.ts'
import { column, columnsOf, type Known, measureCell, tableOf } from '../../tables/measures.ts'
import { type Cell, isMissing, missing, type Table } from '../../tables/table.ts'

export const FUNNEL_STEPS = ['viewed', 'started', 'over_pitch', 'clicked', 'conversions'] as const
type FunnelStepName = (typeof FUNNEL_STEPS)[number]
export const BASES = ['events', 'sessions', 'devices'] as const satisfies readonly Basis[]

export interface FunnelStep {
  step: FunnelStepName
  basis: Basis
  count: Cell
  /** Percent of the previous step that has a count on this basis; may exceed 100. */
  shareOfPrevious: Cell
  shareOfFirst: Cell
  comparison: Cell
  change: Change
}

interface FunnelAnswers {
  stats: Known<Statistics> | null
  /** Undefined without a comparison; null when it is not stored. */
  comparison?: Known<Statistics> | null | undefined
  player: Pick<Player, 'pitch_time'>
}

/**
 * The steps of the funnel on one basis. Analytics, Statistics row: the pitch and sales are counted in
 * sessions only, so the other bases lack these steps.
 */
export function funnelSteps(
  { stats, comparison, player }: FunnelAnswers,
  basis: Basis,
): FunnelStep[] {
  const absent = missing(comparison === undefined ? 'no-comparison' : 'not-downloaded')
  const counts = FUNNEL_STEPS.map((step) =>
    count(stats, { step, basis, player }, missing('not-downloaded')),
  )
  return FUNNEL_STEPS.map((step, index): FunnelStep => {
    const current = counts[index] ?? missing('not-downloaded')
    const before = counts.slice(0, index).filter((cell) => !isMissing(cell))
    const previous = count(comparison ?? null, { step, basis, player }, absent)
    return {
      step,
      basis,
      count: current,
      shareOfPrevious: share(current, before.at(-1)),
      shareOfFirst: share(current, before.at(0) ?? current),
      comparison: previous,
      change: changeOf({ current, previous, isRate: false }),
    }
  })
}

/** The funnel on all three bases, one row per step and basis. */
export function funnelTable(answers: FunnelAnswers): Table {
  const steps = BASES.flatMap((basis) => funnelSteps(answers, basis))
  return tableOf([answers.stats], {
    compared: answers.comparison,
    columns: [
      ...columnsOf('text', 'step', 'basis'),
      column('count', 'count'),
      ...columnsOf('percent', 'share_of_previous', 'share_of_first'),
      column('count__comparison', 'count'),
      column('count__change', 'percent'),
    ],
    rows: steps.map((one) => [
      one.step,
      one.basis,
      one.count,
      one.shareOfPrevious,
      one.shareOfFirst,
      one.comparison,
      changeCell(one.change),
    ]),
  })
}

interface StepOptions {
  step: FunnelStepName
  basis: Basis
  player: Pick<Player, 'pitch_time'>
}

function count(
  answer: Known<Statistics> | null,
  { step, basis, player }: StepOptions,
  absent: Cell,
): Cell {
  const key = measureOf(step, basis)
  if (key === null) return missing('not-applicable')
  if (key === 'total_over_pitch' && player.pitch_time === 0) return missing('not-applicable')
  return answer ? measureCell(answer.value, key, player) : absent
}

function measureOf(step: FunnelStepName, basis: Basis): Measure | null {
  switch (step) {
    case 'over_pitch':
      return basis === 'sessions' ? 'total_over_pitch' : null
    case 'conversions':
      return basis === 'sessions' ? 'total_conversions' : null
    case 'viewed':
    case 'started':
    case 'clicked':
      return countOf(step, basis)
  }
}

function share(part: Cell, whole: Cell | undefined): Cell {
  if (isMissing(part)) return part
  if (whole === undefined || isMissing(whole)) return missing('not-applicable')
  return truncatedRate(Number(part), Number(whole)) ?? missing('not-applicable')
}
