import {
  baseOption,
  changeLines,
  type Hue,
  type Ink,
  type Option,
  pitchLine,
  placeAxis,
  valueAxis,
} from './chart-ink.ts'
import { type Box, makePlaces } from './chart-places.ts'

export interface TimelinePanel {
  /** Full name, for the legend. */
  title: string
  /** Name and unit, displayed left of the axis. */
  heading: readonly [name: string, unit: string]
  hue: Hue
  /** `dots` for a curve with too few sessions. */
  style: 'area' | 'dots' | 'bars'
  /** In pixels. */
  height: number
  /** `[second, value]`, in order of time. A bar extends to the next second in the list. */
  points: readonly (readonly [number, number])[]
  /** The comparison period, drawn dashed and lighter. */
  compared?: readonly (readonly [number, number])[]
  /** Running total as steps, drawn as a thin line on its own scale. */
  running?: { title: string; points: readonly (readonly [number, number])[] }
  /** Summary above the panel. */
  note?: string
  /** Maximum of the axis; the highest value by default. */
  max?: number
  axisLabel: (value: number) => string
}

/** A labelled point on the curve of the first panel. */
export interface TimelineMoment {
  second: number
  figure: number
  strong: string
  text: string
}

export interface Timeline {
  /** In seconds. */
  duration: number
  panels: readonly TimelinePanel[]
  pitch: { second: number; label: string } | null
  /** The pitch being tried: dashed, next to the current one. */
  trial?: { second: number; label: string } | null
  moments?: readonly TimelineMoment[]
  timeLabel: (second: number) => string
  /** Seconds to which a call to action or the pitch was moved: a line each. */
  changes?: readonly number[]
}

const GAP = 28
const BOTTOM = 24

/** Margins of the panels in pixels, shared with everything else that is placed on their time axis. */
export const TIMELINE = { left: 112, right: 16, top: 32 }

/** Height of the panels with their titles and the time axis, in pixels. */
export function timelineHeight(panels: readonly TimelinePanel[]): number {
  const inner = panels.reduce((sum, { height }) => sum + height + GAP, 0)
  return TIMELINE.top + inner - GAP + BOTTOM
}

interface Drawn {
  /** Whether the chart labels the pitch. On the screen, its handle does. */
  isNamed: boolean
}

const NAMED: Drawn = { isNamed: true }

/** The ECharts option of a timeline: one grid per panel, with a common time axis in seconds. */
export function timelineOption(timeline: Timeline, ink: Ink, { isNamed } = NAMED): Option {
  const { panels, duration, timeLabel } = timeline
  const { left, right } = TIMELINE
  const tops = panels.map((_, index) =>
    panels.slice(0, index).reduce((sum, { height }) => sum + height + GAP, TIMELINE.top),
  )
  const drawn = panels.map((_, index) => series(timeline, index, { ink, isNamed }))
  return {
    ...baseOption(ink),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    title: panels.flatMap((panel, index) => titles(panel, tops[index] ?? 0, ink)),
    grid: panels.map(({ height }, index) => ({ left, right, top: tops[index], height })),
    xAxis: panels.map((_, lane) =>
      placeAxis(
        { from: 0, to: duration, placeLabel: timeLabel },
        { lane, isLast: lane === panels.length - 1 },
        ink,
      ),
    ),
    yAxis: [
      ...panels.map((panel, index) => ({
        ...valueAxis(ink, panel.axisLabel, 4),
        gridIndex: index,
        ...scaleOf(panel),
      })),
      ...runningAxes(panels),
    ],
    series: [...drawn.flat(), ...runningSeries(panels, ink), ...momentSeries(timeline, ink)],
  }
}

/** A low panel has room for two labels only: zero and its maximum. */
function scaleOf({ height, max, points, compared = [] }: TimelinePanel): Option {
  if (max !== undefined) return { max, interval: max / 4 }
  if (height > 120) return { minInterval: 1, max: 'dataMax' }
  const largest = [...points, ...compared].reduce((most, [, value]) => Math.max(most, value), 1)
  return { max: largest, interval: largest }
}

/** A panel's heading left of its axis, and its summary above it. */
function titles({ heading: [name, unit], note }: TimelinePanel, top: number, ink: Ink): Option[] {
  const plain = { padding: 0, itemGap: 6 }
  const subtextStyle = { color: ink.dimmed, fontSize: 11, fontWeight: 400 }
  const textStyle = { color: ink.text, fontSize: 12, fontWeight: 600 }
  return [
    { ...plain, left: 0, top: top - 6, text: name, subtext: unit, textStyle, subtextStyle },
    ...(note === undefined
      ? []
      : [
          {
            ...plain,
            left: TIMELINE.left,
            top: top - 18,
            text: note,
            textStyle: subtextStyle,
            // The line of the pitch goes on behind it.
            backgroundColor: ink.ground,
          },
        ]),
  ]
}

interface Look extends Drawn {
  ink: Ink
}

function series(timeline: Timeline, index: number, { ink, isNamed }: Look): Option[] {
  const panel = timeline.panels[index]
  if (!panel) return []
  const drawn = {
    ...lineBase(panel, index, ink),
    ...(panel.style === 'bars' ? BARS : { ...LINE, ...lineStyle(panel) }),
    data: panel.points,
    ...pitchMarks(timeline, isNamed && index === 0, ink),
  }
  return panel.compared ? [drawn, comparedSeries(panel, index, ink)] : [drawn]
}

// A histogram as steps, because hundreds of bars narrower than a pixel would blur.
const BARS: Option = { step: 'end', lineStyle: { width: 1 }, areaStyle: { opacity: 0.7 } }
const LINE: Option = { sampling: 'lttb' }

