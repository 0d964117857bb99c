import { clsx } from 'clsx'
import { memo, useSyncExternalStore } from 'react'
import type { Held } from './hold.ts'
import { type Handle, placeOf } from './move.ts'
import type { Placed } from './placed.ts'
import { ROW, type Stage } from './stage.ts'
import classes from './timeline.module.css'
import { useHandle } from './use-handle.ts'

interface MarkProps {
  item: Placed
  row: number
  /** Percent of the axis for a name beside it; null for too little. */
  room: number | null
  stage: Stage
}

/** One item in its lane. It is drawn again only when it is itself in hand. */
export const Mark = memo(function Mark({ item, row, room, stage }: MarkProps) {
  const held = useHeldOf(item.key, stage)
  const shown = held?.item ?? item
  return shown.kind === 'window' ? (
    <WindowMark {...{ held, row, room, stage }} item={shown} />
  ) : (
    <PointMark {...{ held, row, stage }} item={shown} />
  )
})

const useHeldOf = (key: string, { hold }: Stage) =>
  useSyncExternalStore(hold.subscribe, () => hold.of(key))

interface ShownProps extends MarkProps {
  held: Held | null
}

function WindowMark({ item, held, row, room, stage }: ShownProps) {
  const { length, words } = stage
  const left = Math.min(placeOf(item.start, length), 100)
  const right = Math.min(placeOf(item.end, length), 100)
  const name = item.label || words.nameOf(item)
  const isBeside = room !== null && held === null
  return (
    <div
      className={classes.window}
      style={windowStyle({ left, right, row, room })}
      data-beside={isBeside || undefined}
      data-held={held !== null}
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
      <End side="start" item={item} isHeld={held !== null} stage={stage} />
      <End side="end" item={item} isHeld={held !== null} stage={stage} />
    </div>
  )
}

interface Drawn extends Pick<MarkProps, 'row' | 'room'> {
  /** Percent of the axis. */
  left: number
  right: number
}

/** The room is part of the track's width: of its own, percent would be of the box. */
function windowStyle({ left, right, row, room }: Drawn) {
  const width = `${Math.max(0, right - left)}%`
  return {
    ...{ left: `${left}%`, width, top: row * ROW },
    ...(room !== null && { '--timeline-room': `${room}cqi` }),
  }
}

interface EndProps {
  side: Extract<Handle, 'start' | 'end'>
  item: Placed
  isHeld: boolean
  stage: Stage
}

const NO_STOP = { tabIndex: -1 }

/** The ends are reached by Tab from the window that is in hand, and are no stops otherwise. */
function End({ side, item, isHeld, stage }: EndProps) {
  const handle = useHandle(item, side, stage)
  const place = side === 'start' ? classes.atStart : classes.atEnd
  return <div className={clsx(classes.end, place)} {...handle} {...(isHeld ? {} : NO_STOP)} />
}

const SIGNS = { time: '◆', percent: '◆', scroll: '↧', loop: '↺', window: '' } as const

function PointMark({ item, held, row, stage }: Omit<ShownProps, 'room'>) {
  const { length } = stage
  return (
    <div
      {...useHandle(item, 'whole', stage)}
      className={classes.point}
      style={{ left: `${Math.min(placeOf(item.start, length), 100)}%`, top: row * ROW }}
      data-kind={item.kind}
      data-held={held !== null}
      data-off={item.isOff}
      data-mark={item.mark ?? undefined}
    >
      {SIGNS[item.kind]}
    </div>
  )
}
