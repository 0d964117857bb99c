import { Box, Button, Checkbox } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { OVERVIEW_COLUMNS, type OverviewColumn } from '../../../shared/features/overview/columns.ts'
import { title } from '../../../shared/tables/titles.ts'
import { WITHIN_HEIGHT } from '../../theme.ts'
import { Column } from '../../ui/column.tsx'
import { useFormat } from '../../ui/format.ts'
import kit from '../../ui/kit.module.css'
import { PopoverButton } from '../../ui/popover.tsx'
import classes from './overview.module.css'

interface ColumnChooserProps {
  /** Keys of the columns on screen. */
  columns: readonly string[]
  onToggle: (column: string) => void
  /** Restores the default columns. */
  onReset: () => void
}

export function ColumnChooser({ columns, onToggle, onReset }: ColumnChooserProps) {
  const { t } = useTranslation('overview')
  return (
    <PopoverButton
      label={t('columns.button')}
      leftSection={<IconColumns3 size={15} />}
      popover={{ middlewares: WITHIN_HEIGHT }}
      panelClass={classes.popover}
    >
      <Groups columns={columns} onToggle={onToggle} />
      <Button onClick={onReset}>{t('columns.reset')}</Button>
    </PopoverButton>
  )
}

function Groups({ columns, onToggle }: Omit<ColumnChooserProps, 'onReset'>) {
  const { t } = useTranslation('overview')
  const { language } = useFormat()
  const groups = useMemo(() => columnGroups(), [])
  return (
    <div className={classes.groups}>
      <div className={classes.columns}>
        {groups.map(({ group, columns: choices }) => (
          <Column key={group} component="fieldset" gap={8} mb={14} className={classes.group}>
            <Box component="legend" mb={5} fw={600} className={kit.quiet}>
              {t(`columns.${group}`)}
            </Box>
            {choices.map(({ key }) => (
              <Checkbox
                key={key}
                label={title(key, language)}
                checked={columns.includes(key)}
                onChange={() => onToggle(key)}
              />
            ))}
          </Column>
        ))}
      </div>
    </div>
  )
}

type ColumnGroup = 'facts' | 'counts' | 'rates' | 'money' | 'comparison' | 'change'

function groupOf({ group, kind, key }: OverviewColumn): ColumnGroup {
  if (group !== 'current') return group
  if (kind === 'money') return 'money'
  if (kind === 'percent') return 'rates'
  return kind === 'count' && key.startsWith('total_') ? 'counts' : 'facts'
}

/** The columns in the order of the chooser, without the name, which is always shown. */
export function columnGroups(): { group: ColumnGroup; columns: OverviewColumn[] }[] {
  const groups: ColumnGroup[] = ['counts', 'rates', 'money', 'change', 'comparison', 'facts']
  return groups.map((group) => ({
    group,
    columns: OVERVIEW_COLUMNS.filter((one) => one.key !== 'name' && groupOf(one) === group),
  }))
}
