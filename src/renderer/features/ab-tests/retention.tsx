import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Analytics } from '../../../shared/api/analytics.ts'
import {
  bothArms,
  isEngagementMissing,
  measuredOf,
} from '../../../shared/features/ab-tests/arms.ts'
import { abRetentionTable } from '../../../shared/features/ab-tests/table.ts'
import type { Answer } from '../../../shared/features/analytics/answer.ts'
import { FEWEST_SESSIONS } from '../../../shared/features/player/curves/curve.ts'
import type { Output } from '../../../shared/operation.ts'
import type { QueryResult } from '../../query.ts'
import { AnswerAge } from '../../ui/block.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { CurvesDrawing } from './curves-drawing.tsx'
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
          table={table}
          pitches={arms.value.map(({ pitch_time }) => pitch_time)}
          few={arms.value.map((arm) => measuredOf(arm) < FEWEST_SESSIONS)}
        />
      )}
    </TableBlock>
  )
}
