import { useTranslation } from 'react-i18next'
import { truncatedRate } from '../../../shared/api/statistics.ts'
import type { CallWindow } from '../../../shared/features/player/call-windows.ts'
import type { Curve } from '../../../shared/features/player/curves/curve.ts'
import { title } from '../../../shared/tables/titles.ts'
import { type Format, useFormat } from '../../ui/format.ts'
import classes from './client.module.css'
import { briefPercent } from './finding-words.ts'

const WIDTH = 658
const LEFT = 36
const RIGHT = WIDTH - 6
const TOP = 12
const CURVE = 190
const LANE = 24
const BARS = 38
const BLUE = '#3b5bdb'
const PITCH = '#b3261e'
const CLICKS = '#c8680f'
const SALES = '#0b7a5b'
const LANE_FILL = '#dbe3fb'
const GROUND = '#ffffff'
/** For words across the line of the pitch. */
const OUTLINED = { paintOrder: 'stroke', stroke: GROUND, strokeWidth: 3 }

interface Drop {
  start: number
  end: number
  percent: number
}

/** A count at a second of the video. */
interface Counted {
  second: number
  count: number
}

interface TimelineFigureProps {
  curve: Curve
  drop: Drop | null
  windows: readonly CallWindow[]
  clicks: readonly Counted[]
  sales: readonly Counted[]
}

/** Retention, call to action, clicks and sales on one axis, with labels on the lines. */
export function TimelineFigure({ curve, drop, windows, clicks, sales }: TimelineFigureProps) {
  const { t } = useTranslation('clientReport')
  const format = useFormat()
  const length = Math.max(1, curve.reached.length - 1)
  const x = (second: number) => LEFT + (Math.min(second, length) / length) * (RIGHT - LEFT)
  const active = windows.filter(({ isActive, start }) => isActive && start < length)
  const shown = active.slice(0, MOST_WINDOWS)
  const more = active.length - shown.length
  const lanes = TOP + CURVE + 8
  const afterLanes = lanes + shown.length * LANE
  const afterButtons = afterLanes + (more > 0 ? LANE : 0)
  const step = stepFor(length)
  const bars = [
    { name: t('clicks'), color: CLICKS, all: inSteps(clicks, step, length) },
    {
      name: title('total_conversions', format.language),
      color: SALES,
      all: inSteps(sales, step, length),
    },
  ].filter(({ all }) => all.some((count) => count > 0))
  const axis = afterButtons + bars.length * (BARS + 22) + 2
  return (
    <div className={classes.figure}>
      <svg width={WIDTH} height={axis + 20} aria-hidden>
        <Grid />
        <Area reached={curve.reached} x={x} />
        {curve.pitch !== null && (
          <Pitch {...{ curve, x, format }} second={curve.pitch} bottom={axis} />
        )}
        {shown.map((window, index) => (
          <ButtonLane
            key={window.id}
            {...{ window, x, length }}
            pitch={curve.pitch === null ? null : x(curve.pitch)}
            y={lanes + index * LANE}
            isFirst={index === 0}
          />
        ))}
        {more > 0 && (
          <text x={LEFT} y={afterLanes + 15} data-quiet {...OUTLINED}>
            {t('buttonsMore', { count: more })}
          </text>
        )}
        {bars.map(({ name, color, all }, index) => (
          <Bars
            key={name}
            {...{ name, color, all, step, x }}
            y={afterButtons + index * (BARS + 22)}
          />
        ))}
        <Axis {...{ length, x, format }} y={axis} />
        {drop && <DropMark {...{ drop, curve, x, format }} />}
      </svg>
    </div>
  )
}

const MOST_WINDOWS = 6

type X = (second: number) => number

const yOf = (share: number) => TOP + CURVE * (1 - share)

function Grid() {
  const format = useFormat()
  return [0, 25, 50, 75, 100].map((percent) => (
    <g key={percent}>
      <line
        x1={LEFT}
        x2={RIGHT}
        y1={yOf(percent / 100)}
        y2={yOf(percent / 100)}
        stroke={percent === 0 ? '#9aa1ab' : '#e6e8eb'}
      />
      <text x={LEFT - 6} y={yOf(percent / 100) + 4} textAnchor="end" data-quiet>
        {briefPercent(format, percent)}
      </text>
    </g>
  ))
}

