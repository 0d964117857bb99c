import { expect, test } from 'vitest'
import { readFaults } from '../../src/service/faults.ts'
import { makeService } from '../../src/service/service.ts'
import type {
  ComparisonAnswer,
  ComparisonGroup,
  ComparisonStatistics,
} from '../../src/shared/api/comparison-group.ts'
import { ask, value } from './asking.ts'
import { counted } from './oracle.ts'

const NOW = Date.parse('2026-11-21T10:20:30Z')
const service = makeService({
  now: () => NOW,
  plan: 'enterprise',
  limits: { queriesPerMinute: null },
})
const NOTHING = { total: 0, total_uniq_sessions: 0, total_uniq_device: 0 }
const LIST = '/comparison_groups/list'
const STATS = '/comparison_groups/stats'

const list = (body: object = {}) => value<ComparisonGroup[]>(service, LIST, { body })
const groups = await list()

const stats = (body: object) => value<ComparisonAnswer>(service, STATS, { body })
const refused = (body: object, key = service.analytics_key) => ask(service, STATS, { body, key })

const running = groups.find(({ started_at, finished_at }) => started_at && !finished_at)
const finished = groups.filter(({ finished_at }) => finished_at)
const planned = groups.find(({ started_at }) => started_at === null)
if (!running || !finished[0] || !planned) throw new Error('the world lacks a test for these tests')

const late = finished.find(({ players }) => players.length === 3)
if (!late) throw new Error('the world lacks a test of three for these tests')

const every = ({ id, player_ids = [] }: ComparisonGroup, dates: object = {}) => ({
  comparison_group_id: id,
  items: player_ids.slice(0, 2).map((player_id) => ({ player_id, ...dates })),
})
const playerOf = (id = '') => {
  const player = service.world.find(id, NOW / 1000)
  if (!player) throw new Error('no such player')
  return player
}

test('tests are listed with an empty body, an empty object, and a zone', async () => {
  const headers = {
    'x-api-token': service.analytics_key,
    'x-api-version': 'v1',
    'user-agent': 'Cuepoint tests',
  }
  const url = `http://sandbox${LIST}`
  const bare = await service.answer(new Request(url, { method: 'POST', headers }))
  expect(bare.status).toBe(200)
  expect(await bare.json()).toEqual(groups)
  expect(await list({ timezone: 'America/Sao_Paulo' })).toEqual(groups)
  const other = new Request('http://sandbox/events/total_by_company_day', {
    method: 'POST',
    headers,
  })
  const refusal = await service.answer(other)
  expect(refusal.status).toBe(400)
  expect(await refusal.text()).toContain('Content-Type')
})

test('tests are sorted by their creation, newest first', () => {
  const created = groups.map(({ created_at }) => created_at)
  expect(created.length).toBeGreaterThan(10)
  expect(created).toEqual(created.map(String).sort((a, b) => (a < b ? 1 : -1)))
})

test('tests are filtered by their creation, with either bound, in the zone', async () => {
  const [newest, oldest] = [groups[0]?.created_at, groups.at(-1)?.created_at]
  expect(await list({ start_date: newest })).toEqual(groups.slice(0, 1))
  expect(await list({ end_date: oldest })).toEqual(groups.slice(-1))
  expect(await list({ start_date: newest, timezone: 'America/Sao_Paulo' })).toEqual([])
  expect(await ask(service, LIST, { body: { start_date: '2026-11-01' } })).toMatchObject({
    status: 400,
    json: { error: expect.stringContaining('start_date') },
  })
})

test('a test has arms among the players, and their planned shares add up to 100', () => {
  const ids = new Set(service.world.players(NOW / 1000).map(({ id }) => id))
  for (const { player_ids = [], players } of groups) {
    expect(players.map(({ player_id }) => player_id)).toEqual(player_ids)
    expect(new Set(player_ids).size).toBeGreaterThanOrEqual(2)
    for (const id of player_ids) expect(ids).toContain(id)
    const total = players.reduce((sum, one) => sum + Number(one.traffic_percentage), 0)
    expect(total).toBe(100)
  }
  expect(groups.some(({ players }) => players.length === 3)).toBe(true)
})

