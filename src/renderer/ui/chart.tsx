import { useComputedColorScheme } from '@mantine/core'
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { type ECharts, init, use as install } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import classes from './chart.module.css'
import { inks, type Option } from './chart-ink.ts'
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
}

/** Panels over the seconds of a video, one axis and one crosshair for all of them. */
export function TimelineChart({ timeline, ...shown }: Shown & { timeline: Timeline }) {
  const scheme = useComputedColorScheme()
  const option = useMemo(() => timelineOption(timeline, inks[scheme]), [timeline, scheme])
  return <Drawing {...shown} option={option} last={timeline.duration} page={60} />
}

/** A figure per day, week or month, with that of another period drawn dashed. */
export function TrendChart({ trend, ...shown }: Shown & { trend: Trend }) {
  const scheme = useComputedColorScheme()
  const option = useMemo(() => trendOption(trend, inks[scheme]), [trend, scheme])
  return <Drawing {...shown} option={option} last={trend.points.length - 1} page={7} />
}

interface DrawingProps extends Shown {
  option: Option
  /** The cursor's last place; the first is 0. */
  last: number
  /** How far Page Up and Page Down go. */
  page: number
}

// The crosshair is a slider for the keyboard and for readers: the canvas itself says nothing.
function Drawing({ option, label, reading, height, last, page, ...props }: DrawingProps) {
  const { cursor, onCursor, onDrawn } = props
  const box = useRef<HTMLDivElement>(null)
  const chart = useChart(box, option, { last, onCursor, onDrawn })

  function move(event: KeyboardEvent) {
    const at = moved(event.key, cursor, { last, page })
    if (at === null) return
    event.preventDefault()
    const x = chart.current?.convertToPixel({ xAxisIndex: 0 }, at)
    chart.current?.dispatchAction({ type: 'updateAxisPointer', x, y: 60 })
    onCursor(at)
  }

  return (
    <div
      className={classes.drawing}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(last, 0)}
      aria-valuenow={cursor ?? 0}
      aria-valuetext={reading}
      onKeyDown={move}
      onBlur={() =>
        chart.current?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' })
      }
    >
      <div ref={box} className={classes.canvas} aria-hidden="true" />
    </div>
  )
}

interface Watched extends Pick<DrawingProps, 'last' | 'onCursor'> {
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
      const { last, onCursor } = newest.current
      onCursor(placeOf(event, last))
    })
    newest.current.onDrawn?.(() => pngOf(drawn))
    const watch = new ResizeObserver(() => drawn.resize())
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
    CanvasRenderer,
  ])
  return init(box, null, { renderer: 'canvas' })
}

const pngOf = (chart: ECharts) =>
  chart.getDataURL({
    type: 'png',
    pixelRatio: 2,
    backgroundColor: getComputedStyle(document.body).backgroundColor,
  })

function placeOf(event: unknown, last: number) {
  const { axesInfo } = event as { axesInfo?: { axisDim: string; value: number }[] }
  const value = axesInfo?.find(({ axisDim }) => axisDim === 'x')?.value
  return value === undefined ? null : clamp(Math.round(value), last)
}

const clamp = (at: number, last: number) => Math.min(Math.max(at, 0), Math.max(last, 0))

/** Where a key takes the cursor; null for a key that does not move it. */
function moved(key: string, from: number | null, { last, page }: { last: number; page: number }) {
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
  return step === undefined ? null : clamp((from ?? 0) + step, last)
}
