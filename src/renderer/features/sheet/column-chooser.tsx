import { ActionIcon, Button, Checkbox, Group } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconColumns3,
  IconPin,
  IconPinFilled,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import { toggled } from '../../../shared/maps.ts'
import { WITHIN_HEIGHT } from '../../theme.ts'
import { Column } from '../../ui/column.tsx'
import type { SheetViewState } from '../../ui/open-sheet.ts'
import { PopoverButton } from '../../ui/popover.tsx'
import classes from './sheet.module.css'
import { frozenAfter } from './sheet-layout.ts'

export interface ColumnChooserProps {
  /** All columns of the tab. */
  all: readonly SheetColumn[]
  /** Keys of the visible columns, in order. */
  chosen: readonly string[]
  /** How many of these stay in place. */
  frozen: number
  titles: (column: SheetColumn) => string
  onChange: (view: Pick<SheetViewState, 'frozen'> & Partial<SheetViewState>) => void
}

/** The choice and order of the columns, and which stay in place. */
export function ColumnChooser({ all, chosen, frozen, titles, onChange }: ColumnChooserProps) {
  const { t } = useTranslation('sheet')
  const shown = chosen.flatMap((key) => all.find((one) => one.key === key) ?? [])
  const others = all.filter(({ key }) => !chosen.includes(key))
  const change = (columns: string[]) =>
    onChange({ columns, frozen: frozenAfter(frozen, chosen, columns) })
  const move = (key: string, by: number) => {
    const next = chosen.filter((one) => one !== key)
    next.splice(Math.max(0, chosen.indexOf(key) + by), 0, key)
    change(next)
  }
  return (
    <PopoverButton
      size="xs"
      label={t('columnsButton')}
      leftSection={<IconColumns3 size={14} aria-hidden />}
      popover={{ position: 'bottom-end', middlewares: WITHIN_HEIGHT }}
      panelClass={classes.chooser}
    >
      <Column gap={0}>
        {[...shown, ...others].map((column, index) => {
          const { key } = column
          const isShown = index < shown.length
          const name = titles(column)
          return (
            <Group key={key} gap={4} mih={24} wrap="nowrap" justify="space-between">
              <Checkbox
                label={name}
                checked={isShown}
                onChange={() => change(toggled(chosen, key))}
              />
              {isShown && (
                <ColumnButtons
                  {...{ name, index, frozen }}
                  onFreeze={(count) => onChange({ frozen: count })}
                  onMove={(by) => move(key, by)}
                />
              )}
            </Group>
          )
        })}
        <Button mt={8} onClick={() => onChange({ columns: null, frozen: 0 })}>
          {t('usualColumns')}
        </Button>
      </Column>
    </PopoverButton>
  )
}

interface ColumnButtonsProps {
  name: string
  index: number
  frozen: number
  onFreeze: (frozen: number) => void
  onMove: (by: number) => void
}

/** The buttons of a visible column. That of the last frozen one unfreezes it. */
function ColumnButtons({ name, index, frozen, onFreeze, onMove }: ColumnButtonsProps) {
  const { t } = useTranslation('sheet')
  const isLast = index === frozen - 1
  const common = { size: 24, variant: 'subtle', color: 'gray' }
  const Pin = index < frozen ? IconPinFilled : IconPin
  return (
    <Group gap={0} wrap="nowrap">
      <ActionIcon
        {...common}
        {...(index < frozen ? { color: 'indigo' } : {})}
        {...(isLast ? { variant: 'light' } : {})}
        aria-label={t('freezeTo', { name })}
        title={t('freezeTo', { name })}
        aria-pressed={isLast}
        onClick={() => onFreeze(isLast ? index : index + 1)}
      >
        <Pin size={13} />
      </ActionIcon>
      <ActionIcon {...common} aria-label={t('moveLeft', { name })} onClick={() => onMove(-1)}>
        <IconChevronUp size={13} />
      </ActionIcon>
      <ActionIcon {...common} aria-label={t('moveRight', { name })} onClick={() => onMove(1)}>
        <IconChevronDown size={13} />
      </ActionIcon>
    </Group>
  )
}
