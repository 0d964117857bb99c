import { Button, Flex, Stack } from '@mantine/core'
import {
  memo,
  type RefObject,
  useCallback,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { isCollection } from '../../../shared/api/settings/index.ts'
import {
  isOfPeriod,
  SHEET_COLUMNS,
  type SheetColumn,
  TITLE,
} from '../../../shared/features/sheet/columns.ts'
import type { SheetFilter } from '../../../shared/features/sheet/filter.ts'
import { registerValue, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { withKeys } from '../../../shared/maps.ts'
import type { Fields } from '../../../shared/plain.ts'
import { useSessionState } from '../../kept-list.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { sheetKeys } from '../../ui/open-sheet.ts'
import { useTags } from '../../ui/player-marks.ts'
import { goTo } from '../../view.ts'
import { CopyDialog } from './copy-dialog.tsx'
import { EditPane } from './edit-pane.tsx'
import { FilterBar } from './filter-bar.tsx'
import { PasteNote } from './paste-note.tsx'
import { RefusedNote } from './refused-note.tsx'
import { AddRow, RowActions } from './row-actions.tsx'
import {
  cellRange,
  type EditedCell,
  followRows,
  placeOfEdited,
  type Range,
  withinGrid,
} from './selection.ts'
import { SheetGrid } from './sheet-grid.tsx'
import { StatusBar } from './status-bar.tsx'
import { TabBar, type TabBarProps } from './tab-bar.tsx'
import { Toolbar, useTools } from './tools.tsx'
import { useCellTexts, useFacts, useFigures, useRowProblems } from './use-facts.ts'
import type { Outcome } from './use-gestures.ts'
import { rowsIn, useGridCommands } from './use-grid-commands.ts'
import type { Sheet } from './use-sheet.ts'
import { shownColumns, useSheetView, useTitles } from './use-sheet-view.ts'
import { useShownRows } from './use-shown-rows.ts'

/** The rows of a tab, and the actions on them. */
export const SheetRows = memo(function SheetRows({ sheet, setGroup }: TabBarProps) {
  const { group, cells, edit } = sheet
  const { t } = useTranslation('sheet')
  const content = useContent(sheet)
  const { titles, columns, rows, all } = content
  const selection = useSelection(content)
  const { range, setRange, followRange, ticked, onTick, selected, select, selectNext } = selection
  const gridRef = useRef<HTMLDivElement>(null)
  const { commands, setValues, leftOut, note, dismiss } = useGridCommands({
    ...{ account_id: sheet.account_id, group, rows, columns, cells, range, edit },
    ...{ setValues: sheet.setValues, onRange: setRange },
  })
  const [hasPane, setHasPane] = useSessionState('pane', window.innerWidth >= 1280)
  const { tagsOf } = content.tags
  const column = columns[range.focus.column]?.key ?? null
  const tools = useTools({
    ...{ sheet, rows, columns, selected, column, tagsOf, gridRef },
    onSelect: select,
  })
  const { onAdd, onElsewhere, dialog } = useAdding(sheet, { gridRef, tagsOf, selectNext })
  const editing = useMemo(
    () => ({
      ...{ cells, titles },
      isOn: (row: SheetRow, { key }: SheetColumn) => registerValue(row, key) === true,
    }),
    [cells, titles],
  )
  return (
    <>
      <TabBar
        {...{ sheet, setGroup }}
        tools={<Toolbar {...{ sheet, selected }} open={tools.open} />}
      />
      <Conditions {...{ sheet, content }} />
      <RefusedNote {...{ sheet, content }} onRange={setRange} />
      {leftOut && <PasteNote {...{ leftOut, titles, dismiss }} />}
      <Flex flex={1} mih={0}>
        <Stack gap={0} flex={1} miw={0}>
          <SheetGrid
            label={t('grid')}
            {...{ gridRef, columns, titles, rows, editing, range, ticked, onTick, commands }}
            edited={content.edited}
            onEdit={content.onEdit}
            frozen={content.view.frozen}
            texts={content.texts}
            sort={content.view.sort}
            onSort={(sort) => content.view.change({ sort })}
            onRange={setRange}
            onOpenVideo={({ video, item_id }) =>
              goTo('video', { video_id: video.id }, group, item_id)
            }
          />
          {rows.length === 0 && <NoRows isEmpty={all.length === 0} onShowAll={content.showAll} />}
          <AddRow {...{ sheet, selected, onAdd, onElsewhere }} />
        </Stack>
        {hasPane && selected.length > 0 && (
          <EditPane
            rows={selected}
            {...{ all, columns, titles, cells }}
            figures={content.figures}
            onSet={setValues}
            onEnter={followRange}
            onClose={() => setHasPane(false)}
            actions={
              <RowActions
                {...{ sheet, selected, onAdd }}
                onCopy={() => tools.open('copy')}
                onDeleted={note}
              />
            }
          />
        )}
      </Flex>
      <StatusBar
        {...{ sheet, hasPane }}
        period={columns.some(isOfPeriod) ? content.figures.period : null}
        selected={selected.length}
        onPane={() => setHasPane(!hasPane)}
      />
      {tools.dialog}
      {dialog}
    </>
  )
})

interface AddingParts {
  gridRef: RefObject<HTMLDivElement | null>
  tagsOf: (video_id: string) => readonly string[]
  selectNext: (saved: Promise<Pick<Outcome, 'isSaved'>>) => void
}

/** The buttons to add rows, and the dialog to choose videos for them. */
function useAdding({ account_id, group }: Sheet, { gridRef, tagsOf, selectNext }: AddingParts) {
  const [item, setItem] = useState<Fields | null>(null)
  const focusGrid = () => gridRef.current?.focus({ preventScroll: true })
  const onAdd: AddingParts['selectNext'] = (saved) => {
    selectNext(saved)
    focusGrid()
  }
  const onElsewhere = (added: Fields) => {
    focusGrid()
    setItem(added)
  }
  const dialog = item && isCollection(group) && (
    <CopyDialog
      {...{ account_id, group, tagsOf }}
      copied={[{ item, from: null }]}
      onCopy={selectNext}
      onClose={() => setItem(null)}
    />
  )
  return { onAdd, onElsewhere, dialog }
}

/**
 * The visible part of a tab: its columns, the rows that match the filter, and the stored facts
 * about them.
 */
function useContent(sheet: Sheet) {
  const { group, account_id, rows: all } = sheet
  const titles = useTitles(group)
  const view = useSheetView(group)
  const tags = useTags(account_id)
  const [search, setSearch] = useSessionState(sheetKeys.search(group), '')
  const columns = useMemo(() => shownColumns(group, view.columns), [group, view.columns])
  const { problems, titleOf: ruleTitle } = useRowProblems(sheet)
  const figures = useFigures(sheet)
  const facts = useFacts(sheet, { tagsOf: tags.tagsOf, problems, figures })
  // Other texts are drawn in slices, because they concern every cell.
  const texts = useDeferredValue(useCellTexts(sheet, { facts, problems, figures }))
  const order = useMemo(() => {
    const column = [TITLE, ...SHEET_COLUMNS[group]].find(({ key }) => key === view.sort?.column)
    return column && view.sort ? { column, descending: view.sort.descending } : null
  }, [group, view.sort])
  const [edited, onEdit] = useState<EditedCell | null>(null)
  // Its item may no longer exist, for example after an undo.
  if (edited && !placeOfEdited(edited, all, columns)) onEdit(null)
  const conditions = { filters: view.filters, search, order }
  const shown = useShownRows(all, conditions, facts, edited?.row ?? null)
  const showAll = () => {
    setSearch('')
    view.change({ filters: [] })
  }
  return {
    ...{ all, ...shown, columns, titles, texts, tags, problems, ruleTitle, figures },
    longest: facts.longest,
    ...{ view, search, setSearch, showAll, edited, onEdit },
  }
}

type Content = ReturnType<typeof useContent>

const NOTHING: ReadonlySet<string> = new Set()
const NO_ROWS: readonly SheetRow[] = []

/** The first editable cell. */
const firstCell = (columns: readonly SheetColumn[]) =>
  cellRange({
    row: 0,
    column: Math.max(
      1,
      columns.findIndex(({ register }) => register !== null),
    ),
  })

/**
 * The range of cells and the ticked rows. The selection is the ticked rows or, without any, those
 * of the range.
 */
function useSelection({ all, rows, columns }: Pick<Content, 'all' | 'rows' | 'columns'>) {
  const [chosen, setChosen] = useState(() => ({ range: firstCell(columns), rows }))
  // The rows may come later than the grid.
  if (chosen.rows.length === 0 && rows.length > 0) setChosen({ ...chosen, rows })
  const range = useMemo(() => {
    const now = followRows(chosen.range, chosen.rows, rows)
    return withinRows(now, rows.length, columns.length)
  }, [chosen, rows, columns.length])
  // The rows before those that are being added, which are selected as soon as they appear, unless
  // the user selects others before.
  const [before, setBefore] = useState<readonly SheetRow[] | null>(null)
  const setRange = (next: Range) => {
    setBefore(null)
    setChosen({ range: next, rows })
  }
  /** Chooses the rows that the range is on now, which may have taken the place of others. */
  const followRange = () => {
    setBefore(null)
    if (chosen.rows !== rows) setRange(range)
  }
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NOTHING)
  const selected = useMemo(() => {
    // Ticked rows may no longer exist, for example after an undo.
    const there = ticked.size > 0 ? rows.filter(({ key }) => ticked.has(key)) : NO_ROWS
    return there.length > 0 ? there : rowsIn(rows, range)
  }, [ticked, rows, range])
  const onTick = useCallback((keys: readonly string[], isTicked: boolean) => {
    setBefore(null)
    setTicked((known) => withKeys(known, keys, isTicked))
  }, [])
  const select = (chosen: readonly SheetRow[]) => {
    setBefore(null)
    setTicked(new Set(chosen.map(({ key }) => key)))
  }
  if (before && before !== all) {
    const known = new Set(before.map(({ key }) => key))
    const added = rows.filter(({ key, mark }) => mark === 'added' && !known.has(key))
    if (added.length > 0) select(added)
  }
  const selectNext: AddingParts['selectNext'] = (saved) => {
    // All rows, because the filter may hide some that were added before.
    setBefore(all)
    void saved.then(({ isSaved }) => {
      if (!isSaved) setBefore((now) => (now === all ? null : now))
    })
  }
  return { range, setRange, followRange, ticked, onTick, selected, select, selectNext }
}

/** Row -1 is the header, which a range cannot include. */
const withinRows = (range: Range, rows: number, columns: number): Range =>
  range.focus.row === -1 ? range : withinGrid(range, rows, columns)

const WRONG: SheetFilter = { column: 'problems', comparison: 'not-empty', value: '' }
const CHANGED: SheetFilter = { column: 'title', comparison: 'changed', value: '' }

function Conditions({ sheet, content }: { sheet: Sheet; content: Content }) {
  const { t } = useTranslation('sheet')
  const { group, account_id } = sheet
  const { all, columns, titles, view, problems, ruleTitle } = content
  const changed = useMemo(() => all.filter(({ mark }) => mark !== null).length, [all])
  const wrong = useMemo(() => all.filter((row) => problems(row).length > 0).length, [all, problems])
  return (
    <FilterBar
      columns={[TITLE, ...SHEET_COLUMNS[group]]}
      titles={titles}
      word={(column, value) =>
        column.kind === 'problems' ? ruleTitle(value) : sheet.cells.word(column, value)
      }
      longest={content.longest}
      tags={content.tags.known}
      filters={view.filters}
      onFilters={(filters) => view.change({ filters })}
      search={content.search}
      onSearch={content.setSearch}
      shown={content.rows.length}
      outdated={content.outdated}
      onApplyAgain={content.applyAgain}
      all={all.length}
      views={view.saved(account_id)}
      chooser={{
        all: SHEET_COLUMNS[group],
        chosen: columns.slice(1).map(({ key }) => key),
        frozen: view.frozen,
        onChange: view.change,
      }}
      quick={[
        { filter: CHANGED, label: t('changed'), count: changed },
        { filter: WRONG, label: t('column.problems'), count: wrong },
      ]}
    />
  )
}

function NoRows({ isEmpty, onShowAll }: { isEmpty: boolean; onShowAll: () => void }) {
  const { t } = useTranslation('sheet')
  if (isEmpty) return <EmptyState title={t('noRows')} text={t('noRowsText')} />
  return (
    <EmptyState
      title={t('noMatch')}
      text={t('noMatchText')}
      action={<Button onClick={onShowAll}>{t('showAll')}</Button>}
    />
  )
}
