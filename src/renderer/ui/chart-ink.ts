import { timeStep } from '../../shared/time/time.ts'
import { tokens } from '../tokens.ts'

/** An option object of the drawing library, which only chart.tsx names. */
export type Option = Record<string, unknown>

/** The subject of a figure, which determines its colour in every chart. */
export type Hue = 'audience' | 'click' | 'sale' | 'money'

export interface Ink {
  text: string
  dimmed: string
  line: string
  ground: string
  pitch: string
  tint: string
  hues: Record<Hue, string>
}

const inkOf = (theme: keyof typeof tokens, tint: string): Ink => {
  const { text, third, hairline, surface, bad, spark, click, sale, money } = tokens[theme]
  return {
    ...{ text, tint },
    dimmed: third,
    line: hairline,
    ground: surface,
    pitch: bad,
    hues: { audience: spark, click, sale, money },
  }
}

// Similar to blue, orange, green and purple of Okabe and Ito's palette for colour-blind readers,
// each with a contrast of 3:1 to its background.
export const inks = {
  light: inkOf('light', 'rgba(22, 24, 29, 0.035)'),
  dark: inkOf('dark', 'rgba(255, 255, 255, 0.035)'),
}

const FONT = 'Inter Variable, Inter, system-ui, sans-serif'

/** The options common to all charts. */
export function baseOption(ink: Ink): Option {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: FONT, fontSize: 12, color: ink.dimmed },
  }
}

export function valueAxis(ink: Ink, label: (value: number) => string, parts: number): Option {
  return {
    type: 'value',
    min: 0,
    splitNumber: parts,
    axisLabel: { color: ink.dimmed, formatter: label, hideOverlap: true },
    splitLine: { lineStyle: { color: ink.line } },
  }
}

export interface Places {
  /** First and last position of the axis. */
  from: number
  to: number
  /** Distance of axis labels in positions. Default: a round time step. */
  step?: number
  placeLabel: (place: number) => string
}

export function placeAxis(
  { from, to, step, placeLabel }: Places,
  { lane, isLast }: { lane: number; isLast: boolean },
  ink: Ink,
): Option {
  return {
    type: 'value',
    gridIndex: lane,
    min: from,
    max: Math.max(to, from + 1),
    interval: step ?? timeStep(to - from),
    axisLabel: {
      show: isLast,
      color: ink.dimmed,
      formatter: placeLabel,
      hideOverlap: true,
      alignMinLabel: 'left',
      alignMaxLabel: 'right',
    },
    axisTick: { show: isLast, lineStyle: { color: ink.line } },
    axisLine: { show: true, onZero: false, lineStyle: { color: ink.line } },
    splitLine: { show: false },
    axisPointer: pointer(ink),
  }
}

/** A vertical line with a label, at the pitch. */
export const pitchLine = (at: number, label: Option, ink: Ink): Option => ({
  silent: true,
  symbol: 'none',
  lineStyle: { color: ink.pitch, width: 1.5, type: 'solid' },
  label: { show: true, color: ink.pitch, fontWeight: 600, ...label },
  data: [{ xAxis: at }],
})

export const pointer = (ink: Ink): Option => ({
  show: true,
  snap: false,
  type: 'line',
  label: { show: false },
  lineStyle: { color: ink.dimmed, width: 1, type: 'solid' },
  triggerTooltip: false,
})

/** Vertical lines at positions where something was changed. */
export const changeLines = (places: readonly number[], ink: Ink): Option => ({
  silent: true,
  symbol: 'none',
  label: { show: false },
  lineStyle: { color: ink.text, width: 1, type: 'dashed' },
  data: places.map((xAxis) => ({ xAxis })),
})
