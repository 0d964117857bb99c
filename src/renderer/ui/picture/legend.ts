import { type CurvesDrawing, DASHES, DOTS, slotColor } from '../chart-curves.ts'
import type { Ink } from '../chart-ink.ts'
import type { Timeline, TimelinePanel } from '../chart-timeline.ts'
import type { Trend, TrendPoint } from '../chart-trend.ts'

/** An entry of a chart's legend. */
export interface LegendEntry {
  name: string
  color: string
  style: 'line' | 'bar' | 'hollow' | 'hatched' | 'surface'
  /** Pixels of line and gap; solid when empty. */
  dashes: readonly number[]
  opacity?: number
}

/** Names of a legend that are not in the chart itself. */
export interface SeriesNames {
  /** The figure of a trend; other charts name their own. */
  figure?: string
  /** The comparison period, drawn dashed. */
  compared?: string
  /** The area behind a trend. */
  band?: string
  /** The vertical lines of single curves. */
  pitch?: string
  /** Curves with too few sessions. */
  few?: string
  /** What is drawn hollow, and hatched. */
  partial?: string
  growing?: string
}

const COMPARED = [6, 3]

export function timelineLegend(
  { panels }: Timeline,
  { compared }: SeriesNames,
  ink: Ink,
): LegendEntry[] {
  return panels.flatMap((panel) => {
    const color = ink.hues[panel.hue]
    const own: LegendEntry[] = [{ name: panel.title, color, ...styleOf(panel) }]
    const { running } = panel
    if (running) own.push({ name: running.title, color, style: 'line', dashes: [], opacity: 0.7 })
    if (!panel.compared || !compared) return own
    return [...own, { name: compared, color, style: 'line', dashes: COMPARED, opacity: 0.65 }]
  })
}

function styleOf({ style }: TimelinePanel): Pick<LegendEntry, 'style' | 'dashes'> {
  if (style === 'bars') return { style: 'bar', dashes: [] }
  return { style: 'line', dashes: style === 'dots' ? DOTS : [] }
}

export function curvesLegend(
  { curves, band, titles, own = [] }: CurvesDrawing,
  { pitch, few }: SeriesNames,
  ink: Ink,
): LegendEntry[] {
  const drawn = curves.map(({ slot, name, isFew }): LegendEntry => {
    const dashes = isFew ? DOTS : (DASHES[slot] ?? [])
    const named = isFew && few ? `${name} (${few})` : name
    return { name: named, color: slotColor(ink, slot), style: 'line', dashes }
  })
  if (pitch && own.length > 0) {
    drawn.push({ name: pitch, color: ink.pitch, style: 'line', dashes: [] })
  }
  if (!band) return drawn
  return [...drawn, { name: titles.band, color: ink.dimmed, style: 'surface', dashes: [1, 3] }]
}

export function trendLegend(
  trend: Trend,
  { figure, compared, band, partial, growing }: SeriesNames,
  ink: Ink,
): LegendEntry[] {
  const { hue, style, points } = trend
  const color = ink.hues[hue]
  const isBars = style === 'bars'
  const entry = (isDrawn: boolean, name: string | undefined, lineStyle: Style): LegendEntry[] =>
    isDrawn && name ? [{ name, color, dashes: [], ...lineStyle }] : []
  return [
    ...entry(true, figure, { style: isBars ? 'bar' : 'line' }),
    ...entry(points.some(isPartial), partial, { style: 'hollow' }),
    ...entry(isBars && points.some(isOnlyGrowing), growing, { style: 'hatched' }),
    ...entry(trend.compared !== null, compared, { style: 'line', dashes: COMPARED, opacity: 0.65 }),
    ...entry(trend.band !== undefined, band, {
      style: 'surface',
      color: ink.dimmed,
      dashes: [2, 3],
    }),
  ]
}

type Style = Omit<LegendEntry, 'name' | 'color' | 'dashes'> & Partial<LegendEntry>

const isPartial = (point: TrendPoint) => point.isPartial
const isOnlyGrowing = (point: TrendPoint) => point.isGrowing && !point.isPartial
