import { expect, test } from 'vitest'
import { makeService } from '../../src/service/service.ts'
import { ask, value } from './asking.ts'

const NOW = Date.parse('2026-11-21T10:20:30Z')
const service = makeService({ players: 24, days: 400, now: () => NOW, plan: 'enterprise' })
const players = service.world.players(NOW / 1000)
const largest = [...players].sort((a, b) => b.scale - a.scale)[0]
const unpitched = players.find(({ pitch_time, scale }) => pitch_time === 0 && scale > 20)
const young = players[0]
if (!largest || !unpitched || !young) throw new Error('the world lacks a player for these tests')

const RANGE = { start_date: '2026-11-01 00:00:00', end_date: '2026-11-07 23:59:59' }
const about = (id: string, more: object = {}) => ({ body: { player_id: id, ...RANGE, ...more } })
const UNKNOWN = 'f'.repeat(24)

type Row = Record<string, number | string>
const number = (row: Row | undefined, field: string) => Number(row?.[field])

const COUNTS = ['viewed', 'started', 'finished', 'clicked'].flatMap((event) => [
  `total_${event}`,
  `total_${event}_session_uniq`,
  `total_${event}_device_uniq`,
])
const INTEGERS = [
  ...COUNTS,
  'total_over_pitch',
  'total_under_pitch',
  'total_conversions',
  'total_amount_usd',
  'total_amount_brl',
  'total_amount_eur',
]
const RATES = ['engagement_rate', 'over_pitch_rate', 'play_rate']

function expectStatistics(row: Row) {
  for (const field of INTEGERS) expect(Number.isInteger(row[field])).toBe(true)
  for (const field of RATES) expect(row[field]).toMatch(/^\d{1,3}\.\d\d$/)
  expect(typeof row['overall_conversion_rate']).toBe('number')
}

const zeros = {
  ...Object.fromEntries(INTEGERS.map((field) => [field, 0])),
  ...Object.fromEntries(RATES.map((field) => [field, '0.00'])),
  overall_conversion_rate: 0,
}

test('a Statistics row has the shared fields and no others, each of its type', async () => {
  const row = await value<Row>(service, '/sessions/stats', about(largest.id))
  expect(Object.keys(row).sort()).toEqual(Object.keys(zeros).sort())
  expectStatistics(row)
  expect(number(row, 'total_started')).toBeGreaterThan(100)
  expect(number(row, 'total_conversions')).toBeGreaterThan(0)
})

test('rows by day and by field add their own key', async () => {
  const days = await value<Row[]>(service, '/sessions/stats_by_day', about(largest.id))
  expect(days.map(({ date_key }) => date_key)).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((d) => `2026-11-0${d}`),
  )
  days.forEach(expectStatistics)
  const fields = await value<Row[]>(
    service,
    '/sessions/stats_by_field',
    about(largest.id, { field: 'country' }),
  )
  fields.forEach(expectStatistics)
  expect(fields.map(({ grouped_field }) => grouped_field)).toContain('Brazil')
})

test('a player that is not in the account has zeros or an empty list', async () => {
  expect(await value(service, '/sessions/stats', about(UNKNOWN))).toEqual(zeros)
  expect(await value(service, '/sessions/stats_by_day', about(UNKNOWN))).toEqual([])
  const byField = about(UNKNOWN, { field: 'browser' })
  expect(await value(service, '/sessions/stats_by_field', byField)).toEqual([])
  expect(await value(service, '/times/user_engagement', about(UNKNOWN))).toEqual({
    grouped_timed: [],
    average_watched_time: 0,
    engagement_rate: 0,
  })
  expect(await value(service, '/conversions/video_timed', about(UNKNOWN))).toEqual([])
  expect(await value(service, '/clicks/total_by_company_timed', about(UNKNOWN))).toEqual([])
  expect(await value(service, `/sessions/live_users?player_id=${UNKNOWN}`)).toEqual([])
})

test('a player of another company is unknown to this one', async () => {
  const key = service.keys.noQuota
  expect(await value(service, '/sessions/stats', { key, ...about(largest.id) })).toEqual(zeros)
})

test('without a pitch every session reaches it, and the rate is 100', async () => {
  for (const pitch of [{}, { pitch_time: 0 }]) {
    const row = await value<Row>(service, '/sessions/stats', about(unpitched.id, pitch))
    expect(number(row, 'total_over_pitch')).toBeGreaterThan(0)
    expect(row).toMatchObject({ total_under_pitch: 0, over_pitch_rate: '100.00' })
  }
})

test('a requested pitch replaces the stored one, and 0 means the stored one', async () => {
  const pitched = (pitch_time?: number) =>
    value<Row>(service, '/sessions/stats', about(largest.id, { pitch_time }))
  const set = await pitched()
  expect(await pitched(0)).toEqual(set)
  expect(await pitched(largest.pitch_time)).toEqual(set)
  const early = await pitched(1)
  expect(number(early, 'total_over_pitch')).toBeGreaterThan(number(set, 'total_over_pitch'))
  expect(early['total_started']).toBe(set['total_started'])
})

