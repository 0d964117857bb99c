/** An ECharts option. Typed loosely, because only chart.tsx imports ECharts. */
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

// Blue, orange, green and purple of Okabe and Ito's palette for colour-blind readers, adjusted to a contrast
// of 3:1 on each background.
export const inks: Record<'light' | 'dark', Ink> = {
  light: {
    text: '#1f2933',
    dimmed: '#5b6470',
    line: '#dfe3e8',
    ground: '#ffffff',
    pitch: '#b3261e',
    tint: 'rgba(179, 38, 30, 0.05)',
    hues: { audience: '#3b5bdb', click: '#b35900', sale: '#00795a', money: '#8a3ea8' },
  },
  dark: {
    text: '#e3e6ea',
    dimmed: '#a3aab4',
    line: '#3a3f47',
    ground: '#25262b',
    pitch: '#ff8585',
    tint: 'rgba(255, 133, 133, 0.07)',
    hues: { audience: '#8ea4ff', click: '#f2a65a', sale: '#4cc9a4', money: '#d29bea' },
  },
}

export const FONT = 'Inter Variable, Inter, system-ui, sans-serif'

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
