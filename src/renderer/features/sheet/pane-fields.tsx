import { Group, NativeSelect, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { withValue } from '../../../shared/features/publishing/lay.ts'
import { type Cells, listTexts } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import {
  type CellValue,
  type ListBasis,
  listFrom,
  moveBy,
  movedWindow,
  offsetFrom,
  type TimeBasis,
  textsOf,
  timeFrom,
} from '../../../shared/features/sheet/gestures.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { useAccount } from '../../app-state.ts'
import { useCall } from '../../query.ts'
import { addsLine, MOST_LINES } from '../../ui/text-lines.ts'
import { canHaveLines, VideoNames } from './cell-editor.tsx'
import { objectName } from './sheet-cell.tsx'
import { BasedField, FieldBox, type OfSelection, useTyped } from './typed-field.tsx'
import { useExpected } from './use-expected.ts'
import type { SetValues } from './use-gestures.ts'
import { useSteps } from './use-steps.ts'

/** What every field of the edit pane needs. */
export interface PaneProps {
  rows: readonly SheetRow[]
  /** All rows of the tab, whose designs can be chosen. */
  all: readonly SheetRow[]
  cells: Cells
  onSet: SetValues<boolean>
}

/** The values of a column in the selected rows. */
export interface ColumnFacts {
  texts: Set<string>
  isOn: Set<boolean>
  changed: number
  /** The number of rows with an enabled filter whose list is empty. */
  emptied: number
}

interface PaneFieldProps extends PaneProps, OfSelection {
  column: SheetColumn
  facts: ColumnFacts
  title: string
}

/** A column of the selected rows. */
export function PaneField(props: PaneFieldProps) {
  const { column, rows, title, onSet } = props
  const { texts, changed } = props.facts
  const register = column.register ?? ''
  const [first = ''] = texts
  const common = texts.size === 1 ? first : null
  const label = (
    <Group justify="space-between" component="span" gap={4} w="100%">
      <span>{title}</span>
      {changed > 0 && (
        <Text span c="var(--desk-unposted)" fw={600}>
          {`Δ ${changed}`}
        </Text>
      )}
    </Group>
  )
  const set = (value: unknown) =>
    void onSet(rows, (now) => now.map((row) => ({ row, register, value })))
  const parts = { ...props, label, common, count: texts.size, register }
  if (column.kind === 'flag') return <FlagField {...parts} onChange={set} />
  if (column.kind === 'choice') return <ChoiceField {...parts} onChange={set} />
  if (column.kind === 'object') return <ObjectField {...parts} onChange={set} />
  if (column.kind === 'time') return <TimeField {...parts} />
  if (column.kind === 'list') return <ListField {...parts} />
  return <TextField {...parts} />
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
        aria-label={title}
        value={value}
        data={data}
        onChange={(next) => onChange(next === 'on')}
      />
    </FieldBox>
  )
}

interface Setting {
  /** Sets the value in all rows. */
  onChange: (value: unknown) => void
}

interface PartsOfField extends PaneFieldProps {
  label: ReactNode
  /** The common text of all rows; null when they differ. */
  common: string | null
  /** The number of different texts. */
  count: number
  register: string
}

const MIXED = '\u0000mixed'

interface MixedSelectProps extends Pick<PartsOfField, 'label' | 'title'> {
  /** Null when the rows differ. */
  value: string | null
  data: { value: string; label: string }[]
  onChange: (chosen: string) => void
}