test('engagement is measured against the requested length, or that of the player', async () => {
  const measured = (video_duration?: number) =>
    value<Row>(service, '/sessions/stats', about(largest.id, { video_duration }))
  const whole = await measured()
  expect(await measured(0)).toEqual(whole)
  expect(await measured(largest.duration)).toEqual(whole)
  const half = await measured(Math.floor(largest.duration / 2))
  expect(number(half, 'engagement_rate')).toBeGreaterThan(number(whole, 'engagement_rate'))
})

test('rows begin the day before the player was created, and idle days have zeros', async () => {
  const created = new Date(young.created * 1000).toISOString().slice(0, 10)
  const before = new Date((young.created - 86_400) * 1000).toISOString().slice(0, 10)
  const range = { start_date: '2020-01-01 00:00:00', end_date: `${created} 23:59:59` }
  const rows = await value<Row[]>(service, '/sessions/stats_by_day', about(young.id, range))
  expect(rows.map(({ date_key }) => date_key)).toEqual([before, created])
  expect(rows[0]).toEqual({ date_key: before, ...zeros })
})

test('future days have rows of zeros', async () => {
  const range = { start_date: '2026-11-22 00:00:00', end_date: '2026-11-23 23:59:59' }
  const rows = await value<Row[]>(service, '/sessions/stats_by_day', about(largest.id, range))
  expect(rows).toEqual([
    { date_key: '2026-11-22', ...zeros },
    { date_key: '2026-11-23', ...zeros },
  ])
})

test('the distribution, the clicks and the conversions have the fields of the document', async () => {
  const engagement = await value<{ grouped_timed: Row[] }>(
    service,
    '/times/user_engagement',
    about(largest.id),
  )
  expect(engagement).toEqual({
    grouped_timed: expect.any(Array),
    average_watched_time: expect.any(Number),
    engagement_rate: expect.any(Number),
  })
  expect(Object.keys(engagement.grouped_timed[0] ?? {})).toEqual(['timed', 'total_users'])
  const clicks = await value<Row[]>(service, '/clicks/total_by_company_timed', about(largest.id))
  expect(clicks.every(({ total_users }) => Number(total_users) > 0)).toBe(true)
  const sold = await value<Row[]>(service, '/conversions/video_timed', about(largest.id))
  expect(Object.keys(sold[0] ?? {})).toEqual([
    'timed',
    'timed_conversions',
    'cumulative_conversions',
    'timed_amount_usd',
    'cumulative_amount_usd',
    'timed_amount_brl',
    'cumulative_amount_brl',
    'timed_amount_eur',
    'cumulative_amount_eur',
  ])
})

test('every second of the video has its sales, with running totals, also when there are none', async () => {
  const sold = await value<Row[]>(service, '/conversions/video_timed', about(largest.id))
  expect(sold.map(({ timed }) => timed)).toEqual(
    Array.from({ length: largest.duration + 1 }, (_, second) => second),
  )
  let [sales, cents] = [0, 0]
  for (const row of sold) {
    sales += number(row, 'timed_conversions')
    cents += number(row, 'timed_amount_brl')
    expect([row['cumulative_conversions'], row['cumulative_amount_brl']]).toEqual([sales, cents])
  }
  expect(sales).toBeGreaterThan(0)
})

test('a day without a session has zeros, also under the pitch of a player that has none', async () => {
  const quiet = { start_date: '2026-11-22 00:00:00', end_date: '2026-11-22 23:59:59' }
  const [day] = await value<Row[]>(service, '/sessions/stats_by_day', about(unpitched.id, quiet))
  expect(day).toMatchObject({ total_over_pitch: 0, total_under_pitch: 0, over_pitch_rate: '0.00' })
  const whole = await value<Row>(service, '/sessions/stats', about(unpitched.id))
  expect(whole).toMatchObject({ total_under_pitch: 0, over_pitch_rate: '100.00' })
})

test('live users are counted by domain, the most first, and stay the same for 30 seconds', async () => {
  const clock = { now: NOW }
  const live = makeService({ players: 24, days: 400, now: () => clock.now, plan: 'enterprise' })
  const path = `/sessions/live_users?player_id=${largest.id}&minutes=720`
  const first = await value<{ domain: string; live_users: number }[]>(live, path)
  const counts = first.map(({ live_users }) => live_users)
  expect(counts.length).toBeGreaterThan(1)
  expect(counts).toEqual([...counts].sort((a, b) => b - a))
  clock.now += 29_999
  expect(await value(live, path)).toEqual(first)
  clock.now += 6 * 3600 * 1000
  expect(await value(live, path)).not.toEqual(first)
})

