import { expect, test } from 'vitest'
import { moved } from '../../../src/renderer/ui/chart.tsx'
import { inks } from '../../../src/renderer/ui/chart-ink.ts'
import { timelineHeight, timelineOption } from '../../../src/renderer/ui/chart-timeline.ts'

const panel = {
  title: 'Clicks per second',
  heading: ['Clicks', 'per second'] as const,
  hue: 'click' as const,
  style: 'bars' as const,
  height: 50,
  axisLabel: String,
}

test('every panel has the same time axis and one crosshair goes through all of them', () => {
  const timeline = {
    duration: 60,
    panels: [
      { ...panel, points: [[0, 1] as const] },
      { ...panel, points: [[20, 3] as const, [59, 2] as const] },
    ],
    pitch: { second: 30, label: 'Pitch 0:30' },
    timeLabel: String,
  }
  expect(timelineOption(timeline, inks.light)).toMatchObject({
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    xAxis: [
      { min: 0, max: 60 },
      { min: 0, max: 60 },
    ],
  })
  expect(timelineHeight(timeline.panels)).toBeGreaterThan(100)
})

test('a low panel labels only zero and its largest value', () => {
  const panels = [
    { ...panel, points: [[0, 3] as const, [20, 12] as const] },
    { ...panel, points: [[0, 0] as const] },
  ]
  const timeline = { duration: 60, panels, pitch: null, timeLabel: String }
  expect(timelineOption(timeline, inks.light)['yAxis']).toMatchObject([
    { max: 12, interval: 12 },
    { max: 1, interval: 1 },
  ])
})

test('the first key reads the point at one end of a chart, and the next keys go on from there', () => {
  const after = (...keys: string[]) =>
    keys.reduce<number | null>(
      (from, key) => moved(key, from, { first: -5, last: 90, page: 60 }),
      null,
    )
  expect([after('ArrowRight'), after('ArrowRight', 'ArrowRight')]).toEqual([-5, -4])
  expect([after('ArrowLeft'), after('ArrowLeft', 'ArrowLeft')]).toEqual([90, 89])
  expect([after('PageUp'), after('PageUp', 'PageUp')]).toEqual([-5, 55])
  expect([after('Home'), after('End'), after('Tab')]).toEqual([-5, 90, null])
})

// WCAG 2.2, 1.4.11: 3:1 for what must be seen to understand a drawing, 4.5:1 for its text.
test.each(['light', 'dark'] as const)(
  'every colour has enough contrast on the %s background',
  (scheme) => {
    const { ground, text, dimmed, pitch, hues } = inks[scheme]
    for (const hue of Object.values(hues)) expect(contrast(hue, ground)).toBeGreaterThan(3)
    for (const ink of [text, dimmed, pitch]) expect(contrast(ink, ground)).toBeGreaterThan(4.5)
  },
)

function contrast(a: string, b: string) {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
