import { Button, Kbd } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import type { Place } from '../../ui/grid-move.ts'
import kit from '../../ui/kit.module.css'
import { placeOf } from './grid-pointer.ts'
import classes from './sheet.module.css'
import { type CellTexts, isMarked } from './sheet-cell.tsx'
import type { SheetLayout } from './sheet-layout.ts'

/** A cell, and the edges of the grid's visible part. */
interface Pointed extends Place {
  start: number
  end: number
}

interface Hovered {
  place: Pointed
  row: SheetRow
  column: SheetColumn
}

/** The changed cell that an element is in. */
function pointedAt(target: Element): Pointed | null {
  const cell = target.closest('[data-changed]')
  const grid = cell?.closest('[role=grid]')
  const place = cell && placeOf(cell)
  if (!grid || !place) return null
  return { ...place, start: grid.scrollLeft, end: grid.scrollLeft + grid.clientWidth }
}

/** Long enough that a pointer passing over the cell opens nothing. */
const HOVER_MS = 350

/** The changed cell under the pointer. */
export function useHovered(rows: readonly SheetRow[], columns: readonly SheetColumn[]) {
  const [place, setPlace] = useState<Pointed | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hover = useCallback((target: EventTarget | null) => {
    if (target instanceof Element && target.closest('[data-was]')) return
    clearTimeout(timer.current)
    const next = target instanceof Element ? pointedAt(target) : null
    timer.current = setTimeout(() => setPlace(next), next ? HOVER_MS : HOVER_MS / 2)
  }, [])
  const [row, column] = place ? [rows[place.row], columns[place.column]] : []
  const isChanged = row && column && isMarked(row, column)
  return [place && isChanged ? { place, row, column } : null, hover] as const
}

/**
 * Where there is less space, the card is aligned with the right edge of the grid's visible part.
 */
const CARD_ROOM = 440

interface WasCardProps {
  hovered: Hovered
  layout: SheetLayout
  height: number
  was: CellTexts['was']
  onRevert: () => void
}

/** The service's value of a changed cell, next to the cell. */
export function WasCard({
  hovered: { place, row, column },
  layout,
  height,
  was,
  onRevert,
}: WasCardProps) {
  const { t } = useTranslation('sheet')
  const left = leftOf(layout, place)
  const style = {
    top: (place.row + 1) * height + 2,
    ...(place.end - left < CARD_ROOM ? { right: layout.width - place.end + 8 } : { left }),
  }
  return (
    <div className={`${kit.card} ${classes.was}`} style={style} data-was>
      <span>{t('was', { value: was(row, column) })}</span>
      <Button
        size="compact-xs"
        variant="subtle"
        flex="none"
        tabIndex={-1}
        rightSection={<Kbd>Alt+⌫</Kbd>}
        onClick={onRevert}
      >
        {t('revert')}
      </Button>
    </div>
  )
}

/** Frozen columns are scrolled with the grid, and others may be partly behind them. */
function leftOf({ edges, frozen }: SheetLayout, { column, start }: Pointed) {
  const left = edges[column] ?? 0
  return column < frozen ? start + left : Math.max(left, start + (edges[frozen] ?? 0))
}
