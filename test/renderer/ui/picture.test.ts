import { expect, test } from 'vitest'
import { chartSvg } from '../../../src/renderer/ui/chart.tsx'
import { type CurvesDrawing, curvesOption } from '../../../src/renderer/ui/chart-curves.ts'
import { inks } from '../../../src/renderer/ui/chart-ink.ts'
import { type Trend, trendOption } from '../../../src/renderer/ui/chart-trend.ts'
import { curvesLegend, trendLegend } from '../../../src/renderer/ui/picture/legend.ts'
import { drawnMultiples } from '../../../src/renderer/ui/picture/multiples.ts'
import { type DrawnChart, pictureSvg } from '../../../src/renderer/ui/picture/picture-svg.ts'
import { wrapText } from '../../../src/renderer/ui/picture/svg-text.ts'
import { whyNotXml } from '../../support/xml.ts'

const HOSTILE = `]]></text><script>alert(1)</script>&lt;"'\u0000\u0008\uFFFF\uD800\u202E<image href="http://x/">`

const words = {
  title: 'Retention',
  subject: 'Player 1',
  range: 'Mar 1 – 3, 2026 · days of America/Sao_Paulo',
  foot: 'Figures as of Mar 4, 2026, 9:00 AM · Acme · Cuepoint',
}
const measure = (text: string, { size }: { size: number }) => text.length * size * 0.6
const point = (label: string, value: number) => ({
  label,
  value,
  isPartial: value === 3,
  isGrowing: false,
})
const trend: Trend = {
  hue: 'audience',
  style: 'bars',
  isWhole: true,
  points: [point('Mar 1', 1), point('Mar 2', 2), point('Mar 3', 3)],
  compared: [3, 2, 1],
  axisLabel: String,
  changes: [1],
}
const names = { figure: 'Plays', compared: 'Compared: February', partial: 'not over' }

function ofTrend(change: Partial<DrawnChart> = {}): DrawnChart {
  const { svg, lefts } = chartSvg(trendOption(trend, inks.light), 220, [1])
  const legend = trendLegend(trend, names, inks.light)
  const notes = lefts.map((x) => ({ x, text: 'Annotation of Mar 2: new price' }))
  return { svg, width: 1056, height: 220, legend, notes, ...change }
}

function curvesOf(name: string): CurvesDrawing {
  const points = [0, 1, 2].map((second) => [second, 100 - second * 10] as const)
  return {
    ...{ from: 0, to: 2, band: null, line: null, placeLabel: String },
    curves: [{ slot: 0, name, isFew: false, points, differences: [] }],
    titles: { curves: name, differences: '', band: '' },
  }
}

