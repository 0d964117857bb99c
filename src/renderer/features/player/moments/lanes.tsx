import { Box } from '@mantine/core'
import type { CSSProperties } from 'react'
import { TIMELINE } from '../../../ui/chart-timeline.ts'
import { type LaneItem, laneRows, type PlacedItem } from './lane-rows.ts'
import classes from './moments.module.css'

export interface Lane {
  key: string
  title: string
  items: readonly LaneItem[]
}

const AXIS = {
  '--axis-left': `${TIMELINE.left}px`,
  '--axis-right': `${TIMELINE.right}px`,
} as CSSProperties

/**
 * The items at each second of the video, below the chart and on its axis. Screen readers get them
 * from the lists below.
 */
export function Lanes({ lanes, duration }: { lanes: readonly Lane[]; duration: number }) {
  const length = Math.max(duration, 1)
  return (
    <Box data-lanes mt={4} style={AXIS} aria-hidden="true">
      {lanes
        .filter(({ items }) => items.length > 0)
        .map(({ key, title, items }) => (
          <div key={key} className={classes.rows}>
            <p className={classes.laneTitle}>{title}</p>
            {laneRows(items, length).map((row) => (
              <Box key={row[0]?.key} pos="relative" h={20}>
                {row.map((item) => (
                  <span
                    key={item.key}
                    className={classes.item}
                    data-lane={key}
                    data-dimmed={item.isDimmed || undefined}
                    data-draft={item.isDraft || undefined}
                    data-side={item.from < item.start ? 'before' : 'after'}
                    style={placed(item, length)}
                    title={item.text}
                  >
                    <span className={classes.extent} style={extent(item)} />
                    {item.text}
                  </span>
                ))}
              </Box>
            ))}
          </div>
        ))}
    </Box>
  )
}

const placed = ({ start, from, to }: PlacedItem, length: number) => ({
  left: percent(from / length),
  width: percent((to - from) / length),
  ...(from < start && { paddingInlineEnd: `calc(${percent((to - start) / length)} + 6px)` }),
})

/** The item's own part of the video; a single second is as wide as its mark, even at the end. */
const extent = ({ start, end, from, to }: PlacedItem) => ({
  left: `min(${percent((start - from) / (to - from))}, 100% - 3px)`,
  width: percent(((end ?? start) - start) / (to - from)),
})

const percent = (part: number) => `${100 * part}%`
