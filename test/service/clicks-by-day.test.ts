import { expect, test } from 'vitest'
import { makeService } from '../../src/service/service.ts'
import { ask, value } from './asking.ts'

const NOW = Date.parse('2026-11-21T10:20:30Z')
const service = makeService({ players: 24, days: 400, now: () => NOW, plan: 'enterprise' })
const players = [...service.world.players(NOW / 1000)].sort((a, b) => b.scale - a.scale)
const even = players.find(({ index }) => index % 2 === 0)
const odd = players.find(({ index }) => index % 2 === 1)
if (!even || !odd) throw new Error('the world lacks a player for these tests')

const PATH = '/clicks/total_by_company_day'
const RANGE = { start_date: '2026-11-01 00:00:00', end_date: '2026-11-07 23:59:59' }
const about = (player_id: string) => ({ body: { player_id, ...RANGE } })

test('clicks by day have the totals of the period, as integers of one player and strings of another', async () => {
  const clicks = (id: string) => value<{ events_by_day: object[] }>(service, PATH, about(id))
  const keys = ['events_by_day', 'total_events', 'total_uniq_device_events']
  const form = (answer: object) =>
    Object.entries(answer).map(([key, one]) => [key, Array.isArray(one) ? 'days' : typeof one])
  const named = (type: string) => [
    ...keys.map((key, place) => [key, place === 0 ? 'days' : type]),
    ['total_uniq_session_events', type],
  ]
  expect(form(await clicks(even.id))).toEqual(named('number'))
  expect(form(await clicks(odd.id))).toEqual(named('string'))
  const { events_by_day } = await clicks(even.id)
  expect(events_by_day).toHaveLength(7)
})

test('a player that is not in the account has zeros', async () => {
  const answer = await value<{ events_by_day: object[] }>(service, PATH, about('f'.repeat(24)))
  expect(answer.events_by_day).toHaveLength(7)
  expect(answer).toMatchObject({
    total_events: 0,
    total_uniq_device_events: 0,
    total_uniq_session_events: 0,
  })
})

test('a wrong player is a 400 that names it', async () => {
  const { status, json } = await ask(service, PATH, about('short'))
  expect({ status, json }).toEqual({
    status: 400,
    json: { error: expect.stringMatching(/^player_id /) },
  })
})
