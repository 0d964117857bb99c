import { useTranslation } from 'react-i18next'
import { boundsOf, type Range } from './selection.ts'
import classes from './sheet.module.css'
import type { SheetLayout } from './sheet-layout.ts'

/** A row's part of the range. */
export interface RangePart {
  /** The first and last column of the range in the row; -1 when the row is outside. */
  left: number
  right: number
  /** Whether the row is the first or last one of the range. */
  isTop: boolean
  isBottom: boolean
  /** Whether the range can be filled from here. */
  hasHandle: boolean
}

export function rangePart(range: Range, row: number, isEditing: boolean): RangePart {
  const { top, bottom, left, right } = boundsOf(range)
  const isIn = row >= top && row <= bottom
  const isBottom = row === bottom
  return {
    ...{ isTop: row === top, isBottom, hasHandle: isBottom && !isEditing },
    left: isIn ? left : -1,
    right: isIn ? right : -1,
  }
}

interface RangeFrameProps extends RangePart {
  layout: SheetLayout
  /** The columns that it may surround. */
  first: number
  last: number
}

/**
 * The frame of the range in one row, with the fill handle. It is drawn in the rows, because only
 * there can it pass behind their frozen columns; these have a frame of their own.
 */
export function RangeFrame({ layout: { edges }, first, last, ...range }: RangeFrameProps) {
  const from = Math.max(first, range.left)
  const to = Math.min(last, range.right)
  if (to < from) return null
  const start = edges[from] ?? 0
  const isEnd = to === range.right
  return (
    <div
      role="presentation"
      className={classes.frame}
      style={{
        left: start,
        width: (edges[to + 1] ?? start) - start,
        borderTopWidth: lineIf(range.isTop),
        borderBottomWidth: lineIf(range.isBottom),
        // The title has a mark of its own.
        borderLeftWidth: lineIf(from === Math.max(1, range.left)),
        borderRightWidth: lineIf(isEnd),
      }}
    >
      {range.hasHandle && isEnd && <FillHandle />}
    </div>
  )
}

const lineIf = (isEdge: boolean) => (isEdge ? 2 : 0)

function FillHandle() {
  const { t } = useTranslation('sheet')
  return <span data-handle className={classes.handle} title={t('fillHandle')} />
}
