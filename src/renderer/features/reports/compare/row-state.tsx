import { Box } from '@mantine/core'
import { IconAlertTriangle, IconTrendingUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ComparedRow } from '../../../../shared/features/reports/compare.ts'
import classes from './compare.module.css'

/** The state of a row as a word, not by colour alone. */
export function RowState({ row: { left, right, changes, day } }: { row: ComparedRow }) {
  const { t } = useTranslation('reportsCompare')
  if (!left || !right) {
    return <span className={classes.badge}>{t(left ? 'state.left' : 'state.right')}</span>
  }
  if (changes.length === 0)
    return (
      <Box component="span" c="dimmed">
        {t('state.same')}
      </Box>
    )
  const count = changes.length
  if (!day) {
    return (
      <span className={classes.badge} title={t('differsLong', { count })}>
        {t('state.differs', { count })}
      </span>
    )
  }
  const Icon = day === 'restated' ? IconAlertTriangle : IconTrendingUp
  return (
    <span className={classes.badge} data-day={day} title={t(`${day}Hint`)}>
      <Icon size={13} aria-hidden /> {t(`state.${day}`)}
    </span>
  )
}
