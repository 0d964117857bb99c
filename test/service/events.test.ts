import { expect, test } from 'vitest'
import { makeService } from '../../src/service/service.ts'
import { ask, value } from './asking.ts'

const NOW = Date.parse('2026-11-21T10:20:30Z')
const service = makeService({ players: 24, days: 400, now: () => NOW, plan: 'enterprise' })
const players = [...service.world.players(NOW / 1000)].sort((a, b) => b.scale - a.scale)
const even = players.find(({ index }) => index % 2 === 0)
const young = service.world.players(NOW / 1000)[0]
if (!even || !young) throw new Error('the world lacks a player for these tests')

const UNKNOWN = 'f'.repeat(24)
const RANGE = { start_date: '2026-11-01 00:00:00', end_date: '2026-11-07 23:59:59' }
const about = (id: string, more: object = {}) => ({ body: { player_id: id, ...RANGE, ...more } })

interface Day {
  day: string
  total: string
  total_uniq_device: string
  total_uniq_session: string
}
interface EventDays {
  event: string
  events_by_day: Day[]
}
const events = (id: string, more: object) =>
  value<EventDays[]>(service, '/events/total_by_company_day', about(id, more))

test('each requested event is one item, and its counts are strings', async () => {
  const asked = ['paused', 'started', 'viewed', 'finished', 'clicked']
  const answer = await events(even.id, { events: asked })
  expect(answer.map(({ event }) => event)).toEqual(asked)
  for (const { events_by_day } of answer) {
    expect(events_by_day).toHaveLength(7)
    for (const { day, ...counts } of events_by_day) {
      expect(day).toMatch(/^2026-11-0\d$/)
      for (const count of Object.values(counts)) expect(count).toMatch(/^\d+$/)
    }
    expect(events_by_day.some(({ total }) => total !== '0')).toBe(true)
  }
})

test('days before the player was created, and future days, are zeros', async () => {
  const before = { start_date: '2001-01-01 00:00:00', end_date: '2001-01-02 23:59:59' }
  const zero = { total: '0', total_uniq_device: '0', total_uniq_session: '0' }
  expect(await events(young.id, { ...before, events: ['viewed'] })).toEqual([
    {
      event: 'viewed',
      events_by_day: [
        { day: '2001-01-01', ...zero },
        { day: '2001-01-02', ...zero },
      ],
    },
  ])
  const after = { start_date: '2026-11-22 00:00:00', end_date: '2026-11-22 23:59:59' }
  const [viewed] = await events(even.id, { ...after, events: ['viewed'] })
  expect(viewed?.events_by_day).toEqual([{ day: '2026-11-22', ...zero }])
})

test('a day on which clocks go back is one entry, in the requested zone', async () => {
  const range = { start_date: '2026-10-31 00:00:00', end_date: '2026-11-02 23:59:59' }
  const zone = { ...range, timezone: 'America/New_York', events: ['viewed'] }
  const [viewed] = await events(even.id, zone)
  expect(viewed?.events_by_day.map(({ day }) => day)).toEqual([
    '2026-10-31',
    '2026-11-01',
    '2026-11-02',
  ])
})

test('a player that is not in the account has zeros for every day', async () => {
  const [viewed] = await events(UNKNOWN, { events: ['viewed'] })
  expect(viewed?.events_by_day).toHaveLength(7)
  expect(viewed?.events_by_day.every(({ total }) => total === '0')).toBe(true)
})

interface Board {
  leaderboard_name: string
  event: string
  leaderboards: { player_id: string; uniq_plays: number }[]
}
const BOARD = {
  leaderboard_limit: 10,
  start_date: '2026-11-01',
  end_date: '2026-11-07',
  event: 'started',
}
const boards = (leaderboards: object[], more: object = {}) =>
  value<Board[]>(service, '/events/leaderboard', {
    body: { company_id: service.company_id, leaderboards, ...more },
  })

test('several leaderboards are answered in their order, each with its name, event and size', async () => {
  const asked = [BOARD, { ...BOARD, leaderboard_limit: 3, event: 'clicked' }]
  const answer = await boards(asked)
  expect(answer.map(({ leaderboard_name, event }) => [leaderboard_name, event])).toEqual([
    ['leaderboard_10', 'started'],
    ['leaderboard_3', 'clicked'],
  ])
  expect(answer.map(({ leaderboards }) => leaderboards.length)).toEqual([10, 3])
  for (const { leaderboards } of answer) {
    const counts = leaderboards.map(({ uniq_plays }) => uniq_plays)
    expect(counts).toEqual([...counts].sort((a, b) => b - a))
  }
})

test('a smaller leaderboard is the beginning of a larger one', async () => {
  for (const event of ['started', 'finished', 'viewed', 'clicked', 'paused']) {
    const [small, large] = await boards([
      { ...BOARD, event, leaderboard_limit: 2 },
      { ...BOARD, event, leaderboard_limit: 1000 },
    ])
    expect(small?.leaderboards).toEqual(large?.leaderboards.slice(0, 2))
    expect(small?.leaderboards).toHaveLength(2)
  }
})

test('players without the event are not ranked', async () => {
  const [board] = await boards([{ ...BOARD, leaderboard_limit: 1000 }])
  expect(board?.leaderboards.length).toBeLessThan(24)
  expect(board?.leaderboards.every(({ uniq_plays }) => uniq_plays > 0)).toBe(true)
})

test('a period is whole days of the zone, and runs to the present when it has no end', async () => {
  const zoned = async (timezone: string) => (await boards([BOARD], { timezone }))[0]?.leaderboards
  expect(await zoned('Pacific/Auckland')).not.toEqual(await zoned('UTC'))
  const { end_date: _, ...open } = BOARD
  const [toNow, toToday] = await boards([open, { ...BOARD, end_date: '2026-11-21' }])
  expect(toNow).toEqual(toToday)
})

test('the company must be that of the key', async () => {
  const body = { company_id: '00000000-0000-4000-8000-000000000000', leaderboards: [BOARD] }
  const { status, json } = await ask(service, '/events/leaderboard', { body })
  expect({ status, json }).toEqual({
    status: 400,
    json: { error: expect.stringMatching(/^company_id /) },
  })
})

test.each([
  ['/events/total_by_company_day', 'events', []],
  ['/events/total_by_company_day', 'events', undefined],
  ['/events/total_by_company_day', 'events[1]', ['viewed', 'applauded']],
  ['/events/leaderboard', 'company_id', 'mine'],
  ['/events/leaderboard', 'leaderboards', []],
  ['/events/leaderboard', 'leaderboards[0]', ['first']],
  ['/events/leaderboard', 'leaderboards[0].event', [{ ...BOARD, event: 'toString' }]],
  [
    '/events/leaderboard',
    'leaderboards[1].leaderboard_limit',
    [BOARD, { ...BOARD, leaderboard_limit: 0 }],
  ],
  ['/events/leaderboard', 'leaderboards[0].start_date', [{ ...BOARD, start_date: '2026-02-30' }]],
  ['/events/leaderboard', 'leaderboards[0].end_date', [{ ...BOARD, end_date: '2026-10-31' }]],
])('%s: a wrong %s is a 400 that names it (%j)', async (path, parameter, wrong) => {
  const whole = { events: ['viewed'], company_id: service.company_id, leaderboards: [BOARD] }
  const key = parameter.replace(/\[.*/, '')
  const { status, json } = await ask(service, path, about(even.id, { ...whole, [key]: wrong }))
  expect(status).toBe(400)
  expect((json as { error: string }).error.startsWith(`${parameter} `)).toBe(true)
})
