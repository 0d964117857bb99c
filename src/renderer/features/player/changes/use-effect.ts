import { questionsAbout } from '../../../../shared/features/analytics/questions.ts'
import { type EffectSide, sumsOfDays } from '../../../../shared/features/publishing/effect-table.ts'
import { dayCount, type Period } from '../../../../shared/time/period.ts'
import { useQuestion } from '../../../question.ts'
import { type About } from '../question.ts'

export interface AskedSide extends EffectSide {
  /** Epoch milliseconds of what is shown; null while nothing is. */
  asOf: number | null
  asked: ReturnType<typeof useQuestion<'stats'>>
  isAsking: boolean
}

/** The figures of one compared period; only when they cannot be had, those of its stored days. */
export function useSide({ account_id, player, zone }: About, period: Period): AskedSide {
  const { stats, statsByDay } = questionsAbout(player, period, zone)
  const asked = useQuestion(account_id, stats)
  const days = useQuestion(account_id, asked.failure && !asked.value ? statsByDay : null)
  const isAsking = asked.isAsking || days.isAsking
  if (asked.value) {
    return { period: asked.value.value, sums: null, asOf: asked.value.asOf, asked, isAsking }
  }
  const sums = days.value ? sumsOfDays(days.value.value, dayCount(period)) : null
  return { period: null, sums, asOf: sums && (days.value?.asOf ?? null), asked, isAsking }
}
