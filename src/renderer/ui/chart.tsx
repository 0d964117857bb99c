import { Box, useComputedColorScheme } from '@mantine/core'
import { BarChart, LineChart } from 'echarts/charts'
import {
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
} from 'echarts/components'
import { type ECharts, init, use as install } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer, SVGRenderer } from 'echarts/renderers'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { isPrinted } from '../view.ts'
import classes from './chart.module.css'
import { type CurvesDrawing, curvesOption } from './chart-curves.ts'
import { inks, type Option } from './chart-ink.ts'
import { type ChartMarks, MarkRow, useMarkPlaces } from './chart-marks.tsx'
import { type Timeline, timelineOption } from './chart-timeline.ts'
import { type Trend, trendOption } from './chart-trend.ts'
import { useInView } from './in-view.ts'
import {
  curvesLegend,
  type LegendEntry,
  type SeriesNames,
  timelineLegend,
  trendLegend,
} from './picture/legend.ts'
import { CHART_WIDTH, type DrawChart, type DrawnChart } from './picture/picture-svg.ts'
import { PICTURE_FONT } from './picture/svg-text.ts'

export interface Shown {
  /** The accessible name of the chart. */
  label: string
  /** The values at the cursor as text, for screen readers; the screen shows them next to the chart. */
  reading: string
  /** In pixels. */
  height: number
  cursor: number | null
  onCursor: (at: number | null) => void
  /** Receives a function that draws the chart as a picture. */
  onDrawn?: (draw: DrawChart) => void
  marks?: ChartMarks | undefined
}

/** Panels over the seconds of a video, with a common axis and crosshair. */
export function TimelineChart({ timeline, ...shown }: Shown & { timeline: Timeline }) {
  const scheme = useComputedColorScheme()
  const option = useMemo(() => {
    // On the screen, the handle of the pitch has its label.
    return timelineOption(timeline, inks[scheme], { isNamed: isPrinted() })
  }, [timeline, scheme])
  const light = (names: SeriesNames) => ({
    option: timelineOption(timeline, inks.light),
    legend: timelineLegend(timeline, names, inks.light),
  })
  return <Drawing {...shown} {...{ option, light }} last={timeline.duration} page={60} />
}

/** Curves on a common axis, and their difference from the first. */
export function CurvesChart({ drawing, ...shown }: Shown & { drawing: CurvesDrawing }) {
  const scheme = useComputedColorScheme()
  const option = useMemo(() => curvesOption(drawing, inks[scheme]), [drawing, scheme])
  const { from: first, to: last } = drawing
  const light = (names: SeriesNames) => ({
    option: curvesOption(drawing, inks.light),
    legend: curvesLegend(drawing, names, inks.light),
  })
  return <Drawing {...shown} {...{ option, light, first, last }} page={60} />
}

/** A value per day, week or month, with the comparison period dashed. */
export function TrendChart({ trend, ...shown }: Shown & { trend: Trend }) {
  const scheme = useComputedColorScheme()
  const option = useMemo(() => trendOption(trend, inks[scheme]), [trend, scheme])
  const light = (names: SeriesNames) => ({
    option: trendOption(trend, inks.light),
    legend: trendLegend(trend, names, inks.light),
  })
  return <Drawing {...shown} {...{ option, light }} last={trend.points.length - 1} page={7} />
}

interface DrawingProps extends Shown {
  option: Option
  /** The same chart in light colours, for an exported image. */
  light: (names: SeriesNames) => { option: Option; legend: LegendEntry[] }
  /** The cursor's first position. Default 0. */
  first?: number
  /** The cursor's last position. */
  last: number
  /** The step of Page Up and Page Down. */
  page: number
}

// The crosshair is exposed as a slider to the keyboard and to screen readers, because the canvas itself is
// not accessible.
function Drawing({ option, label, reading, height, last, page, ...props }: DrawingProps) {
  const { first = 0 } = props
  const { cursor, onCursor, marks } = props
  const box = useRef<HTMLDivElement>(null)
  const { chart, isNear } = useChart(box, option, { first, last, onCursor })
  useDrawn({ ...props, height })
  const places = useMarkPlaces(chart, isNear ? marks : undefined)

  function move(event: KeyboardEvent) {
    const at = moved(event.key, cursor, { first, last, page })
    if (at === null) return
    event.preventDefault()
    const x = chart.current?.convertToPixel({ xAxisIndex: 0 }, at)
    chart.current?.dispatchAction({ type: 'updateAxisPointer', x, y: 60 })
    onCursor(at)
  }

  const slider = (
    <div
      className={classes.drawing}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={first}
      aria-valuemax={Math.max(last, first)}
      aria-valuenow={cursor ?? first}
      aria-valuetext={reading}
      onKeyDown={move}
      onBlur={() =>
        chart.current?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' })
      }
    >
      <div ref={box} className={classes.canvas} aria-hidden="true" />
    </div>
  )
  return (
    <Box miw={0}>
      {marks && marks.places.length > 0 && <MarkRow {...{ places, marks }} top={topOf(option)} />}
      {slider}
    </Box>
  )
}

