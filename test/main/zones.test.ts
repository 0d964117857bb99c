import { afterEach, expect, test } from 'vitest'
import { daysIn, readRange } from '../../src/service/zone.ts'
import {
  addDays,
  dayCount,
  dayEndsAt,
  daysOf,
  isSettled,
  type Period,
  PRESETS,
  type Preset,
  presetPeriod,
  SETTLES_AFTER_DAYS,
  todayIn,
  wireRange,
} from '../../src/shared/time/period.ts'
import { count } from '../support/scale.ts'

/** Of each kind: no midnight, half an hour, less in summer than in winter, far from UTC. */
const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'Europe/Lisbon',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
]
const HOSTS = ['America/Sao_Paulo', 'UTC', 'Australia/Lord_Howe', 'Pacific/Honolulu']
/** São Paulo had its last summer time in the first of them. */
const YEARS = count('years of each zone', { usual: 1, full: 10 })
const hosts = HOSTS.slice(0, count('zones of the computer', { usual: 1, full: HOSTS.length }))
const YEAR: Period = { start: '2018-01-01', end: '2018-12-31' }
const years = Array.from({ length: YEARS }, (_, index): Period => {
  const [start, end] = [YEAR.start, YEAR.end].map((day) => day.replace('2018', `${2018 + index}`))
  return { start: start ?? '', end: end ?? '' }
})
const DAY_MS = 86_400_000

const own = process.env['TZ']
afterEach(() => {
  if (own === undefined) delete process.env['TZ']
  else process.env['TZ'] = own
})

/** The date that the calendar of a zone shows, by another way than that of the product. */
function makeDateIn(timeZone: string) {
  const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (ms: number) => calendar.format(ms)
}

/** The first instant whose date is later than a day: looked for, to the second. */
function endOf(day: string, dateIn: (ms: number) => string) {
  const noon = Date.parse(`${day}T12:00:00Z`)
  let [before, after] = [(noon - DAY_MS) / 1000, (noon + 2 * DAY_MS) / 1000]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dateIn(middle * 1000) > day) after = middle
    else before = middle
  }
  return after * 1000
}

const cases = hosts.flatMap((host) => ZONES.map((zone) => ({ host, zone })))

test.each(cases)(
  'on a computer in $host each day in $zone ends by that zone’s calendar',
  ({ host, zone }) => {
    process.env['TZ'] = host
    const dateIn = makeDateIn(zone)
    for (const year of years) {
      const days = daysOf(year)
      const { start_date: start, end_date: end } = wireRange(year)
      // What the service makes of the dates that are sent.
      const served = daysIn(readRange({ start, end, zone }), zone, '0000-01-01')
      expect(served.map(({ date_key }) => date_key)).toEqual(days)
      for (const [index, day] of days.entries()) {
        const ends = endOf(day, dateIn)
        const told = [dayEndsAt(day, zone), (served[index]?.to ?? 0) * 1000]
        expect([day, ...told]).toEqual([day, ends, ends])
        expect([todayIn(zone, ends - 1), todayIn(zone, ends) > day]).toEqual([day, true])
      }
      const settles = dayEndsAt(daysOf(year)[SETTLES_AFTER_DAYS] ?? '', zone)
      expect([settles - 1, settles].map((at) => isSettled(year.start, zone, at))).toEqual([
        false,
        true,
      ])
    }
  },
)

const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
const last = (days: number) => (range: Period, today: string) =>
  range.end === today && dayCount(range) === days

const IS_RIGHT: Record<Preset, (range: Period, today: string) => boolean> = {
  today: last(1),
  yesterday: ({ start, end }, today) => start === end && addDays(end, 1) === today,
  last7: last(7),
  last14: last(14),
  last30: last(30),
  last90: last(90),
  thisWeek: (range, today) =>
    weekday(range.start) === 1 && range.end === today && dayCount(range) <= 7,
  lastWeek: (range, today) =>
    weekday(range.start) === 1 && dayCount(range) === 7 && dayCount({ ...range, end: today }) > 7,
  thisMonth: ({ start, end }, today) => start === firstOfMonth(today) && end === today,
  lastMonth: ({ start, end }, today) =>
    start === firstOfMonth(end) && addDays(end, 1) === firstOfMonth(today),
}

test.each(hosts)('on a computer in %s a preset has the right days on any date', (host) => {
  process.env['TZ'] = host
  const wrong = years
    .flatMap(daysOf)
    .flatMap((today) =>
      PRESETS.filter((preset) => !IS_RIGHT[preset](presetPeriod(preset, today), today)).map(
        (preset) => `${preset} on ${today}`,
      ),
    )
  expect(wrong).toEqual([])
})
