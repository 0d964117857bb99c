import { expect, test } from 'vitest'
import { makeService, type ServiceOptions } from '../../src/service/service.ts'
import { ask, value } from './asking.ts'

const START = Date.parse('2026-07-15T10:20:00Z')

function at(options: Partial<ServiceOptions>, offsetMs = 0) {
  const clock = { now: START + offsetMs }
  return { clock, service: makeService({ players: 2, ...options, now: () => clock.now }) }
}

interface Usage {
  quotas: {
    interval_seconds: number
    interval_starts_at: string
    interval_ends_at: string
    queries: { used: number; limit: number | null; remaining: number | null; note?: string }
    read_bytes: { used: number; limit: number | null; remaining: number | null }
  }[]
}

test('usage reports the minute and the day, and counts its own request in the minute', async () => {
  const { service } = at({ plan: 'basic' }, 12_000)
  const { quotas } = await value<Usage>(service, '/quota/usage')
  expect(quotas).toEqual([
    {
      interval_seconds: 60,
      interval_starts_at: '2026-07-15T10:20:00Z',
      interval_ends_at: '2026-07-15T10:21:00Z',
      queries: { used: 1, limit: 60, remaining: 59, note: expect.any(String) },
      read_bytes: { used: 0, limit: null, remaining: null },
    },
    {
      interval_seconds: 86_400,
      interval_starts_at: '2026-07-15T00:00:00Z',
      interval_ends_at: '2026-07-16T00:00:00Z',
      queries: { used: 0, limit: null, remaining: null },
      read_bytes: { used: 0, limit: null, remaining: null },
    },
  ])
})

test.each([
  ['basic', 60],
  ['pro', 120],
  ['scale', 300],
  ['enterprise', 800],
] as const)('the %s plan has %i queries a minute', async (plan, limit) => {
  const { service } = at({ plan })
  const { quotas } = await value<Usage>(service, '/quota/usage')
  expect(quotas[0]?.queries.limit).toBe(limit)
})

test('the 61st query of a minute is 429 with details, until the next whole minute', async () => {
  const { service, clock } = at({ plan: 'basic' }, 40_000)
  for (let query = 0; query < 60; query++) await value(service, '/quota/usage')
  const refused = await ask(service, '/players/list')
  expect(refused.status).toBe(429)
  expect(refused.json).toEqual({
    error: expect.any(String),
    code: 201,
    details: {
      limit_kind: 'queries',
      used: 60,
      limit: 60,
      remaining: 0,
      interval_seconds: 60,
      resets_at: '2026-07-15T10:21:00Z',
    },
  })
  expect(refused.headers.get('date')).toBe('Wed, 15 Jul 2026 10:20:40 GMT')
  clock.now = START + 59_999
  expect((await ask(service, '/players/list')).status).toBe(429)
  clock.now = START + 60_000
  expect((await ask(service, '/players/list')).status).toBe(200)
})

test('all keys of a company share its quota, and another company has its own', async () => {
  const { service } = at({ limits: { queriesPerMinute: 2 } })
  await value(service, '/quota/usage')
  await value(service, '/quota/usage', { key: service.keys.second })
  expect((await ask(service, '/quota/usage')).status).toBe(429)
  const other = await value<Usage>(service, '/quota/usage', { key: service.keys.noQuota })
  expect(other).toEqual({ quotas: [] })
})

test('a request may count as more than one query, and is refused when too few are left', async () => {
  const { service } = at({ limits: { queriesPerMinute: 4 }, costs: { players: 3 } })
  await value(service, '/players/list')
  const refused = await ask(service, '/players/list')
  expect(refused.json).toMatchObject({ details: { used: 3, limit: 4, remaining: 1 } })
  const { quotas } = await value<Usage>(service, '/quota/usage')
  expect(quotas[0]?.queries).toMatchObject({ used: 4, remaining: 0 })
})

test('the day has a limit of its own', async () => {
  const { service, clock } = at({ limits: { queriesPerDay: 3 } })
  for (let minute = 0; minute < 3; minute++) {
    await value(service, '/players/list')
    clock.now += 60_000
  }
  const refused = await ask(service, '/players/list')
  expect(refused.json).toMatchObject({
    details: { interval_seconds: 86_400, resets_at: '2026-07-16T00:00:00Z' },
  })
})

test('asking for the usage counts in its minute, and not against the day', async () => {
  const { service, clock } = at({ limits: { queriesPerMinute: 2, queriesPerDay: 1 } })
  await value(service, '/players/list')
  const { quotas } = await value<Usage>(service, '/quota/usage')
  expect(quotas.map(({ queries }) => queries.used)).toEqual([2, 1])
  expect((await ask(service, '/quota/usage')).status).toBe(429)
  clock.now += 60_000
  expect((await ask(service, '/quota/usage')).status).toBe(200)
  expect((await ask(service, '/players/list')).status).toBe(429)
})

test('data read is counted, and exceeding it is a 429 of that kind', async () => {
  const { service } = at({ limits: { readBytesPerMinute: 100 } })
  await value(service, '/players/list')
  const refused = await ask(service, '/players/list')
  expect(refused.status).toBe(429)
  expect(refused.json).toMatchObject({
    details: { limit_kind: 'read_bytes', limit: 100, remaining: 0 },
  })
})
