import { type LaneItem, laneRows } from './lane-rows.ts'
import classes from './seconds.module.css'

export interface Lane {
  key: string
  title: string
  items: readonly LaneItem[]
}

/** Part of the length that an item takes at least, so that a second can be seen and named. */
const LEAST = 0.16

/** What stands at which second, under the chart and on its axis. Lists below it say the same to readers. */
export function Lanes({ lanes, duration }: { lanes: readonly Lane[]; duration: number }) {
  const length = Math.max(duration, 1)
  const least = length * LEAST
  const placed = ({ start, end }: LaneItem) => {
    const width = Math.max((end ?? start) - start, least)
    const left = Math.min(start, length - least)
    return { left: percent(left / length), width: percent(Math.min(width, length - left) / length) }
  }
  return (
    <div data-lanes className={classes.lanes} aria-hidden="true">
      {lanes
        .filter(({ items }) => items.length > 0)
        .map(({ key, title, items }) => (
          <div key={key}>
            <p className={classes.laneTitle}>{title}</p>
            {laneRows(items, least).map((row) => (
              <div key={row[0]?.key} className={classes.lane}>
                {row.map((item) => (
                  <span
                    key={item.key}
                    className={classes.item}
                    data-lane={key}
                    data-dimmed={item.isDimmed || undefined}
                    data-pin={item.end === null || undefined}
                    style={placed(item)}
                    title={item.text}
                  >
                    {item.text}
                  </span>
                ))}
              </div>
            ))}
          </div>
        ))}
    </div>
  )
}

const percent = (part: number) => `${100 * part}%`