test('future dates are null, and a player may join after the others', () => {
  expect(planned).toMatchObject({ started_at: null, finished_at: null })
  for (const { started_at } of planned.players) expect(started_at).toBeNull()
  expect(running.finished_at).toBeNull()
  for (const group of finished) {
    expect(String(group.started_at) < String(group.finished_at)).toBe(true)
    expect(String(group.created_at) < String(group.started_at)).toBe(true)
  }
  expect(String(late.players[2]?.started_at) > String(late.started_at)).toBe(true)
})

test('a share may be fixed or not, whether or not the test has ended', () => {
  const isLocked = (all: ComparisonGroup[]) =>
    new Set(all.flatMap(({ players }) => players.map(({ locked }) => locked)))
  expect(isLocked(finished)).toEqual(new Set([true, false]))
  expect(isLocked(groups.filter(({ finished_at }) => finished_at === null))).toContain(true)
})

test('another company has tests of its own', async () => {
  expect(await value(service, LIST, { body: {}, key: service.keys.noQuota })).toEqual([])
})

test('404: a test of another account', async () => {
  expect((await refused({ ...every(running), comparison_group_id: 'x' })).status).toBe(404)
  expect((await refused(every(running), service.keys.noQuota)).status).toBe(404)
})

test.each([
  ['items', { items: [] }],
  ['items', { items: undefined }],
  ['items', { items: Array(3).fill({ player_id: 'x' }) }],
  ['items[0]', { items: ['x'] }],
  ['items[0].player_id', { items: [{}] }],
  ['items[1].end_date', { items: [{ player_id: 'x' }, { player_id: 'x', end_date: 'soon' }] }],
  ['events', { events: ['nothing'] }],
  ['timezone', { timezone: '+03:00' }],
  ['comparison_group_id', { comparison_group_id: undefined }],
])('400 names %s when it is wrong: %j', async (name, wrong) => {
  const { status, json } = await refused({ ...every(running), ...wrong })
  expect(status).toBe(400)
  expect(json).toMatchObject({ error: expect.stringContaining(name) })
})

test('players that are not in the test are dropped silently; 422 when none remains', async () => {
  const foreign = { player_id: 'f'.repeat(24) }
  const { items, ...group } = every(running)
  const one = await stats({ ...group, items: [foreign, items[0]] })
  expect(one.stats.map(({ player_id }) => player_id)).toEqual([items[0]?.player_id])
  expect(one.comparison_group.player_ids).toEqual(running.player_ids)
  expect((await refused({ ...group, items: [foreign, foreign] })).status).toBe(422)
})

test('a test that has not started has a row for each of its players, with dates and without', async () => {
  const open = await stats(every(planned))
  expect(open.comparison_group.started_at).toBeNull()
  expect(open.stats.map(({ player_id }) => player_id)).toEqual(planned.player_ids?.slice(0, 2))
  for (const row of open.stats) expect(row).toMatchObject({ views: NOTHING, plays: NOTHING })
  const before = { start_date: '2026-11-01 00:00:00', end_date: '2026-11-14 23:59:59' }
  const dated = await stats(every(planned, before))
  expect(dated.stats).toHaveLength(2)
  for (const row of dated.stats) expect(row.views.total).toBeGreaterThan(0)
  const { items: _, ...group } = every(planned)
  expect((await refused({ ...group, items: [{ player_id: 'f'.repeat(24) }] })).status).toBe(422)
})

test('an arm without a start of its own has that of its group', async () => {
  const shared = groups.find(
    ({ started_at, players }) => started_at && players.every((one) => one.started_at === null),
  )
  if (!shared) throw new Error('the world lacks a test whose arms share its start')
  const { started_at: start_date } = shared
  const end_date = '2026-11-21 10:20:30'
  expect(await stats(every(shared))).toEqual(await stats(every(shared, { start_date, end_date })))
  expect((await stats(every(shared))).stats[0]?.views.total).toBeGreaterThan(0)
})

