import { ActionIcon, Button, Group, Kbd, Text } from '@mantine/core'
import { IconLayoutSidebarRight, IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Period } from '../../../shared/time/period.ts'
import { countsOf } from '../../ui/edits/counts.ts'
import { useEdits } from '../../ui/edits/use-edits.ts'
import { useFormat } from '../../ui/format.ts'
import { goTo, useView } from '../../view.ts'
import classes from './sheet.module.css'
import type { Sheet } from './use-sheet.ts'

interface StatusBarProps {
  sheet: Sheet
  /** The days of the figures that are shown. */
  period: Period | null
  selected: number
  hasPane: boolean
  onPane: () => void
}

const HINTS = [
  ['Ctrl+D', 'fill'],
  ['F2', 'edit'],
  ['Ctrl+Z', 'undo'],
] as const

export function StatusBar({ sheet, period, selected, hasPane, onPane }: StatusBarProps) {
  const { t } = useTranslation('sheet')
  const words = useTranslation('edits').t
  const format = useFormat()
  const all = useEdits(sheet.account_id).value
  const counts = countsOf(all?.edits ?? [])
  const isMac = useView(({ info }) => info.platform === 'darwin')
  const savedText = sheet.savedAt === null ? '' : t('saved', { time: format.clock(sheet.savedAt) })
  return (
    <Group
      component="footer"
      justify="space-between"
      wrap="nowrap"
      gap={12}
      className={classes.status}
    >
      <Group gap={12} wrap="nowrap" miw={0}>
        <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {t('selected', { count: selected })}
        </Text>
        {counts.changes > 0 && (
          <Text size="sm" c="var(--desk-unposted)" style={{ whiteSpace: 'nowrap' }}>
            {`Δ ${words('changesOn', {
              changes: words('changes', { count: counts.changes }),
              videos: words('videos', { count: counts.videos }),
            })}`}
          </Text>
        )}
        {period && (
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }} title={format.zone}>
            {t('figuresOf', { days: format.dateRange(period) })}
          </Text>
        )}
        <Text size="sm" c="dimmed" truncate role="status">
          {sheet.isSaving ? t('saving') : savedText}
        </Text>
      </Group>
      <Group gap={10} wrap="nowrap">
        <Group gap={10} wrap="nowrap" className={classes.hints}>
          {HINTS.map(([keys, name]) => (
            <Text key={name} c="dimmed" span>
              <Kbd>{isMac ? keys.replace('Ctrl+', '⌘') : keys}</Kbd> {t(`hint.${name}`)}
            </Text>
          ))}
        </Group>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t(hasPane ? 'pane.close' : 'pane.open')}
          aria-pressed={hasPane}
          onClick={onPane}
        >
          <IconLayoutSidebarRight size={16} />
        </ActionIcon>
        <Button
          variant="filled"
          leftSection={<IconSend size={15} aria-hidden />}
          disabled={counts.changes === 0}
          onClick={() => goTo('outbox')}
        >
          {counts.changes > 0 ? t('publish', { count: counts.changes }) : t('nothingToPublish')}
        </Button>
      </Group>
    </Group>
  )
}
