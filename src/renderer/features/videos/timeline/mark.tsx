import { clsx } from 'clsx'
import { memo, useSyncExternalStore } from 'react'
import type { DragState } from './drag-store.ts'
import { placeOf } from './move.ts'
import type { Side, TimelineItem } from './placed.ts'
import { ROW, type Stage } from './stage.ts'
import classes from './timeline.module.css'
import { useHandle } from './use-handle.ts'

interface MarkProps {
  item: TimelineItem
  row: number
  /** Space for a name next to the item, in percent of the axis; null when there is too little. */
  room: number | null
  stage: Stage
}

/** One item in its lane. Memoized, so that it renders only while it is the one being moved. */
export const Mark = memo(function Mark({ item, row, room, stage }: MarkProps) {
  const drag = useDragOf(item.key, stage)
  const shown = drag?.item ?? item
  return shown.kind === 'window' ? (
    <WindowMark {...{ drag, row, room, stage }} item={shown} />
  ) : (
    <PointMark {...{ drag, row, stage }} item={shown} />
  )
})

const useDragOf = (key: string, { drag }: Stage) =>
  useSyncExternalStore(drag.subscribe, () => drag.of(key))

interface ShownProps extends MarkProps {
  drag: DragState | null
}

function WindowMark({ item, drag, row, room, stage }: ShownProps) {
  const { length, words } = stage
  const left = Math.min(placeOf(item.start, length), 100)
  const right = Math.min(placeOf(item.end, length), 100)
  const name = item.label || words.nameOf(item)
  const isBeside = room !== null && drag === null
  return (
    <div
      className={classes.window}
      style={windowStyle({ left, right, row, room })}
      data-beside={isBeside || undefined}
      data-held={drag !== null}
      data-off={item.isOff}
      data-mark={item.mark ?? undefined}
    >
      <div className={classes.body} {...useHandle(item, 'whole', stage)}>
        {name}
      </div>
      {isBeside && (
        <span className={classes.beside} aria-hidden>
          {name}
        </span>
      )}
      <End side="start" item={item} isDragged={drag !== null} stage={stage} />
      <End side="end" item={item} isDragged={drag !== null} stage={stage} />
    </div>
  )
}

interface Drawn extends Pick<MarkProps, 'row' | 'room'> {
  /** In percent of the axis. */
  left: number
  right: number
}

/** The space is computed from the track's width, because percentages would refer to the item's. */
function windowStyle({ left, right, row, room }: Drawn) {
  const width = `${Math.max(0, right - left)}%`
  return {
    ...{ left: `${left}%`, width, top: row * ROW },
    ...(room !== null && { '--timeline-room': `${room}cqi` }),
  }
}

interface EndProps {
  side: Side
  item: TimelineItem
  isDragged: boolean
  stage: Stage
}

const NO_STOP = { tabIndex: -1 }

/** An end of a window. It is in the tab order only while its window is focused or moved. */
function End({ side, item, isDragged, stage }: EndProps) {
  const handle = useHandle(item, side, stage)
  const place = side === 'start' ? classes.atStart : classes.atEnd
  return <div className={clsx(classes.end, place)} {...handle} {...(isDragged ? {} : NO_STOP)} />
}

const SIGNS = { time: '◆', percent: '◆', scroll: '↧', loop: '↺', window: '' } as const

function PointMark({ item, drag, row, stage }: Omit<ShownProps, 'room'>) {
  const { length } = stage
  return (
    <div
      {...useHandle(item, 'whole', stage)}
      className={classes.point}
      style={{ left: `${Math.min(placeOf(item.start, length), 100)}%`, top: row * ROW }}
      data-kind={item.kind}
      data-held={drag !== null}
      data-off={item.isOff}
      data-mark={item.mark ?? undefined}
    >
      {SIGNS[item.kind]}
    </div>
  )
}
