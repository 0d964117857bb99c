import { Box, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconTrendingUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type {
  CellChange,
  ComparedRow,
  ComparedTable,
} from '../../../../shared/features/reports/compare.ts'
import { type Cell, type Column, isMissing } from '../../../../shared/tables/table.ts'
import { cellText, definition, isInPoints, title } from '../../../../shared/tables/titles.ts'
import { columnWidth, isNumeric } from '../../../ui/column-width.ts'
import { useFormat } from '../../../ui/format.ts'
import { MissingValue, useCellText } from '../../../ui/missing-value.tsx'
import classes from './compare.module.css'

interface GridProps {
  compared: ComparedTable
  /** Indexes of the columns to show. */
  places: readonly number[]
  rows: readonly ComparedRow[]
  label: string
}

/** In pixels: a differing cell has both values, one below the other. */
const ROW_HEIGHT = 44
const STATE_WIDTH = 118
/** Minimum width in pixels of a value with its difference. */
const LEAST_FIGURE = 168
const HEIGHT = 520

/** Two tables merged by rows. Differing cells have both values, not just a colour. */
export function ComparedGrid({ compared, places, rows, label }: GridProps) {
  const { t } = useTranslation('reportsCompare')
  const scroller = useRef<HTMLDivElement>(null)
  // There is no React compiler here.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    initialRect: { width: 0, height: HEIGHT },
  })
  const items = virtualizer.getVirtualItems()
  const { columns, totals } = compared
  const widths = useWidths(compared)
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const span = places.length + 1
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      style={{ maxHeight: HEIGHT }}
      role="region"
      aria-label={label}
      // Scrollable, so it must be focusable.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table className={classes.grid} aria-rowcount={rows.length + 1}>
        <colgroup>
          <col style={{ width: STATE_WIDTH }} />
          {places.map((at) => (
            <col key={at} style={{ width: widths[at] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t('row')}</th>
            {places.map((at) => (
              <Title key={at} column={columns[at]} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={before} span={span} />
          {items.map(({ index }) => (
            <Row key={index} {...{ index, compared, places }} row={rows[index]} />
          ))}
          <Space height={after} span={span} />
        </tbody>
        {totals && (
          <tfoot>
            <Row index={rows.length} {...{ compared, places }} row={totals} label={t('totals')} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Title({ column }: { column: Column | undefined }) {
  const { language } = useFormat()
  if (!column) return null
  return (
    <th
      scope="col"
      data-numeric={isNumeric(column.kind) || undefined}
      title={definition(column.key, language) ?? undefined}
    >
      {title(column.key, language)}
    </th>
  )
}

function Space({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden="true" style={{ height }}>
      {/* Fills the space of rows outside of the rendered range. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={span} />
    </tr>
  )
}

function useWidths({ columns, keys, rows }: ComparedTable) {
  const { language } = useFormat()
  return useMemo(
    () =>
      columns.map((column, at) => {
        const cells = rows.flatMap(({ left, right }) => left?.[at] ?? right?.[at] ?? [])
        const of = { title: title(column.key, language), cells, canSort: false }
        const width = columnWidth(column, of)
        return at < keys ? width : Math.max(LEAST_FIGURE, width)
      }),
    [columns, keys, rows, language],
  )
}

interface RowProps extends Pick<GridProps, 'compared' | 'places'> {
  index: number
  row: ComparedRow | undefined
  /** Replaces the row's state; for the totals. */
  label?: string
}

const Row = memo(function Row({ index, compared, places, row, label }: RowProps) {
  if (!row) return null
  const { columns, keys, timezones } = compared
  return (
    <tr aria-rowindex={index + 2} style={{ height: ROW_HEIGHT }}>
      <td>{label ?? <RowState row={row} />}</td>
      {places.map((at) => {
        const column = columns[at]
        if (!column) return null
        if (at >= keys) return <Figure key={at} {...{ column, at, row, timezones }} />
        return (
          <th key={at} scope="row">
            {!label && <Key {...{ column, at, row, timezones }} />}
          </th>
        )
      })}
    </tr>
  )
})

interface CellProps extends Pick<ComparedTable, 'timezones'> {
  column: Column
  at: number
  row: ComparedRow
}

/** A key cell, with both dates where days are matched by position. */
function Key(cell: CellProps) {
  const { t } = useTranslation('reportsCompare')
  const { figure } = useCellWords()
  const { column, at, row, timezones } = cell
  const [a, b] = [row.left?.[at] ?? null, row.right?.[at] ?? null]
  if (column.kind !== 'date' || a === null || b === null || a === b) return <Plain {...cell} />
  return (
    <>
      <div>
        <VisuallyHidden>{t('was', { value: '' })}</VisuallyHidden>
        {figure(a, column, timezones.left)}
      </div>
      <div>
        <VisuallyHidden>{t('is', { value: '' })}</VisuallyHidden>
        <span aria-hidden="true">↔ </span>
        {figure(b, column, timezones.right)}
      </div>
    </>
  )
}

function Figure(cell: CellProps) {
  const { column, at, row } = cell
  const change = row.changes.find((one) => one.column === at)
  return (
    <td
      data-numeric={isNumeric(column.kind) || undefined}
      data-changed={change ? 'yes' : undefined}
    >
      {change ? <BothValues {...cell} by={change.by} /> : <Plain {...cell} />}
    </td>
  )
}

function Plain({ column, at, row: { left, right }, timezones }: CellProps) {
  const { figure } = useCellWords()
  const timezone = left ? timezones.left : timezones.right
  return <>{figure(left?.[at] ?? right?.[at] ?? null, column, timezone)}</>
}

type BothProps = CellProps & Pick<CellChange, 'by'>

/** Read by screen readers as "left 12, right 15, +3". */
function BothValues({ column, at, row: { left, right }, timezones, by }: BothProps) {
  const { t } = useTranslation('reportsCompare')
  const { figure, difference } = useCellWords()
  return (
    <>
      <Box c="dimmed">
        <VisuallyHidden>{t('was', { value: '' })}</VisuallyHidden>
        {figure(left?.[at] ?? null, column, timezones.left)}
      </Box>
      <Box fw={650}>
        <VisuallyHidden>{t('is', { value: '' })}</VisuallyHidden>
        <span aria-hidden="true">≠ </span>
        {figure(right?.[at] ?? null, column, timezones.right)}
        {by !== null && (
          <Box component="span" fw={500}>
            {' '}
            {difference(by, column)}
          </Box>
        )}
      </Box>
    </>
  )
}

/** Text for a figure of a compared table, and for the difference of two. */
function useCellWords() {
  const { t } = useTranslation('reportsCompare')
  const { count, money, points, instant, language } = useFormat()
  const text = useCellText()

  /** An instant is written in the zone of its report, which may be of another account than the one in view. */
  function figure(cell: Cell | null, { key, kind, currency }: Column, timezone: string): ReactNode {
    if (cell === null) return t('notThere')
    if (isMissing(cell)) return <MissingValue why={cell.missing} place={cell.lastPlace} />
    if (typeof cell === 'string' && kind === 'text') return cellText(key, cell, language)
    if (typeof cell === 'number' && isInPoints(key)) return points(cell)
    if (typeof cell === 'number' && kind === 'instant') return instant(cell, timezone)
    return text(cell, kind, currency)
  }

  function difference(by: number, { kind, currency }: Column): string {
    if (kind === 'percent') return `(${points(by)})`
    const size = Math.abs(by)
    const written: Partial<Record<Column['kind'], string>> = {
      money: money(size, currency ?? 'usd'),
      second: t('seconds', { count: size }),
      duration: t('seconds', { count: Math.round(size * 10) / 10 }),
    }
    return `(${by > 0 ? '+' : '−'}${written[kind] ?? count(size)})`
  }

  return { figure, difference }
}

/** The state of a row as a word, not by colour alone. */
function RowState({ row: { left, right, changes, day } }: { row: ComparedRow }) {
  const { t } = useTranslation('reportsCompare')
  if (!left || !right) {
    return <span className={classes.badge}>{t(left ? 'state.left' : 'state.right')}</span>
  }
  if (changes.length === 0)
    return (
      <Box component="span" c="dimmed">
        {t('state.same')}
      </Box>
    )
  const count = changes.length
  if (!day) {
    return (
      <span className={classes.badge} title={t('differsLong', { count })}>
        {t('state.differs', { count })}
      </span>
    )
  }
  const Icon = day === 'restated' ? IconAlertTriangle : IconTrendingUp
  return (
    <span className={classes.badge} data-day={day} title={t(`${day}Hint`)}>
      <Icon size={13} aria-hidden /> {t(`state.${day}`)}
    </span>
  )
}
