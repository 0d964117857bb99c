import { expect, test } from 'vitest'
import type { Shapes } from '../../src/service/answer-shapes.ts'
import { makeService } from '../../src/service/service.ts'
import { analytics } from '../../src/shared/api/analytics.ts'
import { ask, value } from './asking.ts'

const NOW = Date.parse('2026-11-21T10:20:30Z')
const OPTIONS = { players: 24, days: 400, now: () => NOW, plan: 'enterprise' } as const
const service = makeService(OPTIONS)
const players = [...service.world.players(NOW / 1000)].sort((a, b) => b.scale - a.scale)
const even = players.find(({ index }) => index % 2 === 0)
const odd = players.find(({ index }) => index % 2 === 1)
if (!even || !odd) throw new Error('the world lacks a player for these tests')

const UNKNOWN = 'f'.repeat(24)
const RANGE = { start_date: '2026-10-01 00:00:00', end_date: '2026-11-07 23:59:59' }
const about = (id: string, more: object = {}) => ({
  body: { player_id: id, ...RANGE, video_duration: 0, ...more },
})

type Row = Record<string, number | string | null>
const traffic = (id: string, query_key: string, more: object = {}) =>
  value<Row[]>(service, '/traffic_origin/stats', about(id, { query_key, ...more }))
const sum = (rows: Row[], field: string) => rows.reduce((all, row) => all + Number(row[field]), 0)

test('any parameter of the page URL is counted, each in an object of its own, the most first', async () => {
  const found = await value<Record<string, number>[]>(
    service,
    '/traffic_origin/valid_utms',
    about(even.id),
  )
  expect(found.every((one) => Object.keys(one).length === 1)).toBe(true)
  const counts = found.map((one) => Object.values(one)[0] ?? 0)
  expect(counts).toEqual([...counts].sort((a, b) => b - a))
  const names = found.flatMap(Object.keys)
  expect(new Set(names).size).toBe(names.length)
  const five = ['source', 'medium', 'campaign', 'content', 'term'].map((name) => `utm_${name}`)
  expect(names).toEqual(expect.arrayContaining([...five, 'src', 'sck', 'xcod', '__proto__']))
})

test('values come raw: undecoded, in every spelling, with ids, empty, long and hostile', async () => {
  const values = async (key: string) =>
    (await traffic(even.id, key)).map(({ grouped_field }) => String(grouped_field))
  expect(await values('utm_source')).toEqual(
    expect.arrayContaining(['FB', 'fb', 'facebook', 'Facebook', '', '=cmd%7Ccalc']),
  )
  expect(await values('utm_campaign')).toEqual(
    expect.arrayContaining([
      'Escala+01|120210',
      'Escala%2001%7C120210',
      'escala+01|120210',
      '{{campaign.name}}|{{campaign.id}}',
    ]),
  )
  expect(await values('utm_content')).toContain('🔥+oferta')
  expect(Math.max(...(await values('utm_term')).map(({ length }) => length))).toBeGreaterThan(500)
})

test('sessions without the parameter have no row, those with an empty one have', async () => {
  const whole = await value<Row>(service, '/sessions/stats', about(even.id))
  const rows = await traffic(even.id, 'utm_source')
  expect(sum(rows, 'total_viewed')).toBeLessThan(Number(whole['total_viewed']))
  const empty = rows.filter(({ grouped_field }) => grouped_field === '')
  expect(empty).toHaveLength(1)
  expect(await traffic(even.id, 'utm_nothing')).toEqual([])
})

test('the name of a parameter is taken literally', async () => {
  const upper = await traffic(even.id, 'UTM_MEDIUM')
  expect(upper.map(({ grouped_field }) => grouped_field)).toEqual(['cpc'])
  const lower = await traffic(even.id, 'utm_medium')
  expect(sum(upper, 'total_viewed')).toBeLessThan(sum(lower, 'total_viewed'))
})

test('rates are strings for one player and numbers for another, and null without plays', async () => {
  const forms = async (id: string) => {
    const query_keys = ['utm_source', 'utm_campaign', 'utm_term']
    const body = about(id, { query_keys })
    const rows = await value<Row[]>(service, '/traffic_origin/stats_by_day', body)
    expect(analytics.trafficStatsByDay.output.safeParse(rows).success).toBe(true)
    const types = (field: string) =>
      new Set(rows.map((row) => (row[field] === null ? 'null' : typeof row[field])))
    return ['engagement_rate', 'over_pitch_rate'].map((field) => [...types(field)].sort())
  }
  expect(await forms(even.id)).toEqual([
    ['null', 'string'],
    ['null', 'string'],
  ])
  expect(await forms(odd.id)).toEqual([
    ['null', 'number'],
    ['null', 'number'],
  ])
})

test('some sources play and buy more than others', async () => {
  const rate = async (source: string, part: string, whole: string) => {
    const rows = await Promise.all(players.slice(0, 8).map(({ id }) => traffic(id, 'utm_source')))
    const ofSource = rows.flat().filter(({ grouped_field }) => grouped_field === source)
    return sum(ofSource, part) / sum(ofSource, whole)
  }
  const plays = (source: string) =>
    rate(source, 'total_started_session_uniq', 'total_viewed_session_uniq')
  const sales = (source: string) => rate(source, 'total_conversions', 'total_started_session_uniq')
  expect(await plays('email')).toBeGreaterThan(await plays('tiktok'))
  expect(await sales('google')).toBeGreaterThan(await sales('tiktok'))
})

