import { expect, test } from 'vitest'
import { makeService } from '../../src/service/service.ts'
import { ask, value } from './asking.ts'

const NOW = Date.parse('2026-11-21T10:20:30Z')
const service = makeService({ now: () => NOW, plan: 'enterprise' })
const players = service.world.players(NOW / 1000)
const marked = players.find(({ index }) => index === 3)
const unmarked = players.find(({ index }) => index % 5 === 2)
if (!marked || !unmarked) throw new Error('the world lacks a player for these tests')

type Row = { id: string; name: string } & Record<
  'time' | 'sequential_number' | 'engagement_rate' | 'total_users' | 'users_above',
  number
>
const PATH = '/custom_metrics/list'
const RANGE = { start_date: '2026-10-01 00:00:00', end_date: '2026-10-31 23:59:59' }
const about = (player_id: string, more: object = RANGE) => ({ body: { player_id, ...more } })

test('a metric has the number of sessions that reached its second', async () => {
  const rows = await value<Row[]>(service, PATH, about(marked.id))
  expect(rows).toHaveLength(5)
  expect(rows.map(({ sequential_number }) => sequential_number)).toEqual([1, 2, 3, 4, 5])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5)
  const whole = await value<Record<string, number>>(service, '/sessions/stats', about(marked.id))
  const measured = Number(whole['total_over_pitch']) + Number(whole['total_under_pitch'])
  for (const row of rows) {
    expect(row.time).toBeLessThanOrEqual(marked.duration)
    expect(row.total_users).toBe(measured)
    expect(row.users_above).toBeGreaterThan(0)
    expect(row.users_above).toBeLessThan(row.total_users)
    expect(row.engagement_rate).toBe(
      Number((BigInt(row.users_above) * 10_000n) / BigInt(row.total_users)) / 100,
    )
  }
})

test('the metric at the pitch equals the statistics', async () => {
  const rows = await value<Row[]>(service, PATH, about(marked.id))
  const whole = await value(service, '/sessions/stats', about(marked.id))
  const pitch = rows.find(({ time }) => time === marked.pitch_time)
  expect(whole).toMatchObject({ total_over_pitch: pitch?.users_above })
})

test('only the player is required: without dates, all of its days are measured', async () => {
  const all = await value<Row[]>(service, PATH, about(marked.id, {}))
  const since = await value<Row[]>(
    service,
    PATH,
    about(marked.id, { start_date: '2020-01-01 00:00:00', end_date: '2026-11-21 23:59:59' }),
  )
  expect(all).toEqual(since)
})

test('a player without metrics, or an unknown one, has an empty list', async () => {
  expect(await value(service, PATH, about(unmarked.id))).toEqual([])
  expect(await value(service, PATH, about('f'.repeat(24)))).toEqual([])
})

test('400 names what is wrong', async () => {
  const wrong = { ...RANGE, end_date: '2026-10-31' }
  const { status, text } = await ask(service, PATH, about(marked.id, wrong))
  expect(status).toBe(400)
  expect(text).toContain('end_date')
  expect((await ask(service, PATH, { body: RANGE })).text).toContain('player_id')
})