test('live users of a longer window are more', async () => {
  const live = async (minutes: number) => {
    const path = `/sessions/live_users?player_id=${largest.id}&minutes=${minutes}`
    const rows = await value<{ live_users: number }[]>(service, path)
    return rows.reduce((sum, { live_users }) => sum + live_users, 0)
  }
  expect(await live(720)).toBeGreaterThan(await live(60))
})

test.each([
  ['player_id', { player_id: undefined }],
  ['player_id', { player_id: 'short' }],
  ['start_date', { start_date: undefined }],
  ['start_date', { start_date: '2026-11-01' }],
  ['start_date', { start_date: '2026-11-01T00:00:00' }],
  ['start_date', { start_date: '2026-11-01 10:00:60' }],
  ['end_date', { end_date: '2026-11-07 23:59:60' }],
  ['start_date', { start_date: '2026-02-30 00:00:00' }],
  ['end_date', { end_date: 20261101 }],
  ['end_date', { end_date: '2026-10-01 00:00:00' }],
  ['timezone', { timezone: '-03:00' }],
  ['video_duration', { video_duration: '100' }],
  ['pitch_time', { pitch_time: -1 }],
  ['field', { field: undefined }],
  ['field', { field: 'constructor' }],
])('a wrong %s is a 400 that names it (%j)', async (parameter, wrong) => {
  const asked = about(largest.id, { field: 'country', ...wrong })
  const { status, json } = await ask(service, '/sessions/stats_by_field', asked)
  expect(status).toBe(400)
  expect((json as { error: string }).error).toMatch(new RegExp(`^${parameter} `))
})

test.each(['0', '721', '1.5', 'all'])('live users refuse %s minutes', async (minutes) => {
  const path = `/sessions/live_users?player_id=${largest.id}&minutes=${minutes}`
  const { status, json } = await ask(service, path)
  expect({ status, json }).toEqual({
    status: 400,
    json: { error: expect.stringContaining('minutes') },
  })
})

test('a trailing UTC is accepted, unknown keys are ignored, and so is null', async () => {
  const plain = await value(service, '/sessions/stats', about(largest.id))
  const more = {
    start_date: `${RANGE.start_date} UTC`,
    end_date: `${RANGE.end_date} UTC`,
    pitch_time: null,
    color: 'blue',
  }
  expect(await value(service, '/sessions/stats', about(largest.id, more))).toEqual(plain)
})

test('the same second as start and end is a range of one second', async () => {
  const second = { start_date: '2026-11-01 12:00:00', end_date: '2026-11-01 12:00:00' }
  expect((await ask(service, '/sessions/stats', about(largest.id, second))).status).toBe(200)
})

test('a range of any length is answered, with a row for each day of a player’s lifetime', async () => {
  const all = { start_date: '0001-01-01 00:00:00', end_date: '9999-12-31 23:59:59' }
  const days = await value<Row[]>(service, '/sessions/stats_by_day', about(young.id, all))
  expect(days.at(-1)?.['date_key']).toBe('2099-12-31')
  const total = days.reduce((sum, row) => sum + number(row, 'total_viewed'), 0)
  const whole = await value<Row>(service, '/sessions/stats', about(young.id, all))
  expect([number(whole, 'total_viewed'), total > 0]).toEqual([total, true])
  const asked = about(young.id, { ...all, events: ['viewed'] })
  const [viewed] = await value<{ events_by_day: Row[] }[]>(
    service,
    '/events/total_by_company_day',
    asked,
  )
  expect(viewed?.events_by_day[0]?.['day']).toBe('1970-01-01')
  const field = about(young.id, { ...all, field: 'country' })
  const split = await value<Row[]>(service, '/sessions/stats_by_field_by_day', field)
  expect(split.reduce((sum, row) => sum + number(row, 'total_viewed'), 0)).toBe(total)
})

test('a body that is not a JSON object, or not sent as JSON, is a 400', async () => {
  const path = '/sessions/stats'
  expect((await ask(service, path, { body: [] })).status).toBe(400)
  const headers = { 'content-type': 'text/plain' }
  expect((await ask(service, path, { ...about(largest.id), headers })).status).toBe(400)
})

test('a late sale is counted on the day of its click once it is known', async () => {
  const clock = { now: NOW }
  const late = makeService({ players: 24, days: 400, now: () => clock.now, plan: 'enterprise' })
  const day = { start_date: '2026-11-20 00:00:00', end_date: '2026-11-20 23:59:59' }
  const now = await value<Row>(late, '/sessions/stats', about(largest.id, day))
  clock.now += 3 * 86_400_000
  const then = await value<Row>(late, '/sessions/stats', about(largest.id, day))
  expect(number(then, 'total_conversions')).toBeGreaterThanOrEqual(number(now, 'total_conversions'))
  clock.now += 30 * 86_400_000
  expect(await value(late, '/sessions/stats', about(largest.id, day))).toEqual(then)
})
