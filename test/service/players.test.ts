import { expect, test } from 'vitest'
import { makeService } from '../../src/service/service.ts'
import { ask, value } from './asking.ts'

const NOW = Date.parse('2026-07-15T10:20:30Z')
const service = makeService({ players: 60, days: 90, now: () => NOW, plan: 'enterprise' })

interface Listed {
  id: string
  name: string
  pitch_time: number
  duration: number
  created_at: string
}

const list = (query: Record<string, string> = {}) =>
  value<Listed[]>(service, `/players/list?${new URLSearchParams(query)}`)
const names = async (query: Record<string, string>) => (await list(query)).map(({ name }) => name)

test('every field of every player has the type that the document states', async () => {
  const players = await list()
  expect(players).toHaveLength(60)
  for (const player of players) {
    expect(player).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      name: expect.any(String),
      pitch_time: expect.any(Number),
      duration: expect.any(Number),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    expect(Number.isInteger(player.duration) && Number.isInteger(player.pitch_time)).toBe(true)
    expect(player.pitch_time).toBeLessThanOrEqual(player.duration)
  }
  expect(new Set(players.map(({ id }) => id)).size).toBe(60)
  expect(players.some(({ pitch_time }) => pitch_time === 0)).toBe(true)
})

test('a name is found whatever the case, also of accented letters, and trimmed', async () => {
  const found = await names({ name: '  PROMOÇÃO ' })
  expect(found.length).toBeGreaterThan(0)
  for (const name of found) expect(name).toContain('Promoção')
})

test('pattern characters are taken literally', async () => {
  expect(await names({ name: '100%_\\[]' })).toEqual(['100%_\\[] garantido'])
  expect(await names({ name: '%%%' })).toEqual([])
  expect(await names({ name: '___' })).toEqual([])
})

test('a name is matched by the requested mode', async () => {
  const marks = '<img src=x onerror=alert(1)>'
  expect(await names({ name: marks, name_match: 'exact' })).toEqual([marks])
  expect(await names({ name: '<img', name_match: 'starts_with' })).toEqual([marks])
  expect(await names({ name: 'ALERT(1)>', name_match: 'ends_with' })).toEqual([marks])
  expect(await names({ name: '<img', name_match: 'ends_with' })).toEqual([])
  expect(await names({ name: '<img', name_match: 'exact' })).toEqual([])
})

test.each([
  ['name', { name: 'ab' }],
  ['name', { name: '  a  ' }],
  ['name', { name: 'x'.repeat(129) }],
  ['name_match', { name_match: 'exact' }],
  ['name_match', { name: 'abc', name_match: 'like' }],
  ['start_date', { start_date: '2026-07-01' }],
  ['end_date', { end_date: '2026-07-01T00:00:00' }],
  ['timezone', { timezone: 'Mars/Olympus' }],
])('a wrong %s is a 400 that names it', async (parameter, query) => {
  const { status, json } = await ask(
    service,
    `/players/list?${new URLSearchParams(query as Record<string, string>)}`,
  )
  expect(status).toBe(400)
  expect((json as { error: string }).error).toMatch(new RegExp(`^${parameter} `))
})

test('the range of creation is read in the zone, and created_at stays UTC', async () => {
  const [some] = await list()
  if (!some) throw new Error('no players')
  const moment = Date.parse(`${some.created_at.replace(' ', 'T')}Z`)
  // Kathmandu is 5:45 ahead of UTC.
  const there = new Date(moment + 5.75 * 3600 * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const query = { start_date: there, end_date: there }
  const found = await list({ ...query, timezone: 'Asia/Kathmandu' })
  expect(found).toEqual([some])
  expect(await list(query)).not.toContainEqual(some)
})

test('some players are new, and no answer about the past changes as time passes', async () => {
  const clock = { now: NOW }
  const later = makeService({ players: 24, days: 60, now: () => clock.now, plan: 'enterprise' })
  const [old] = (await value<Listed[]>(later, '/players/list')).slice(8)
  const body = {
    player_id: old?.id,
    start_date: '2026-06-01 00:00:00',
    end_date: '2026-07-10 23:59:59',
  }
  const before = await value(later, '/sessions/stats_by_day', { body })
  clock.now += 20 * 86_400_000
  expect(await value(later, '/sessions/stats_by_day', { body })).toEqual(before)
})