function Area({ reached, x }: { reached: readonly number[]; x: X }) {
  const all = reached[0] ?? 1
  // No more points than pixels.
  const every = Math.max(1, Math.floor(reached.length / WIDTH))
  const seconds = reached
    .map((_, second) => second)
    .filter((second) => second % every === 0 || second === reached.length - 1)
  const points = seconds.map(
    (second) => `${x(second).toFixed(1)},${yOf((reached[second] ?? 0) / all).toFixed(1)}`,
  )
  return (
    <>
      <polygon points={`${LEFT},${yOf(0)} ${points.join(' ')} ${RIGHT},${yOf(0)}`} fill="#e9edfb" />
      <polyline points={points.join(' ')} fill="none" stroke={BLUE} strokeWidth={1.6} />
    </>
  )
}

interface MarkProps {
  curve: Curve
  x: X
  format: Format
}

function Pitch(props: MarkProps & { second: number; bottom: number }) {
  const { curve, second, x, format, bottom } = props
  const { t } = useTranslation('clientReport')
  const reached = curve.reached[second] ?? 0
  const percent = truncatedRate(reached, curve.reached[0] ?? 0) ?? 0
  const isLate = x(second) > WIDTH * 0.62
  const side = isLate ? ({ x: x(second) - 8, textAnchor: 'end' } as const) : { x: x(second) + 8 }
  return (
    <g>
      <line x1={x(second)} x2={x(second)} y1={TOP - 6} y2={bottom} stroke={PITCH} />
      <text {...side} y={TOP + 8} data-pitch>
        {t('pitchAt', { second: format.videoTime(second) })}
      </text>
      <text {...side} y={TOP + 23} data-quiet>
        {t('stillThere', { percent: briefPercent(format, percent), count: reached })}
      </text>
    </g>
  )
}

/** Approximately as wide as its text. */
const WORDS = 190

function DropMark({ drop, curve, x, format }: MarkProps & { drop: Drop }) {
  const { t } = useTranslation('clientReport')
  const share = (curve.reached[drop.end] ?? 0) / (curve.reached[0] ?? 1)
  const at = { x: x(drop.end), y: yOf(share) }
  const pitch = curve.pitch === null ? null : x(curve.pitch)
  const { side, y, isUnder } = wordsBeside(at, pitch)
  return (
    <g>
      {!isUnder && <line x1={at.x} x2={at.x + 22} y1={at.y} y2={y - 3} stroke="#858d98" />}
      <circle cx={at.x} cy={at.y} r={3.5} fill="#ffffff" stroke={BLUE} strokeWidth={1.6} />
      <text {...side} y={y} data-strong>
        {t('goneBy', { percent: briefPercent(format, drop.percent) })}
      </text>
      <text {...side} y={y + 14} data-quiet>
        {t('goneFrom', {
          start: format.videoTime(drop.start),
          end: format.videoTime(drop.end),
        })}
      </text>
    </g>
  )
}

/**
 * Where the label of a point goes: above the falling curve when it is right of the point, otherwise
 * below it.
 */
function wordsBeside(at: { x: number; y: number }, pitch: number | null) {
  const end = at.x + WORDS
  const isCrossed = end > RIGHT || (pitch !== null && pitch >= at.x && pitch < end)
  if (isCrossed && at.x > LEFT + WORDS) {
    const side = { x: at.x - 10, textAnchor: 'end' } as const
    return { side, y: Math.min(at.y + 24, yOf(0) - 22), isUnder: true }
  }
  const highest = TOP + (isCrossed ? 44 : 6)
  return { side: { x: at.x + 26 }, y: Math.max(at.y - 24, highest), isUnder: false }
}

interface LaneProps {
  window: CallWindow
  x: X
  length: number
  /** Where its line is. */
  pitch: number | null
  y: number
  isFirst: boolean
}

function ButtonLane({ window, x, length, pitch, y, isFirst }: LaneProps) {
  const { t } = useTranslation('clientReport')
  const { videoTime } = useFormat()
  const end = Math.min(window.end ?? length, length)
  const [from, to] = [x(window.start), x(end)]
  const times = `${videoTime(window.start)}–${videoTime(end)}`
  const hasHeading = isFirst && from - LEFT > HEADING
  const left = hasHeading ? LEFT + HEADING : 0
  const { text, ...place } = laneLabel([window.name, times], { from, to, left, pitch })
  return (
    <g>
      {hasHeading && (
        <text x={LEFT} y={y + 15} data-strong {...OUTLINED}>
          {t('buttonShown')}
        </text>
      )}
      <rect x={from} y={y + 4} width={Math.max(2, to - from)} height={16} rx={2} fill={LANE_FILL} />
      <text
        {...place}
        {...OUTLINED}
        stroke={place.x > from && place.x < to ? LANE_FILL : GROUND}
        y={y + 15.5}
      >
        {text}
      </text>
    </g>
  )
}

