import { useComputedColorScheme } from '@mantine/core'
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { type ECharts, init, use as install } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import classes from './chart.module.css'
import { type CurvesDrawing, curvesOption } from './chart-curves.ts'
import { inks, type Option } from './chart-ink.ts'
import { type ChartMarks, MarkRow, useMarkPlaces } from './chart-marks.tsx'
import { type Timeline, timelineOption } from './chart-timeline.ts'
import { type Trend, trendOption } from './chart-trend.ts'

interface Shown {
  /** What the drawing is, for readers. */
  label: string
  /** The figures under the cursor, for readers: they are also shown beside the drawing. */
  reading: string
  /** Pixels. */
  height: number
  cursor: number | null
  onCursor: (at: number | null) => void
  /** Gives the way to the drawing as a PNG data address, while it is on the screen. */
  onDrawn?: (png: () => string) => void
  marks?: ChartMarks | undefined
}

/** Panels over the seconds of a video, one axis and one crosshair for all of them. */
export function TimelineChart({ timeline, ...shown }: Shown & { timeline: Timeline }) {
  const scheme = useComputedColorScheme()
  const option = useMemo(() => timelineOption(timeline, inks[scheme]), [timeline, scheme])
  return <Drawing {...shown} option={option} last={timeline.duration} page={60} />
}

/** Curves laid over each other, and how far each is off the first. */
export function CurvesChart({ drawing, ...shown }: Shown & { drawing: CurvesDrawing }) {
  const scheme = useComputedColorScheme()
  const option = useMemo(() => curvesOption(drawing, inks[scheme]), [drawing, scheme])
  return <Drawing {...shown} option={option} first={drawing.from} last={drawing.to} page={60} />
}

/** A figure per day, week or month, with that of another period drawn dashed. */
export function TrendChart({ trend, ...shown }: Shown & { trend: Trend }) {
  const scheme = useComputedColorScheme()
  const option = useMemo(() => trendOption(trend, inks[scheme]), [trend, scheme])
  return <Drawing {...shown} option={option} last={trend.points.length - 1} page={7} />
}

interface DrawingProps extends Shown {
  option: Option
  /** The cursor's first place; 0 when absent. */
  first?: number
  /** Its last one. */
  last: number
  /** How far Page Up and Page Down go. */
  page: number
}

// The crosshair is a slider for the keyboard and for readers: the canvas itself says nothing.
function Drawing({ option, label, reading, height, last, page, ...props }: DrawingProps) {
  const { first = 0 } = props
  const { cursor, onCursor, onDrawn, marks } = props
  const box = useRef<HTMLDivElement>(null)
  const chart = useChart(box, option, { first, last, onCursor, onDrawn })
  const places = useMarkPlaces(chart, marks)

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
    <div className={classes.frame}>
      {marks && marks.places.length > 0 && <MarkRow places={places} marks={marks} />}
      {slider}
    </div>
  )
}

interface Watched extends Ends, Pick<DrawingProps, 'onCursor'> {
  onDrawn: DrawingProps['onDrawn'] | undefined
}

function useChart(box: React.RefObject<HTMLDivElement | null>, option: Option, watched: Watched) {
  const chart = useRef<ECharts>(null)
  const newest = useRef(watched)
  useEffect(() => {
    newest.current = watched
  })

  useEffect(() => {
    if (!box.current) return
    const drawn = draw(box.current)
    chart.current = drawn
    drawn.on('updateAxisPointer', (event) => {
      newest.current.onCursor(placeOf(event, newest.current))
    })
    drawn.on('finished', markDrawn)
    newest.current.onDrawn?.(() => pngOf(drawn))
    const watch = new ResizeObserver(() => fit(drawn))
    watch.observe(box.current)
    return () => {
      watch.disconnect()
      drawn.dispose()
    }
  }, [box])

  useEffect(() => {
    chart.current?.setOption(option, { notMerge: true })
  }, [option])
  return chart
}

function draw(box: HTMLElement) {
  install([
    BarChart,
    LineChart,
    GridComponent,
    MarkAreaComponent,
    MarkLineComponent,
    LabelLayout,
    CanvasRenderer,
  ])
  return init(box, null, { renderer: 'canvas' })
}

// It is told its first size too, and drawn anew even for the size that it has.
function fit(chart: ECharts) {
  const { clientWidth, clientHeight } = chart.getDom()
  if (chart.getWidth() !== clientWidth || chart.getHeight() !== clientHeight) chart.resize()
}

/** Marks when a chart was last drawn: `npm run bench` measures the way to it. */
function markDrawn() {
  performance.clearMarks('drawn')
  performance.mark('drawn')
}

const pngOf = (chart: ECharts) =>
  chart.getDataURL({
    type: 'png',
    pixelRatio: 2,
    backgroundColor: getComputedStyle(document.body).backgroundColor,
  })

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

/** Where a key takes the cursor; null for a key that does not move it. */
function moved(key: string, from: number | null, ends: Ends & { page: number }) {
  const { first, page } = ends
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
  return step === undefined ? null : clamp((from ?? first) + step, ends)
}
