import {
  baseOption,
  changeLines,
  type Hue,
  type Ink,
  type Option,
  pointer,
  valueAxis,
} from './chart-ink.ts'

export interface TrendPoint {
  label: string
  /** Null when missing. */
  value: number | null
  /** Some days of the bucket are not over, or not in the period: drawn hollow. */
  isPartial: boolean
  /** The figures still grow: drawn hatched. */
  isGrowing: boolean
}

export interface Trend {
  hue: Hue
  /** Bars for counts, a line for rates. */
  style: 'bars' | 'line'
  /** Whether the values are integers. */
  isWhole: boolean
  points: readonly TrendPoint[]
  /** Values of the comparison period by position; null without a comparison. */
  compared: readonly (number | null)[] | null
  axisLabel: (value: number) => string
  /** The interval of each value: an area behind the line. The axis then has both signs. */
  band?: readonly (readonly [low: number, high: number] | null)[]
  /** Positions at which something was changed: a line each. */
  changes?: readonly number[]
  /** First and last position of annotations about several days: tinted. */
  ranges?: readonly (readonly [first: number, last: number])[]
}

/** The ECharts option of a trend, with one category per bucket. */
export function trendOption(trend: Trend, ink: Ink): Option {
  const color = ink.hues[trend.hue]
  return {
    ...baseOption(ink),
    grid: { left: 8, right: 16, top: 16, bottom: 8, containLabel: true },
    xAxis: {
      type: 'category',
      data: trend.points.map(({ label }) => label),
      boundaryGap: trend.style === 'bars',
      axisLabel: { color: ink.dimmed, hideOverlap: true },
      axisTick: { show: false },
      axisLine: { lineStyle: { color: ink.line } },
      axisPointer: { ...pointer(ink), snap: true },
    },
    yAxis: {
      ...valueAxis(ink, trend.axisLabel, 4),
      ...(trend.isWhole && { minInterval: 1 }),
      ...(trend.band && { min: null }),
    },
    series: [
      ...(trend.band ? bandSeries(trend.band, ink) : []),
      {
        ...(trend.style === 'bars' ? bars(trend, color, ink) : line(trend, color, ink)),
        ...(trend.changes?.length && { markLine: changeLines(trend.changes, ink) }),
        ...(trend.ranges?.length && { markArea: rangeAreas(trend.ranges, ink) }),
      },
      ...comparedLines(trend, color, ink),
    ],
  }
}

type Values = readonly (number | null)[]

/** Whether no line leads to a value. */
const isAlone = (values: Values, at: number) =>
  values[at] !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null

/** For `withAlone`. */
const ONLY_ALONE: Option = { symbol: 'none', showSymbol: true, showAllSymbol: true }

/** The data of a line without symbols, but for values between gaps, which would not be drawn. */
const withAlone = (values: Values, symbol: string) =>
  values.map((value, at) => (isAlone(values, at) ? { value, symbol } : value))

/** An invisible lower line with the distance to the upper one stacked on it, whatever their signs. */
function bandSeries(band: NonNullable<Trend['band']>, ink: Ink): Option[] {
  const plain: Option = {
    ...ONLY_ALONE,
    type: 'line',
    silent: true,
    symbolSize: [12, 1],
    stack: 'band',
    stackStrategy: 'all',
    color: ink.dimmed,
    lineStyle: { color: ink.dimmed, width: 1, type: [2, 3] },
  }
  return [
    {
      ...plain,
      data: withAlone(
        band.map((ends) => ends?.[0] ?? null),
        'rect',
      ),
    },
    {
      ...plain,
      areaStyle: { color: ink.dimmed, opacity: 0.18 },
      data: withAlone(
        band.map((ends) => ends && ends[1] - ends[0]),
        'rect',
      ),
    },
  ]
}

const rangeAreas = (ranges: NonNullable<Trend['ranges']>, ink: Ink): Option => ({
  silent: true,
  itemStyle: { color: ink.line, opacity: 0.45 },
  data: ranges.map(([first, last]) => [{ xAxis: first }, { xAxis: last }]),
})

function bars({ points }: Trend, color: string, ink: Ink): Option {
  return {
    type: 'bar',
    color,
    silent: true,
    barMaxWidth: 48,
    barCategoryGap: '30%',
    data: points.map(({ value, isPartial, isGrowing }) => ({
      value,
      itemStyle: isPartial
        ? { color: 'transparent', borderColor: color, borderWidth: 1.5, borderType: 'dashed' }
        : isGrowing
          ? { decal: hatching(ink) }
          : {},
    })),
  }
}

const hatching = (ink: Ink): Option => ({
  symbol: 'rect',
  color: ink.ground,
  dashArrayX: [1, 0],
  dashArrayY: [2, 4],
  rotation: Math.PI / 4,
})

/** With more points, symbols would cover the line. */
const MOST_SYMBOLS = 62

function line({ points }: Trend, color: string, ink: Ink): Option {
  const values = points.map(({ value }) => value)
  const hasSymbol = (at: number) =>
    points.length <= MOST_SYMBOLS || points[at]?.isPartial || isAlone(values, at)
  return {
    type: 'line',
    color,
    silent: true,
    symbolSize: 6,
    showAllSymbol: true,
    lineStyle: { width: 2 },
    connectNulls: false,
    data: points.map(({ value, isPartial }, at) => ({
      value,
      symbol: hasSymbol(at) ? 'circle' : 'none',
      symbolSize: isPartial ? 8 : 6,
      itemStyle: isPartial ? { color: ink.ground, borderColor: color, borderWidth: 2 } : {},
    })),
  }
}

/** Bars have its colour, so there it has an outline in the colour of the background. */
function comparedLines({ compared, style }: Trend, color: string, ink: Ink): Option[] {
  if (!compared) return []
  const plain: Option = {
    ...ONLY_ALONE,
    type: 'line',
    silent: true,
    data: withAlone(compared, 'circle'),
  }
  const outline = { ...plain, color: ink.ground, symbolSize: 7, lineStyle: { width: 5 } }
  const dashed = {
    ...plain,
    color,
    symbolSize: 4,
    lineStyle: { width: 1.5, type: 'dashed', opacity: 0.65 },
    itemStyle: { opacity: 0.65 },
  }
  return style === 'bars' ? [outline, dashed] : [dashed]
}
