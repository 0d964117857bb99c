import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../shared/failure.ts'
import type { Answer } from '../../shared/features/analytics/answer.ts'
import type { Missing } from '../../shared/tables/table.ts'
import { type Age, isOlder } from '../../shared/time/age.ts'
import type { Period } from '../../shared/time/period.ts'
import type { QueryResult } from '../query.ts'
import { useFailureText } from './failure-text.ts'
import { useFormat } from './format.ts'
import { Freshness } from './freshness.tsx'

type Compared = Pick<QueryResult<unknown>, 'value' | 'failure'>

/** Why changes are missing; undefined once the comparison period is loaded. */
export function missingComparison({ value, failure }: Compared): Missing | undefined {
  if (value !== undefined) return undefined
  if (!failure) return 'loading'
  return failure.kind === 'offline' || isNotInReport(failure) ? 'not-downloaded' : 'failed'
}

/** A report has the comparison only as far as it was stored when it was made. */
const isNotInReport = ({ kind }: Failure) => kind === 'not-in-report'

/** The query of a block, whose retry also requests what failed of its comparison. */
export function useRetryOfBoth<T>(query: QueryResult<T>, compared: QueryResult<unknown>) {
  return useMemo(() => {
    const refetch = () => {
      query.refetch()
      if (compared.failure) compared.refetch()
    }
    return { ...query, refetch }
  }, [query, compared])
}

interface NotComparedProps {
  compared: QueryResult<Answer<unknown>>
  comparison: Period | null
  /** The block's answer, of the period. */
  answer: Answer<unknown>
  zone: string
}

/**
 * Why the comparison period could not be loaded, for the foot of a block; or the age of its figures when the
 * block's own age does not say it.
 */
export function NotCompared({ compared, comparison, answer, zone }: NotComparedProps) {
  const { t } = useTranslation('figure')
  const { t: ui } = useTranslation()
  const { dateRange } = useFormat()
  const failureText = useFailureText()
  const { failure, refetch } = compared
  if (!comparison) return null
  if (!failure) return <ComparedAge {...{ answer, zone }} compared={compared.value} />
  if (missingComparison(compared) === 'not-downloaded') {
    const days = dateRange(comparison)
    return <span>{t(isNotInReport(failure) ? 'notInReport' : 'notCompared', { days })}</span>
  }
  const { why, next } = failureText(failure)
  return (
    <span role="alert">
      {t('compareFailed', { why: `${why} ${next}` })}{' '}
      <Button size="compact-xs" onClick={refetch}>
        {ui('notice.retry')}
      </Button>
    </span>
  )
}

type Refreshed = Age & Partial<Pick<Answer<unknown>, 'from' | 'trouble'>>

interface ComparedAgeProps {
  compared: Refreshed | null | undefined
  /** Of the figures that are compared. */
  answer: Refreshed
  zone: string
}

/** The age of the compared figures, when that of the figures themselves does not say it. */
export function ComparedAge({ compared, answer, zone }: ComparedAgeProps) {
  const { t } = useTranslation('figure')
  if (!compared) return null
  const isTrouble = Boolean(compared.trouble) && !answer.trouble
  if (!isTrouble && !isOlder(compared, answer)) return null
  return (
    <span>
      {t('comparedAge')} <Freshness {...compared} zone={zone} />
    </span>
  )
}
