import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ComparedReport } from '../../../../shared/features/reports/comparison.ts'
import type { ReportAbout } from '../../../../shared/features/reports/report.ts'
import { useFormat } from '../../../ui/format.ts'
import { useNow } from '../../../ui/freshness.tsx'
import kit from '../../../ui/kit.module.css'
import classes from './compare.module.css'

interface SideProps {
  side: 'left' | 'right'
  report: ComparedReport
}

/** The report of a side, and the age of its data. */
export function SideHead({ side, report: { id, about } }: SideProps) {
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
