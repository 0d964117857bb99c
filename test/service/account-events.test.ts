import { expect, test } from 'vitest'
import { makeService } from '../../src/service/service.ts'
import type { EventCount, PlayerEventCount } from '../../src/shared/api/event-counts.ts'
import type { Statistics } from '../../src/shared/api/statistics.ts'
import { playersEventsRequests } from '../../src/shared/features/analytics/requests-account.ts'
import { ask, value } from './asking.ts'

const NOW = Date.parse('2026-11-21T10:20:30Z')
const service = makeService({ players: 24, days: 200, now: () => NOW, plan: 'enterprise' })
const players = service.world.players(NOW / 1000)
const RANGE = { start_date: '2026-11-01 00:00:00', end_date: '2026-11-07 23:59:59' }
const PERIOD = { start: '2026-11-01', end: '2026-11-07' }
const ids = players.map(({ id }) => id)

const ofPlayers = (timezone: string) => {
  const [request] = playersEventsRequests(ids, PERIOD, timezone)
  return value<PlayerEventCount[]>(service, '/events/total_by_company_players', {
    body: request?.input,
  })
}
const statsOf = (player_id: string, more = {}) =>
  value<Statistics>(service, '/sessions/stats', { body: { player_id, ...RANGE, ...more } })

test.each(['UTC', 'America/Sao_Paulo', 'Australia/Lord_Howe'])(
  'the events of many players equal those of each player, on days of %s',
  async (timezone) => {
    const counts = await ofPlayers(timezone)
    for (const player of players) {
      const stats = await statsOf(player.id, { timezone })
      for (const event of ['viewed', 'started', 'finished'] as const) {
        const count = counts.find((one) => one.player_id === player.id && one.event === event)
        expect(count).toMatchObject({
          total: stats[`total_${event}`],
          total_uniq_sessions: stats[`total_${event}_session_uniq`],
          total_uniq_device: stats[`total_${event}_device_uniq`],
        })
      }
    }
  },
)

test('the account’s events are those of all its players, or of the one that is named', async () => {
  const body = { events: ['viewed', 'finished'], ...RANGE }
  const path = '/events/total_by_company'
  const account = await value<EventCount[]>(service, path, { body })
  const counts = await ofPlayers('UTC')
  for (const { event, total } of account) {
    const all = counts.filter((one) => one.event === event)
    expect(total).toBe(all.reduce((sum, one) => sum + one.total, 0))
  }
  const [one] = players
  const named = await value<EventCount[]>(service, path, { body: { ...body, player_id: one?.id } })
  expect(named[0]?.total).toBe((await statsOf(one?.id ?? '')).total_viewed)
})

test('a date without a time is read as the whole day by these operations', async () => {
  const dates = { start_date: '2026-11-01', end_date: '2026-11-07' }
  const path = '/events/total_by_company'
  const events = ['started']
  expect(await value(service, path, { body: { events, ...dates } })).toEqual(
    await value(service, path, { body: { events, ...RANGE } }),
  )
})

test('a list too long for the service is answered with an empty list', async () => {
  const one = { player_id: ids[0], start_date: RANGE.start_date }
  const body = { events: ['viewed'], ...RANGE, players_start_date: Array(1_001).fill(one) }
  expect(await value(service, '/events/total_by_company_players', { body })).toEqual([])
})

test('conversions by day equal those of the daily figures, and those of the period have their own uniques', async () => {
  const [busiest] = players.toSorted((a, b) => b.scale - a.scale)
  const body = { player_id: busiest?.id, ...RANGE }
  const path = '/conversions/stats_by_day'
  const days = await value<{ events_by_day: { total: number | string }[]; total_events: number }>(
    service,
    path,
    { body },
  )
  const stats = await statsOf(busiest?.id ?? '')
  const sum = days.events_by_day.reduce((all, { total }) => all + Number(total), 0)
  expect(stats.total_conversions).toBeGreaterThan(0)
  expect([sum, Number(days.total_events)]).toEqual([
    stats.total_conversions,
    stats.total_conversions,
  ])
})

test('engagement by day is the rate of the daily figures', async () => {
  const [busiest] = players.toSorted((a, b) => b.scale - a.scale)
  const body = { player_id: busiest?.id, ...RANGE, video_duration: busiest?.duration }
  const rates = await value<{ date: string; engagement_rate: number }[]>(
    service,
    '/times/user_engagement_by_day',
    { body },
  )
  const days = await value<{ date_key: string; engagement_rate: string }[]>(
    service,
    '/sessions/stats_by_day',
    { body },
  )
  expect(rates).toEqual(
    days.map((day) => ({ date: day.date_key, engagement_rate: Number(day.engagement_rate) })),
  )
})

test('the platforms are those with a sale since the given date', async () => {
  const path = '/conversions/active_platforms'
  const sold = await value<string[]>(service, path, { body: { start_date: '2026-01-01 00:00:00' } })
  expect(sold.length).toBeGreaterThan(0)
  expect(await value(service, path, { body: { start_date: '2026-11-21 10:20:29' } })).toEqual([])
})

test('a service limited to documented operations answers 404 to the others', async () => {
  const narrow = makeService({ players: 2, days: 9, now: () => NOW, isByDocument: true })
  const body = { events: ['viewed'], ...RANGE }
  expect(await ask(narrow, '/events/total_by_company', { body })).toMatchObject({ status: 404 })
  expect(await ask(narrow, '/players/list')).toMatchObject({ status: 200 })
})

test('a service limited to documented operations refuses other events by day', async () => {
  const narrow = makeService({ players: 2, days: 9, now: () => NOW, isByDocument: true })
  const asked = (events: string[]) =>
    ask(narrow, '/events/total_by_company_day', {
      body: { player_id: ids[0], ...RANGE, events },
    })
  expect(await asked(['viewed', 'paused'])).toMatchObject({ status: 400 })
  expect(await asked(['viewed', 'started', 'finished'])).toMatchObject({ status: 200 })
})