const textsOf = (svg: string) =>
  [...svg.matchAll(/<text\b[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text)

test('a chart picture has its subject, period, age, series and annotations', () => {
  const { svg } = pictureSvg(ofTrend(), words, measure)
  expect(whyNotXml(svg)).toBeNull()
  expect(textsOf(svg)).toEqual(
    expect.arrayContaining([
      ...Object.values(words),
      ...Object.values(names),
      'Annotation of Mar 2: new price',
      'Mar 1',
      'Mar 3',
    ]),
  )
})

test('the bars have the same figures as in the window', () => {
  const { svg } = chartSvg(trendOption(trend, inks.light), 220, [])
  const heights = [...svg.matchAll(/d="M[\d.]+ [\d.]+l[\d.]+ 0l0 -([\d.]+)l-/g)]
    .map(([, height]) => Number(height))
    .sort((a, b) => a - b)
  const [one = 0] = heights
  expect(heights.map((height) => Math.round(height / one))).toEqual([1, 2, 3])
})

test('the number of an annotation is above its place, and two at one place are side by side', () => {
  const { lefts } = chartSvg(trendOption(trend, inks.light), 220, [0, 1, 2])
  expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
  const notes = [500, 500].map((x) => ({ x, text: 'a' }))
  const { svg } = pictureSvg(ofTrend({ notes }), words, measure)
  const signs = [...svg.matchAll(/<circle cx="([\d.]+)"/g)].map(([, x]) => Number(x))
  expect(signs.slice(0, 2)).toEqual([532, 552])
})

test('names of any kind produce no markup, no external reference and a readable file', () => {
  const drawing = curvesOf(HOSTILE)
  const chart = {
    ...ofTrend({ notes: [{ x: 10, text: HOSTILE }] }),
    ...chartSvg(curvesOption(drawing, inks.light), 300, []),
    legend: curvesLegend(drawing, {}, inks.light),
  }
  const hostile = { title: HOSTILE, subject: HOSTILE, range: HOSTILE, foot: HOSTILE }
  const { svg } = pictureSvg(chart, hostile, measure)
  expect(whyNotXml(svg)).toBeNull()
  expect(svg).not.toMatch(/<(script|style|image|use|a|foreignObject)\b/)
  expect(svg.replace(/>[^<]*</g, '><')).not.toMatch(/href|url\((?!#)|\son\w+=/)
  expect(svg).not.toMatch(/[\u202A-\u202E]/)
})

test('a name without a space is wrapped, and an overlong one is cut with an ellipsis', () => {
  expect(wrapText('abcdef gh', 3, (text) => text.length)).toEqual(['abc', 'def', 'gh'])
  const long = { ...words, title: 'x'.repeat(5000) }
  const { svg, height } = pictureSvg(ofTrend(), long, measure)
  expect(height).toBeLessThan(600)
  expect(textsOf(svg).some((text) => text?.endsWith('…'))).toBe(true)
})

test('small charts have names, figures, one common scale and numbered annotations', () => {
  const cell = (name: string, values: number[]) => ({
    name,
    values,
    texts: [`in all ${values[0]}`],
  })
  const cells = [cell('fb', [10, 0]), cell('google', [5, 0]), cell(HOSTILE, [0, 0])]
  const notes = [{ at: 1, text: 'Annotation of Mar 2: new price' }]
  const chart = drawnMultiples({ cells, highest: 10, isPartial: true, notes }, measure)
  const { svg } = pictureSvg(chart, words, measure)
  expect(whyNotXml(svg)).toBeNull()
  const said = ['fb', 'google', 'in all 10', 'in all 5', 'in all 0', notes[0]?.text]
  expect(textsOf(svg)).toEqual(expect.arrayContaining(said))
  const [all = 0, half = 0, none = 0] = [...svg.matchAll(/points="3,([\d.]+)/g)].map(([, y]) =>
    Number(y),
  )
  expect((none - half) * 2).toBeCloseTo(none - all)
  expect(textsOf(svg).filter((text) => text === '1')).toHaveLength(cells.length + 1)
})

test('the legend explains dashed lines, small samples and the curves’ own lines', () => {
  const drawing = curvesOf('A')
  const [curve] = drawing.curves
  if (!curve) throw new Error('there is no curve')
  const curves = [
    curve,
    { ...curve, slot: 1, name: 'B' },
    { ...curve, slot: 2, name: 'C', isFew: true },
  ]
  const own = [{ slot: 0, at: 1, label: 'A' }]
  const legend = curvesLegend(
    { ...drawing, curves, own },
    { pitch: 'Pitch of A at 0:01', few: 'too few' },
    inks.light,
  )
  expect(legend.map(({ name }) => name)).toEqual(['A', 'B', 'C (too few)', 'Pitch of A at 0:01'])
  expect(new Set(legend.slice(0, 3).map(({ dashes }) => dashes.join(' '))).size).toBe(3)
  expect(new Set(legend.map(({ color }) => color)).size).toBe(4)
})

test('each source of a picture has a line of its own', () => {
  const sources = ['Report 1: March · Client A', 'Report 2: April · Client B']
  const { svg } = pictureSvg(ofTrend(), { ...words, range: sources.join('\n') }, measure)
  expect(textsOf(svg)).toEqual(expect.arrayContaining(sources))
})
