import { Button, Group, NativeSelect, Pill, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cells } from '../../../shared/features/sheet/cell.ts'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import {
  type Comparison,
  comparisonsOf,
  isReadable,
  type RowFacts,
  type SheetFilter,
  TAGS,
} from '../../../shared/features/sheet/filter.ts'
import { Popover } from '../../ui/popover.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ColumnChooser, type ColumnChooserProps } from './column-chooser.tsx'
import { SavedViews, type SavedViewsProps } from './saved-views.tsx'
import classes from './sheet.module.css'

interface FilterBarProps {
  columns: readonly SheetColumn[]
  titles: (column: SheetColumn) => string
  /** The current language's word for the value of a condition. */
  word: Cells['word']
  longest: RowFacts['longest']
  tags: readonly string[]
  filters: readonly SheetFilter[]
  onFilters: (filters: SheetFilter[]) => void
  search: string
  onSearch: (search: string) => void
  /** How many rows are shown, and of how many. */
  shown: number
  all: number
  /** How many of the visible rows were edited, and no longer match the filter or the sort order. */
  outdated: number
  onApplyAgain: () => void
  views: SavedViewsProps
  chooser: Omit<ColumnChooserProps, 'titles'>
  /** Switches for changed rows and those with problems. */
  quick: readonly { filter: SheetFilter; label: string; count: number }[]
}

/** Filters for rows, and the choice of columns. */
export function FilterBar(props: FilterBarProps) {
  const { filters, onFilters, search, onSearch, shown, all, quick } = props
  const { t } = useTranslation('sheet')
  const ofPills = filters.filter((filter) => !quick.some((one) => sameFilter(one.filter, filter)))
  const without = (filter: SheetFilter) => filters.filter((one) => !sameFilter(one, filter))
  return (
    <Group gap={8} px={12} py={6} className={classes.bar}>
      <SavedViews {...props.views} />
      {ofPills.length > 0 && (
        <Group gap={6} miw={0} className={classes.pills}>
          {ofPills.map((filter) => (
            <FilterPill
              key={JSON.stringify(filter)}
              {...props}
              filter={filter}
              onRemove={() => onFilters(without(filter))}
            />
          ))}
        </Group>
      )}
      <AddFilter {...props} />
      {quick.map(({ filter, label, count }) => {
        const isOn = filters.some((one) => sameFilter(one, filter))
        return (
          <Button
            key={label}
            variant={isOn ? 'light' : 'default'}
            aria-pressed={isOn}
            disabled={count === 0 && !isOn}
            onClick={() => onFilters(isOn ? without(filter) : [...filters, filter])}
          >
            {`${label} ${count}`}
          </Button>
        )
      })}
      {props.outdated > 0 && (
        <Button
          title={t('applyAgainHint')}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={props.onApplyAgain}
        >
          {t('applyAgain', { count: props.outdated })}
        </Button>
      )}
      <Text c="dimmed" ml="auto" className={classes.shown} role="status">
        {t('shown', { shown, count: all })}
      </Text>
      <SearchField value={search} onChange={onSearch} label={t('search')} w={190} />
      <ColumnChooser {...props.chooser} titles={props.titles} />
    </Group>
  )
}

const sameFilter = (one: SheetFilter, other: SheetFilter) =>
  one.column === other.column && one.comparison === other.comparison && one.value === other.value

function useFilterText(props: Pick<FilterBarProps, 'columns' | 'titles' | 'word'>) {
  const { columns, titles, word } = props
  const { t } = useTranslation('sheet')
  return ({ column: key, comparison, value }: SheetFilter) => {
    const column = columns.find((one) => one.key === key)
    const name = key === TAGS ? t('tag') : column ? titles(column) : key
    const verb = t(`comparison.${comparison}`)
    const text = column ? word(column, value) : value
    return text === '' ? `${name} ${verb}` : `${name} ${verb} “${text}”`
  }
}

