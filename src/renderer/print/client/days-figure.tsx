import { unfinishedDay } from '../../../shared/features/reports/report.ts'
import classes from './client.module.css'
import { dayName, type Wording } from './finding-words.ts'

const WIDTH = 658
const HEIGHT = 130
const TOP = 18
const BASE = TOP + HEIGHT
const COLORS = { sales: '#0b7a5b', plays: '#4263eb' } as const
const QUIET = '#9fcfbf'

interface DaysFigureProps {
  days: readonly { day: string; count: number }[]
  of: keyof typeof COLORS
  /** The day named in the heading. */
  best: string | null
  wording: Wording
}

/** A bar for each day, hollow when it was not over and hatched while it may grow; when there are many, only the highest and the named one have their number. */
export function DaysFigure({ of, days, best, wording }: DaysFigureProps) {
  const { count } = wording.format
  const unfinished = unfinishedDay(wording.about)
  const growing = of === 'sales' ? wording.growing : null
  const most = Math.max(1, ...days.map((one) => one.count))
  const step = WIDTH / days.length
  const isFew = days.length <= 16
  // The bars have no axis: the highest one says how much they are.
  const highest = days.findIndex((one) => one.count === most)
  const named = new Set([
    0,
    days.length - 1,
    ...(days.length > 4 ? [Math.floor((days.length - 1) / 2)] : []),
  ])
  return (
    <div className={classes.figure}>
      <svg width={WIDTH} height={BASE + 20} aria-hidden>
        <pattern
          id={`${of}-growing`}
          width={5}
          height={5}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line y2={5} stroke={COLORS[of]} strokeWidth={4} />
        </pattern>
        {days.map((one, index) => (
          <Bar
            key={one.day}
            place={{ from: index * step, width: step, height: (one.count / most) * HEIGHT }}
            isHollow={one.day === unfinished}
            color={best === null || one.day === best ? COLORS[of] : QUIET}
            pattern={
              growing && growing.start <= one.day && one.day <= growing.end ? `${of}-growing` : null
            }
            number={isFew || one.day === best || index === highest ? count(one.count) : null}
          />
        ))}
        {[...named].map((index) => (
          <DayName
            key={index}
            {...anchored(index, days.length)}
            name={dayName(days[index]?.day ?? '', wording)}
          />
        ))}
        <line x1={0} x2={WIDTH} y1={BASE} y2={BASE} stroke="#9aa1ab" />
      </svg>
    </div>
  )
}

interface BarProps {
  place: { from: number; width: number; height: number }
  color: string
  isHollow: boolean
  /** The id of what fills it instead of its colour. */
  pattern: string | null
  number: string | null
}

function Bar({ place: { from, width, height }, color, isHollow, pattern, number }: BarProps) {
  const fill = pattern === null ? color : `url(#${pattern})`
  return (
    <g>
      <rect
        x={from + width * 0.12}
        y={BASE - height}
        width={width * 0.76}
        height={height}
        fill={isHollow ? 'none' : fill}
        stroke={isHollow || pattern !== null ? color : 'none'}
      />
      {number !== null && (
        <text x={from + width / 2} y={BASE - height - 5} textAnchor="middle">
          {number}
        </text>
      )}
    </g>
  )
}

type Anchor = { x: number; anchor: 'start' | 'middle' | 'end' }

/** The first and the last label are aligned with the ends of the chart. */
function anchored(index: number, days: number): Anchor {
  if (index === 0) return { x: 0, anchor: 'start' }
  if (index === days - 1) return { x: WIDTH, anchor: 'end' }
  return { x: ((index + 0.5) * WIDTH) / days, anchor: 'middle' }
}

function DayName({ x, anchor, name }: Anchor & { name: string }) {
  return (
    <text x={x} y={BASE + 14} textAnchor={anchor} data-quiet>
      {name}
    </text>
  )
}
