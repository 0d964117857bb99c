import { expect, test } from 'vitest'
import { chartSvg } from '../../../src/renderer/ui/chart.tsx'
import { curvesOption } from '../../../src/renderer/ui/chart-curves.ts'
import { inks } from '../../../src/renderer/ui/chart-ink.ts'
import { type Trend, trendOption } from '../../../src/renderer/ui/chart-trend.ts'

const trend: Trend = {
  hue: 'audience',
  style: 'line',
  isWhole: false,
  points: [3, -2].map((value) => ({
    label: String(value),
    value,
    isPartial: false,
    isGrowing: false,
  })),
  compared: null,
  axisLabel: String,
}

const seriesOf = (option: Record<string, unknown>) =>
  option['series'] as { data: unknown[]; markLine?: { data: unknown[] } }[]

test('a trend starts at zero, unless its figures have intervals', () => {
  const from = (one: Trend) => (trendOption(one, inks.light)['yAxis'] as { min: unknown }).min
  expect(from(trend)).toBe(0)
  const banded: Trend = {
    ...trend,
    band: [
      [-1, 7],
      [-9, 5],
    ],
  }
  expect(from(banded)).toBeNull()
  // The surface is drawn from the lower end up by the distance to the upper one.
  const [lower, height, figures] = seriesOf(trendOption(banded, inks.light))
  expect(lower?.data).toEqual([-1, -9])
  expect(height?.data).toEqual([8, 14])
  expect(figures?.data).toMatchObject([{ value: 3 }, { value: -2 }])
})

test('each of two curves has its own pitch marked on it', () => {
  const curve = (slot: number) => ({
    slot,
    name: String(slot),
    isFew: false,
    points: [[0, 100] as const],
    differences: [],
  })
  const option = curvesOption(
    {
      from: 0,
      to: 60,
      curves: [curve(0), curve(1)],
      band: null,
      titles: { curves: '', differences: '', band: '' },
      placeLabel: String,
      line: null,
      own: [{ slot: 1, at: 40, label: 'B' }],
    },
    inks.light,
  )
  expect(seriesOf(option).map(({ markLine }) => markLine?.data)).toEqual([
    undefined,
    [{ xAxis: 40 }],
  ])
})

const days = (count: number, of: (index: number) => Partial<Trend['points'][number]>): Trend => ({
  ...trend,
  points: Array.from({ length: count }, (_, index) => ({
    ...{ label: `${index}`, value: 5, isPartial: false, isGrowing: false },
    ...of(index),
  })),
})

test('a day that is not over is hollow on the longest line', () => {
  const option = trendOption(
    days(90, (index) => ({ isPartial: index === 89 })),
    inks.light,
  )
  const { svg } = chartSvg(option, 260, [])
  expect(
    svg.split(`fill="${inks.light.ground}" stroke="${inks.light.hues.audience}"`),
  ).toHaveLength(2)
})

test('a value between gaps is drawn, on a long line and in the comparison', () => {
  const alone = (index: number) => (index === 40 ? 5 : null)
  const long = days(90, (index) => ({ value: alone(index) }))
  const bars: Trend = {
    ...days(90, () => ({ value: null })),
    style: 'bars',
    compared: Array.from({ length: 90 }, (_, index) => alone(index)),
  }
  const drawn = (one: Trend) =>
    chartSvg(trendOption(one, inks.light), 260, []).svg.split(inks.light.hues.audience).length
  expect(drawn(long)).toBeGreaterThan(drawn(days(90, () => ({ value: null }))))
  expect(drawn(bars)).toBeGreaterThan(
    drawn({ ...bars, compared: bars.compared?.map(() => null) ?? null }),
  )
})
