import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Analytics } from '../../../shared/api/analytics.ts'
import {
  type BothArms,
  bothArms,
  isEngagementMissing,
  measuredOf,
} from '../../../shared/features/ab-tests/arms.ts'
import { abRetentionTable } from '../../../shared/features/ab-tests/table.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { FEWEST_SESSIONS } from '../../../shared/features/player/curves/curve.ts'
import type { Output } from '../../../shared/operation.ts'
import type { Table } from '../../../shared/tables/table.ts'
import type { QueryResult } from '../../query.ts'
import { AnswerAge } from '../../ui/block.tsx'
import { useFormat } from '../../ui/format.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { CurvesDrawing, type Pitch } from './curves-drawing.tsx'
import { TableBlock } from './table-block.tsx'
import type { About } from './use-test.ts'

interface RetentionProps {
  about: About
  query: QueryResult<Answer<Output<Analytics['comparisonStats']>>>
}

/** The retention of both arms, with both pitches and the difference. */
export function Retention({ about, query }: RetentionProps) {
  const { t } = useTranslation('abTests')
  const { pair, zone } = about
  const answer = query.value
  const arms = useMemo(() => bothArms(answer, pair), [answer, pair])
  const isLost = arms?.value.some(isEngagementMissing) ?? false
  const table = useMemo(() => abRetentionTable(arms), [arms])
  const pitches = usePitches(arms, table)
  return (
    <TableBlock
      name="ab_retention"
      about={about}
      table={table}
      foot={<AnswerAge answer={answer} zone={zone} />}
      empty={
        isLost ? <EmptyState title={t('noEngagement')} text={t('noEngagementText')} /> : undefined
      }
    >
      {arms && !isLost && (
        <CurvesDrawing
          {...{ table, pitches }}
          few={arms.value.map((arm) => measuredOf(arm) < FEWEST_SESSIONS)}
        />
      )}
    </TableBlock>
  )
}

function usePitches(arms: BothArms | null, table: Table): Pitch[] {
  const { t } = useTranslation('abTests')
  const { videoTime, percent } = useFormat()
  return (arms?.value ?? []).map(({ pitch_time: second }, at) => {
    const arm = at === 0 ? t('armA') : t('armB')
    const reached = table.rows[second]?.[at + 1]
    if (second === 0 || typeof reached !== 'number') return { second, text: t('noPitch', { arm }) }
    return { second, text: t('pitch', { arm, time: videoTime(second), share: percent(reached) }) }
  })
}
