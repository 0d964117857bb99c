import { ActionIcon, Button, Group, Menu, Tabs, Text } from '@mantine/core'
import {
  IconArrowsExchange2,
  IconCopy,
  IconLayoutSidebarRight,
  IconPlus,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCollection, type Group as SettingsGroup } from '../../../shared/api/settings/index.ts'
import type { Account } from '../../../shared/features/accounts/account.ts'
import {
  SHEET_COLUMNS,
  SHEET_GROUPS,
  type SheetColumn,
  TITLE,
} from '../../../shared/features/sheet/columns.ts'
import type { SheetFilter } from '../../../shared/features/sheet/filter.ts'
import {
  type CellValue,
  copyEdits,
  deleteEdits,
  valueEdits,
} from '../../../shared/features/sheet/gestures.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { SheetView } from '../../../shared/features/sheet/sheet-calls.ts'
import { newItem } from '../../../shared/features/videos/new-item.ts'
import { call } from '../../bridge.ts'
import { useAccount } from '../../desk.ts'
import { useSessionState } from '../../kept-list.ts'
import { useMutation } from '../../mutation.ts'
import { useQuery } from '../../query.ts'
import type { Sort } from '../../ui/data-table-props.ts'
import { countsOf } from '../../ui/edits/counts.ts'
import { UndoButtons } from '../../ui/edits/undo.tsx'
import { groupName, settingName } from '../../ui/edits/value-text.ts'
import { useFormat } from '../../ui/format.ts'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { goTo, useView } from '../../view.ts'
import { EditPane } from './edit-pane.tsx'
import { FilterBar } from './filter-bar.tsx'
import { cellRange, type Range, withinGrid } from './selection.ts'
import classes from './sheet.module.css'
import { SheetGrid } from './sheet-grid.tsx'
import { Toolbar, useTools } from './tools.tsx'
import { useExpected } from './use-expected.ts'
import { useCellTexts, useFacts, useRowProblems, useTags } from './use-facts.ts'
import { type LeftOut, rowsIn, useGridCommands } from './use-grid-commands.ts'
import { type Sheet, useSheet } from './use-sheet.ts'
import { useShownRows } from './use-shown-rows.ts'

export function SheetScreen() {
  const account = useAccount()
  const [group, setGroup] = useSessionState<SettingsGroup>('tab', 'call_actions')
  return account ? <Tab key={group} {...{ account, group, setGroup }} /> : null
}

interface TabProps {
  account: Account
  group: SettingsGroup
  setGroup: (group: SettingsGroup) => void
}

/** One kind of settings of every video. */
function Tab({ account, group, setGroup }: TabProps) {
  const { t } = useTranslation('sheet')
  const account_id = account.id
  const sheet = useSheet(account_id, group)
  const { mutate, failure, isPending } = useMutation()
  const refresh = () => void mutate(() => call.videos.refresh({ account_id, video_id: null }))
  const { failure: unread, refetch } = sheet.query
  const hasRows = sheet.videos !== undefined && sheet.videos.length > 0
  return (
    <section className={classes.sheet} aria-label={t('title')}>
      {!hasRows && <TabBar {...{ sheet, setGroup }} />}
      {failure && <Notice failure={failure} onRetry={refresh} />}
      {unread && <Notice failure={unread} onRetry={refetch} />}
      {sheet.saving.failure && <Notice failure={sheet.saving.failure} />}
      {sheet.videos && sheet.videos.length === 0 && (
        <EmptyState
          title={t('none')}
          text={t('noneText')}
          action={
            <Button
              loading={isPending}
              leftSection={<IconRefresh size={15} aria-hidden />}
              onClick={refresh}
            >
              {t('download')}
            </Button>
          }
        />
      )}
      {hasRows && <Rows {...{ sheet, setGroup }} />}
    </section>
  )
}

interface TabBarProps {
  sheet: Sheet
  setGroup: TabProps['setGroup']
  tools?: ReactNode
}

