import { Button, Group, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconFolderOpen, IconTable } from '@tabler/icons-react'
import { type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tagsInUse } from '../../../shared/features/player-marks/player-mark.ts'
import type { OpenedFolder } from '../../../shared/features/reports/opened-tables.ts'
import type { ListedReport } from '../../../shared/features/reports/report.ts'
import { call } from '../../bridge.ts'
import { KeyBuffer } from '../../keys.ts'
import { lazyNamed } from '../../lazy-named.ts'
import { useMutation } from '../../mutation.ts'
import { type QueryResult, useCall } from '../../query.ts'
import { CoverDialog } from '../../ui/cover-dialog.tsx'
import kit from '../../ui/kit.module.css'
import panel from '../../ui/list-panel.module.css'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { isModalOpen } from '../../ui/shortcut.ts'
import { NO_FILTER } from './listed.ts'
import { Note, RemovedNote } from './notes.tsx'
import { ReportList } from './report-list.tsx'
import classes from './reports.module.css'
import { Schedules } from './schedules.tsx'
import { type Compared, SelectionBar } from './selection-bar.tsx'
import { TagsDialog } from './tags-dialog.tsx'
import { Toolbar } from './toolbar.tsx'
import {
  type LibraryActions,
  type Selection,
  useFound,
  useLibraryActions,
  useSelection,
} from './use-library.ts'

const CompareReports = lazyNamed(() => import('./compare/compare-screen.tsx'), 'CompareReports')

const TablesFolder = lazyNamed(() => import('./tables-folder.tsx'), 'TablesFolder')

const NONE: readonly ListedReport[] = []

/** The library of reports. Independent of the current account. */
export function ReportsScreen() {
  const { t } = useTranslation('reports')
  const query = useCall('reports', 'list')
  const all = query.value ?? NONE
  const selection = useSelection(all)
  const deeds = useLibraryActions(all, selection)
  const [compared, setCompared] = useState<Compared | null>(null)
  const folder = useTablesFolder()
  const isHidden = compared !== null || folder.opened !== null
  useHotkeys([['mod+Z', () => !isHidden && !isModalOpen() && deeds.undo()]])
  const openButtons = <OpenButtons {...{ deeds, folder }} />
  return (
    <>
      {compared && (
        <Suspense fallback={<KeyBuffer />}>
          <CompareReports {...compared} onClose={() => setCompared(null)} />
        </Suspense>
      )}
      {folder.opened && (
        <Suspense fallback={<KeyBuffer />}>
          <TablesFolder folder={folder.opened} onClose={folder.close} />
        </Suspense>
      )}
      <Stack gap={10} h="100%" className={classes.screen} hidden={isHidden}>
        <ScreenHead title={t('title')} tools={all.length > 0 && openButtons}>
          <p className={kit.quiet}>{t('text')}</p>
        </ScreenHead>
        <Notes deeds={deeds} />
        {folder.failure && <Notice failure={folder.failure} />}
        {query.failure && <Notice failure={query.failure} onRetry={query.refetch} />}
        <Stored query={query} action={openButtons}>
          <Library {...{ all, selection, deeds }} onCompare={setCompared} />
        </Stored>
        <Schedules />
      </Stack>
    </>
  )
}

interface StoredProps {
  query: QueryResult<ListedReport[]>
  /** A button to get a first report. */
  action: ReactNode
  children: ReactNode
}

/** The library, or its empty state or placeholder. */
function Stored({ query: { value, failure }, action, children }: StoredProps) {
  const { t } = useTranslation('reports')
  if (value && value.length > 0) return children
  if (value) return <EmptyState title={t('none')} text={t('noneText')} action={action} />
  return (
    !failure && (
      <p role="status">
        <KeyBuffer />
        {t('loading')}
      </p>
    )
  )
}

/** The result of the last action, or its failure. */
function Notes({ deeds }: { deeds: LibraryActions }) {
  const { t } = useTranslation('reports')
  const { failure, last, restore, savedAs, setSavedAs } = deeds
  return (
    <>
      {failure && <Notice failure={failure} />}
      <RemovedNote last={last} onRestore={restore} />
      {savedAs && <Note text={t('savedAs', { file: savedAs })} onClose={() => setSavedAs(null)} />}
    </>
  )
}

interface OpenProps {
  deeds: LibraryActions
  folder: ReturnType<typeof useTablesFolder>
}

function OpenButtons({ deeds, folder }: OpenProps) {
  const { t } = useTranslation('reports')
  const { t: ofFolder } = useTranslation('folder')
  return (
    <Group gap={8} justify="center">
      <Button
        variant="filled"
        loading={deeds.isPending}
        leftSection={<IconFolderOpen size={15} aria-hidden />}
        onClick={deeds.choose}
      >
        {t('openFile')}
      </Button>
      <Button
        loading={folder.isPending}
        leftSection={<IconTable size={15} aria-hidden />}
        title={ofFolder('openHint')}
        onClick={folder.choose}
      >
        {ofFolder('open')}
      </Button>
    </Group>
  )
}

interface LibraryProps {
  all: readonly ListedReport[]
  selection: Selection
  deeds: LibraryActions
  onCompare: (compared: Compared) => void
}

function Library({ all, selection, deeds, onCompare }: LibraryProps) {
  const { t } = useTranslation('reports')
  const { shown, filter, change, order, setOrder } = useFound(all)
  const { clear, select } = selection
  const field = useRef<HTMLInputElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const tags = useMemo(() => tagsInUse(all), [all])
  const actions = useMemo(
    () => ({ ...deeds.actions, clear, select }),
    [deeds.actions, clear, select],
  )
  useHotkeys([['/', () => !isModalOpen() && field.current?.focus()]])
  const tagged = all.find(({ id }) => id === deeds.tagsOf)
  const covered = all.find(({ id }) => id === deeds.coverOf)
  const showAll = <Button onClick={() => change(NO_FILTER)}>{t('showAll')}</Button>
  return (
    <section className={panel.panel} aria-label={t('title')}>
      <Toolbar
        {...{ tags, filter, order, field }}
        shown={shown.length}
        count={all.length}
        onFilter={change}
        onOrder={setOrder}
        toRows={() => scroller.current?.focus()}
      />
      {shown.length > 0 ? (
        <ReportList {...{ actions, scroller }} reports={shown} selected={selection.ids} />
      ) : (
        <EmptyState title={t('noMatch')} text={t('noMatchText')} action={showAll} />
      )}
      <SelectionBar {...{ selection, deeds, onCompare }} />
      {covered && (
        <CoverDialog
          id={covered.id}
          title={covered.about.title}
          cover={covered.cover}
          onClose={() => deeds.setCoverOf(null)}
        />
      )}
      {tagged && <TagsDialog report={tagged} known={tags} onClose={() => deeds.setTagsOf(null)} />}
    </section>
  )
}

/** The opened folder of exported tables, and why one could not be opened. */
function useTablesFolder() {
  const { mutate, failure, isPending } = useMutation()
  const [opened, setOpened] = useState<OpenedFolder | null>(null)
  const choose = useCallback(
    () => void mutate(async () => setOpened(await call.reports.openTables())),
    [mutate],
  )
  const close = useCallback(() => setOpened(null), [])
  return { opened, choose, close, failure, isPending }
}