/** The top of the first panel in pixels, where the lines of marks start. */
function topOf({ grid }: Option) {
  const [first] = [grid].flat() as { top?: number }[]
  return first?.top ?? 0
}

interface Watched extends Ends, Pick<DrawingProps, 'onCursor'> {}

type Pictured = Pick<DrawingProps, 'light' | 'height' | 'marks' | 'onDrawn'>

/** Provides a function that draws the current chart as a picture, even before the chart itself is in view. */
function useDrawn(pictured: Pictured) {
  const newest = useRef(pictured)
  useEffect(() => {
    newest.current = pictured
  })
  useEffect(() => {
    newest.current.onDrawn?.((names) => drawnChart(newest.current, names))
  }, [])
}

function drawnChart({ light, height, marks }: Pictured, names: SeriesNames): DrawnChart {
  const { option, legend } = light(names)
  const places = [...new Set(marks?.places.map(({ at }) => at))].sort((a, b) => a - b)
  const { svg, lefts } = chartSvg(option, height, places)
  const keysAt = (place: number) =>
    (marks?.places ?? []).filter(({ at }) => at === place).map(({ key }) => key)
  const notes = places.map((place, index) => ({
    x: lefts[index] ?? 0,
    text: marks?.label(keysAt(place)) ?? '',
  }))
  return { svg, width: CHART_WIDTH, height, legend, notes }
}

/** A chart as SVG text, and the horizontal pixels of some of its positions. */
export function chartSvg(option: Option, height: number, places: readonly number[]) {
  installParts()
  const size = { width: CHART_WIDTH, height }
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size })
  try {
    const textStyle = { ...(option['textStyle'] as Option), fontFamily: PICTURE_FONT }
    chart.setOption({ ...option, textStyle, backgroundColor: inks.light.ground })
    return {
      svg: chart.renderToSVGString(),
      lefts: places.map((at) => chart.convertToPixel({ xAxisIndex: 0 }, at)),
    }
  } finally {
    chart.dispose()
  }
}

function useChart(box: React.RefObject<HTMLDivElement | null>, option: Option, watched: Watched) {
  const chart = useRef<ECharts>(null)
  const isInView = useInView(box)
  const newest = useRef(watched)
  useEffect(() => {
    newest.current = watched
  })

  useEffect(() => {
    if (!box.current || !isInView) return
    const drawn = draw(box.current)
    chart.current = drawn
    drawn.on('updateAxisPointer', (event) => {
      newest.current.onCursor(placeOf(event, newest.current))
    })
    drawn.on('finished', markDrawn)
    const watch = new ResizeObserver(() => fit(drawn))
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      drawn.dispose()
    }
  }, [box, isInView])

  useEffect(() => {
    if (isInView) chart.current?.setOption(option, { notMerge: true })
  }, [option, isInView])
  return { chart, isNear: isInView }
}

function installParts() {
  install([
    BarChart,
    LineChart,
    GridComponent,
    MarkAreaComponent,
    MarkLineComponent,
    TitleComponent,
    LabelLayout,
    CanvasRenderer,
    SVGRenderer,
  ])
}

function draw(box: HTMLElement) {
  installParts()
  return init(box, null, { renderer: isPrinted() ? 'svg' : 'canvas' })
}

// A resize observer also reports the initial size, and ECharts redraws even for an unchanged one.
function fit(chart: ECharts) {
  const { clientWidth, clientHeight } = chart.getDom()
  if (chart.getWidth() !== clientWidth || chart.getHeight() !== clientHeight) chart.resize()
}

/** A performance mark of the last drawing, for `npm run bench`. */
function markDrawn() {
  performance.clearMarks('drawn')
  performance.mark('drawn')
}

interface Ends {
  first: number
  last: number
}

function placeOf(event: unknown, ends: Ends) {
  const { axesInfo } = event as { axesInfo?: { axisDim: string; value: number }[] }
  const value = axesInfo?.find(({ axisDim }) => axisDim === 'x')?.value
  return value === undefined ? null : clamp(Math.round(value), ends)
}

const clamp = (at: number, { first, last }: Ends) =>
  Math.min(Math.max(at, first), Math.max(last, first))

/** The cursor's position after a key, the first of which reads one end; null for other keys. */
export function moved(key: string, from: number | null, ends: Ends & { page: number }) {
  const { first, last, page } = ends
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageUp: page,
    PageDown: -page,
    Home: -Infinity,
    End: Infinity,
  }
  const step = steps[key]
  if (step === undefined) return null
  const end = step > 0 ? first : last
  return clamp(from === null && Number.isFinite(step) ? end : (from ?? first) + step, ends)
}
