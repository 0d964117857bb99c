import {
  ActionIcon,
  Box,
  Button,
  Group,
  NativeSelect,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cells, readOffset } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import {
  type CellValue,
  type TimeBasis,
  timeFrom,
} from '../../../shared/features/sheet/gestures.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import classes from './sheet.module.css'
import { objectName } from './sheet-cell.tsx'
import { useExpected } from './use-expected.ts'
import { useSteps } from './use-steps.ts'

interface EditPaneProps {
  rows: readonly SheetRow[]
  /** All rows of the tab, whose designs can be chosen. */
  all: readonly SheetRow[]
  columns: readonly SheetColumn[]
  titles: (column: SheetColumn) => string
  cells: Cells
  names: readonly string[]
  onSet: (cells: CellValue[]) => Promise<boolean>
  onClose: () => void
  /** Buttons for the whole selection. */
  actions: ReactNode
}

/** All editable columns of the selected rows. A field shows their common value, or that they differ. */
export function EditPane(props: EditPaneProps) {
  const { rows, columns, titles, onClose } = props
  const { t } = useTranslation('sheet')
  const videos = useMemo(() => new Set(rows.map(({ video }) => video.id)).size, [rows])
  const editable = useMemo(
    () => columns.filter(({ register, kind }) => register !== null && kind !== 'from-pitch'),
    [columns],
  )
  const { cells } = props
  const start = useCallback(() => columnFacts(rows, editable, cells), [rows, editable, cells])
  const facts = useSteps(start, rows.length > FEW_ROWS)
  return (
    <aside className={classes.pane} aria-label={t('pane.label')}>
      <Group justify="space-between" wrap="nowrap" px={16} pt={12} pb={8} align="flex-start">
        <Box miw={0}>
          <Text fw={600}>{t('pane.rows', { count: rows.length })}</Text>
          <Text size="xs" c="dimmed">
            {t('pane.on', { count: videos })}
          </Text>
        </Box>
        <ActionIcon variant="subtle" color="gray" aria-label={t('pane.close')} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <ScrollArea flex={1} mih={0}>
        <Stack gap={12} px={16} pb={16}>
          {editable.map((column) => {
            const known = facts?.get(column.key)
            return (
              known && (
                <PaneField
                  key={column.key}
                  {...props}
                  {...{ column, facts: known }}
                  title={titles(column)}
                />
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

/** More rows are long work. */
const FEW_ROWS = 500

/** What a column has in the selected rows. */
interface ColumnFacts {
  texts: Set<string>
  isOn: Set<boolean>
  changed: number
}

function* columnFacts(
  rows: readonly SheetRow[],
  columns: readonly SheetColumn[],
  cells: Cells,
): Generator<void, ReadonlyMap<string, ColumnFacts>> {
  const all = new Map<string, ColumnFacts>()
  for (const column of columns) {
    const register = column.register ?? ''
    const facts: ColumnFacts = { texts: new Set(), isOn: new Set(), changed: 0 }
    all.set(column.key, facts)
    for (const row of rows) {
      facts.texts.add(cells.write(row, column))
      facts.isOn.add(registerValue(row, register) === true)
      facts.changed += Number(row.mark === 'changed' && row.edits.has(register))
      yield
    }
  }
  return all
}

interface PaneFieldProps extends EditPaneProps {
  column: SheetColumn
  facts: ColumnFacts
  title: string
}

function PaneField(props: PaneFieldProps) {
  const { column, rows, title, onSet } = props
  const { texts, changed } = props.facts
  const register = column.register ?? ''
  const [first = ''] = texts
  const common = texts.size === 1 ? first : null
  const label = (
    <Group justify="space-between" component="span" gap={4} w="100%">
      <span>{title}</span>
      {changed > 0 && (
        <Text span size="xs" c="var(--desk-unposted)" fw={600}>
          {`Δ ${changed}`}
        </Text>
      )}
    </Group>
  )
  const set = (value: unknown) => void onSet(rows.map((row) => ({ row, register, value })))
  const parts = { ...props, label, common, count: texts.size, register }
  if (column.kind === 'flag') return <FlagField {...parts} onChange={set} />
  if (column.kind === 'choice') return <ChoiceField {...parts} onChange={set} />
  if (column.kind === 'object') return <ObjectField {...parts} onChange={set} />
  if (column.kind === 'time') return <TimeField key={common} {...parts} />
  return <TextField key={common} {...parts} />
}

function FlagField({ facts: { isOn }, label, title, onChange }: PartsOfField & Setting) {
  const { t } = useTranslation('sheet')
  const value = isOn.size > 1 ? 'mixed' : isOn.has(true) ? 'on' : 'off'
  const data = [
    { value: 'on', label: t('on') },
    { value: 'off', label: t('off') },
    ...(value === 'mixed' ? [{ value: 'mixed', label: t('mixed'), disabled: true }] : []),
  ]
  return (
    <FieldBox label={label}>
      <SegmentedControl
        size="xs"
        aria-label={title}
        value={value}
        data={data}
        onChange={(next) => onChange(next === 'on')}
      />
    </FieldBox>
  )
}

const FieldBox = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <Stack gap={4}>
    <Text size="sm" fw={500} component="div">
      {label}
    </Text>
    {children}
  </Stack>
)

interface Setting {
  /** Gives all rows the value. */
  onChange: (value: unknown) => void
}

interface PartsOfField extends PaneFieldProps {
  label: ReactNode
  /** The text that all rows have; null when they differ. */
  common: string | null
  /** The number of different texts. */
  count: number
  register: string
}

function ChoiceField({
  column,
  rows,
  cells,
  common,
  label,
  title,
  onChange,
}: PartsOfField & Setting) {
  const { t } = useTranslation('sheet')
  const [row] = rows
  const nameOf = (value: string) =>
    row ? cells.write({ ...row, value: nested(column.key, value) }, column) : value
  const value = row ? registerValue(row, column.key) : null
  const known = common === null ? null : typeof value === 'string' ? value : ''
  const choices = column.choices.map((value) => ({ value, label: nameOf(value) }))
  const other = known !== null && !column.choices.includes(known)
  return (
    <NativeSelect
      label={label}
      aria-label={title}
      size="xs"
      value={known ?? MIXED}
      data={[
        ...(known === null ? [{ value: MIXED, label: t('mixed'), disabled: true }] : []),
        ...(other ? [{ value: known, label: known || t('noValue') }] : []),
        ...choices,
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** One of the values in use on the tab: nobody types a design. */
function ObjectField({
  column,
  all,
  cells,
  common,
  label,
  title,
  onChange,
}: PartsOfField & Setting) {
  const { t } = useTranslation('sheet')
  const start = useCallback(() => valuesInUse(all, column, cells), [all, column, cells])
  const inUse = useSteps(start, all.length > FEW_ROWS) ?? []
  return (
    <NativeSelect
      label={label}
      aria-label={title}
      size="xs"
      value={common ?? MIXED}
      data={[
        ...(common === null ? [{ value: MIXED, label: t('mixed'), disabled: true }] : []),
        ...(common === '' ? [{ value: '', label: t('noValue') }] : []),
        ...inUse.map(([text, { value, shown, count }]) => ({
          value: text,
          label: `${objectName(value, shown).slice(0, 40)} (${count})`,
        })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(inUse.find(([text]) => text === currentTarget.value)?.[1].value ?? null)
      }
    />
  )
}

const MOST_VALUES = 50

type UsedValue = [text: string, { value: unknown; shown: string; count: number }]

/** The values of a column, the most frequent first. */
function* valuesInUse(
  rows: readonly SheetRow[],
  column: SheetColumn,
  cells: Cells,
): Generator<void, UsedValue[]> {
  const found = new Map<string, UsedValue[1]>()
  for (const row of rows) {
    const value = registerValue(row, column.register ?? '')
    const text = cells.write(row, column)
    const known = found.get(text)
    if (known) known.count += 1
    else if (value !== null) found.set(text, { value, shown: cells.show(row, column), count: 1 })
    yield
  }
  return [...found].sort(([, a], [, b]) => b.count - a.count).slice(0, MOST_VALUES)
}

const MIXED = '\u0000mixed'

/** An object with a value at a dotted place, to name a choice as a row would. */
const nested = (place: string, value: unknown): Record<string, unknown> => {
  const [first = '', ...rest] = place.split('.')
  return { [first]: rest.length === 0 ? value : nested(rest.join('.'), value) }
}

function TextField({
  column,
  rows,
  cells,
  common,
  count,
  label,
  title,
  names,
  register,
  onSet,
}: PartsOfField) {
  const { t } = useTranslation('sheet')
  const ofVideos = useTranslation('videos').t
  const expected = useExpected()
  const [text, setText] = useState(common ?? '')
  const [wrong, setWrong] = useState<string | null>(null)
  const list = column.kind === 'video' ? 'pane-names' : undefined
  const commit = () => {
    if (text === (common ?? '')) return
    const read = rows.map((row) => ({ row, value: cells.read(row, column, text) }))
    if (read.some(({ value }) => value === null)) {
      return setWrong(t('notRead', { text, expected: expected(column, rows[0]) }))
    }
    void onSet(read.map(({ row, value }) => ({ row, register, value: value?.value })))
  }
  return (
    <>
      <TextInput
        label={label}
        aria-label={title}
        size="xs"
        list={list}
        description={column.kind === 'loop' && ofVideos('loopStart')}
        placeholder={common === null ? t('mixedOf', { count }) : undefined}
        value={text}
        error={wrong}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setWrong(null)
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          if (event.key === 'Escape') setText(common ?? '')
        }}
      />
      {list && (
        <datalist id={list}>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
      )}
    </>
  )
}

const BASES = ['set', 'move', 'pitch', 'end'] as const satisfies readonly TimeBasis[]

/** A time, set or counted from what it is, from the pitch or from the end of each video. */
function TimeField({ rows, common, count, label, title, register, onSet }: PartsOfField) {
  const { t } = useTranslation('sheet')
  const [basis, setBasis] = useState<TimeBasis>('set')
  const [text, setText] = useState(common ?? '')
  const [wrong, setWrong] = useState<string | null>(null)
  const choose = (next: string) => {
    setBasis(next as TimeBasis)
    setText(next === 'set' ? (common ?? '') : '')
    setWrong(null)
  }
  const commit = async () => {
    if (text.trim() === '' || (basis === 'set' && text === common)) return
    const offset = readOffset(text)
    if (typeof offset !== 'number' || (basis === 'set' && offset < 0)) {
      return setWrong(t('notRead', { text, expected: t('expected.time') }))
    }
    const timed = rows.map((row) => ({
      row,
      register,
      value: timeFrom(basis, offset, { row, register }),
    }))
    const known = timed.filter(({ value }) => value !== null)
    const isSaved = await onSet(known)
    const left = timed.length - known.length
    if (left > 0) setWrong(t(`pane.left-${basis}`, { count: left }))
    // A second Enter must not move the times once more.
    if (isSaved && basis === 'move') setText('')
  }
  return (
    <FieldBox label={label}>
      <Group gap={6} wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label={t('pane.basis', { name: title })}
          value={basis}
          data={BASES.map((value) => ({ value, label: t(`basis.${value}`) }))}
          onChange={choose}
        />
        <TextInput
          size="xs"
          flex={1}
          miw={64}
          aria-label={title}
          placeholder={common === null && basis === 'set' ? t('mixedOf', { count }) : '−0:30'}
          value={text}
          error={wrong !== null}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setWrong(null)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void commit()
            if (event.key === 'Escape') setText(common ?? '')
          }}
          onBlur={() => {
            if (basis === 'set') void commit()
          }}
        />
        {basis !== 'set' && text.trim() !== '' && (
          <Button size="compact-xs" variant="default" onClick={() => void commit()}>
            {t('pane.apply')}
          </Button>
        )}
      </Group>
      <Text
        size="xs"
        c={wrong ? 'var(--mantine-color-error)' : 'dimmed'}
        role={wrong ? 'alert' : undefined}
      >
        {wrong ?? (basis === 'set' ? '' : t(`basis.${basis}Hint`))}
      </Text>
    </FieldBox>
  )
}
