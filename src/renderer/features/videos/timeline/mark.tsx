import { clsx } from 'clsx'
import { memo, useSyncExternalStore } from 'react'
import { placeOf } from './axis.ts'
import type { Held } from './hold.ts'
import type { Handle } from './move.ts'
import type { Placed } from './placed.ts'
import { ROW, type Stage } from './stage.ts'
import classes from './timeline.module.css'
import { useHandle } from './use-handle.ts'

interface MarkProps {
  item: Placed
  row: number
  /** Whether a name has room beside it. */
  hasRoom: boolean
  stage: Stage
}

/** One item in its lane. It is drawn again only when it is itself in hand. */
export const Mark = memo(function Mark({ item, row, hasRoom, stage }: MarkProps) {
  const held = useHeldOf(item.key, stage)
  const shown = held?.item ?? item
  return shown.kind === 'window' ? (
    <WindowMark {...{ held, row, hasRoom, stage }} item={shown} />
  ) : (
    <PointMark {...{ held, row, stage }} item={shown} />
  )
})

const useHeldOf = (key: string, { hold }: Stage) =>
  useSyncExternalStore(hold.subscribe, () => hold.of(key))

interface ShownProps extends MarkProps {
  held: Held | null
}

function WindowMark({ item, held, row, hasRoom, stage }: ShownProps) {
  const { length, words } = stage
  const left = Math.min(placeOf(item.start, length), 100)
  const right = Math.min(placeOf(item.end, length), 100)
  const name = item.label || words.nameOf(item)
  return (
    <div
      className={classes.window}
      style={{ left: `${left}%`, width: `${Math.max(0, right - left)}%`, top: row * ROW }}
      data-held={held !== null}
      data-off={item.isOff}
      data-mark={item.mark ?? undefined}
    >
      <div className={classes.body} {...useHandle(item, 'whole', stage)}>
        {name}
      </div>
      {hasRoom && held === null && (
        <span className={classes.beside} aria-hidden>
          {name}
        </span>
      )}
      <End side="start" item={item} isHeld={held !== null} stage={stage} />
      <End side="end" item={item} isHeld={held !== null} stage={stage} />
    </div>
  )
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

function PointMark({ item, held, row, stage }: Omit<ShownProps, 'hasRoom'>) {
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
