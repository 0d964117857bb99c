import { ActionIcon, Box, Group, ScrollArea, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Fragment, type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cells } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import { isEmptyFilter, TIMES } from '../../../shared/features/sheet/gestures.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { isSettled } from '../../../shared/time/period.ts'
import { useFormat } from '../../ui/format.ts'
import { Freshness } from '../../ui/freshness.tsx'
import type { TabFigures } from './figure-days.ts'
import { type ColumnFacts, MoveField, PaneField, type PaneProps } from './pane-fields.tsx'
import classes from './sheet.module.css'
import { useSteps } from './use-steps.ts'

interface EditPaneProps extends PaneProps {
  columns: readonly SheetColumn[]
  titles: (column: SheetColumn) => string
  figures: TabFigures
  /** Called before something is typed: it is for the rows that are shown now. */
  onEnter: () => void
  onClose: () => void
  /** Buttons for the whole selection. */
  actions: ReactNode
}

/** All editable columns of the selected rows. A field shows their common value, or that they differ. */
export function EditPane(props: EditPaneProps) {
  const { rows, columns, titles, onClose } = props
  const { t } = useTranslation('sheet')
  const videos = useMemo(() => new Set(rows.map(({ video }) => video.id)).size, [rows])
  const selection = useMemo(() => rows.map(({ key }) => key).join(' '), [rows])
  const editable = useMemo(
    () => columns.filter(({ register, kind }) => register !== null && kind !== 'from-pitch'),
    [columns],
  )
  const isOfWindow = ({ register }: SheetColumn) => TIMES.some((time) => time === register)
  const lastTime = editable.filter(isOfWindow).at(-1)
  const { cells } = props
  const start = useCallback(() => columnFacts(rows, editable, cells), [rows, editable, cells])
  const facts = useSteps(start, rows.length > FEW_ROWS)
  return (
    <aside className={classes.pane} aria-label={t('pane.label')}>
      <Group justify="space-between" wrap="nowrap" px={16} pt={12} pb={8} align="flex-start">
        <Box miw={0}>
          <Text size="md" fw={600}>
            {t('pane.rows', { count: rows.length })}
          </Text>
          <Text c="dimmed">{t('pane.on', { count: videos })}</Text>
          <FiguresAge rows={rows} figures={props.figures} />
        </Box>
        <ActionIcon variant="subtle" color="gray" aria-label={t('pane.close')} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <ScrollArea flex={1} mih={0} onFocus={props.onEnter}>
        <Stack gap={12} px={16} pb={16}>
          {editable.map((column) => {
            const known = facts?.get(column.key)
            return (
              known && (
                <Fragment key={column.key}>
                  <PaneField
                    {...props}
                    {...{ column, facts: known, selection }}
                    title={titles(column)}
                  />
                  {column === lastTime && <MoveField {...props} selection={selection} />}
                </Fragment>
              )
            )
          })}
        </Stack>
      </ScrollArea>
      <Group gap={6} px={16} py={10} className={classes.paneFoot}>
        {props.actions}
      </Group>
    </aside>
  )
}

/** The days of the rows' figures and how old they are. */
function FiguresAge({ rows, figures }: Pick<EditPaneProps, 'rows' | 'figures'>) {
  const { t } = useTranslation('sheet')
  const format = useFormat()
  const { period, byVideo } = figures
  if (!period) return null
  const days = format.dateRange(period)
  const ages = rows.flatMap(({ video }) => byVideo.get(video.id)?.asOf ?? [])
  const asOf = ages.length === 0 ? null : ages.reduce((one, other) => Math.min(one, other))
  return (
    <Text c="dimmed" mt={2}>
      {t(asOf === null ? 'noFigures' : 'figuresOf', { days })}
      {asOf !== null && (
        <>
          {' '}
          <Freshness
            {...{ asOf, zone: format.zone }}
            isSettled={isSettled(period.end, format.zone, asOf)}
          />
        </>
      )}
    </Text>
  )
}

/** More rows would take too long to compute. */
const FEW_ROWS = 500

function* columnFacts(
  rows: readonly SheetRow[],
  columns: readonly SheetColumn[],
  cells: Cells,
): Generator<void, ReadonlyMap<string, ColumnFacts>> {
  const all = new Map<string, ColumnFacts>()
  for (const column of columns) {
    const register = column.register ?? ''
    const facts: ColumnFacts = { texts: new Set(), isOn: new Set(), changed: 0, emptied: 0 }
    all.set(column.key, facts)
    for (const row of rows) {
      facts.texts.add(cells.write(row, column))
      const value = registerValue(row, register)
      facts.isOn.add(value === true)
      facts.emptied += Number(isEmptyFilter(row, value))
      facts.changed += Number(row.mark === 'changed' && row.edits.has(register))
      yield
    }
  }
  return all
}
