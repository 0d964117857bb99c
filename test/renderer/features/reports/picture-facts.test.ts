import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { pictureFacts } from '../../../../src/renderer/features/reports/compare/compared-curves.tsx'
import { startText } from '../../../../src/renderer/text.ts'
import { makeFormat } from '../../../../src/renderer/ui/format.ts'
import { pictureTexts } from '../../../../src/renderer/ui/picture/picture-of.ts'
import { sampleReport } from '../../../support/sample-report.ts'

beforeAll(() => startText('en'))

test('a picture of two reports says of each its days, zone, age and account, and not the selected account', () => {
  const { about } = sampleReport()
  const right = {
    ...about,
    account: { id: 'otheraccount', name: 'Client B', timezone: 'Europe/Lisbon' },
    period: { start: '2025-04-01', end: '2025-04-07' },
    asOf: {
      oldest: Date.parse('2025-04-08T10:00:00Z'),
      newest: Date.parse('2025-04-08T11:00:00Z'),
    },
  }
  const format = makeFormat('en', 'UTC')
  const picture = i18next.getFixedT('en', 'picture')
  const facts = pictureFacts(
    {
      left: { id: 'a', about },
      right: { id: 'b', about: right },
      ...{ request: [], tables: [], unpaired: { left: [], right: [] }, curves: [] },
    },
    { name: null, query_key: null, left: null, right: null },
    { t: i18next.getFixedT('en', 'reportsCompare'), picture, format },
  )
  const { words } = pictureTexts(facts, { t: picture, format, account: 'Selected' })
  const age = (ms: number, zone: string) => `Data as of ${format.instant(ms, zone)}, ${zone}`
  expect(words.range.split('\n')).toEqual([
    `Report 1: ${format.dateRange(about.period ?? right.period)} · days in America/Sao_Paulo · ${age(1_743_465_000_000, 'America/Sao_Paulo')} · Agência`,
    `Report 2: ${format.dateRange(right.period)} · days in Europe/Lisbon · ${age(right.asOf.oldest, 'Europe/Lisbon')} · Client B`,
  ])
  expect(words.foot).toBe('Cuepoint')
})

test('a picture of a screen is of the selected account', () => {
  const texts = pictureTexts(
    {
      ...{ title: 'Retention', subject: 'VSL', zone: 'UTC', age: null },
      period: { start: '2025-04-01', end: '2025-04-07' },
    },
    { t: i18next.getFixedT('en', 'picture'), format: makeFormat('en', 'UTC'), account: 'Selected' },
  )
  expect(texts.words.foot).toBe('Selected · Cuepoint')
})

test('a picture names the days of the comparison beside what is drawn of it alone', () => {
  const format = makeFormat('en', 'UTC')
  const comparison = { start: '2025-03-25', end: '2025-03-31' }
  const { words, names } = pictureTexts(
    {
      ...{ title: 'Trend', subject: 'VSL', zone: 'UTC', age: null, comparison },
      period: { start: '2025-04-01', end: '2025-04-07' },
    },
    { t: i18next.getFixedT('en', 'picture'), format, account: 'Selected' },
  )
  expect(words.range).not.toContain(format.dateRange(comparison))
  expect(names.compared).toBe(`Compared: ${format.dateRange(comparison)}`)
})
