import { Group, Tabs, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import { SHEET_GROUPS } from '../../../shared/features/sheet/columns.ts'
import { UndoButtons } from '../../ui/edits/undo.tsx'
import { groupName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import classes from './sheet.module.css'
import type { Sheet } from './use-sheet.ts'

export interface TabBarProps {
  sheet: Sheet
  setGroup: (group: SettingsGroup) => void
  tools?: ReactNode
}

/** The tabs of the sheet, and the tools of the current one. */
export function TabBar({ sheet, setGroup, tools }: TabBarProps) {
  const { t } = useTranslation('sheet')
  const { language } = useFormat()
  const { group, account_id, edits, inTurn } = sheet
  return (
    <Group justify="space-between" wrap="nowrap" gap={8} className={classes.tabs}>
      <Tabs
        className={classes.kinds}
        value={group}
        onChange={(next) => next && setGroup(next as SettingsGroup)}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('kinds')}>
          {SHEET_GROUPS.map((one) => (
            <Tabs.Tab key={one} value={one} px={10} fw={one === group ? 600 : 400}>
              {groupName(one, language)}
              {one === group && edits.length > 0 && (
                <Text span fw={700} ml={6} c="var(--desk-unposted)">
                  {`Δ ${edits.length}`}
                </Text>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Group gap={8} wrap="nowrap">
        <UndoButtons {...{ account_id, inTurn }} />
        {tools}
      </Group>
    </Group>
  )
}
