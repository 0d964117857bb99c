import { Box, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changedDays } from '../../../../shared/features/reports/compare.ts'
import type {
  ComparedReport,
  ReportComparison,
} from '../../../../shared/features/reports/comparison.ts'
import type { ReportAbout } from '../../../../shared/features/reports/report.ts'
import { useCall } from '../../../query.ts'
import { Answered, Block, BlockPage } from '../../../ui/block.tsx'
import { useFormat } from '../../../ui/format.ts'
import { useNow } from '../../../ui/freshness.tsx'
import kit from '../../../ui/kit.module.css'
import classes from './compare.module.css'
import { ComparedCurves } from './compared-curves.tsx'
import { ComparedTablesBlock } from './compared-tables.tsx'
import { RequestBlock } from './request-block.tsx'

interface CompareProps {
  left: string
  /** Null for the app's current data. */
  right: string | null
  onClose: () => void
}

/** Two reports side by side, or a report and the app's current data. */
export function CompareReports({ left, right, onClose }: CompareProps) {
  const { t } = useTranslation('reportsCompare')
  const nouns = right === null ? (['reports', 'analytics'] as const) : (['reports'] as const)
  const query = useCall('reports', 'compare', { left, right }, nouns)
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

interface SideProps {
  side: 'left' | 'right'
  report: ComparedReport
}

/** The report of a side, and the age of its data. */
function SideHead({ side, report: { id, about } }: SideProps) {
  const { t } = useTranslation('reportsCompare')
  const { instant, ago } = useFormat()
  const now = useNow()
  const { account, player, group, madeAt, version } = about
  const { name, timezone: zone } = account
  const isNow = id === null
  return (
    <Box
      component="section"
      miw={0}
      px={14}
      py={10}
      className={kit.card}
      aria-label={`${t(side)}: ${isNow ? t('now') : about.title}`}
    >
      <Box component="p" fw={600} className={kit.quiet}>
        {t(side)} · {isNow ? t('now') : t('report')}
      </Box>
      <Box component="h2" mb={2} fz="md" fw={600} className={kit.breaks}>
        {about.title}
      </Box>
      <p className={classes.note}>{group?.name ?? player?.name}</p>
      <p className={classes.note}>{useAges(about)}</p>
      {!isNow && (
        <p className={classes.note}>
          {t('made', { time: instant(madeAt, zone), ago: ago(madeAt, now) })}
        </p>
      )}
      <p className={classes.note}>
        {t('account', { name, zone })} · {t('version', { version })}
      </p>
    </Box>
  )
}

function useAges({ asOf, account }: ReportAbout) {
  const { t } = useTranslation('reportsCompare')
  const { instant, ago } = useFormat()
  const now = useNow()
  if (!asOf) return null
  const [oldest, newest] = [asOf.oldest, asOf.newest].map((at) => instant(at, account.timezone))
  const values = { time: oldest, oldest, newest, ago: ago(asOf.oldest, now) }
  return t(oldest === newest ? 'asOf' : 'asOfBetween', values)
}