function TabBar({ sheet, setGroup, tools }: TabBarProps) {
  const { t } = useTranslation('sheet')
  const { language } = useFormat()
  const { group, account_id, edits } = sheet
  return (
    <Group justify="space-between" wrap="nowrap" gap={8} className={classes.tabs}>
      <Tabs
        value={group}
        onChange={(next) => next && setGroup(next as SettingsGroup)}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('kinds')} style={{ flexWrap: 'nowrap' }}>
          {SHEET_GROUPS.map((one) => (
            <Tabs.Tab key={one} value={one} px={10} fw={one === group ? 600 : 400}>
              {groupName(one, language)}
              {one === group && edits.length > 0 && (
                <Text span size="xs" fw={700} ml={6} c="var(--desk-unposted)">
                  {`Δ ${edits.length}`}
                </Text>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Group gap={8} wrap="nowrap">
        <UndoButtons account_id={account_id} />
        {tools}
      </Group>
    </Group>
  )
}

const NO_FILTERS: readonly SheetFilter[] = []
const NOTHING: ReadonlySet<string> = new Set()
const FIRST = cellRange({ row: 0, column: 1 })
const WRONG: SheetFilter = { column: 'problems', comparison: 'not-empty', value: '' }
const CHANGED: SheetFilter = { column: 'title', comparison: 'changed', value: '' }

function Rows({ sheet, setGroup }: { sheet: Sheet; setGroup: TabProps['setGroup'] }) {
  const { group, account_id, rows: all, cells, save } = sheet
  const { t } = useTranslation('sheet')
  const titles = useTitles(group)
  const view = useSheetView(group)
  const tags = useTags(account_id)
  const [search, setSearch] = useSessionState(`search ${group}`, '')
  const columns = useMemo(() => shownColumns(group, view.columns), [group, view.columns])
  const problems = useRowProblems(sheet)
  const facts = useFacts(sheet, { tagsOf: tags.tagsOf, problems })
  const order = useMemo(() => {
    const column = [TITLE, ...SHEET_COLUMNS[group]].find(({ key }) => key === view.sort?.column)
    return column && view.sort ? { column, descending: view.sort.descending } : null
  }, [group, view.sort])
  const rows = useShownRows(all, { filters: view.filters, search, order }, facts)
  const [chosen, setRange] = useState<Range>(FIRST)
  const range = useMemo(
    () => withinRows(chosen, rows.length, columns.length),
    [chosen, rows.length, columns.length],
  )
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NOTHING)
  const { commands, leftOut, dismiss } = useGridCommands({
    ...{ group, rows, columns, cells, range, save },
    onRange: setRange,
  })
  const selected = useMemo(
    () => (ticked.size > 0 ? rows.filter(({ key }) => ticked.has(key)) : rowsIn(rows, range)),
    [ticked, rows, range],
  )
  const [hasPane, setHasPane] = useSessionState('pane', window.innerWidth >= 1280)
  const tools = useTools({ sheet, rows, columns, selected, tagsOf: tags.tagsOf })
  const names = useMemo(() => (sheet.videos ?? []).map(({ name }) => name), [sheet.videos])
  const texts = useCellTexts(sheet, { facts, problems })
  const editing = useMemo(
    () => ({
      cells,
      titles,
      names,
      isOn: (row: SheetRow, { key }: SheetColumn) => registerValue(row, key) === true,
    }),
    [cells, titles, names],
  )
  const onTick = useCallback((keys: readonly string[], isTicked: boolean) => {
    setTicked((known) => {
      const next = new Set(known)
      for (const key of keys) {
        if (isTicked) next.add(key)
        else next.delete(key)
      }
      return next
    })
  }, [])
  const onSet = (values: CellValue[]) => save(valueEdits(group, values))
  const changed = useMemo(() => all.filter(({ mark }) => mark !== null).length, [all])
  const wrong = useMemo(() => all.filter((row) => problems(row).length > 0).length, [all, problems])
  return (
    <>
      <TabBar
        {...{ sheet, setGroup }}
        tools={<Toolbar {...{ sheet, selected }} open={tools.open} />}
      />
      <FilterBar
        columns={[TITLE, ...SHEET_COLUMNS[group]]}
        titles={titles}
        tags={tags.known}
        filters={view.filters}
        onFilters={(filters) => view.change({ filters })}
        search={search}
        onSearch={setSearch}
        shown={rows.length}
        all={all.length}
        views={view.saved(account_id)}
        chooser={{
          all: SHEET_COLUMNS[group],
          chosen: columns.slice(1).map(({ key }) => key),
          onChange: (keys) => view.change({ columns: keys }),
        }}
        quick={[
          { filter: CHANGED, label: t('changed'), count: changed },
          { filter: WRONG, label: t('column.problems'), count: wrong },
        ]}
      />
      {leftOut && <PasteNote {...{ leftOut, titles, dismiss }} />}
      <div className={classes.work}>
        <div className={classes.main}>
          <SheetGrid
            label={t('grid', { kind: titles(TITLE) })}
            {...{ columns, titles, rows, texts, editing, range, ticked, onTick, commands }}
            sort={view.sort}
            onSort={(sort) => view.change({ sort })}
            onRange={setRange}
            onOpenVideo={(video_id) => goTo('video', { video_id }, group)}
          />
          {rows.length === 0 && (
            <EmptyState
              title={t(all.length === 0 ? 'noRows' : 'noMatch')}
              text={t(all.length === 0 ? 'noRowsText' : 'noMatchText')}
              action={
                all.length > 0 && (
                  <Button
                    variant="default"
                    onClick={() => {
                      setSearch('')
                      view.change({ filters: [] })
                    }}
                  >
                    {t('showAll')}
                  </Button>
                )
              }
            />
          )}
          <AddRow {...{ sheet, selected }} />
        </div>
        {hasPane && selected.length > 0 && (
          <EditPane
            rows={selected}
            all={all}
            columns={columns}
            {...{ titles, cells, names, onSet }}
            onClose={() => setHasPane(false)}
            actions={<RowActions {...{ sheet, selected }} onCopy={() => tools.open('copy')} />}
            figures={null}
          />
        )}
      </div>
      <StatusBar
        {...{ sheet, changed }}
        selected={selected.length}
        hasPane={hasPane}
        onPane={() => setHasPane(!hasPane)}
      />
      {tools.dialog}
    </>
  )
}

/** Row -1 is the header, which a range cannot span. */
const withinRows = (range: Range, rows: number, columns: number): Range =>
  range.focus.row === -1 ? range : withinGrid(range, rows, columns)

function shownColumns(group: SettingsGroup, keys: readonly string[] | null): SheetColumn[] {
  const all = SHEET_COLUMNS[group]
  const chosen = keys
    ? keys.flatMap((key) => all.find((one) => one.key === key) ?? [])
    : all.filter(({ isDefault }) => isDefault)
  return [TITLE, ...chosen]
}

function useTitles(group: SettingsGroup) {
  const { t } = useTranslation('sheet')
  const { language } = useFormat()
  return useCallback(
    ({ key, kind, register }: SheetColumn) => {
      if (kind === 'title') return t('video')
      if (register === key) return settingName(group, key, language)
      return t(`column.${key as 'fromPitch'}`)
    },
    [t, group, language],
  )
}

interface ViewState {
  columns: readonly string[] | null
  filters: readonly SheetFilter[]
  sort: Sort | null
}

const USUAL: ViewState = { columns: null, filters: NO_FILTERS, sort: null }

/** Columns, filters and order of a tab, and the views that were saved of it. */
function useSheetView(group: SettingsGroup) {
  const [state, setState] = useSessionState<ViewState>(`view ${group}`, USUAL)
  const account = useAccount()
  const known = useQuery(
    account ? `sheet views ${account.id}` : null,
    () => call.sheet.views({ account_id: account?.id ?? '' }),
    ['sheet'],
  ).value
  const change = (next: Partial<ViewState>) => setState({ ...state, ...next })
  const saved = (account_id: string) => ({
    known: (known ?? []).filter((view) => view.group === group),
    open: (view: SheetView | null) => setState(view ?? USUAL),
    save: (name: string) => {
      const columns = shownColumns(group, state.columns).slice(1)
      const view = {
        ...{ group, name, filters: [...state.filters], sort: state.sort },
        columns: columns.map(({ key }) => key),
      }
      void call.sheet.saveView({ account_id, view })
    },
    remove: (name: string) => void call.sheet.removeView({ account_id, group, name }),
  })
  return { ...state, change, saved }
}

/** What of a paste could not be a value. */
function PasteNote({
  leftOut,
  titles,
  dismiss,
}: {
  leftOut: LeftOut
  titles: (column: SheetColumn) => string
  dismiss: () => void
}) {
  const { t } = useTranslation('sheet')
  const expected = useExpected()
  const { unread, fixed, changed } = leftOut
  return (
    <Group role="alert" gap={8} px={12} py={6} className={classes.bar} c="var(--desk-warn)" fz="sm">
      <span>{t('pasted', { count: changed })}</span>
      {unread && (
        <span>
          {t('pasteUnread', {
            count: unread.count,
            text: unread.text,
            column: titles(unread.column),
            expected: expected(unread.column),
          })}
        </span>
      )}
      {fixed > 0 && <span>{t('pasteFixed', { count: fixed })}</span>}
      <Button size="compact-xs" variant="default" onClick={dismiss}>
        {t('close')}
      </Button>
    </Group>
  )
}

/** Adds an item of a kind to each video of the selection. */
function AddRow({ sheet, selected }: { sheet: Sheet; selected: readonly SheetRow[] }) {
  const { t } = useTranslation('sheet')
  const { group, save } = sheet
  if (!isCollection(group)) return null
  const ids = [...new Set(selected.map(({ video }) => video.id))]
  const kinds =
    group === 'call_actions'
      ? (['button', 'html'] as const)
      : (['facebook', 'google', 'custom'] as const)
  const add = (kind: (typeof kinds)[number]) => {
    const item = newItem(kind, t('newButtonText'))
    void save(ids.map((video_id) => ({ video_id, changes: [{ kind: 'create', group, item }] })))
  }
  return (
    <Group px={12} py={4} gap={8} className={classes.addRow}>
      <Menu position="top-start" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={ids.length === 0}
          >
            {t(`add.${group}`, { count: ids.length })}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => (
            <Menu.Item key={kind} onClick={() => add(kind)}>
              {t(`kind.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}

interface RowActionsProps {
  sheet: Sheet
  selected: readonly SheetRow[]
  onCopy: () => void
}

function RowActions({ sheet, selected, onCopy }: RowActionsProps) {
  const { t } = useTranslation('sheet')
  const { group, save } = sheet
  if (!isCollection(group)) return null
  const duplicate = () => {
    const edits = selected.flatMap(({ value, video }) =>
      copyEdits(group, [{ item: value, from: video }], { videos: [video], fit: 'none' }),
    )
    void save(edits)
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArrowsExchange2 size={14} aria-hidden />}
        onClick={onCopy}
      >
        {t('copyTo')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={duplicate}
      >
        {t('duplicate')}
      </Button>
      <Button
        size="xs"
        variant="default"
        color="red"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => void save(deleteEdits(group, selected))}
      >
        {t('delete')}
      </Button>
    </>
  )
}

interface StatusBarProps {
  sheet: Sheet
  changed: number
  selected: number
  hasPane: boolean
  onPane: () => void
}

const HINTS = [
  ['Ctrl+D', 'fill'],
  ['F2', 'edit'],
  ['Ctrl+Z', 'undo'],
] as const

function StatusBar({ sheet, selected, hasPane, onPane }: StatusBarProps) {
  const { t } = useTranslation('sheet')
  const words = useTranslation('edits').t
  const format = useFormat()
  const all = useQuery(
    `edits ${sheet.account_id}`,
    () => call.edits.list({ account_id: sheet.account_id }),
    ['edits'],
  ).value
  const counts = countsOf(all?.edits ?? [])
  const isMac = useView(({ info }) => info.platform === 'darwin')
  // Said before the data are there, so that a reader is told when it changes.
  const [savedText, setSavedText] = useState('')
  useEffect(() => {
    if (sheet.savedAt !== null) setSavedText(t('saved', { time: format.clock(sheet.savedAt) }))
  }, [sheet.savedAt, t, format])
  return (
    <Group
      component="footer"
      justify="space-between"
      wrap="nowrap"
      px={12}
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
        <Text size="sm" c="dimmed" truncate role="status">
          {sheet.saving.isPending ? t('saving') : savedText}
        </Text>
      </Group>
      <Group gap={10} wrap="nowrap">
        <Group gap={10} wrap="nowrap" className={classes.hints}>
          {HINTS.map(([keys, name]) => (
            <Text key={name} size="xs" c="dimmed" span>
              <kbd>{isMac ? keys.replace('Ctrl+', '⌘') : keys}</kbd> {t(`hint.${name}`)}
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
          leftSection={<IconSend size={15} aria-hidden />}
          disabled={counts.changes === 0}
          onClick={() => goTo('outbox')}
        >
          {t('publish', { count: counts.changes })}
        </Button>
      </Group>
    </Group>
  )
}