/** Width of the heading of the lanes. */
const HEADING = 110

/** Average width of a character of a label. */
const CHARACTER_PX = 5.6

interface LaneSpan {
  from: number
  to: number
  /** Where labels left of the bar may begin. */
  left: number
  pitch: number | null
}

/**
 * A bar's label: in it, left or right of it, or with a shorter name where there is most room. It never crosses the
 * line of the pitch.
 */
function laneLabel(
  [name, times]: [name: string, times: string],
  { from, to, left, pitch }: LaneSpan,
) {
  // What is left of a space on each side of the line.
  const split = (low: number, high: number) =>
    pitch === null || pitch <= low || pitch >= high
      ? [{ low, high }]
      : [
          { low, high: pitch - 6 },
          { low: pitch + 6, high },
        ]
  const rightOf = ({ low, high }: { low: number; high: number }) => ({ x: low, room: high - low })
  const sides = [
    split(from + 8, to).map(rightOf),
    split(left, from - 6)
      .map((space) => ({ ...rightOf(space), x: space.high, textAnchor: 'end' as const }))
      .reverse(),
    split(to + 6, WIDTH).map(rightOf),
  ]
  const places = [0, 1].flatMap((nearest) => sides.flatMap((side) => side[nearest] ?? []))
  const words = `${name}, ${times}`
  const roomiest = places.reduce((one, other) => (other.room > one.room ? other : one))
  const fitting = places.find(({ room }) => room > words.length * CHARACTER_PX)
  const { room, ...place } = fitting ?? roomiest
  const most = Math.floor(room / CHARACTER_PX) - times.length - '…, '.length
  // Not with half a character at its end.
  const start = name.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  return { ...place, text: fitting ? words : `${start}…, ${times}` }
}

const STEPS = [1, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600] as const
const MOST_BARS = 60

const stepFor = (length: number) => STEPS.find((step) => length / step <= MOST_BARS) ?? 7200

/** The last sum is of the rest of the video, with what comes at its end and later. */
function inSteps(counted: readonly Counted[], step: number, length: number): number[] {
  const sums = new Array<number>(Math.ceil(length / step)).fill(0)
  for (const { second, count } of counted) {
    const at = Math.min(Math.floor(second / step), sums.length - 1)
    sums[at] = (sums[at] ?? 0) + count
  }
  return sums
}

/** In pixels: the rest of a video may be a second, in which many buy. */
const NARROWEST_BAR = 3

interface BarsProps {
  name: string
  color: string
  all: readonly number[]
  step: number
  x: X
  y: number
}

function Bars({ name, color, all, step, x, y }: BarsProps) {
  const { t } = useTranslation('clientReport')
  const { count, videoTime } = useFormat()
  const most = Math.max(...all)
  const base = y + 18 + BARS
  return (
    <g>
      <text x={LEFT} y={y + 14} data-strong {...OUTLINED}>
        {name}
        <tspan dx={6} fontWeight={400} fill="#5b6470">
          {t('inSteps', { step: step < 60 ? `${step} s` : videoTime(step), most: count(most) })}
        </tspan>
      </text>
      {all.map((value, index) => {
        const from = x(index * step)
        const height = (value / most) * BARS
        const width = Math.max(NARROWEST_BAR, x((index + 1) * step) - from - 1)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
          <rect key={index} x={from} y={base - height} width={width} height={height} fill={color} />
        )
      })}
      <line x1={LEFT} x2={RIGHT} y1={base} y2={base} stroke="#9aa1ab" />
    </g>
  )
}

/** Minimum distance of two labels in seconds, so that they do not overlap. */
const TICKS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200] as const

function Axis({ length, x, y, format }: { length: number; x: X; y: number; format: Format }) {
  const step = TICKS.find((each) => length / each <= 8) ?? 14_400
  const seconds = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step)
  const ticks = [...seconds.filter((second) => x(length) - x(second) > 46), length]
  return ticks.map((second) => (
    <text
      key={second}
      x={x(second)}
      y={y + 12}
      textAnchor={second === 0 ? 'start' : second === length ? 'end' : 'middle'}
      data-quiet
    >
      {format.videoTime(second)}
    </text>
  ))
}
