import { Button, Group, Paper, Select, Text } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GROUPS } from '../../../shared/api/settings/index.ts'
import {
  type AccountEntry,
  HISTORY_EVENTS,
  type HistoryFilter,
  type HistoryPage,
  WHOLE_HISTORY,
} from '../../../shared/features/publishing/change-history.ts'
import { changeHistoryTable } from '../../../shared/features/publishing/change-tables.ts'
import { cellText, title } from '../../../shared/tables/titles.ts'
import { call } from '../../bridge.ts'
import { clock } from '../../clock.ts'
import { useSessionState } from '../../kept-list.ts'
import { useQuery } from '../../query.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { groupName } from '../../ui/edits/value-text.ts'
import { ExportButton } from '../../ui/export-button.tsx'
import { useFormat } from '../../ui/format.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { HistoryEntryPanel } from './history-entry.tsx'
import classes from './publish.module.css'

/** All that was read, published, overwritten and discarded in an account, newest first. */
export function AccountHistory({ account_id }: { account_id: string }) {
  const { t } = useTranslation('publish')
  const { language } = useFormat()
  const [filter, setFilter] = useSessionState('history', WHOLE_HISTORY)
  const [chosen, setChosen] = useState<number | null>(null)
  const { entries, hasMore, failure, refetch, more } = useEntries(account_id, filter)
  const table = useMemo(() => changeHistoryTable(entries ?? [], language), [entries, language])
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(WHOLE_HISTORY)
  const entry = entries?.find(({ id }) => id === chosen)
  return (
    <>
      <Group gap="sm" role="search" aria-label={t('history.label')}>
        <Filters {...{ account_id, filter }} onChange={setFilter} />
        <Text size="xs" c="dimmed" role="status">
          {entries && t(hasMore ? 'history.countMore' : 'history.count', { count: entries.length })}
        </Text>
        <Group ml="auto">
          <ExportButton
            question={{ table: 'change_history', account_id, filter, language }}
            isDisabled={!entries || entries.length === 0}
          />
        </Group>
      </Group>
      {failure && <Notice failure={failure} onRetry={refetch} />}
      {entries?.length === 0 && (
        <EmptyState
          title={t(isFiltered ? 'history.noMatch' : 'history.none')}
          text={t(isFiltered ? 'history.noMatchText' : 'history.noneText')}
          action={
            isFiltered && (
              <Button variant="default" onClick={() => setFilter(WHOLE_HISTORY)}>
                {t('showAll')}
              </Button>
            )
          }
        />
      )}
      {entries && entries.length > 0 && (
        <div className={classes.history}>
          <DataTable
            table={table}
            label={t('history.label')}
            titles={(key) => title(key, language)}
            widths={WIDTHS}
            rowKey={(index) => String(entries[index]?.id)}
            onOpenRow={(index) => setChosen(entries[index]?.id ?? null)}
            onRange={(_, last) => {
              if (hasMore && last > entries.length - NEAR_THE_END) more()
            }}
            maxHeight="100%"
          />
          <Paper
            component="section"
            radius="md"
            className={classes.card}
            aria-label={t('history.entry')}
          >
            {entry ? (
              <HistoryEntryPanel
                key={entry.id}
                {...{ account_id, entry }}
                event={cellText('change_event', entry.event, language)}
              />
            ) : (
              <Text className={classes.item} size="sm" c="dimmed">
                {t('history.choose')}
              </Text>
            )}
          </Paper>
        </div>
      )}
    </>
  )
}

const NEAR_THE_END = 40
const WIDTHS = { change_video: 200, change_before: 180, change_after: 180 }

/** The entries of as many pages as were scrolled to, all as they are now. */
function useEntries(account_id: string, filter: HistoryFilter) {
  const of = `history ${account_id} ${JSON.stringify(filter)}`
  const [{ key, pages }, setPages] = useState({ key: of, pages: 1 })
  const wanted = key === of ? pages : 1
  const query = useQuery(`${of} ${wanted}`, () => readPages(account_id, filter, wanted), [
    'edits',
    'videos',
  ])
  // While further pages are read, those that are there stay.
  const last = useRef<{ of: string; value: HistoryPage } | null>(null)
  if (query.value) last.current = { of, value: query.value }
  const page = query.value ?? (last.current?.of === of ? last.current.value : undefined)
  return {
    entries: page?.entries,
    hasMore: page !== undefined && page.next !== null,
    failure: query.failure,
    refetch: query.refetch,
    more() {
      if (query.value) setPages({ key: of, pages: wanted + 1 })
    },
  }
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
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}

const DAY_MS = 24 * 3_600_000
const DAYS = { today: 1, last7: 7, last30: 30 } as const
type Days = keyof typeof DAYS

function Filters({ account_id, filter, onChange }: FiltersProps) {
  const { t } = useTranslation('publish')
  const { language } = useFormat()
  const [days, setDays] = useSessionState<Days | null>('history days', null)
  const videos = useQuery(`videos ${account_id}`, () => call.videos.list({ account_id }), [
    'videos',
  ]).value?.rows
  const select = { size: 'xs', w: 170, clearable: true, comboboxProps: { width: 260 } } as const
  return (
    <>
      <SearchField
        w={240}
        label={t('history.search')}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <Select
        {...select}
        aria-label={t('history.video')}
        placeholder={t('history.allVideos')}
        searchable
        limit={100}
        data={(videos ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.video_id}
        onChange={(video_id) => onChange({ ...filter, video_id })}
      />
      <Select
        {...select}
        aria-label={t('history.group')}
        placeholder={t('history.allGroups')}
        data={GROUPS.map((group) => ({ value: group, label: groupName(group, language) }))}
        value={filter.group}
        onChange={(group) => onChange({ ...filter, group })}
      />
      <Select
        {...select}
        aria-label={t('history.event')}
        placeholder={t('history.allEvents')}
        data={HISTORY_EVENTS.map((event) => ({
          value: event,
          label: cellText('change_event', event, language),
        }))}
        value={filter.event}
        onChange={(event) => onChange({ ...filter, event })}
      />
      <Select
        {...select}
        w={150}
        aria-label={t('history.days')}
        placeholder={t('history.allDays')}
        data={Object.keys(DAYS).map((each) => ({
          value: each,
          label: t(`history.${each as Days}`),
        }))}
        value={days}
        onChange={(value) => {
          setDays(value as Days | null)
          const since = value === null ? null : clock.now() - DAYS[value as Days] * DAY_MS
          onChange({ ...filter, since })
        }}
      />
    </>
  )
}