test('by day, each requested parameter has its own rows, and a repeated one has them once', async () => {
  const asked = (query_keys: string[]) =>
    value<Row[]>(service, '/traffic_origin/stats_by_day', about(odd.id, { query_keys }))
  const both = await asked(['src', 'utm_source', 'src'])
  expect(new Set(both.map(({ query_key }) => query_key))).toEqual(new Set(['src', 'utm_source']))
  expect(both).toEqual([...(await asked(['src'])), ...(await asked(['utm_source']))])
  expect(both[0]?.['date_key']).toMatch(/^2026-\d\d-\d\d$/)
})

interface Group {
  grouped_key: string
  grouped_values: { timed: number; total_users: number }[]
}
const byField = (field: string, values: string[], id = even.id) =>
  value<Group[]>(service, '/times/user_engagement_by_field', about(id, { field, values }))

test('a distribution by field has a group for each requested value with views', async () => {
  const groups = await byField('country', ['Brazil', 'Atlantis', 'Portugal', 'Brazil'])
  expect(groups.map(({ grouped_key }) => grouped_key)).toEqual(['Brazil', 'Portugal'])
  const [brazil] = groups
  const seconds = brazil?.grouped_values.map(({ timed }) => timed) ?? []
  expect(seconds.length).toBeGreaterThan(10)
  expect(seconds).toEqual([...new Set(seconds)].sort((a, b) => a - b))
})

test('no_attribution selects the sessions without a value', async () => {
  const [none] = await byField('utm_source', ['no_attribution'])
  expect(none?.grouped_key).toBe('no_attribution')
  expect(none?.grouped_values.length).toBeGreaterThan(10)
  expect(await byField('country', ['no_attribution'])).toEqual([])
})

test('the distribution by parameter has each of its known shapes, with the same data', async () => {
  const asked = about(even.id, { query_key: 'utm_source', values: ['FB', 'google'] })
  const path = '/times/user_engagement_by_traffic_origin'
  const told = (origin?: Shapes['origin']) =>
    value<object[] & { data: object[] }>(
      makeService({ ...OPTIONS, shapes: origin ? { origin } : {} }),
      path,
      asked,
    )
  const [usual, seen, described, wrapped] = [
    await told(),
    await told('seen'),
    await told('described'),
    await told('wrapped'),
  ]
  expect(usual).toEqual(seen)
  expect(seen[0]).toEqual({
    group_key: 'FB',
    group_values: expect.arrayContaining([{ timed: 0, totalUsers: expect.any(Number) }]),
  })
  expect(Object.keys(described[0] ?? {})).toEqual(['grouped_key', 'grouped_values'])
  expect(wrapped).toEqual({ data: seen })
  const { output } = analytics.userEngagementByOrigin
  const groups = await byField('utm_source', ['FB', 'google'])
  for (const answer of [seen, described, wrapped]) expect(output.parse(answer)).toEqual(groups)
})

test('a player that is not in the account has empty lists', async () => {
  const values = ['FB']
  for (const [path, more] of [
    ['/traffic_origin/valid_utms', {}],
    ['/traffic_origin/stats', { query_key: 'src' }],
    ['/traffic_origin/stats_by_day', { query_keys: ['src'] }],
    ['/sessions/stats_by_field_by_day', { field: 'country' }],
    ['/times/user_engagement_by_field', { field: 'utm_term', values }],
    ['/times/user_engagement_by_traffic_origin', { query_key: 'src', values }],
  ] as const) {
    expect(await value(service, path, about(UNKNOWN, more))).toEqual([])
  }
})

test.each([
  ['/sessions/stats_by_field_by_day', 'field', 'utm_source'],
  ['/sessions/stats_by_field_by_day', 'field', 'constructor'],
  ['/times/user_engagement_by_field', 'field', 'campaign'],
  ['/times/user_engagement_by_field', 'values', undefined],
  ['/times/user_engagement_by_field', 'values', []],
  ['/times/user_engagement_by_field', 'values', 'Brazil'],
  ['/times/user_engagement_by_traffic_origin', 'query_key', ''],
  ['/traffic_origin/stats', 'query_key', undefined],
  ['/traffic_origin/stats', 'video_duration', undefined],
  ['/traffic_origin/stats_by_day', 'query_keys', []],
  ['/traffic_origin/stats_by_day', 'query_keys[1]', ['src', 7]],
  ['/traffic_origin/valid_utms', 'end_date', '2026-11-07'],
])('%s: a wrong %s is a 400 that names it (%j)', async (path, parameter, wrong) => {
  const whole = { field: 'country', values: ['Brazil'], query_key: 'src', query_keys: ['src'] }
  const key = parameter.replace(/\[.*/, '')
  const { status, json } = await ask(service, path, about(even.id, { ...whole, [key]: wrong }))
  expect(status).toBe(400)
  expect((json as { error: string }).error.startsWith(`${parameter} `)).toBe(true)
})
