import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changedDays } from '../../../../shared/features/reports/compare.ts'
import type { ReportComparison } from '../../../../shared/features/reports/comparison.ts'
import { call } from '../../../bridge.ts'
import { useQuery } from '../../../query.ts'
import { Answered, Block, BlockPage } from '../../../ui/block.tsx'
import classes from './compare.module.css'
import { ComparedCurves } from './compared-curves.tsx'
import { ComparedTablesBlock } from './compared-tables.tsx'
import { RequestBlock } from './request-block.tsx'
import { SideHead } from './side-head.tsx'

interface CompareProps {
  left: string
  /** Null for the app's current data. */
  right: string | null
  onClose: () => void
}

/** Two reports side by side, or a report and the app's current data. */
export function CompareReports({ left, right, onClose }: CompareProps) {
  const { t } = useTranslation('reportsCompare')
  const query = useQuery(
    `compare ${left} ${right}`,
    () => call.reports.compare({ left, right }),
    right === null ? ['reports', 'analytics'] : ['reports'],
  )
  return (
    <BlockPage
      title={t('title')}
      text={right === null ? t('nowHint') : ''}
      choices={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <Answered query={query} height={480}>
        {(comparison) => (
          <>
            <div className={classes.sides}>
              <SideHead side="left" report={comparison.left} />
              <SideHead side="right" report={comparison.right} />
            </div>
            <RequestBlock request={comparison.request} />
            <Days comparison={comparison} />
            <ComparedCurves comparison={comparison} />
            <ComparedTablesBlock comparison={comparison} />
          </>
        )}
      </Answered>
    </BlockPage>
  )
}

/** How many days of the daily tables have changed. */
function Days({ comparison }: { comparison: ReportComparison }) {
  const { t } = useTranslation('reportsCompare')
  const { tables, left, right } = comparison
  const byDay = tables.find(({ name }) => name === 'days' || name === 'traffic_days')
  if (!byDay) return null
  const days = changedDays(byDay.compared)
  const [restated, grew] = [days.restated.length, days.grew.length]
  const hasOtherZone = left.about.account.timezone !== right.about.account.timezone
  if (restated + grew === 0 && !hasOtherZone) return null
  const texts = [restated && t('restated', { count: restated }), grew && t('grew', { count: grew })]
  return (
    <Block title={texts.filter(Boolean).join(' · ') || t('differing.timezone')}>
      {restated > 0 && <p className={classes.note}>{t('restatedHint')}</p>}
      {grew > 0 && <p className={classes.note}>{t('grewHint')}</p>}
      {hasOtherZone && <p className={classes.note}>{t('zones')}</p>}
    </Block>
  )
}
