import { expect, test } from 'vitest'
import { makeFound } from '../../../../src/main/features/downloads/idle.ts'
import { makeService, type Service } from '../../../../src/service/service.ts'
import type { PlayerEventCount } from '../../../../src/shared/api/event-counts.ts'
import type { Player } from '../../../../src/shared/api/player.ts'
import { ADDITIVE, hasActivity } from '../../../../src/shared/api/statistics.ts'
import { failureOf } from '../../../../src/shared/failure.ts'
import {
  dashboardRequests,
  requestsAbout,
  trafficRequests,
} from '../../../../src/shared/features/analytics/requests.ts'
import { playersEventsRequests } from '../../../../src/shared/features/analytics/requests-account.ts'
import { comparesAllByDefault } from '../../../../src/shared/features/downloads/download.ts'
import type { OverviewRow } from '../../../../src/shared/features/overview/overview.ts'
import { figure, rowChange } from '../../../../src/shared/features/overview/table.ts'
import type { ConversionsTimed } from '../../../../src/shared/features/player/timing.ts'
import { missing } from '../../../../src/shared/tables/table.ts'
import { addDays, type Period } from '../../../../src/shared/time/period.ts'
import { value } from '../../../service/asking.ts'
import { testClock, virtualClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { ago } from '../../../support/requests.ts'
import { count, tell } from '../../../support/scale.ts'

const timezone = 'America/Sao_Paulo'
const period: Period = { start: ago(13), end: ago(7) }
const comparison: Period = { start: addDays(period.start, -7), end: addDays(period.start, -1) }
const scope = { period, comparison, withPlayers: false }

let desk: ConnectedDesk

const open = async (service: Parameters<typeof connectedDesk>[0]['service']) => {
  desk = await connectedDesk({ timezone, service: { days: 60, ...service } })
  return desk
}
const sent = () =>
  desk.service.log.filter(
    ({ headers, path }) =>
      headers['user-agent']?.startsWith('Cuepoint') &&
      path !== '/quota/usage' &&
      !path.startsWith('/v1/'),
  )
const overview = () =>
  desk.handlers.overview.read({ account_id: desk.account.id, period, comparison })

test('of many players of which 40 have visits, only those are requested, and the others count as zero', async () => {
  const players = count('players of which 40 are visited', { usual: 200, full: 1_700 })
  await open({ players, visited: 40 })
  const account_id = desk.account.id
  const before = sent().length
  const plan = await desk.handlers.downloads.plan({ account_id, player_ids: null, ...scope })
  expect(plan.idleRequests).toBe(players / 100)
  const listed = sent().length
  expect(await desk.download(scope)).toMatchObject({ status: 'done', failures: [] })
  const asked = sent().slice(listed)
  tell(`${asked.length} requests`)
  // The list, each hundred of players, and three of each that was visited.
  expect(asked.length).toBeLessThanOrEqual(1 + players / 100 + 40 * 3)
  expect(plan.requests).toBeGreaterThanOrEqual(asked.length)
  expect(listed - before).toBe(1)
  const { rows, daily } = await overview()
  expect(rows).toHaveLength(players)
  expect(rows.filter(({ current }) => current.period === null)).toEqual([])
  const active = rows.filter(({ current }) => current.period && hasActivity(current.period))
  expect(new Set(active.map(({ player }) => player.id))).toEqual(
    await livingIn(desk.service, period),
  )
  // A day is a sum only where every player has it.
  expect(daily.total_started.every((plays) => plays !== null)).toBe(true)
})

const ALIVE = 40

async function livingIn(service: Service, days: Period): Promise<Set<string>> {
  const ids = (await value<Player[]>(service, '/players/list')).map(({ id }) => id)
  const lived = new Set<string>()
  for (const { input } of playersEventsRequests(ids, days, timezone)) {
    const path = '/events/total_by_company_players'
    const counts = await value<PlayerEventCount[]>(service, path, { body: input })
    for (const { player_id, total } of counts) if (total > 0) lived.add(player_id)
  }
  return lived
}

/** A desk with so many players, and of them those to download: 40 that lived in both periods, the others in none. */
async function openWithAlive(players: number) {
  for (let visited = ALIVE; ; visited++) {
    const world = { days: 60, players, visited }
    const service = makeService({
      ...world,
      now: testClock.now,
      limits: { queriesPerMinute: null },
    })
    const [now, before] = [await livingIn(service, period), await livingIn(service, comparison)]
    const alive = [...now].filter((id) => before.has(id))
    if (alive.length < ALIVE) continue
    // As a download asks: from the day before on.
    const all = { start: addDays(comparison.start, -1), end: period.end }
    const either = await livingIn(service, all)
    await open(world)
    const player_ids = (await value<Player[]>(service, '/players/list'))
      .map(({ id }) => id)
      .filter((id) => alive.includes(id) || !either.has(id))
    return { alive, player_ids }
  }
}

const changesOf = (row: OverviewRow) => ADDITIVE.map((measure) => rowChange(row, measure))

test('of many players of which 40 are active in both periods, a download costs two requests for each of these', async () => {
  const players = count('players of which 40 lived in both periods', { usual: 200, full: 1_700 })
  const { alive, player_ids } = await openWithAlive(players)
  const comparesDaysOnly = !comparesAllByDefault(players)
  const asked = { account_id: desk.account.id, player_ids, ...scope, comparesDaysOnly }
  const plan = await desk.handlers.downloads.plan(asked)
  const listed = sent().length
  const counted = await desk.handlers.downloads.count(asked)
  expect(sent().length - listed).toBe(plan.idleRequests)
  expect(counted).toMatchObject({ idleRequests: 0, requests: 1 + ALIVE * 2 })
  expect(await desk.handlers.downloads.plan(asked)).toEqual(counted)
  await desk.handlers.downloads.start(asked)
  const ended = await desk.downloadEnd()
  expect(ended).toMatchObject({ status: 'done', failures: [], total: counted.requests })
  const cost = sent().length - listed
  tell(`${cost} requests, as said before`)
  expect(cost).toBe(plan.idleRequests + counted.requests)
  expect(cost).toBeLessThanOrEqual(120)
  const { rows } = await overview()
  const own = rows.filter(({ player }) => alive.includes(player.id))
  for (const row of own) {
    expect(figure(row.comparison, 'total_started_device_uniq', row.player)).toEqual(
      missing('needs-period'),
    )
  }
  // What is left is asked by a download of all that is compared, and nothing of before changes.
  await desk.handlers.downloads.start({ ...asked, comparesDaysOnly: false })
  expect(await desk.downloadEnd()).toMatchObject({ status: 'done', failures: [] })
  const whole = (await overview()).rows.filter(({ player }) => alive.includes(player.id))
  expect(whole.map(changesOf)).toEqual(own.map(changesOf))
  expect(whole.filter(({ comparison: before }) => before?.period === null)).toEqual([])
})

test('the figures are the same as those of a download that requests every player', async () => {
  const shown: unknown[] = []
  for (const isByDocument of [false, true]) {
    await open({ players: 60, visited: 30, seed: 4, isByDocument })
    expect(await desk.download(scope)).toMatchObject({ status: 'done', failures: [] })
    const { rows } = await overview()
    shown.push(
      rows.map(({ player, current, comparison: before }) => [
        player.id,
        ...[current, before].map((one) => [
          one?.period?.total_viewed,
          one?.period?.play_rate,
          one?.sums,
        ]),
      ]),
    )
    if (isByDocument) break
    await desk.end()
  }
  expect(shown[0]).toEqual(shown[1])
})

/** What is stored of each player's dashboard and traffic; fails when something is not. */
async function storedDashboards() {
  const account_id = desk.account.id
  const players = await desk.handlers.analytics.players({ account_id })
  const requests = players.value.flatMap((player) => [
    ...dashboardRequests(player, period, timezone),
    ...trafficRequests(player, period, timezone),
    requestsAbout(player, period, timezone).statsByDay,
    requestsAbout(player, period, timezone).statsByFieldByDay('country'),
  ])
  return Promise.all(
    requests.map(async ({ name, input }) => {
      const answer = await desk.handlers.analytics[name]({ ...input, account_id } as never)
      expect({ name, ...answer }).toMatchObject({ name, from: 'store', isSettled: true })
      // The service has a row for each second, also without sales.
      return name === 'conversionsTimed'
        ? (answer.value as ConversionsTimed).filter((row) => row.timed_conversions > 0)
        : answer.value
    }),
  )
}

test('dashboards and traffic of idle players are stored as those of requested players are', async () => {
  const whole = { period, comparison: null, withPlayers: true, withTraffic: true }
  const shown: unknown[] = []
  const costs: number[] = []
  for (const isByDocument of [false, true]) {
    await open({ players: 30, visited: 15, seed: 4, isByDocument })
    expect(await desk.download(whole)).toMatchObject({ status: 'done', failures: [] })
    costs.push(sent().length)
    const asked = { account_id: desk.account.id, player_ids: null, ...whole }
    // The list of players is all that can still change.
    expect(await desk.handlers.downloads.plan(asked)).toMatchObject({ requests: 1 })
    shown.push(await storedDashboards())
    if (!isByDocument) await desk.end()
  }
  expect(costs[0]).toBeLessThan(costs[1] ?? 0)
  expect(shown[0]).toEqual(shown[1])
})

test('zeros of idle players are stored with the service’s time while this computer’s clock is far ahead', async () => {
  const serviceNow = () => testClock.now() - 4 * 86_400_000
  await open({ players: 30, visited: 20, now: serviceNow })
  // Settled by this computer's clock, and yesterday for the service.
  const days = { period: { start: ago(10), end: ago(5) }, comparison: null, withPlayers: false }
  expect(await desk.download(days)).toMatchObject({ status: 'done', failures: [] })
  expect(sent().filter(({ path }) => path === '/sessions/stats').length).toBeLessThan(30)
  const { rows } = await desk.handlers.overview.read({ account_id: desk.account.id, ...days })
  expect(rows.filter(({ current: { asOf } }) => !asOf || asOf > serviceNow())).toEqual([])
})

test('the exact cost is not waited for until the next day, and nothing is sent later', async () => {
  await open({ players: 900, limits: { queriesPerDay: 3 } })
  const asked = { account_id: desk.account.id, player_ids: null, ...scope }
  expect(await desk.handlers.downloads.plan(asked)).toMatchObject({ idleRequests: 9 })
  const counting = async () => desk.handlers.downloads.count(asked)
  expect(await counting().catch(failureOf)).toMatchObject({
    kind: 'quota',
    interval_seconds: 86_400,
  })
  // The others were stopped.
  const running = async () => (await desk.handlers.activity.list(undefined)).running
  await expect.poll(running).toEqual([])
})

test('an exact cost that is not wanted any more stops, and nothing is sent later', async () => {
  await open({ players: 900, limits: { queriesPerMinute: 3 } })
  const { downloads, activity } = desk.handlers
  const asked = { account_id: desk.account.id, player_ids: null, ...scope }
  expect(await downloads.plan(asked)).toMatchObject({ idleRequests: 9 })
  const counting = Promise.resolve(downloads.count(asked)).catch(failureOf)
  const running = async () => (await activity.list(undefined)).running.length
  await expect.poll(running).toBeGreaterThan(0)
  await downloads.cancelCount({ account_id: desk.account.id })
  expect(await counting).toMatchObject({ kind: 'cancelled' })
  await expect.poll(running).toBe(0)
})

test('the exact cost without the operation that finds idle players is that of every player', async () => {
  await open({ players: 30, isByDocument: true })
  const asked = { account_id: desk.account.id, player_ids: null, ...scope }
  const plan = await desk.handlers.downloads.plan(asked)
  expect(plan.idleRequests).toBe(1)
  const counted = await desk.handlers.downloads.count(asked)
  expect(counted).toMatchObject({ idleRequests: 0, requests: plan.requests - 1 })
  expect(await desk.handlers.downloads.plan(asked)).toEqual(counted)
})

test('without the operation that finds idle players every player is requested, and it is tried once', async () => {
  await open({ players: 30, isByDocument: true })
  expect(await desk.download(scope)).toMatchObject({ status: 'done', failures: [] })
  const finding = sent().filter(({ path }) => path === '/events/total_by_company_players')
  expect(finding).toHaveLength(1)
  expect(await desk.download(scope)).toMatchObject({ status: 'done' })
  expect(sent().filter(({ path }) => path === '/events/total_by_company_players')).toHaveLength(1)
})

test('an answer without rows about a hundred players is requested once more before it is accepted', async () => {
  await open({ players: 30 })
  const path = '/events/total_by_company_players'
  desk.service.setFaults([
    { match: { path, times: 1 }, action: { kind: 'body', form: 'empty-list' } },
  ])
  expect(await desk.download(scope)).toMatchObject({ status: 'done', failures: [] })
  const { rows } = await overview()
  expect(rows.some(({ current }) => (current.period?.total_viewed ?? 0) > 0)).toBe(true)
})

test('idle players are found once for a plan and its download, and again for the next', async () => {
  await open({ players: 30 })
  const { plan, count: counted } = desk.handlers.downloads
  const days = { period: { start: ago(6), end: ago(0) }, comparison: null, withPlayers: false }
  const asked = { account_id: desk.account.id, player_ids: null, ...days }
  expect((await plan(asked)).idleRequests).toBe(1)
  expect((await counted(asked)).idleRequests).toBe(0)
  expect((await counted(asked)).idleRequests).toBe(0)
  expect(await desk.download(days)).toMatchObject({ status: 'done', failures: [] })
  const finding = sent().filter(({ path }) => path === '/events/total_by_company_players')
  expect(finding).toHaveLength(1)
  expect((await plan(asked)).idleRequests).toBe(1)
})

test('idle players that were found before the clock was set back are not relied on', () => {
  const clock = virtualClock()
  const found = makeFound(clock)
  const [request] = playersEventsRequests(['a'], { start: ago(7), end: ago(1) }, 'UTC')
  if (!request) throw new Error('no request')
  found.keep('account', request, { asOf: clock.now(), player_ids: ['a'] })
  expect(found.known('account', request)).not.toBeNull()
  clock.setBack(5 * 3_600_000)
  expect(found.known('account', request)).toBeNull()
})
