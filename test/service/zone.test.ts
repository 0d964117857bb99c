import { expect, test } from 'vitest'
import { daysIn, isZone, readRange } from '../../src/service/zone.ts'

const day = (zone: string, date: string) =>
  readRange({ start: `${date} 00:00:00`, end: `${date} 23:59:59`, zone })
const hours = (zone: string, date: string) => {
  const { from, to } = day(zone, date)
  return (to - from) / 3600
}
const utc = (text: string) => Date.parse(text) / 1000

test.each([
  ['UTC', '2026-07-01', 24],
  ['America/New_York', '2026-03-08', 23],
  ['America/New_York', '2026-11-01', 25],
  ['Europe/Dublin', '2026-03-29', 23],
  ['Europe/Dublin', '2026-10-25', 25],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  ['Asia/Kathmandu', '2026-07-01', 24],
  // Midnight does not exist: the day begins at 01:00.
  ['America/Sao_Paulo', '2018-11-04', 23],
  // 23:00 to midnight happens twice.
  ['America/Sao_Paulo', '2018-02-17', 25],
  ['Asia/Beirut', '2026-03-29', 23],
])('in %s the day %s has %d hours', (zone, date, expected) => {
  expect(hours(zone, date)).toBe(expected)
})

test('a whole day in Kathmandu begins 5:45 before UTC', () => {
  expect(day('Asia/Kathmandu', '2026-07-01').from).toBe(utc('2026-06-30T18:15:00Z'))
})

test('a trailing UTC says that the clock is UTC', () => {
  const range = { start: '2026-07-01 00:00:00 UTC', end: '2026-07-01 00:00:00 UTC' }
  expect(readRange({ ...range, zone: 'Asia/Kathmandu' }).from).toBe(utc('2026-07-01T00:00:00Z'))
})

test.each(['America/Sao_Paulo', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca'])(
  'days of ten years in %s follow one another without gap or overlap',
  (zone) => {
    const range = readRange({ start: '2017-01-01 00:00:00', end: '2026-12-31 23:59:59', zone })
    const days = daysIn(range, zone, '0000-01-01')
    expect(days).toHaveLength(3652)
    expect(days[0]?.from).toBe(range.from)
    expect(days.at(-1)?.to).toBe(range.to)
    for (let index = 1; index < days.length; index++) {
      expect(days[index]?.from).toBe(days[index - 1]?.to)
    }
  },
)

test('an offset or nonsense is not a zone', () => {
  expect(['+03:00', 'Mars/Olympus', '', 'UTC', 'America/Sao_Paulo'].map(isZone)).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
})
