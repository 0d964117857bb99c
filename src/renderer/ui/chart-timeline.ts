import { timeStep } from '../../shared/time/time.ts'
import {
  baseOption,
  changeLines,
  type Hue,
  type Ink,
  type Option,
  pointer,
  valueAxis,
} from './chart-ink.ts'

export interface TimelinePanel {
  title: string
  hue: Hue
  /** `dots` for a curve with too few sessions. */
  style: 'area' | 'dots' | 'bars' | 'line'
  /** In pixels. */
  height: number
  /** `[second, value]`, in order of time. A bar extends to the next second in the list. */
  points: readonly (readonly [number, number])[]
  /** The comparison period, drawn dashed and lighter. */
  compared?: readonly (readonly [number, number])[]
  /** Maximum of the axis; the highest value by default. */
  max?: number
  axisLabel: (value: number) => string
}

export interface Timeline {
  /** In seconds. */
  duration: number
  panels: readonly TimelinePanel[]
  pitch: { second: number; label: string } | null
  /** The pitch being tried: dashed, next to the current one. */
  trial?: { second: number; label: string } | null
  timeLabel: (second: number) => string
  /** Seconds to which a call to action or the pitch was moved: a line each. */
  changes?: readonly number[]
}

const TOP = 44
const GAP = 40
const BOTTOM = 26
const LEFT = 64
const RIGHT = 20

/** Height of the panels with their titles and the time axis, in pixels. */
export function timelineHeight(panels: readonly TimelinePanel[]): number {
  const inner = panels.reduce((sum, { height }) => sum + height + GAP, 0)
  return TOP + inner - GAP + BOTTOM
}

/** The ECharts option of a timeline: one grid per panel, with a common time axis in seconds. */
export function timelineOption(timeline: Timeline, ink: Ink): Option {
  const { panels } = timeline
  const tops = panels.map((_, index) =>
    panels.slice(0, index).reduce((sum, { height }) => sum + height + GAP, TOP),
  )
  return {
    ...baseOption(ink),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    grid: panels.map(({ height }, index) => ({
      left: LEFT,
      right: RIGHT,
      top: tops[index],
      height,
    })),
    xAxis: panels.map((_, index) => timeAxis(timeline, index, ink)),
    yAxis: panels.map((panel, index) => ({
      ...valueAxis(ink, panel.axisLabel, panel.height > 120 ? 4 : 2),
      gridIndex: index,
      name: panel.title,
      nameLocation: 'end',
      // Leaves space for the pitch's label between the first panel and its title.
      nameGap: index === 0 ? 24 : 14,
      nameTextStyle: {
        color: ink.text,
        fontWeight: 600,
        align: 'left',
        padding: [0, 0, 0, -LEFT + 8],
      },
      ...(panel.max === undefined
        ? { minInterval: 1 }
        : { max: panel.max, interval: panel.max / 4 }),
    })),
    series: panels.flatMap((_, index) => series(timeline, index, ink)),
  }
}

function timeAxis({ duration, panels, timeLabel }: Timeline, index: number, ink: Ink): Option {
  const isLast = index === panels.length - 1
  return {
    type: 'value',
    gridIndex: index,
    min: 0,
    max: Math.max(duration, 1),
    interval: timeStep(duration),
    axisLabel: {
      show: isLast,
      color: ink.dimmed,
      formatter: timeLabel,
      hideOverlap: true,
      alignMinLabel: 'left',
      alignMaxLabel: 'right',
    },
    axisTick: { show: isLast, lineStyle: { color: ink.line } },
    axisLine: { show: true, lineStyle: { color: ink.line } },
    splitLine: { show: false },
    axisPointer: pointer(ink),
  }
}

function series(timeline: Timeline, index: number, ink: Ink): Option[] {
  const panel = timeline.panels[index]
  if (!panel) return []
  const drawn = {
    ...lineBase(panel, index, ink),
    ...(panel.style === 'bars' ? BARS : { ...LINE, ...lineStyle(panel) }),
    data: panel.points,
    ...pitchMarks(timeline, index === 0, ink),
  }
  return panel.compared ? [drawn, comparedSeries(panel, index, ink)] : [drawn]
}

// A histogram as steps, because hundreds of bars narrower than a pixel would blur.
const BARS: Option = { step: 'end', lineStyle: { width: 1 }, areaStyle: { opacity: 0.45 } }
const LINE: Option = { sampling: 'lttb' }

const lineStyle = ({ style }: TimelinePanel): Option => ({
  lineStyle: { width: 2, type: style === 'dots' ? 'dotted' : 'solid' },
  ...(style === 'area' && { areaStyle: { opacity: 0.12 } }),
})

function pitchMarks(timeline: Timeline, hasLabel: boolean, ink: Ink): Option {
  const { pitch, duration } = timeline
  const others = otherLines(timeline, hasLabel, ink)
  if (!pitch) return others.length > 0 ? { markLine: { ...QUIET, data: others } } : {}
  const line = pitchLine(pitch, duration, { hasLabel, ink })
  return {
    markLine: { ...line, data: [...(line['data'] as object[]), ...others] },
    markArea: {
      silent: true,
      itemStyle: { color: ink.tint },
      data: [[{ xAxis: pitch.second }, { xAxis: duration }]],
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

function pitchLine(
  { second, label }: { second: number; label: string },
  duration: number,
  { hasLabel, ink }: { hasLabel: boolean; ink: Ink },
): Option {
  const align = alignAt(second, duration)
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: ink.pitch, width: 1.5, type: 'solid' },
    label: { show: hasLabel, formatter: label, color: ink.pitch, fontWeight: 600, align },
    data: [{ xAxis: second }],
  }
}

function alignAt(second: number, duration: number) {
  const share = second / Math.max(duration, 1)
  return share > 0.8 ? 'right' : share < 0.2 ? 'left' : 'center'
}
