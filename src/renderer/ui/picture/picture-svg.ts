import { inks } from '../chart-ink.ts'
import type { LegendEntry, SeriesNames } from './legend.ts'
import {
  escaped,
  type Measure,
  type Place,
  sanitized,
  type Type,
  textAt,
  truncateLines,
  wrapText,
} from './svg-text.ts'

/** A chart drawn for a picture, independent of the window's theme and size. */
export interface DrawnChart {
  /** An SVG of this size. */
  svg: string
  width: number
  height: number
  legend: readonly LegendEntry[]
  /** Annotations with their horizontal position in pixels; null where the chart displays them itself. */
  notes: readonly { x: number | null; text: string }[]
}

/** The texts of a picture. Long lines are wrapped. */
export interface PictureWords {
  title: string
  /** The player or test. */
  subject: string
  /** Its period, comparison and zone, or a line for each source. */
  range: string
  /** Time of the data, account, and the app. */
  foot: string
}

/** Draws a chart for a picture, with names that the chart itself lacks. */
export type DrawChart = (names: SeriesNames) => DrawnChart

export interface Picture {
  svg: string
  width: number
  height: number
}

/** Width of a chart in a picture, in pixels. */
export const CHART_WIDTH = 1056
const PAD = 32
const WIDTH = CHART_WIDTH + 2 * PAD
const MARKS = 24
/** Names may be long, but a picture's size is limited. */
const MOST_LINES = 4

const ink = inks.light
const TITLE: Type = { size: 22, weight: 600, color: ink.text }
const SUBJECT: Type = { size: 16, weight: 600, color: ink.text }
const PLAIN: Type = { size: 13, weight: 400, color: ink.dimmed }
const NOTE: Type = { size: 13, weight: 400, color: ink.text }
const SIGN: Type = { size: 11, weight: 600, color: ink.ground }

/** The complete picture as one SVG: header, legend, chart, annotations, footer. */
export function pictureSvg(chart: DrawnChart, words: PictureWords, measure: Measure): Picture {
  const page = makePage(measure)
  page.paragraph(words.title, TITLE)
  page.paragraph(words.subject, SUBJECT)
  for (const line of words.range.split('\n')) page.paragraph(line, PLAIN)
  page.skip(6)
  legend(page, chart.legend)
  page.skip(10)
  marks(page, chart)
  page.put(nested(chart.svg, { x: PAD, y: page.y() }))
  page.skip(chart.height + 10)
  chart.notes.forEach(({ text }, index) => {
    page.put(sign(index + 1, { x: PAD + 9, y: page.y() + 9 }))
    page.paragraph(text, NOTE, 28)
    page.skip(4)
  })
  page.skip(8)
  page.put(`<path d="M${PAD} ${page.y()}H${WIDTH - PAD}" stroke="${ink.line}" fill="none"/>`)
  page.skip(8)
  page.paragraph(words.foot, PLAIN)
  return page.whole(words.title)
}

type Page = ReturnType<typeof makePage>

function makePage(measure: Measure) {
  const parts: string[] = []
  let y = PAD
  const put = (part: string) => void parts.push(part)
  return {
    measure,
    put,
    y: () => y,
    skip: (pixels: number) => {
      y += pixels
    },
    paragraph(text: string, type: Type, indent = 0) {
      const width = WIDTH - 2 * PAD - indent
      const fits = (line: string) => measure(line, type)
      for (const line of truncateLines(wrapText(text, width, fits), MOST_LINES)) {
        put(textAt(line, { x: PAD + indent, y: y + type.size }, type))
        y += Math.round(type.size * 1.45)
      }
    },
    whole(title: string): Picture {
      const height = Math.ceil(y + PAD - 12)
      const size = `width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"`
      const svg = [
        `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">`,
        `<title>${escaped(title)}</title>`,
        `<rect width="${WIDTH}" height="${height}" fill="${ink.ground}"/>`,
        ...parts,
        '</svg>',
      ].join('\n')
      return { svg: sanitized(svg), width: WIDTH, height }
    },
  }
}

const SAMPLE = 30
const BETWEEN = 24
const ROW = 22

function legend(page: Page, entries: readonly LegendEntry[]) {
  let x = PAD
  for (const entry of entries) {
    const most = WIDTH - 2 * PAD - SAMPLE - 8
    const all = wrapText(entry.name, most, (text) => page.measure(text, NOTE))
    const [name = ''] = truncateLines(all, 1)
    const width = SAMPLE + 8 + page.measure(name, NOTE)
    if (x > PAD && x + width > WIDTH - PAD) {
      x = PAD
      page.skip(ROW)
    }
    page.put(sample(entry, { x, y: page.y() + 9 }))
    page.put(textAt(name, { x: x + SAMPLE + 8, y: page.y() + NOTE.size }, NOTE))
    x += width + BETWEEN
  }
  if (entries.length > 0) page.skip(ROW)
}

function sample({ style, color, dashes, opacity = 1 }: LegendEntry, { x, y }: Place): string {
  const surface = (shade: number) =>
    `<rect x="${x}" y="${y - 6}" width="${SAMPLE}" height="12" fill="${color}" fill-opacity="${shade}"/>`
  if (style === 'bar') return surface(0.8)
  if (style === 'hatched') {
    const stripes = [0, 6, 12, 18, 24].map((at) => `M${x + at} ${y + 6}l6 -12`).join('')
    return `${surface(0.8)}<path d="${stripes}" stroke="${ink.ground}" stroke-width="2" fill="none"/>`
  }
  if (style === 'hollow') {
    return `<rect x="${x}" y="${y - 6}" width="${SAMPLE}" height="12" fill="none" stroke="${color}" stroke-width="1.5" stroke-dasharray="4 3"/>`
  }
  const dashed = dashes.length > 0 ? ` stroke-dasharray="${dashes.join(' ')}"` : ''
  const line = `<path d="M${x} ${y}h${SAMPLE}" fill="none" stroke="${color}" stroke-opacity="${opacity}" stroke-width="2"${dashed}/>`
  return style === 'surface' ? `${surface(0.18)}${line}` : line
}

/** The annotations' numbers at their positions; overlapping ones move aside. */
function marks(page: Page, { notes }: DrawnChart) {
  if (notes.every(({ x }) => x === null)) return
  let free = 0
  notes.forEach(({ x }, index) => {
    if (x === null) return
    const at = Math.min(Math.max(PAD + x, free, PAD), WIDTH - PAD)
    free = at + 20
    page.put(sign(index + 1, { x: at, y: page.y() + 10 }))
  })
  page.skip(MARKS)
}

function sign(number: number, { x, y }: Place): string {
  const disc = `<circle cx="${x}" cy="${y}" r="9" fill="${ink.text}"/>`
  return `${disc}${textAt(String(number), { x, y: y + 4, anchor: 'middle' }, SIGN)}`
}

// Removes ECharts' style element, which is only for hovering.
const nested = (svg: string, { x, y }: Place) =>
  svg.replace(/<style\b[\s\S]*?<\/style>/g, '').replace(/^\s*<svg /, `<svg x="${x}" y="${y}" `)
