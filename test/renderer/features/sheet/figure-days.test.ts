import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { figureDays } from '../../../../src/renderer/features/sheet/figure-days.ts'
import { makeFormat } from '../../../../src/renderer/ui/format.ts'
import { SHEET_COLUMNS } from '../../../../src/shared/features/sheet/columns.ts'
import type { VideoFigures } from '../../../../src/shared/features/sheet/figures.ts'

const t = ((key: string, values: object) =>
  [key, ...Object.values(values)].join(' | ')) as unknown as TFunction<'sheet'>
const format = makeFormat('en', 'America/Sao_Paulo')
const period = { start: '2026-03-01', end: '2026-03-07' }
const found: VideoFigures = {
  ...{ video_id: 'v1', period: { ...period, end: '2026-03-05' } },
  ...{ asOf: Date.parse('2026-03-05T12:00:00Z'), rows: { a: { clicks: 0 } } },
}

function days(video_id: string, key: string, of: typeof period | null = period) {
  const figures = { period: of, byVideo: new Map([['v1', found]]) }
  const video = { id: video_id, name: video_id, duration: null, pitch: null, settings: null }
  const [column] = SHEET_COLUMNS.call_actions.filter((one) => one.key === key)
  if (!column) throw new Error(`no column ${key}`)
  return figureDays(figures, t, format)({ video, item_id: 'a' }, column)
}

test('a figure says its days, when it was read and in which zone', () => {
  const { dateRange, instant } = format
  expect(days('v1', 'clicks')).toBe(
    `figuresAsOf | ${dateRange(found.period)} | ${instant(found.asOf)} | America/Sao_Paulo`,
  )
})

test('a missing figure says of which days there is none, also where its video has others', () => {
  expect(days('v1', 'sales')).toBe(`noFigures | ${format.dateRange(period)}`)
  expect(days('v2', 'clicks')).toBe(`noFigures | ${format.dateRange(period)}`)
  expect(days('v1', 'clicks', null)).toBe('')
})
