import { useTranslation } from 'react-i18next'
import type { AbSnapshot } from '../../../shared/features/ab-tests/ab-test.ts'
import { warningsOf } from '../../../shared/features/ab-tests/warnings.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './ab-tests.module.css'
import { useSigned } from './percent-text.ts'
import type { About } from './use-test.ts'

/** Other metrics that contradict the result; renders nothing when there are none. */
export function Warnings({ about, snapshot }: { about: About; snapshot: AbSnapshot }) {
  const { t } = useTranslation('abTests')
  const { language } = useFormat()
  const signed = useSigned()
  const warnings = warningsOf(about.group, snapshot, about)
  if (warnings.length === 0) return null
  return (
    <div className={classes.warning} role="note" aria-label={t('warning.title')}>
      <p className={classes.warningTitle}>{t('warning.title')}</p>
      <ul>
        {warnings.map(({ metric, verdict }) => (
          <li key={metric}>
            {t(`warning.${verdict.state}`, {
              metric: cellText('metric', metric, language),
              arm: verdict.ahead.toUpperCase(),
              lift: signed.format(verdict.lift ?? 0),
              low: signed.format(verdict.interval[0]),
              high: signed.format(verdict.interval[1]),
            })}
          </li>
        ))}
      </ul>
      <p>{t('warning.next')}</p>
    </div>
  )
}
