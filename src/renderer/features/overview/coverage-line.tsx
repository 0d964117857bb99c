import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period } from '../../../shared/time/period.ts'
import { useFormat } from '../../ui/format.ts'
import { Freshness } from '../../ui/freshness.tsx'
import kit from '../../ui/kit.module.css'
import { ComparedAge } from '../../ui/not-compared.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import type { Coverage } from './coverage.ts'
import classes from './overview.module.css'

interface NothingStoredProps {
  period: Period
  /** What a download costs, where it is shown. */
  cost?: string
  /** Starts a download, or opens its dialog. */
  action: ReactNode
}

/** No player has figures for these days. */
export function NothingStored({ period, cost, action }: NothingStoredProps) {
  const { t } = useTranslation('overview')
  const { dateRange } = useFormat()
  const text = t('stored.nothingText', { days: dateRange(period) })
  return (
    <EmptyState
      title={t('stored.nothing')}
      text={cost ? `${text} ${cost}` : text}
      action={action}
    />
  )
}

interface FiguresAgeProps extends Pick<Coverage, 'age' | 'compared'> {
  zone: string
}

/** The age of the stored figures, and of those they are compared with when these are older. */
export function FiguresAge({ age, compared, zone }: FiguresAgeProps) {
  return (
    <>
      <Freshness {...(age ?? { asOf: null })} from="store" zone={zone} isZoneBeside isBrief />
      {age && <ComparedAge {...{ compared, zone }} answer={age} />}
    </>
  )
}

interface NoteProps {
  coverage: Coverage
  growing: SalesNote
  today: string
}

/** Which figures of the period are not stored or lack hours; when none do, which may still grow. */
export function Note({ coverage, growing, today }: NoteProps) {
  const { t } = useTranslation('overview')
  const { dateRange } = useFormat()
  const { players, whole, onlyDays } = coverage
  // That today is not over is said beside the dates.
  const unfinished = coverage.unfinished.filter(({ start }) => start < today)
  const lacking = [
    whole + onlyDays < players &&
      t('stored.someTitle', { whole: whole + onlyDays, count: players }),
    onlyDays > 0 && t('stored.onlyDays', { count: onlyDays }),
    ...unfinished.map((days) => t('stored.unfinished', { days: dateRange(days) })),
  ].filter(Boolean)
  const className = `${kit.cut} ${kit.quiet} ${classes.note}`
  if (lacking.length === 0) {
    return (
      <span className={className} title={growing.long}>
        {growing.short}
      </span>
    )
  }
  return (
    <span className={className} role="status" title={lacking.join(' ')}>
      {lacking.join(' ')}
    </span>
  )
}

interface SalesNote {
  short: string
  long: string
}
