import { Box } from '@mantine/core'
import { memo, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import kit from '../../../ui/kit.module.css'
import { Mark } from './mark.tsx'
import { placeOf, ticks } from './move.ts'
import { freeAfter, packRows } from './pack.ts'
import type { TimelineItem } from './placed.ts'
import { ROW, type Stage } from './stage.ts'
import classes from './timeline.module.css'

interface LaneProps {
  name: string
  /** The maximum of the drawing, shown below the name. */
  most?: number | undefined
  stage: Stage
  height: number
  children: ReactNode
}

/** A row over the whole length, with its name on the left and the pitch as a line. */
export function Lane({ name, most, stage, height, children }: LaneProps) {
  const { t } = useTranslation('videoTimeline')
  const { pitch, length, format } = stage
  return (
    <div className={classes.lane}>
      <div className={`${kit.quiet} ${classes.laneName}`}>
        {name}
        {most !== undefined && (
          <Box fz="0.6875rem" className={kit.tabular}>
            {t('most', { most: format.count(most) })}
          </Box>
        )}
      </div>
      <div className={classes.track} data-track style={{ height }}>
        {pitch !== null && (
          <div className={classes.pitch} style={{ left: `${placeOf(pitch, length)}%` }} />
        )}
        {children}
      </div>
    </div>
  )
}

interface EmptyLaneProps {
  name: 'clicks' | 'sales' | 'windows' | 'pixels' | 'playback'
  stage: Stage
}

export function EmptyLane({ name, stage }: EmptyLaneProps) {
  const { t } = useTranslation('videoTimeline')
  return (
    <Lane name={t(`lane.${name}`)} stage={stage} height={ROW}>
      <span className={kit.quiet}>{t(`none.${name}`)}</span>
    </Lane>
  )
}

/** Approximate width of a point, as a share of the axis. */
const POINT_SHARE = 0.025

/** The space needed to write a name next to an item, as a share of the axis. */
const NAME_SHARE = 0.1

const roomIn = (share: number) => (share >= NAME_SHARE ? 100 * share : null)

interface ItemsLaneProps {
  name: 'windows' | 'pixels' | 'playback'
  items: readonly TimelineItem[]
  stage: Stage
}

/** Items distributed over as few rows as possible without overlaps. */
export const ItemsLane = memo(function ItemsLane({ name, items, stage }: ItemsLaneProps) {
  const room = stage.length * POINT_SHARE
  const { t } = useTranslation('videoTimeline')
  const { rows, count } = useMemo(() => packRows(items, room), [items, room])
  const free = useMemo(() => freeAfter(items, rows, stage.length), [items, rows, stage.length])
  if (items.length === 0) return <EmptyLane name={name} stage={stage} />
  return (
    <Lane name={t(`lane.${name}`)} stage={stage} height={count * ROW}>
      {items.map((item, index) => (
        <Mark
          key={item.key}
          item={item}
          row={rows[index] ?? 0}
          room={roomIn((free[index] ?? 0) / stage.length)}
          stage={stage}
        />
      ))}
    </Lane>
  )
})

const MOST_TICKS = 12
/** In percent: from this position, a time is written to the left of its tick to stay within the axis. */
const lastRoom = (length: number) => (length < 3600 ? 94 : 92)

/** In percent: the minimum distance of two ticks whose times are written towards each other. */
const ROOM_BETWEEN = 14

/** Whether the time of a tick does not overlap the next one's, when that is written to its left. */
const hasRoom = (length: number) => (second: number, index: number, all: readonly number[]) => {
  const next = placeOf(all[index + 1] ?? 0, length)
  return next <= lastRoom(length) || next - placeOf(second, length) > ROOM_BETWEEN
}

/** The time axis below all lanes, and the pitch with its label. */
export const AxisLane = memo(function AxisLane({ stage }: { stage: Stage }) {
  const { t } = useTranslation('videoTimeline')
  const { length, pitch, format } = stage
  const time = pitch === null ? '' : format.videoTime(pitch)
  return (
    <Lane name={pitch === null ? t('noPitch') : t('pitch', { time })} stage={stage} height={18}>
      {ticks(length, MOST_TICKS).map((second, index, all) => (
        <span
          key={second}
          className={classes.tick}
          data-near-end={placeOf(second, length) > lastRoom(length) || undefined}
          style={{ left: `${placeOf(second, length)}%` }}
        >
          {hasRoom(length)(second, index, all) && format.videoTime(second)}
        </span>
      ))}
    </Lane>
  )
})
