import { Box, Button, Flex, Group } from '@mantine/core'
import { IconArrowsDiff, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ListedReport } from '../../../shared/features/reports/report.ts'
import kit from '../../ui/kit.module.css'
import { sortedByCreation } from './listed.ts'
import classes from './reports.module.css'
import type { LibraryActions, Selection } from './use-library.ts'

/** A report and the one it is compared with; null for the app's current data. */
export interface Compared {
  left: string
  right: string | null
}

interface SelectionBarProps {
  selection: Selection
  deeds: LibraryActions
  onCompare: (compared: Compared) => void
}

/** Actions for the selected reports; without a selection, the shortcuts of the list. */
export function SelectionBar({ selection, deeds, onCompare }: SelectionBarProps) {
  const { t } = useTranslation('reports')
  const { chosen, clear } = selection
  if (chosen.length === 0)
    return (
      <Flex
        component="p"
        gap="6px 12px"
        wrap="wrap"
        align="center"
        className={`${kit.quiet} ${classes.foot}`}
      >
        {t('keys')}
      </Flex>
    )
  return (
    <Group gap="6px 12px" fz="sm" className={classes.foot}>
      <Box component="span" flex="1 1 150px" miw={0} className={kit.breaks} role="status">
        {t('selected', { count: chosen.length })}
      </Box>
      <CompareButton {...{ chosen, onCompare }} />
      <Button
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => deeds.actions.remove(chosen.map(({ id }) => id))}
      >
        {t('remove')}
      </Button>
      <Button variant="subtle" onClick={clear}>
        {t('clear')}
      </Button>
    </Group>
  )
}

interface CompareButtonProps extends Pick<SelectionBarProps, 'onCompare'> {
  chosen: readonly ListedReport[]
}

function CompareButton({ chosen, onCompare }: CompareButtonProps) {
  const { t } = useTranslation('reports')
  const [left, right, ...others] = sortedByCreation(chosen)
  const canCompare = left !== undefined && others.length === 0
  return (
    <Button
      variant="filled"
      disabled={!canCompare}
      title={t('compareHint')}
      leftSection={<IconArrowsDiff size={15} aria-hidden />}
      onClick={() => left && onCompare({ left: left.id, right: right?.id ?? null })}
    >
      {t(right ? 'compare' : 'compareToday')}
    </Button>
  )
}