const lineStyle = ({ style }: TimelinePanel): Option => ({
  lineStyle: { width: 2, type: style === 'dots' ? 'dotted' : 'solid' },
  ...(style === 'area' && { areaStyle: { opacity: 0.08 } }),
})

function pitchMarks(timeline: Timeline, hasLabel: boolean, ink: Ink): Option {
  const { pitch, duration } = timeline
  const others = otherLines(timeline, hasLabel, ink)
  if (!pitch) return others.length > 0 ? { markLine: { ...QUIET, data: others } } : {}
  const { second, label: formatter } = pitch
  const align = alignAt(second, duration)
  const line = pitchLine(second, { show: hasLabel, formatter, align }, ink)
  return {
    markLine: { ...line, data: [...(line['data'] as object[]), ...others] },
    markArea: {
      silent: true,
      itemStyle: { color: ink.tint },
      data: [[{ xAxis: second }, { xAxis: duration }]],
    },
  }
}

const QUIET: Option = { silent: true, symbol: 'none' }

/** The lines of changes and of the tried pitch, each with its own style. */
function otherLines({ changes = [], trial, duration }: Timeline, hasLabel: boolean, ink: Ink) {
  const { data, ...plain } = changeLines(changes, ink)
  const changed = (data as object[]).map((place) => ({ ...plain, ...place }))
  if (!trial) return changed
  const label = {
    show: hasLabel,
    formatter: trial.label,
    color: ink.pitch,
    backgroundColor: ink.ground,
    padding: [1, 3],
    // Below the label of the current pitch, which is above the panel.
    offset: [0, 22],
    align: alignAt(trial.second, duration),
  }
  const lineStyle = { color: ink.pitch, width: 1.5, type: 'dashed' }
  return [...changed, { ...QUIET, xAxis: trial.second, lineStyle, label }]
}

const lineBase = (panel: TimelinePanel, index: number, ink: Ink): Option => ({
  type: 'line',
  xAxisIndex: index,
  yAxisIndex: index,
  color: ink.hues[panel.hue],
  showSymbol: false,
  silent: true,
})

const comparedSeries = (panel: TimelinePanel, index: number, ink: Ink): Option => ({
  ...lineBase(panel, index, ink),
  data: panel.compared,
  sampling: 'lttb',
  lineStyle: { width: 1.5, type: 'dashed', opacity: 0.65 },
})

const withRunning = (panels: readonly TimelinePanel[]) =>
  panels.flatMap((panel, index) => (panel.running ? [{ panel, index, ...panel.running }] : []))

/** Hidden axes: the panel's summary contains the total. */
const runningAxes = (panels: readonly TimelinePanel[]): Option[] =>
  withRunning(panels).map(({ index, points }) => ({
    type: 'value',
    show: false,
    gridIndex: index,
    min: 0,
    max: Math.max(points.at(-1)?.[1] ?? 0, 1),
  }))

const runningSeries = (panels: readonly TimelinePanel[], ink: Ink): Option[] =>
  withRunning(panels).map(({ panel, index, points }, order) => ({
    ...lineBase(panel, index, ink),
    yAxisIndex: panels.length + order,
    data: points,
    lineStyle: { width: 1, opacity: 0.7 },
  }))

/** Labelled points on the first curve, whose labels cover neither the curve nor each other. */
function momentSeries(timeline: Timeline, ink: Ink): Option[] {
  const { panels, duration, moments = [] } = timeline
  const [panel] = panels
  if (!panel || moments.length === 0) return []
  // From the last to the first, because later points are lower.
  const known = moments.toSorted((a, b) => b.second - a.second)
  const color = ink.hues[panel.hue]
  const places = makePlaces({
    points: panel.points,
    max: panel.max ?? panel.points[0]?.[1] ?? 1,
    top: TIMELINE.top,
    height: panel.height,
  })
  const layout = ({ dataIndex, rect, labelRect }: LabelLayout) => {
    const x = rect.x + rect.width / 2
    const { second } = known[dataIndex] ?? { second: 0 }
    const plot = second > 0 ? ((x - TIMELINE.left) / second) * duration : 0
    const across = { left: TIMELINE.left, width: plot, duration }
    if (dataIndex === 0) places.clear()
    const at = places.next({ x, y: rect.y + rect.height / 2 }, labelRect, across)
    return { ...at, align: 'left', verticalAlign: 'top' }
  }
  return [
    {
      ...lineBase(panel, 0, ink),
      // Above the line of the pitch, which is at 5.
      z: 6,
      data: known.map(({ second, figure }) => [second, figure]),
      lineStyle: { opacity: 0 },
      showSymbol: true,
      showAllSymbol: true,
      symbol: 'circle',
      symbolSize: 7,
      itemStyle: { color: ink.ground, borderColor: color, borderWidth: 2 },
      label: {
        show: true,
        formatter: ({ dataIndex }: { dataIndex: number }) => wordsOf(known[dataIndex]),
        rich: { strong: { color: ink.text, fontWeight: 600, fontSize: 11 } },
        color: ink.dimmed,
        fontSize: 11,
        padding: [4, 6],
        borderRadius: 4,
        borderWidth: 1,
        borderColor: ink.line,
        backgroundColor: ink.ground,
      },
      labelLine: { show: true, lineStyle: { color: ink.dimmed } },
      labelLayout: layout,
    },
  ]
}

interface LabelLayout {
  dataIndex: number
  rect: Box
  labelRect: Box
}

// In the syntax of ECharts' rich text.
const wordsOf = (moment: TimelineMoment | undefined) =>
  moment ? `{strong|${moment.strong}} ${moment.text}` : ''

function alignAt(second: number, duration: number) {
  const share = second / Math.max(duration, 1)
  return share > 0.8 ? 'right' : share < 0.2 ? 'left' : 'center'
}
