import { isPrinted } from '../view.ts'
import {
  baseOption,
  type Hue,
  type Ink,
  type Option,
  type Places,
  pitchLine,
  placeAxis,
  valueAxis,
} from './chart-ink.ts'
import { type LineEnd, NAME_HEIGHT, nameShift } from './line-ends.ts'

/** Curves on a common axis, and the difference of each from the first. */
export interface CurvesDrawing extends Places {
  curves: readonly DrawnCurve[]
  /** Quartiles in percent, for each position from 0. */
  band: { lower: readonly number[]; median: readonly number[]; upper: readonly number[] } | null
  titles: { curves: string; differences: string; band: string }
  /** A vertical line that applies to all curves. */
  line: { at: number; label: string } | null
  /** Vertical lines that apply to one curve each, in its dash pattern. */
  own?: readonly { slot: number; at: number; label: string }[]
}

export interface DrawnCurve {
  /** Determines colour and dash pattern. */
  slot: number
  name: string
  /** Displayed at the line's end, where there is less space than in a legend. */
  shortName?: string
  /** Has too few sessions; drawn dotted. */
  isFew: boolean
  /** `[position, percent]`. */
  points: readonly (readonly [number, number])[]
  /** `[position, percentage points]` relative to the first curve. */
  differences: readonly (readonly [number, number])[]
}

const SLOT_HUES: readonly Hue[] = ['audience', 'click', 'sale', 'money']

/** Dash patterns (pixels of line and gap), so that curves can be told apart without colour. */
export const DASHES: readonly (readonly number[])[] = [[], [10, 4], [5, 3], [12, 3, 4, 3]]

// The dotted pattern is reserved for curves with too few sessions.
export const DOTS: readonly number[] = [2, 4]

export const slotColor = (ink: Ink, slot: number) => ink.hues[SLOT_HUES[slot] ?? 'audience']

const TOP = 40
/** Lower on paper, where a chart that does not fit leaves the rest of its page empty. */
const curvesLane = () => (isPrinted() ? 150 : 220)
const GAP = 44
const DIFFERENCES = 80
const BOTTOM = 26
const LEFT = 64
/** Space in pixels for the names at the ends of the lines, depending on the longest name. */
const RIGHT = { least: 28, most: 156 }
const LETTER = 7
const NAME_GAP = 8
/** As a share of the axis: names of lines that end within this distance are stacked. */
const CLOSE = 0.25

/** Height of the drawing in pixels; more with the differences. */
export const curvesHeight = (hasDifferences: boolean) =>
  TOP + curvesLane() + BOTTOM + (hasDifferences ? GAP + DIFFERENCES : 0)

/** The ECharts option of a drawing: the curves, and below them their differences, if any. */
export function curvesOption(drawing: CurvesDrawing, ink: Ink): Option {
  const hasLane = drawing.curves.some(({ differences }) => differences.length > 0)
  const lanes = hasLane ? [0, 1] : [0]
  const shared = { left: LEFT, right: roomFor(drawing) }
  return {
    ...baseOption(ink),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    grid: [
      { ...shared, top: TOP, height: curvesLane() },
      { ...shared, top: TOP + curvesLane() + GAP, height: DIFFERENCES },
    ].slice(0, lanes.length),
    xAxis: lanes.map((lane) =>
      placeAxis(drawing, { lane, isLast: lane === lanes.length - 1 }, ink),
    ),
    yAxis: [shareAxis(drawing, ink), differenceAxis(drawing, ink)].slice(0, lanes.length),
    series: [
      ...bandSeries(drawing, ink),
      ...drawing.curves.map((curve, index) => ({
        ...lineOf(curve, 0, ink),
        ...endLabel(drawing, index, slotColor(ink, curve.slot)),
        data: curve.points,
        ...(index === 0 && drawing.line && { markLine: lineAt(drawing.line, ink) }),
        ...ownLine(drawing, curve.slot, ink),
      })),
      ...differenceSeries(drawing, ink),
    ],
  }
}

const named = (name: string, ink: Ink): Option => ({
  name,
  nameLocation: 'end',
  nameGap: 14,
  nameTextStyle: { color: ink.text, fontWeight: 600, align: 'left', padding: [0, 0, 0, -LEFT + 8] },
})

const shareAxis = ({ titles }: CurvesDrawing, ink: Ink): Option => ({
  ...valueAxis(ink, (value) => `${value}%`, 4),
  ...named(titles.curves, ink),
  max: 100,
  interval: 25,
})

const ROUND_ENDS = [1, 2, 5, 10, 25, 50, 100]