function FilterPill(props: FilterBarProps & { filter: SheetFilter; onRemove: () => void }) {
  const { filter, onRemove } = props
  const { t } = useTranslation('sheet')
  const text = useFilterText(props)(filter)
  return (
    <Pill
      withRemoveButton
      size="lg"
      radius="sm"
      fz="xs"
      fw={500}
      bg="var(--desk-chosen)"
      c="var(--desk-chosen-text)"
      onRemove={onRemove}
      removeButtonProps={{
        'aria-label': t('removeFilter', { filter: text }),
        tabIndex: 0,
        'aria-hidden': false,
      }}
    >
      {text}
    </Pill>
  )
}

const WITHOUT_VALUE: readonly Comparison[] = ['empty', 'not-empty', 'changed']

function AddFilter({ filters, onFilters, ...props }: FilterBarProps) {
  const { t } = useTranslation('sheet')
  const [isOpen, setIsOpen] = useState(false)
  const add = (filter: SheetFilter) => {
    if (!filters.some((one) => sameFilter(one, filter))) onFilters([...filters, filter])
    setIsOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start">
      <Popover.Target>
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setIsOpen(!isOpen)}>
          {t('addFilter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('addFilter')}>
        <FilterForm {...props} onAdd={add} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface FilterFormProps extends Pick<FilterBarProps, 'columns' | 'titles' | 'tags' | 'longest'> {
  onAdd: (filter: SheetFilter) => void
}

const OF_TAGS: readonly Comparison[] = ['is', 'is-not']

function FilterForm({ columns, titles, tags, longest, onAdd }: FilterFormProps) {
  const { t } = useTranslation('sheet')
  const [key, setKey] = useState(columns[0]?.key ?? TAGS)
  const column = columns.find((one) => one.key === key)
  const comparisons = column ? comparisonsOf(column.kind) : OF_TAGS
  const [chosen, setChosen] = useState<Comparison>('has')
  const comparison = comparisons.find((one) => one === chosen) ?? comparisons[0] ?? 'is'
  const [typed, setTyped] = useState('')
  const needsValue = !WITHOUT_VALUE.includes(comparison)
  const value = needsValue ? typed.trim() : ''
  const isUnread = isUnreadable(column, { comparison, value }, longest)
  const isReady = (!needsValue || value !== '') && !isUnread
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onAdd({ column: key, comparison, value })
      }}
    >
      <Stack gap={8} w={250}>
        <NativeSelect
          label={t('filter.column')}
          value={key}
          data={[
            ...columns.map((one) => ({ value: one.key, label: titles(one) })),
            { value: TAGS, label: t('tag') },
          ]}
          onChange={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <NativeSelect
          label={t('filter.comparison')}
          value={comparison}
          data={comparisons.map((one) => ({ value: one, label: t(`comparison.${one}`) }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value as Comparison)}
        />
        {needsValue && (
          <ValueField value={typed} onChange={setTyped} {...{ column, tags, isUnread }} />
        )}
        <Button type="submit" disabled={!isReady}>
          {t('filter.add')}
        </Button>
      </Stack>
    </form>
  )
}

const isUnreadable = (
  column: SheetColumn | undefined,
  condition: Pick<SheetFilter, 'comparison' | 'value'>,
  longest: RowFacts['longest'],
) => column !== undefined && condition.value !== '' && !isReadable(column, condition, longest)

interface ValueFieldProps {
  value: string
  onChange: (value: string) => void
  /** Undefined for the tags. */
  column: SheetColumn | undefined
  tags: readonly string[]
  isUnread: boolean
}

function ValueField({ value, onChange, column, tags, isUnread }: ValueFieldProps) {
  const { t } = useTranslation('sheet')
  const ofColumn = column?.kind === 'flag' ? [t('yes'), t('no')] : []
  const choices = column ? ofColumn : tags
  const common = {
    label: t('filter.value'),
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (choices.length > 0) return <NativeSelect {...common} data={['', ...choices]} />
  return <TextInput {...common} error={isUnread && t('filter.unread')} maxLength={500} />
}
