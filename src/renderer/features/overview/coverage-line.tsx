import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Period } from '../../../shared/time/period.ts'
import { useFormat } from '../../ui/format.ts'
import { EmptyState } from '../../ui/notice.tsx'
import type { Coverage } from './coverage.ts'
import classes from './overview.module.css'

interface CoverageLineProps {
  coverage: Coverage
  period: Period
  /** Opens the download's choice. */
  action: ReactNode
}

/** Says which figures of the period are not stored; nothing when all are. */
export function CoverageLine({ coverage, period, action }: CoverageLineProps) {
  const { t } = useTranslation('overview')
  const { dateRange } = useFormat()
  const { players, whole, onlyDays } = coverage
  if (players === 0 || whole === players) return null
  if (whole + onlyDays === 0) {
    const text = t('stored.nothingText', { days: dateRange(period) })
    return <EmptyState title={t('stored.nothing')} text={text} action={action} />
  }
  return (
    <div className={classes.line} role="status">
      <span className={classes.lineText}>
        {whole + onlyDays < players &&
          t('stored.someTitle', { whole: whole + onlyDays, count: players })}{' '}
        {onlyDays > 0 && t('stored.onlyDays', { count: onlyDays })}
      </span>
    </div>
  )
}