test('an arm that has yet to join has the figures since its group’s start', async () => {
  const clock = { now: NOW }
  const world = makeService({ now: () => clock.now, plan: 'enterprise' })
  const waits = ({ started_at, players }: ComparisonGroup) =>
    Boolean(started_at && players[0]?.started_at && players.at(-1)?.started_at === null)
  let group: ComparisonGroup | undefined
  for (let day = 0; day < 200 && !group; day++) {
    clock.now += 86_400_000
    group = (await value<ComparisonGroup[]>(world, LIST, { body: {} })).find(waits)
  }
  const player_id = group?.players.at(-1)?.player_id
  const asked = { comparison_group_id: group?.id, items: [{ player_id }] }
  const { stats: rows } = await value<ComparisonAnswer>(world, STATS, { body: asked })
  const dates = {
    start_date: group?.started_at,
    end_date: new Date(clock.now).toISOString().slice(0, 19).replace('T', ' '),
  }
  const told = { ...asked, items: [{ player_id, ...dates }] }
  const { stats: since } = await value<ComparisonAnswer>(world, STATS, { body: told })
  expect(rows).toEqual(since)
  expect(rows).toHaveLength(1)
})

test('the default dates are those of the player in the test, until now', async () => {
  const third = late.players[2]
  const { items: _, ...group } = every(late)
  const open = await stats({ ...group, items: [{ player_id: third?.player_id }] })
  const told = { start_date: third?.started_at, end_date: '2026-11-21 10:20:30' }
  const closed = await stats({ ...group, items: [{ player_id: third?.player_id, ...told }] })
  expect(open).toEqual(closed)
  const whole = { start_date: late.started_at }
  const longer = await stats({ ...group, items: [{ player_id: third?.player_id, ...whole }] })
  expect(longer.stats[0]?.views.total).toBeGreaterThan(Number(open.stats[0]?.views.total))
})

test('the default zone is UTC, and the zone also applies to the dates of the test', async () => {
  const asked = every(running)
  expect(await stats({ ...asked, timezone: 'Etc/UTC' })).toEqual(await stats(asked))
  const told = every(running, { start_date: running.started_at })
  const timezone = 'Pacific/Auckland'
  expect(await stats({ ...asked, timezone })).toEqual(await stats({ ...told, timezone }))
  expect(await stats({ ...asked, timezone })).not.toEqual(await stats(asked))
})

test('the default events are plays, views and ends, and other events are not counted', async () => {
  const asked = every(running)
  const usual = await stats(asked)
  expect(await stats({ ...asked, events: ['started', 'viewed', 'finished'] })).toEqual(usual)
  const [some] = (await stats({ ...asked, events: ['started'] })).stats
  expect(some).toMatchObject({ views: NOTHING, finishes: NOTHING, plays: usual.stats[0]?.plays })
})

test('a finished test has its end', async () => {
  const [group] = finished
  const { comparison_group } = await stats(every(group ?? running))
  const { id, name, player_ids, started_at, finished_at } = group ?? running
  expect(comparison_group).toEqual({ id, name, player_ids, started_at, finished_at })
})

test('every figure equals a plain count over the events', async () => {
  const [winner] = finished.filter(({ name }) => name === 'Hook: pain vs. promise')
  const dates = { start_date: '2026-06-03 00:00:00', end_date: '2026-06-09 23:59:59' }
  const body = { ...dates, timezone: 'America/Sao_Paulo' }
  const { stats: rows } = await stats({
    ...every(winner ?? running, dates),
    timezone: body.timezone,
  })
  expect(rows).toHaveLength(2)
  for (const row of rows) {
    const player = playerOf(row.player_id)
    const plain = counted({ service, player, body }, NOW)
    const counts = (event: string) => {
      const named = Object.entries(plain)
      const of = (suffix: string) => named.find(([key]) => key === `total_${event}${suffix}`)?.[1]
      return {
        total: of(''),
        total_uniq_sessions: of('_session_uniq'),
        total_uniq_device: of('_device_uniq'),
      }
    }
    const plays = Number(counts('started').total_uniq_device)
    expect(row).toMatchObject({
      pitch_time: player.pitch_time,
      video_duration: player.duration,
      views: counts('viewed'),
      plays: counts('started'),
      finishes: counts('finished'),
      clicks: counts('clicked'),
      conversions: { total: plain.total_conversions, total_uniq_sessions: plain.total_conversions },
      pitch_audience: plain.total_over_pitch,
      pitch_retention_rate: Number(plain.over_pitch_rate),
      play_rate: Number(plain.play_rate),
      conversion_rate: plain.overall_conversion_rate,
    })
    expect(row.conversions.total_uniq_device).toBeGreaterThan(0)
    expect(row.conversions.total_uniq_device).toBeLessThanOrEqual(plain.total_conversions)
    for (const currency of ['usd', 'brl', 'eur'] as const) {
      const cents = Number(plain[`total_amount_${currency}`])
      expect(row.conversions[`total_amount_${currency}`]).toBe(cents / 100)
      expect(row[`rpv_${currency}`]).toBeCloseTo(cents / 100 / plays, 9)
    }
  }
})

