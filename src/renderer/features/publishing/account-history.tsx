import { Button, Group, Paper, Select, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUPS } from '../../../shared/api/settings/index.ts'
import {
  type AccountEntry,
  HISTORY_EVENTS,
  type HistoryFilter,
  type HistoryPage,
} from '../../../shared/features/publishing/change-history.ts'
import { changeHistoryTable } from '../../../shared/features/publishing/change-tables.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import type { Cell, Table } from '../../../shared/tables/table.ts'
import { cellText } from '../../../shared/tables/titles.ts'
import { call } from '../../bridge.ts'
import { useSessionState } from '../../kept-list.ts'
import { useToday } from '../../period.ts'
import { useCall, useQuery } from '../../query.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { groupName } from '../../ui/edits/value-text.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import {
  ALL_CHOSEN,
  HISTORY_DAYS,
  type HistoryChoice,
  type HistoryDays,
  historyFilterOf,
} from './history-days.ts'
import { HistoryEntryPanel } from './history-entry.tsx'
import classes from './publish.module.css'

/** Everything that was read, published, overwritten and discarded in an account, newest first. */
export function AccountHistory({ account_id }: { account_id: string }) {
  const { t } = useTranslation('publish')
  const { language, zone } = useFormat()
  const [choice, setChoice] = useSessionState('history', ALL_CHOSEN)
  const filter = historyFilterOf(choice, useToday(zone), zone)
  const { page, failure, refetch, more } = useEntries(account_id, filter)
  const count = page?.entries.length ?? 0
  return (
    <>
      <Group gap="sm" role="search" aria-label={t('history.label')}>
        <Filters {...{ account_id, choice }} onChange={setChoice} />
        <Text c="dimmed" role="status">
          {page && t(page.next === null ? 'history.count' : 'history.countMore', { count })}
        </Text>
        <Group ml="auto">
          <ExportButton
            request={{ table: 'change_history', account_id, filter, language }}
            isDisabled={count === 0}
          />
        </Group>
      </Group>
      {failure && <Notice failure={failure} onRetry={refetch} />}
      {page && count === 0 && <NoEntries {...{ choice }} onShowAll={() => setChoice(ALL_CHOSEN)} />}
      {page && count > 0 && <Entries {...{ account_id, page, more }} />}
    </>
  )
}

function NoEntries({ choice, onShowAll }: { choice: HistoryChoice; onShowAll: () => void }) {
  const { t } = useTranslation('publish')
  const isFiltered = JSON.stringify(choice) !== JSON.stringify(ALL_CHOSEN)
  if (!isFiltered) return <EmptyState title={t('history.none')} text={t('history.noneText')} />
  const action = <Button onClick={onShowAll}>{t('showAll')}</Button>
  return <EmptyState title={t('history.noMatch')} text={t('history.noMatchText')} action={action} />
}

/** Without ids and notes that nobody wrote, which the exported file has, and with the events as texts. */
function shownTable(table: Table, language: Language): Table {
  const isEmpty = (index: number) => table.rows.every((row) => row[index] === '')
  const shown = table.columns.flatMap(({ key }, index) =>
    key === 'change_video_id' || (key === 'change_note' && isEmpty(index)) ? [] : index,
  )
  const cellOf = (row: readonly Cell[], index: number): Cell => {
    const cell = row[index] ?? ''
    const isEvent = table.columns[index]?.key === 'change_event'
    return isEvent && typeof cell === 'string' ? cellText('change_event', cell, language) : cell
  }
  return {
    ...table,
    columns: shown.flatMap((index) => table.columns[index] ?? []),
    rows: table.rows.map((row) => shown.map((index) => cellOf(row, index))),
  }
}

interface EntriesProps {
  account_id: string
  page: HistoryPage
  /** Loads the next page. */
  more: () => void
}