function MixedSelect({ label, title, value, data, onChange }: MixedSelectProps) {
  const { t } = useTranslation('sheet')
  return (
    <NativeSelect
      label={label}
      aria-label={title}
      value={value ?? MIXED}
      data={[
        ...(value === null ? [{ value: MIXED, label: t('mixed'), disabled: true }] : []),
        ...data,
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function ChoiceField(props: PartsOfField & Setting) {
  const { column, rows, cells, common, label, title, onChange } = props
  const { t } = useTranslation('sheet')
  const [row] = rows
  const nameOf = (value: string) =>
    row ? cells.write({ ...row, value: withValue({}, column.key, value) }, column) : value
  const value = row ? registerValue(row, column.key) : null
  const known = common === null ? null : typeof value === 'string' ? value : ''
  const choices = column.choices.map((value) => ({ value, label: nameOf(value) }))
  const other = known !== null && !column.choices.includes(known)
  return (
    <MixedSelect
      {...{ label, title, onChange }}
      value={known}
      data={[...(other ? [{ value: known, label: known || t('noValue') }] : []), ...choices]}
    />
  )
}

/** More rows would take too long to compute. */
const FEW_ROWS = 500

/** One of the values in use on the tab, because designs are not typed. */
function ObjectField(props: PartsOfField & Setting) {
  const { column, rows, all, cells, common, label, title, onChange } = props
  const { t } = useTranslation('sheet')
  const [row] = rows
  const start = useCallback(() => valuesInUse(all, column, cells), [all, column, cells])
  const inUse = useSteps(start, all.length > FEW_ROWS) ?? []
  const nameOf = (value: unknown, shown: string) => objectName(value, shown).slice(0, 40)
  const own = row ? nameOf(registerValue(row, column.register ?? ''), cells.show(row, column)) : ''
  const other = common !== null && !inUse.some(([text]) => text === common)
  return (
    <MixedSelect
      {...{ label, title }}
      value={common}
      data={[
        ...(other ? [{ value: common, label: common === '' ? t('noValue') : own }] : []),
        ...inUse.map(([text, { value, shown, count }]) => ({
          value: text,
          label: `${nameOf(value, shown)} (${count})`,
        })),
      ]}
      onChange={(chosen) => onChange(inUse.find(([text]) => text === chosen)?.[1].value ?? null)}
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

const ONLY_SET = ['set'] as const

function TextField(props: PartsOfField) {
  const { column, rows, cells, common, count, label, title, register, onSet } = props
  const { t } = useTranslation('sheet')
  const ofVideos = useTranslation('videos').t
  const expected = useExpected()
  const list = column.kind === 'video' ? 'pane-names' : undefined
  const hasLines = canHaveLines(column, common ?? '')
  const onCommit = async (_: 'set', text: string) => {
    if (rows.some((row) => cells.read(row, column, text) === null)) {
      const wrong = t('notRead', { text, expected: expected(column, rows[0]) })
      return { wrong, isSaved: false }
    }
    const isSaved = await onSet(rows, (now) =>
      now.map((row) => ({ row, register, value: cells.read(row, column, text)?.value })),
    )
    return { wrong: null, isSaved }
  }
  const { text, wrong, type, commit, leaveField, giveUp } = useTyped({
    ...{ bases: ONLY_SET, known: common ?? '', onCommit },
    selection: props.selection,
  })
  const input = {
    label,
    'aria-label': title,
    description: column.kind === 'loop' && ofVideos('loopStart'),
    placeholder: common === null ? t('mixedOf', { count }) : undefined,
    value: text,
    error: wrong,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      type(currentTarget.value),
    onBlur: leaveField,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') giveUp()
      if (event.key !== 'Enter' || (hasLines && addsLine(event))) return
      event.preventDefault()
      void commit()
    },
  }
  return (
    <>
      {hasLines ? (
        <Textarea {...input} autosize maxRows={MOST_LINES} />
      ) : (
        <TextInput {...input} list={list} />
      )}
      {list && <VideoNames id={list} {...{ cells }} />}
    </>
  )
}

const BASES: readonly TimeBasis[] = ['set', 'move', 'pitch', 'end']

/** A time: set, or counted from its current value, the pitch, the end or a marker of each video. */
function TimeField(props: PartsOfField) {
  const { column, rows, common, count, label, title, register, selection, onSet } = props
  const { t } = useTranslation('sheet')
  const markers = useMarkers(rows)
  const commit = async (basis: TimeBasis, text: string) => {
    const offset = offsetFrom(basis, text, { rows, column, markerIn: markers.secondIn })
    if (offset === undefined) {
      return { wrong: t('notRead', { text, expected: t('expected.time') }), isSaved: false }
    }
    let left = 0
    const isSaved = await onSet(rows, (now) => {
      // An empty text sets no time; counted from another one it is not saved.
      if (offset === null) return now.map((row) => ({ row, register, value: null }))
      const timed = now.map((row) => ({
        row,
        register,
        value: timeFrom(basis, offset, { row, register }, markers.secondIn(row)),
      }))
      const known = timed.filter(({ value }) => value !== null)
      left = timed.length - known.length
      return known
    })
    const isLeft = left > 0 && basis !== 'set'
    return { wrong: isLeft ? t(`pane.left-${basis}`, { count: left }) : null, isSaved }
  }
  return (
    <BasedField
      {...{ label, title, selection }}
      bases={markers.names.length > 0 ? [...BASES, 'marker'] : BASES}
      isWide={markers.names.length > 0}
      choice={(basis) =>
        basis === 'marker' && (
          <NativeSelect
            w="100%"
            aria-label={t('pane.marker', { name: title })}
            value={markers.name}
            data={markers.names}
            onChange={({ currentTarget }) => markers.choose(currentTarget.value)}
          />
        )
      }
      known={common ?? ''}
      placeholder={(basis) => {
        if (basis !== 'set') return '−0:30'
        return common === null ? t('mixedOf', { count }) : '5:30'
      }}
      hint={(basis) => (basis === 'set' ? '' : t(`basis.${basis}Hint`))}
      onCommit={commit}
    />
  )
}

/**
 * The names of the user's markers in the rows' videos, and the second of the selected marker in
 * each.
 */
function useMarkers(rows: readonly SheetRow[]) {
  const account_id = useAccount()?.id ?? null
  const known = useCall('markers', 'ofAccount', account_id === null ? null : { account_id }).value
  const [chosen, choose] = useState<string | null>(null)
  const names = useMemo(() => {
    if (!known || Object.keys(known).length === 0) return []
    const videos = new Set(rows.map(({ video }) => video.id))
    const all = [...videos].flatMap((id) => (known[id] ?? []).map(({ name }) => name))
    return [...new Set(all)].sort()
  }, [known, rows])
  const name = chosen !== null && names.includes(chosen) ? chosen : (names[0] ?? '')
  const secondIn = ({ video }: SheetRow) =>
    known?.[video.id]?.find((marker) => marker.name === name)?.second
  return { names, name, choose, secondIn }
}

const ONLY_MOVE = ['move'] as const

/** Moves start and end together. */
export function MoveField(props: Pick<PaneProps, 'rows' | 'onSet'> & OfSelection) {
  const { rows, selection, onSet } = props
  const { t } = useTranslation('sheet')
  const title = t('pane.both')
  const commit = async (_: 'move', text: string) => {
    const offset = moveBy(text, rows)
    if (offset === undefined) {
      return { wrong: t('notRead', { text, expected: t('expected.move') }), isSaved: false }
    }
    let left = 0
    const isSaved = await onSet(rows, (now) => {
      const moved = now.map((row) => movedWindow(row, offset))
      left = moved.filter((cells) => cells.length === 0).length
      return moved.flat()
    })
    return { wrong: left > 0 ? t('pane.left-move', { count: left }) : null, isSaved }
  }
  return (
    <BasedField
      {...{ title, selection }}
      label={title}
      bases={ONLY_MOVE}
      known=""
      placeholder={() => '−0:30'}
      hint={() => t('basis.bothHint')}
      onCommit={commit}
    />
  )
}

const LIST_BASES = ['set', 'add', 'remove'] as const satisfies readonly ListBasis[]

interface TypedList {
  column: SheetColumn
  cells: Cells
  basis: ListBasis
  text: string
}

/** The texts of a typed list as they are in a row, or would be; null when it is invalid. */
export function listTextsIn(row: SheetRow, { column, cells, basis, text }: TypedList) {
  const read = cells.read(row, column, text)
  if (read || basis !== 'remove') return read && textsOf(read.value)
  // Invalid codes that the lists contain can be removed.
  return listTexts(text)
}

/** A list of texts: set completely, or some texts added to or removed from each row's list. */
function ListField(props: PartsOfField) {
  const { column, rows, cells, common, count, label, title, register, selection, onSet } = props
  const { t } = useTranslation('sheet')
  const expected = useExpected()
  const commit = async (basis: ListBasis, text: string) => {
    const textsIn = (row: SheetRow) => listTextsIn(row, { column, cells, basis, text })
    if (rows.some((row) => textsIn(row) === null)) {
      return { wrong: t('notRead', { text, expected: expected(column, rows[0]) }), isSaved: false }
    }
    let left = false
    const isSaved = await onSet(rows, (now) => {
      const values = now.flatMap((row): CellValue[] => {
        const texts = textsIn(row)
        const value = texts && listFrom(basis, texts, { row, register })
        return value ? [{ row, register, value }] : []
      })
      left = values.length === 0
      return values
    })
    if (!left || basis === 'set') return { wrong: null, isSaved }
    return { wrong: t(`pane.left-${basis}`, { count: rows.length }), isSaved: false }
  }
  return (
    <>
      <BasedField
        {...{ label, title, selection }}
        bases={LIST_BASES}
        known={common ?? ''}
        placeholder={(basis) =>
          common === null && basis === 'set' ? t('mixedOf', { count }) : undefined
        }
        hint={(basis) => (basis === 'set' ? '' : t(`basis.${basis}Hint`))}
        isWide
        onCommit={commit}
      />
      {props.facts.emptied > 0 && (
        <Text c="var(--desk-warn)" role="alert" mt={-8}>
          {t('pane.emptied', { count: props.facts.emptied })}
        </Text>
      )}
    </>
  )
}
