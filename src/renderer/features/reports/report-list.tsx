import { Box } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type RefObject, useCallback, useId, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useTranslation } from 'react-i18next'
import type { ListedReport } from '../../../shared/features/reports/report.ts'
import { useScrollRestoration } from '../../kept-list.ts'
import { moved } from '../../ui/grid-move.ts'
import { DamagedRow, type ReportActions, ReportRow, ROW_HEIGHT } from './report-row.tsx'
import classes from './reports.module.css'
import { useRowWords } from './row-words.ts'
import { type Selection, useLibraryPlace } from './use-library.ts'

/** Approximate height in pixels of what the screen shows above and below its list. */
const AROUND_HEIGHT = 260

const placeNow = () => useLibraryPlace.getState()

interface ReportListProps {
  reports: readonly ListedReport[]
  selected: ReadonlySet<string>
  actions: ReportActions & Pick<Selection, 'select' | 'clear'>
  scroller: RefObject<HTMLDivElement | null>
}

// Memoized, because a keystroke in the search must not render rows that are about to be replaced.
export const ReportList = memo(function ReportList({
  reports,
  selected,
  actions,
  scroller,
}: ReportListProps) {
  const { t } = useTranslation('reports')
  const id = useId()
  const words = useRowWords()
  // There is no React compiler here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: reports.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 3,
    // An estimate, so that rows are rendered before the element is measured.
    initialRect: { width: 0, height: Math.max(0, window.innerHeight - AROUND_HEIGHT) },
  })
  useScrollRestoration(scroller, 'reports')
  const items = virtualizer.getVirtualItems()
  const show = useCallback((row: number) => virtualizer.scrollToIndex(row), [virtualizer])
  const { active, onKeyDown } = useListKeys({ reports, actions, show })
  const isDrawn = items.some(({ index }) => index === active)
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={t('list')}
      aria-rowcount={reports.length}
      aria-multiselectable
      aria-activedescendant={isDrawn ? `${id}-${active}` : undefined}
      tabIndex={0}
      className={classes.grid}
      onKeyDown={onKeyDown}
    >
      <Box role="rowgroup" pos="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const report = reports[index]
          if (!report) return null
          const isSelected = selected.has(report.id)
          const row = {
            ...{ report, index, words, actions, top: start },
            id: `${id}-${index}`,
            isActive: index === active,
            isSelected,
            removed: isSelected ? selected.size : 1,
          }
          return (
            <ErrorBoundary key={report.id} fallback={<DamagedRow {...row} />}>
              <ReportRow {...row} />
            </ErrorBoundary>
          )
        })}
      </Box>
    </div>
  )
})

interface ListKeys extends Pick<ReportListProps, 'reports' | 'actions'> {
  show: (row: number) => void
}

/** The keyboard cursor of the list, and its shortcuts for a report. */
function useListKeys({ reports, actions, show }: ListKeys) {
  const [chosen, setChosen] = useState(() => placeNow().active)
  const active = Math.max(0, Math.min(chosen, reports.length - 1))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Check boxes and buttons in a row handle their own keys.
    if (event.target !== event.currentTarget || event.altKey) return
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / ROW_HEIGHT) - 1)
    const grid = { rows: reports.length, columns: 1, page }
    const isEdge = event.key === 'Home' || event.key === 'End'
    const pressed = { key: EDGES[event.key] ?? event.key, ctrlKey: isEdge || event.ctrlKey }
    const to = moved({ row: active, column: 0 }, grid, { ...pressed, metaKey: event.metaKey })
    if (to) {
      event.preventDefault()
      const row = Math.max(0, to.row)
      setChosen(row)
      useLibraryPlace.setState({ active: row })
      show(row)
      return
    }
    const act = actOf(event, { reports, actions })
    const report = reports[active]
    if (!act || !report) return
    event.preventDefault()
    act(report)
  }
  return { active, onKeyDown }
}

/** Home and End move to the first and last row, because the list has a single column. */
const EDGES: Record<string, string> = { Home: 'ArrowUp', End: 'ArrowDown' }

type Act = (report: ListedReport) => void

function actOf(
  event: KeyboardEvent,
  { reports, actions }: Pick<ListKeys, 'reports' | 'actions'>,
): Act | undefined {
  const key = event.key.toLowerCase()
  if (event.ctrlKey || event.metaKey) return key === 'a' ? () => actions.select(reports) : undefined
  const acts: Record<string, Act> = {
    enter: ({ id }) => actions.open(id),
    ' ': ({ id }) => actions.toggle(id),
    delete: ({ id }) => actions.remove([id]),
    backspace: ({ id }) => actions.remove([id]),
    f2: ({ id }) => actions.editTags(id),
    t: ({ id }) => actions.editTags(id),
    e: ({ id }) => actions.editCover(id),
    f: actions.favour,
    s: ({ id }) => actions.save(id),
    escape: actions.clear,
  }
  return Object.hasOwn(acts, key) ? acts[key] : undefined
}