/** The entries as a table, with the selected one in full next to it, or below in a narrow window. */
function Entries({ account_id, page: { entries, next }, more }: EntriesProps) {
  const { t } = useTranslation('publish')
  const { language } = useFormat()
  const [chosen, setChosen] = useState<number | null>(null)
  const table = useMemo(
    () => shownTable(changeHistoryTable(entries, language), language),
    [entries, language],
  )
  const entry = entries.find(({ id }) => id === chosen)
  return (
    <div className={classes.history}>
      <DataTable
        table={table}
        label={t('history.label')}
        widths={WIDTHS}
        rowKey={(index) => String(entries[index]?.id)}
        onOpenRow={(index) => setChosen(entries[index]?.id ?? null)}
        onRange={(_, last) => {
          if (next !== null && last > entries.length - NEAR_THE_END) more()
        }}
        maxHeight="100%"
      />
      {entry ? (
        <Paper
          component="section"
          radius="md"
          className={classes.card}
          aria-label={t('history.entry')}
        >
          <HistoryEntryPanel
            key={entry.id}
            {...{ account_id, entry }}
            event={cellText('change_event', entry.event, language)}
          />
        </Paper>
      ) : (
        <Text size="sm" c="dimmed">
          {t('history.choose')}
        </Text>
      )}
    </div>
  )
}

const NEAR_THE_END = 40
const WIDTHS = {
  change_video: 190,
  change_event: 150,
  change_item: 160,
  change_before: 160,
  change_after: 160,
}

interface Pages {
  of: string
  count: number
  /** Shown while further pages are loading. */
  kept: HistoryPage | undefined
}

/** The entries of as many pages as were scrolled to, all in their current state. */
function useEntries(account_id: string, filter: HistoryFilter) {
  const of = `history ${account_id} ${JSON.stringify(filter)}` as const
  const first = { of, count: 1, kept: undefined }
  const [pages, setPages] = useState<Pages>(first)
  const { count, kept } = pages.of === of ? pages : first
  const query = useQuery(`${of} ${count}`, () => readPages(account_id, filter, count), [
    'edits',
    'videos',
  ])
  const { value, failure, refetch } = query
  const more = () => {
    if (value) setPages({ of, count: count + 1, kept: value })
  }
  return { page: value ?? kept, failure, refetch, more }
}

async function readPages(account_id: string, filter: HistoryFilter, pages: number) {
  const entries: AccountEntry[] = []
  let next: number | null = null
  for (let page = 0; page < pages; page++) {
    // Each page says where the next one begins.
    // oxlint-disable-next-line no-await-in-loop
    const read: HistoryPage = await call.changeHistory.page({ account_id, filter, before: next })
    entries.push(...read.entries)
    next = read.next
    if (next === null) break
  }
  return { entries, next }
}

interface FiltersProps {
  account_id: string
  choice: HistoryChoice
  onChange: (choice: HistoryChoice) => void
}

function Filters({ account_id, choice, onChange }: FiltersProps) {
  const { t } = useTranslation('publish')
  const { language } = useFormat()
  const videos = useCall('videos', 'list', { account_id }).value?.rows
  const select = { size: 'xs', w: 170, clearable: true, comboboxProps: { width: 260 } } as const
  return (
    <>
      <SearchField
        w={240}
        label={t('history.search')}
        value={choice.search}
        onChange={(search) => onChange({ ...choice, search })}
      />
      <Select
        {...select}
        aria-label={t('history.video')}
        placeholder={t('history.allVideos')}
        searchable
        limit={100}
        data={(videos ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={choice.video_id}
        onChange={(video_id) => onChange({ ...choice, video_id })}
      />
      <Select
        {...select}
        aria-label={t('history.group')}
        placeholder={t('history.allGroups')}
        data={GROUPS.map((group) => ({ value: group, label: groupName(group, language) }))}
        value={choice.group}
        onChange={(group) => onChange({ ...choice, group })}
      />
      <Select
        {...select}
        aria-label={t('history.event')}
        placeholder={t('history.allEvents')}
        data={HISTORY_EVENTS.map((event) => ({
          value: event,
          label: cellText('change_event', event, language),
        }))}
        value={choice.event}
        onChange={(event) => onChange({ ...choice, event })}
      />
      <Select
        {...select}
        w={150}
        aria-label={t('history.days')}
        placeholder={t('history.allDays')}
        data={HISTORY_DAYS.map((days) => ({ value: days, label: t(`history.${days}`) }))}
        value={choice.days}
        onChange={(days) => onChange({ ...choice, days: days as HistoryDays | null })}
      />
    </>
  )
}
