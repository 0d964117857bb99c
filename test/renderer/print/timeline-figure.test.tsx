import { beforeAll, expect, test } from 'vitest'
import { TimelineFigure } from '../../../src/renderer/print/client/timeline-figure.tsx'
import { startText } from '../../../src/renderer/text.ts'
import type { CallWindow } from '../../../src/shared/features/player/call-windows.ts'
import { drawn } from '../../support/drawn.ts'

beforeAll(() => startText('en'))

const LENGTH = 1800
const reached = Array.from({ length: LENGTH + 1 }, (_, second) => LENGTH + 1 - second)
const windowOf = (index: number, change: Partial<CallWindow> = {}): CallWindow => ({
  ...{ id: `call ${index}`, name: `Button ${index}`, isActive: true, lastClick: null },
  ...{ start: index * 100, end: index * 100 + 60, ...change },
})

/** The texts of the drawing, each with the pixels that it is about. */
function textsOf(windows: readonly CallWindow[], pitch: number | null = null) {
  const curve = { reached, pitch }
  const svg = drawn(
    <TimelineFigure curve={curve} drop={null} windows={windows} clicks={[]} sales={[]} />,
  )
  return [...svg.matchAll(/<text x="([\d.]+)"([^>]*)>([^<]*)<\/text>/gu)].map(
    ([, x, attributes = '', text = '']) => {
      const width = text.length * 5.6
      const from = Number(x) - (attributes.includes('text-anchor="end"') ? width : 0)
      return { text, from, to: from + width }
    },
  )
}

const saidOf = (windows: readonly CallWindow[]) => textsOf(windows).map(({ text }) => text)

test('every call to action is drawn, and of very many the rest is counted', () => {
  const windows = (count: number) => Array.from({ length: count }, (_, index) => windowOf(index))
  const buttons = (said: readonly string[]) => said.filter((text) => text.startsWith('Button '))
  expect(buttons(saidOf(windows(3)))).toHaveLength(3)
  expect(saidOf(windows(6)).join()).not.toContain('more')
  const many = saidOf(windows(9))
  expect(buttons(many)).toHaveLength(6)
  expect(many).toContain('and 3 more')
})

const NAME = 'Buy now with a discount of 40 percent, only today and only here'
const SPANS = [
  [5, 20],
  [600, 900],
  [900, 1000],
  [1500, 1560],
  [1780, 1795],
  [0, 1800],
  [300, 400],
] as const

test('the label of a call to action stays within the figure, with all its times', () => {
  for (const name of [NAME, `${NAME}. ${NAME}`, 'Buy now']) {
    for (const [start, end] of SPANS) {
      const label = textsOf([windowOf(0, { name, start, end })]).find(isLabel)
      expect(label?.text).toMatch(/^Buy.*, [\d:]+–[\d:]+$/u)
      expect(label?.from).toBeGreaterThanOrEqual(0)
      expect(label?.to).toBeLessThanOrEqual(658)
    }
  }
})

test('the label of a call to action does not cross the line of the pitch', () => {
  for (const pitch of [60, 700, 1200, 1530]) {
    const line = 36 + (pitch / LENGTH) * (652 - 36)
    for (const name of [NAME, 'Buy now']) {
      const windows = SPANS.slice(0, 6).map(([start, end], index) =>
        windowOf(index, { name, start, end }),
      )
      const labels = textsOf(windows, pitch).filter(isLabel)
      expect(labels.filter(({ text }) => /^Buy.*, [\d:]+–[\d:]+$/u.test(text))).toHaveLength(6)
      expect(labels.filter(({ from, to }) => from < line && line < to)).toEqual([])
    }
  }
})

const isLabel = ({ text }: { text: string }) => text.startsWith('Buy')

/** The bars of one click in each second of a video, and after its end, in pixels. */
function barsOf(length: number) {
  const all = Array.from({ length: length + 1 }, (_, second) => length + 1 - second)
  const clicks = Array.from({ length: length + 2 }, (_, second) => ({ second, count: 1 }))
  const curve = { reached: all, pitch: null }
  const svg = drawn(
    <TimelineFigure curve={curve} drop={null} windows={[]} clicks={clicks} sales={[]} />,
  )
  const bars = [
    ...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"/gu),
  ]
  return bars.map(([, x, width, height]) => ({
    ...{ from: Number(x), to: Number(x) + Number(width) },
    ...{ width: Number(width), height: Number(height) },
  }))
}

test('each bar is of one step, and the last can be seen however short the rest of the video is', () => {
  for (const length of [45, 60, 61, 607, 608, 660, 661, 1799, 1801, 1829, 7199, 7201, 20_001]) {
    const bars = barsOf(length)
    const [first, second] = bars as [(typeof bars)[0], (typeof bars)[0]]
    const last = bars.at(-1) as (typeof bars)[0]
    const step = (second.from - first.from) / ((652 - 36) / length)
    // One click a second, and two at and after the end.
    expect(last.height / first.height).toBeLessThan((step + 2) / step + 0.001)
    expect(last.width).toBeGreaterThanOrEqual(3)
    expect(last.width).toBeLessThan(first.width + 0.001)
    expect(last.to).toBeLessThanOrEqual(652 + 3)
    expect(bars.length).toBeLessThanOrEqual(60)
  }
})

test('the last bar has the clicks of the last second too, and of the one after it', () => {
  const bars = barsOf(1800)
  expect(bars).toHaveLength(60)
  expect(bars.at(-1)?.height).toBe(38)
  for (const { height } of bars.slice(0, -1)) expect(height).toBeCloseTo((38 * 30) / 32, 5)
})
