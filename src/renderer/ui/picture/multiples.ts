import { inks } from '../chart-ink.ts'
import { placeOf, segments } from '../sparkline-path.ts'
import { CHART_WIDTH, type DrawnChart } from './picture-svg.ts'
import { type Measure, type Type, textAt, truncateLines, wrapText } from './svg-text.ts'

/** Small charts side by side with a common scale. */
export interface Multiples {
  cells: readonly {
    name: string
    values: readonly (number | null)[]
    /** Its values as lines of text. */
    texts: readonly string[]
  }[]
  highest: number
  /** Whether the last day is not over. */
  isPartial: boolean
  /** Annotations by the index of their day. */
  notes: readonly { at: number; text: string }[]
}

const COLUMNS = 3
const GAP = 24
const WIDTH = (CHART_WIDTH - (COLUMNS - 1) * GAP) / COLUMNS
const HEIGHT = 72
const LINE = 18

const ink = inks.light
const NAME: Type = { size: 13, weight: 600, color: ink.text }
const TEXT: Type = { size: 12, weight: 400, color: ink.dimmed }
const SIGN: Type = { size: 10, weight: 600, color: ink.text }

type Cell = Multiples['cells'][number]

/** Draws small charts as one SVG picture, in rows. */
export function drawnMultiples(multiples: Multiples, measure: Measure): DrawnChart {
  const { cells, notes } = multiples
  const textLines = Math.max(...cells.map((cell) => cell.texts.length), 0)
  const tall = LINE + 12 + HEIGHT + 6 + textLines * LINE + 16
  const height = Math.ceil(cells.length / COLUMNS) * tall
  const drawn = cells.map((cell, index) => {
    const left = (index % COLUMNS) * (WIDTH + GAP)
    const top = Math.floor(index / COLUMNS) * tall
    return `<g transform="translate(${left} ${top})">${ofCell(cell, multiples, measure)}</g>`
  })
  return {
    svg: `<svg width="${CHART_WIDTH}" height="${height}">${drawn.join('')}</svg>`,
    width: CHART_WIDTH,
    height,
    legend: [],
    notes: notes.map(({ text }) => ({ x: null, text })),
  }
}

function ofCell({ name, values, texts }: Cell, multiples: Multiples, measure: Measure): string {
  const { highest, isPartial, notes } = multiples
  const { lines: paths, last } = segments(values, { width: WIDTH, height: HEIGHT, highest })
  const marks = notes.map(({ at }, index) => {
    const x = placeOf(at, values.length, WIDTH)
    const sign = textAt(String(index + 1), { x, y: -2, anchor: 'middle' }, SIGN)
    return `<path d="M${x} 0V${HEIGHT}" stroke="${ink.text}" stroke-dasharray="3 2"/>${sign}`
  })
  const color = ink.hues.audience
  const curve = paths.map(
    (points) =>
      `<polyline points="${points}" fill="none" stroke="${color}" stroke-width="1.6" stroke-linecap="round"/>`,
  )
  const fill = isPartial ? ink.ground : color
  const dot =
    last && `<circle cx="${last.x}" cy="${last.y}" r="2.5" fill="${fill}" stroke="${color}"/>`
  const ground = `<path d="M0 ${HEIGHT}H${WIDTH}" stroke="${ink.line}"/>`
  const top = LINE + 12
  return [
    textAt(cut(name, NAME, measure), { x: 0, y: 13 }, NAME),
    `<g transform="translate(0 ${top})">${[ground, ...marks, ...curve, dot ?? ''].join('')}</g>`,
    ...texts.map((text, index) =>
      textAt(cut(text, TEXT, measure), { x: 0, y: top + HEIGHT + 20 + index * LINE }, TEXT),
    ),
  ].join('')
}

const cut = (text: string, type: Type, measure: Measure) =>
  truncateLines(
    wrapText(text, WIDTH - 16, (line) => measure(line, type)),
    1,
  )[0] ?? ''