function differenceAxis({ titles, curves }: CurvesDrawing, ink: Ink): Option {
  const most = curves
    .flatMap(({ differences }) => differences)
    .reduce((far, [, points]) => Math.max(far, Math.abs(points)), 1)
  const end = ROUND_ENDS.find((round) => round >= most) ?? most
  return {
    ...valueAxis(ink, (value) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}`, 2),
    ...named(titles.differences, ink),
    gridIndex: 1,
    min: -end,
    max: end,
    interval: end,
  }
}

const lineOf = ({ slot, name, isFew }: DrawnCurve, lane: number, ink: Ink): Option => ({
  type: 'line',
  name,
  xAxisIndex: lane,
  yAxisIndex: lane,
  color: slotColor(ink, slot),
  showSymbol: false,
  silent: true,
  sampling: 'lttb',
  lineStyle: { width: 2, type: isFew ? DOTS : dashesOf(slot) },
})

/** A single difference concerns both curves, so it has the colour of neither. */
function differenceSeries({ curves }: CurvesDrawing, ink: Ink): Option[] {
  const compared = curves.filter(({ differences }) => differences.length > 0)
  return compared.map((curve) => {
    const line = { ...lineOf(curve, 1, ink), data: curve.differences }
    if (compared.length > 1) return line
    const type = curve.isFew ? DOTS : 'solid'
    return { ...line, color: ink.text, lineStyle: { width: 2, type } }
  })
}

const dashesOf = (slot: number) => (DASHES[slot]?.length ? DASHES[slot] : 'solid')

function roomFor({ curves, band, titles }: CurvesDrawing): number {
  const names = [...curves.map(nameAtEnd), band ? titles.band : '']
  const longest = Math.max(...names.map(({ length }) => length))
  return Math.min(RIGHT.most, Math.max(RIGHT.least, longest * LETTER + 3 * NAME_GAP))
}

const nameAtEnd = ({ name, shortName }: DrawnCurve) => shortName ?? name

/** The ends of the curves and of the band's median. */
function endsOf({ curves, band, titles }: CurvesDrawing): LineEnd[] {
  const ends = curves.map((curve) => {
    const [place, share] = curve.points.at(-1) ?? []
    return { name: nameAtEnd(curve), place, share }
  })
  if (!band) return ends
  const { median } = band
  return [...ends, { name: titles.band, place: median.length - 1, share: median.at(-1) }]
}

/** A line's name at its end, shifted away from the names of lines that end nearby. */
function endLabel(drawing: CurvesDrawing, index: number, color: string): Option {
  const { from, to } = drawing
  const ends = endsOf(drawing)
  const end = ends[index]
  if (!end) return {}
  const closeEnds = ends.filter(({ place = from }) => {
    return Math.abs(place - (end.place ?? from)) <= (to - from) * CLOSE
  })
  return {
    endLabel: {
      show: true,
      formatter: () => end.name,
      color,
      fontWeight: 600,
      lineHeight: NAME_HEIGHT,
      width: roomFor(drawing) - 2 * NAME_GAP,
      overflow: 'truncate',
      distance: NAME_GAP,
    },
    // ECharts would also avoid overlaps, but by moving names outside of the plot.
    labelLayout: { dy: nameShift(end, closeEnds, curvesLane()) },
  }
}

/** The area between the quartiles: an invisible lower line, with the distance to the upper one stacked on it. */
function bandSeries(drawing: CurvesDrawing, ink: Ink): Option[] {
  const { band } = drawing
  if (!band) return []
  const plain: Option = { type: 'line', showSymbol: false, silent: true, lineStyle: { opacity: 0 } }
  const at = (values: readonly number[]) => values.map((share, place) => [place, share])
  const heights = band.upper.map((share, place) => share - (band.lower[place] ?? 0))
  return [
    { ...plain, stack: 'band', data: at(band.lower) },
    {
      ...plain,
      stack: 'band',
      color: ink.dimmed,
      areaStyle: { color: ink.dimmed, opacity: 0.18 },
      data: at(heights),
    },
    {
      ...plain,
      data: at(band.median),
      lineStyle: { color: ink.dimmed, width: 1.5, type: [1, 3] },
      ...endLabel(drawing, drawing.curves.length, ink.dimmed),
    },
  ]
}

function ownLine({ own }: CurvesDrawing, slot: number, ink: Ink): Option {
  const line = own?.find((one) => one.slot === slot)
  if (!line) return {}
  const lineStyle = { color: ink.pitch, width: 1.5, type: dashesOf(slot) }
  return { markLine: { ...lineAt(line, ink), lineStyle } }
}

const lineAt = ({ at, label }: { at: number; label: string }, ink: Ink): Option =>
  pitchLine(at, { formatter: label }, ink)
