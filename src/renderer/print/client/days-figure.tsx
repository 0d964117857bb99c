import { useFormat } from '../../ui/format.ts'
import classes from './client.module.css'

const WIDTH = 658
const HEIGHT = 130
const TOP = 18
const SALES = '#0b7a5b'
const QUIET = '#9fcfbf'

interface DaysFigureProps {
  days: readonly { day: string; count: number }[]
  /** The day that the heading is about. */
  best: string | null
}

/** A bar for each day; with many days only the named ones have their number. */
export function DaysFigure({ days, best }: DaysFigureProps) {
  const { count, date } = useFormat()
  const most = Math.max(1, ...days.map((one) => one.count))
  const step = WIDTH / days.length
  const isFew = days.length <= 16
  const base = TOP + HEIGHT
  const named = new Set([
    0,
    days.length - 1,
    ...(days.length > 4 ? [Math.floor((days.length - 1) / 2)] : []),
  ])
  return (
    <div className={classes.figure}>
      <svg width={WIDTH} height={base + 20} aria-hidden>
        {days.map((one, index) => {
          const height = (one.count / most) * HEIGHT
          const isBest = one.day === best
          const middle = (index + 0.5) * step
          return (
            <g key={one.day}>
              <rect
                x={index * step + step * 0.12}
                y={base - height}
                width={step * 0.76}
                height={height}
                fill={best === null || isBest ? SALES : QUIET}
              />
              {(isFew || isBest) && (
                <text
                  x={middle}
                  y={base - height - 5}
                  textAnchor="middle"
                  data-strong={isBest || undefined}
                >
                  {count(one.count)}
                </text>
              )}
              {named.has(index) && (
                <text
                  x={index === 0 ? 0 : index === days.length - 1 ? WIDTH : middle}
                  y={base + 14}
                  textAnchor={index === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}
                  data-quiet
                >
                  {date(one.day)}
                </text>
              )}
            </g>
          )
        })}
        <line x1={0} x2={WIDTH} y1={base} y2={base} stroke="#9aa1ab" />
      </svg>
    </div>
  )
}
