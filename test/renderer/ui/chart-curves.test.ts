import { expect, test } from 'vitest'
import {
  type CurvesDrawing,
  curvesOption,
  type DrawnCurve,
  slotColor,
} from '../../../src/renderer/ui/chart-curves.ts'
import { inks } from '../../../src/renderer/ui/chart-ink.ts'

const ink = inks.light

const curve = (slot: number, end: number, change: Partial<DrawnCurve> = {}): DrawnCurve => ({
  ...{ slot, name: slot === 0 ? 'A' : 'B', isFew: false, differences: [] },
  points: [
    [0, 100],
    [end, 0],
  ],
  ...change,
})

const drawingOf = (curves: DrawnCurve[]): CurvesDrawing => ({
  ...{ from: 0, to: 1000, curves, band: null, line: null, placeLabel: String },
  titles: { curves: '', differences: '', band: '' },
})

interface Series {
  color: string
  yAxisIndex: number
  lineStyle: { type: unknown }
  labelLayout?: { dy: number }
}

const seriesOf = (curves: DrawnCurve[]) =>
  curvesOption(drawingOf(curves), ink)['series'] as Series[]

const laneOf = (curves: DrawnCurve[]) => seriesOf(curves).filter((one) => one.yAxisIndex === 1)

const apart = (points: number) => ({ differences: [[0, points] as const] })

test('names of lines that end close together are stacked, and others stay at their ends', () => {
  const shifts = (ends: [number, number]) =>
    seriesOf(ends.map((end, slot) => curve(slot, end, { points: [[end, 50]] }))).map(
      ({ labelLayout }) => labelLayout?.dy,
    )
  expect(shifts([400, 1000])).toEqual([0, 0])
  expect(shifts([980, 1000])).toEqual([0, 16])
})

test('a line may have another name at its end than in the legend', () => {
  const room = (change: Partial<DrawnCurve>) => {
    const drawing = drawingOf([curve(0, 9, { name: 'This player, Nov 16 – 22, 2026', ...change })])
    return (curvesOption(drawing, ink)['grid'] as { right: number }[])[0]?.right ?? 0
  }
  expect(room({ shortName: 'This player' })).toBeLessThan(room({}))
})

test('the difference of two curves has a color of its own', () => {
  const [only] = laneOf([curve(0, 9), curve(1, 9, apart(3))])
  expect(only?.lineStyle.type).toBe('solid')
  expect([slotColor(ink, 0), slotColor(ink, 1)]).not.toContain(only?.color)
})

test('the differences of several curves have the colors of their curves', () => {
  const lane = laneOf([curve(0, 9), curve(1, 9, apart(3)), curve(2, 9, apart(-3))])
  expect(lane.map(({ color }) => color)).toEqual([slotColor(ink, 1), slotColor(ink, 2)])
})

test('the axis of the differences ends at a round value that includes all of them', () => {
  const endOf = (points: number) => {
    const axes = curvesOption(drawingOf([curve(0, 9), curve(1, 9, apart(points))]), ink)['yAxis']
    return (axes as { min: number; max: number }[])[1]
  }
  expect([0, -2.6, 11, 37, -62].map((points) => endOf(points)?.max)).toEqual([1, 5, 25, 50, 100])
  expect(endOf(37)?.min).toBe(-50)
})

test('the space beside the lines fits the longest name', () => {
  const room = (...names: string[]) => {
    const curves = names.map((name, slot) => curve(slot, 9, { name }))
    const [grid] = curvesOption(drawingOf(curves), ink)['grid'] as { right: number }[]
    return grid?.right ?? 0
  }
  expect(room('A', 'B')).toBeLessThan(40)
  expect(room('A', 'Mar 1 – 28, 2026')).toBeGreaterThan(100)
  expect(room('A', 'x'.repeat(200))).toBe(156)
})