/** The arms of a finished test, over the time that it ran. */
async function arms(name: string) {
  const group = finished.find((one) => one.name === name)
  if (!group) throw new Error(`there is no finished test ${name}`)
  return (await stats(every(group, { end_date: group.finished_at }))).stats
}

const visitors = (arm?: ComparisonStatistics) => Number(arm?.views.total_uniq_device)

test('a test with a winner shows it in plays and in sales, with an even split', async () => {
  const [before, after] = await arms('Hook: pain vs. promise')
  expect(Number(after?.play_rate) - Number(before?.play_rate)).toBeGreaterThan(5)
  expect(Number(after?.conversion_rate)).toBeGreaterThan(Number(before?.conversion_rate) * 1.2)
  expect(Math.abs(visitors(before) / visitors(after) - 1)).toBeLessThan(0.04)
})

test('an undecidable test has too few visitors', async () => {
  const tied = groups.find(({ name }) => name === 'Botão verde 🟢 × azul 🔵')
  for (const arm of (await stats(every(tied ?? running))).stats) {
    expect(visitors(arm)).toBeGreaterThan(20)
    expect(visitors(arm)).toBeLessThan(500)
  }
})

test('a test with an uneven split was planned evenly', async () => {
  const [more, less] = await arms('Checkout novo')
  const group = finished.find(({ name }) => name === 'Checkout novo')
  expect(group?.players.map(({ traffic_percentage }) => traffic_percentage)).toEqual([50, 50])
  expect(visitors(more) / visitors(less)).toBeGreaterThan(1.25)
})

test('a test without sales still has plays', async () => {
  for (const arm of await arms('Free webinar: short vs. long')) {
    expect(arm.plays.total).toBeGreaterThan(100)
    expect(arm.conversions).toMatchObject({ total: 0, total_amount_brl: 0, total_amount_usd: 0 })
  }
})

test('on any day there are running and finished tests, and the past does not change', async () => {
  const clock = { now: Date.parse('2026-01-03T00:00:00Z') }
  const world = makeService({ now: () => clock.now, plan: 'enterprise' })
  let before: ComparisonGroup[] = []
  for (let week = 0; week < 50; week++) {
    const found = await value<ComparisonGroup[]>(world, LIST, { body: {} })
    expect(found.some(({ started_at, finished_at }) => started_at && !finished_at)).toBe(true)
    expect(found.some(({ finished_at }) => finished_at)).toBe(true)
    const listed = new Map(found.map((group) => [group.id, group]))
    const ended = before.filter(({ id, finished_at }) => finished_at && listed.has(id))
    expect(ended.map(({ id }) => listed.get(id))).toEqual(ended)
    before = found
    clock.now += 7 * 86_400_000
  }
})

test('a lookup gap zeroes the engagement figures, and nothing else', async () => {
  const fault = { match: { path: STATS }, action: { kind: 'lookup-gap', item: 'second' } }
  const gapped = makeService({ now: () => NOW, plan: 'enterprise', faults: readFaults([fault]) })
  const asked = { body: every(finished[0] ?? running) }
  const { stats: whole } = await value<ComparisonAnswer>(service, STATS, asked)
  const { stats: rows } = await value<ComparisonAnswer>(gapped, STATS, asked)
  expect(rows).toEqual([
    whole[0],
    {
      ...whole[1],
      engagement: { average_watched_time: 0, engagement_rate: 0, grouped_timed: [] },
      pitch_audience: 0,
      pitch_retention_rate: 0,
    },
  ])
  expect(Number(whole[1]?.pitch_audience)).toBeGreaterThan(0)
  expect(() => readFaults([{ match: {}, action: { kind: 'lookup-gap' } }])).toThrow('needs item')
})
