import { expect, test } from 'vitest'
import type { AskOptions } from '../../../src/main/http/services.ts'
import type { QuotaUsage } from '../../../src/shared/api/quota.ts'
import { type Failure, failureOf } from '../../../src/shared/failure.ts'
import { account_id, base_url, desk, deskWithKey } from '../../support/services-desk.ts'

const usageUntil = (endsAt: number): QuotaUsage => ({
  quotas: [
    {
      interval_seconds: 60,
      interval_starts_at: new Date(endsAt - 60_000).toISOString(),
      interval_ends_at: new Date(endsAt).toISOString(),
      queries: { used: 1, limit: 60, remaining: 59 },
      read_bytes: { used: 0, limit: null, remaining: null },
    },
  ],
})
const players = { name: 'players', input: {} } as const
const range = { start_date: '2026-07-01 00:00:00', end_date: '2026-07-01 23:59:59' }
const statsByDay = { name: 'statsByDay', input: { player_id: 'a'.repeat(24), ...range } } as const
const quotaUsage = { name: 'quotaUsage', input: {} } as const
const background: AskOptions = { priority: 'background' }
const interactive: AskOptions = { priority: 'interactive' }
const failureFrom = (promise: Promise<unknown>) => promise.then(() => null, failureOf)

const lost: Failure = { kind: 'offline', reason: 'unreachable', host: 'analytics.example.com' }

test('every request carries the headers of the document, and a deadline', async () => {
  const { services, sent, clock } = await deskWithKey()
  const at = clock.now() + 10
  const answer = await clock.until(services.ask(account_id, players, interactive))
  expect(answer).toEqual({ value: [], asOf: at })
  await clock.until(services.ask('demodemodemo', statsByDay, interactive))
  expect(sent.map(({ headers, deadlineMs }) => ({ headers, deadlineMs }))).toEqual([
    {
      headers: { 'X-Api-Token': 'key-1', 'X-Api-Version': 'v1', 'User-Agent': 'Cuepoint/1.2.3' },
      deadlineMs: 30_000,
    },
    {
      headers: {
        'X-Api-Token': 'demo-key',
        'X-Api-Version': 'v1',
        'User-Agent': 'Cuepoint/1.2.3',
        'Content-Type': 'application/json',
      },
      deadlineMs: 60_000,
    },
  ])
})

test('an answer has the service’s time too when this computer’s clock is more than an hour ahead', async () => {
  const { services, clock, world } = await deskWithKey()
  const timesOf = async (aheadMs: number) => {
    world.serverAhead = -aheadMs
    const { asOf, serviceTime } = await clock.until(services.ask(account_id, players, interactive))
    return { asOf: asOf - clock.now(), serviceTime: serviceTime && serviceTime - clock.now() }
  }
  const minute = 60_000
  expect(await timesOf(61 * minute)).toEqual({ asOf: 0, serviceTime: -61 * minute })
  for (const aheadMs of [60 * minute, 0, -3000 * minute])
    expect(await timesOf(aheadMs)).toEqual({ asOf: 0 })
})

test('the windows of the quota end by this computer’s clock, whatever the service’s is', async () => {
  const { services, clock, world } = await deskWithKey()
  for (const aheadMs of [90_000, 0, -3_600_000]) {
    world.serverAhead = -aheadMs
    const endsAt = clock.now() + 40_000
    world.usage = usageUntil(endsAt - aheadMs)
    const { value } = await clock.until(services.ask(account_id, quotaUsage, interactive))
    expect(value).toEqual(usageUntil(endsAt))
    expect(services.quotaOf(account_id).windows).toMatchObject([{ endsAt }])
  }
})

test('the first background request of a company reads its quota once', async () => {
  const { services, sent, clock } = await deskWithKey()
  const asked = Array.from({ length: 20 }, () => services.ask(account_id, players, background))
  await clock.until(Promise.all(asked))
  expect(sent.map(({ path }) => path)).toEqual(['/quota/usage', ...Array(20).fill('/players/list')])
  expect(services.quotaOf(account_id)).toMatchObject({ isKnown: true, windows: [] })
})

test('without a key nothing is sent, and the failure says why', async () => {
  const { services, sent, clock, memory, activity, keychain } = desk()
  // What is noted of keys is read from the disk, for which a virtual clock does not wait.
  await keychain.eraseForgotten()
  memory.become('locked')
  expect(await clock.until(failureFrom(services.ask(account_id, players, interactive)))).toEqual({
    kind: 'key',
    state: 'locked',
  })
  expect(sent).toEqual([])
  expect(activity.list()).toMatchObject({ running: [], sent: 0, failures: [{ what: 'players' }] })
})

test('a refused key is marked and no longer used, until its test succeeds', async () => {
  const { services, sent, clock, world, keychain } = await deskWithKey()
  await clock.until(services.test(account_id))
  world.failure = { kind: 'unauthorized', reason: 'invalid-credentials', text: '' }
  const asked = Array.from({ length: 30 }, () =>
    failureFrom(services.ask(account_id, players, background)),
  )
  await clock.until(Promise.all(asked))
  expect(sent.length).toBeLessThanOrEqual(7)
  expect(keychain.state({ account_id, use: 'analytics', address: base_url })).toBe('rejected')
  const before = sent.length
  expect(await clock.until(failureFrom(services.ask(account_id, players, interactive)))).toEqual({
    kind: 'key',
    state: 'rejected',
  })
  expect(sent.length).toBe(before)
  world.failure = null
  await clock.until(services.test(account_id))
  expect(keychain.state({ account_id, use: 'analytics', address: base_url })).toBe('ready')
  await clock.until(services.ask(account_id, players, background))
})

test('a key refused once is used again when the service accepts it, asked at most every five minutes', async () => {
  const { services, sent, clock, world, keychain } = await deskWithKey()
  const ask = () => clock.until(failureFrom(services.ask(account_id, players, background)))
  const usages = () => sent.filter(({ path }) => path === '/quota/usage').length
  expect(await ask()).toBeNull()
  await clock.advance(600_000)
  world.failure = { kind: 'unauthorized', reason: 'invalid-credentials', text: '' }
  expect(await ask()).toEqual(world.failure)
  const before = usages()
  for (let minute = 0; minute < 10; minute++) {
    expect((await ask())?.kind).toMatch(/^(key|unauthorized)$/)
    await clock.advance(60_000)
  }
  expect(usages() - before).toBe(2)
  world.failure = null
  await clock.advance(3_600_000)
  // By itself nothing is asked: the app is idle.
  expect(usages() - before).toBe(2)
  expect(await ask()).toBeNull()
  expect(keychain.state({ account_id, use: 'analytics', address: base_url })).toBe('ready')
})

test('a new key reopens a stopped queue', async () => {
  const { services, clock, world, keychain } = await deskWithKey()
  world.failure = { kind: 'unauthorized', reason: 'invalid-credentials', text: '' }
  await clock.until(failureFrom(services.test(account_id)))
  world.failure = null
  await keychain.set({ account_id, use: 'analytics', address: base_url }, 'key-2')
  services.forget(account_id)
  await clock.until(services.ask(account_id, players, background))
})

test('when the user works offline, requests fail at once and none is sent', async () => {
  const { services, sent, clock } = await deskWithKey()
  const chosen = { ...lost, reason: 'chosen' }
  let changes = 0
  services.onConnection(() => changes++)
  services.setOffline(true)
  expect(services.connection()).toMatchObject({ pause: 'chosen' })
  for (const options of [interactive, background]) {
    expect(await failureFrom(services.ask(account_id, players, options))).toEqual(chosen)
  }
  expect(await failureFrom(services.tryKey(base_url, 'key-2'))).toEqual(chosen)
  expect({ sent: sent.length, changes }).toEqual({ sent: 0, changes: 1 })
  services.setOffline(false)
  await clock.until(services.ask(account_id, players, interactive))
})

test('requests of a download wait while the user works offline, and go on afterwards', async () => {
  const { services, sent, clock } = await deskWithKey()
  let lostTimes = 0
  const onLost = () => void lostTimes++
  services.setOffline(true)
  const waiting = services.ask(account_id, players, { ...background, onLost })
  await clock.advance(600_000)
  expect([lostTimes, sent.length]).toEqual([1, 0])
  services.setOffline(false)
  expect(await clock.until(waiting)).toMatchObject({ value: [] })
})

test('a request of a download waits for the address that replaced its own', async () => {
  const { services, sent, clock, world, keychain } = await deskWithKey()
  const replaced = 'https://replaced.example.com'
  await keychain.set({ account_id, use: 'analytics', address: replaced }, 'key-1')
  world.failure = lost
  let lostTimes = 0
  const onLost = () => void lostTimes++
  const waiting = services.ask(account_id, players, { ...background, onLost })
  await clock.advance(60_000)
  world.base_url = replaced
  await clock.advance(60_000)
  expect([lostTimes, sent.at(-1)?.base_url]).toEqual([2, replaced])
  world.failure = null
  expect(await clock.until(waiting)).toMatchObject({ value: [] })
})

test('an unreachable host is probed every seven seconds without a key, and background requests wait', async () => {
  const { services, sent, clock, world } = await deskWithKey()
  await clock.until(services.test(account_id))
  expect(services.connection()).toMatchObject({ lost: [] })
  world.failure = lost
  await clock.until(failureFrom(services.ask(account_id, players, background)))
  expect(services.connection()).toMatchObject({ lost: [{ base_url }] })
  const before = sent.length
  for (let second = 0; second < 60; second++) {
    await failureFrom(clock.until(services.ask(account_id, players, background)))
    await clock.advance(1_000)
  }
  const probes = sent.slice(before)
  expect(probes).toHaveLength(8)
  expect(probes.map(({ headers }) => Object.keys(headers))).toEqual(
    probes.map(() => ['X-Api-Version', 'User-Agent']),
  )
  world.failure = null
  await clock.until(services.ask(account_id, players, interactive))
  expect(sent.length - before).toBe(9)
  expect(services.connection()).toMatchObject({ lost: [] })
  await clock.until(services.ask(account_id, players, background))
  await clock.advance(60_000)
  expect(sent.length - before).toBe(10)
})

test('a host that answers the probe counts as online, and waiting requests continue', async () => {
  const { services, clock, world } = await deskWithKey()
  world.failure = lost
  let lostTimes = 0
  const onLost = () => void lostTimes++
  const waiting = services.ask(account_id, players, { ...background, onLost })
  await clock.advance(60_000)
  expect(lostTimes).toBe(1)
  world.failure = null
  await clock.advance(7_010)
  expect(services.connection()).toMatchObject({ lost: [] })
  expect(await clock.until(waiting)).toMatchObject({ value: [] })
})

test.each(['timeout', 'interrupted'] as const)(
  'a request that alone is cut off each time (%s) is sent again once the host answers a probe, and then fails',
  async (reason) => {
    const { services, sent, clock, world } = await deskWithKey()
    world.failure = { ...lost, reason }
    world.answers = '/players/list'
    const onLost = () => undefined
    const asked = services.ask(account_id, statsByDay, { ...background, onLost })
    expect(await clock.until(failureFrom(asked))).toEqual(world.failure)
    expect(sent.filter(({ path }) => path.includes('by_day'))).toHaveLength(10)
  },
)

test('a request that a portal answers in the service’s place is sent again once the service does', async () => {
  const { services, clock, world } = await deskWithKey()
  world.failure = { kind: 'edge', status: 200, text: '' }
  let lostTimes = 0
  const onLost = () => void lostTimes++
  const asked = services.ask(account_id, players, { ...background, onLost })
  await clock.advance(60_000)
  expect([lostTimes, services.connection().lost.length]).toEqual([1, 1])
  world.failure = null
  expect(await clock.until(asked)).toMatchObject({ value: [] })
})

test.each<Failure>([
  { ...lost, reason: 'timeout' },
  { kind: 'edge', status: 200, text: '' },
])(
  'where only the usage does not come ($kind), the rest is asked for as usual',
  async (failure) => {
    const { services, clock, world } = await deskWithKey()
    world.failure = failure
    world.answers = '/players/list'
    const asked = services.ask(account_id, players, { ...background, onLost: () => undefined })
    expect(await clock.until(asked)).toMatchObject({ value: [] })
    expect(services.connection().lost).toEqual([])
  },
)

test('where the usage never ends, background requests wait for it ten seconds', async () => {
  const { services, clock, world } = await deskWithKey()
  world.hangs = '/quota/usage'
  const asked = [1, 2, 3].map(() => services.ask(account_id, players, background))
  const before = clock.monotonic()
  await clock.until(Promise.all(asked))
  expect(clock.monotonic() - before).toBe(10_010)
})

test('an address that was only tried, or whose account is forgotten, is not probed', async () => {
  const { services, sent, clock, world } = await deskWithKey()
  world.failure = lost
  await clock.until(failureFrom(services.tryKey(base_url, 'key-2')))
  await clock.advance(60_000)
  expect(sent).toHaveLength(1)
  await clock.until(failureFrom(services.ask(account_id, players, interactive)))
  services.forget(account_id)
  await clock.advance(60_000)
  expect(sent).toHaveLength(2)
})

test('an address that was only tried, and may be mistyped, does not count as offline', async () => {
  const { services, clock, world } = await deskWithKey()
  world.failure = lost
  await clock.until(failureFrom(services.tryKey('https://analitycs.example.com', 'key-2')))
  expect(services.connection()).toMatchObject({ lost: [] })
})

test('an address that its account no longer has is not probed, nor counts as offline', async () => {
  const { services, sent, clock, world } = await deskWithKey()
  world.failure = lost
  await clock.until(failureFrom(services.ask(account_id, players, interactive)))
  expect(services.connection().lost).toHaveLength(1)
  world.base_url = 'https://corrected.example.com'
  await clock.advance(60_000)
  expect(sent).toHaveLength(1)
  expect(services.connection().lost).toEqual([])
})

test('a network fault is part of the connection state until a response arrives, and is not “offline”', async () => {
  const { services, clock, world } = await deskWithKey()
  const changes: (Failure | null)[] = []
  services.onConnection(() => changes.push(services.connection().lost[0]?.fault ?? null))
  const refused: Failure = {
    ...{ kind: 'offline', reason: 'proxy-refused', host: 'analytics.example.com' },
    ...{ proxy: 'proxy:3128', answer: 'HTTP 403' },
  }
  const fails = async (failure: Failure) => {
    world.failure = failure
    await clock.until(failureFrom(services.ask(account_id, players, interactive)))
  }
  await fails(refused)
  await fails(refused)
  await fails(lost)
  await fails(refused)
  world.failure = null
  await clock.until(services.test(account_id))
  expect(changes).toEqual([refused, null, refused, null])
})

test('a key is tried without an account, at the price of one request', async () => {
  const { services, sent, clock } = desk()
  expect(await clock.until(services.tryKey(base_url, 'key-1'))).toEqual({ quotas: [] })
  expect(sent).toHaveLength(1)
  expect(await failureFrom(services.tryKey(base_url, 'key\r\nX-Other: 1'))).toEqual({
    kind: 'key',
    state: 'malformed',
  })
  expect(sent).toHaveLength(1)
})

test('forgetting an account cancels its requests', async () => {
  const { services, clock } = await deskWithKey()
  const asked = failureFrom(services.ask(account_id, quotaUsage, interactive))
  await clock.advance(5)
  services.forget(account_id)
  expect(await asked).toEqual({ kind: 'cancelled' })
})

test.each<[string, Failure]>([
  ['the edge', { kind: 'edge', status: 404, text: '404 Route Not Found' }],
  ['the service', { kind: 'not-found', text: '' }],
])(
  'an undocumented operation that %s answers 404 is requested once and reported once',
  async (_, failure) => {
    const { services, sent, absent, clock, world } = await deskWithKey()
    world.failure = failure
    const range = { start_date: '2026-07-01 00:00:00', end_date: '2026-07-01 23:59:59' }
    const ask = () =>
      services.ask(
        account_id,
        { name: 'accountEvents', input: { events: ['viewed'], ...range } },
        interactive,
      )
    const path = '/events/total_by_company'
    const notOffered = { kind: 'not-offered', text: path }
    expect(await clock.until(failureFrom(ask()))).toEqual(notOffered)
    expect(await clock.until(failureFrom(ask()))).toEqual(notOffered)
    expect(sent.map((one) => one.path)).toEqual([path])
    expect(absent).toEqual([[account_id, path]])
    expect(services.connection()).toMatchObject({ lost: [] })
    // What the document names is asked again, whatever it was answered.
    await clock.until(failureFrom(services.ask(account_id, players, interactive)))
    await clock.until(failureFrom(services.ask(account_id, players, interactive)))
    expect(sent).toHaveLength(3)
  },
)

test('events by day that the service refuses are left out, once and from then on', async () => {
  const { services, inputs, clock, world } = await deskWithKey()
  world.refuses = 'paused'
  const range = { start_date: '2026-07-01 00:00:00', end_date: '2026-07-01 23:59:59' }
  const asked = (events: string[]) =>
    clock.until(
      services.ask(
        account_id,
        { name: 'eventsByDay', input: { player_id: 'a'.repeat(24), ...range, events } },
        interactive,
      ),
    )
  const documented = ['viewed', 'started', 'finished']
  await asked([...documented, 'paused'])
  await asked(['paused', ...documented])
  expect(inputs.map(({ events }) => events)).toEqual([
    [...documented, 'paused'],
    documented,
    documented,
  ])
  world.failure = { kind: 'invalid', fields: [], text: 'player_id' }
  expect(await failureFrom(asked(documented))).toEqual(world.failure)
  expect(inputs).toHaveLength(4)
})

test('rankings that the service refuses are left out, also where it counts their event by day', async () => {
  const { services, inputs, clock, world } = await deskWithKey()
  world.refuses = 'clicked'
  const company_id = 'company'
  const days = { start_date: '2026-07-01', end_date: '2026-07-01' }
  const ranked = (events: string[]) =>
    events.map((event) => ({ ...days, event, leaderboard_limit: 10 }))
  const rank = (events: string[]) => {
    const input = { company_id, leaderboards: ranked(events) }
    return clock.until(services.ask(account_id, { name: 'leaderboard', input }, interactive))
  }
  const documented = ['started', 'viewed', 'finished']
  await rank([...documented, 'clicked'])
  await rank([...documented, 'clicked'])
  expect(inputs.map(({ leaderboards }) => leaderboards)).toEqual([
    ranked([...documented, 'clicked']),
    ranked(documented),
    ranked(documented),
  ])
  world.refuses = ''
  const events = [...documented, 'clicked']
  const range = { start_date: '2026-07-01 00:00:00', end_date: '2026-07-01 23:59:59' }
  const byDay = { player_id: 'a'.repeat(24), ...range, events }
  await clock.until(services.ask(account_id, { name: 'eventsByDay', input: byDay }, interactive))
  expect(inputs.at(-1)).toEqual(byDay)
})

test('the demo’s service, which has this computer’s clock, says nothing of that clock', async () => {
  const { services, clock } = await deskWithKey()
  await clock.until(services.ask('demodemodemo', players, interactive))
  expect(services.connection().clockAheadMinutes).toBeNull()
  await clock.until(services.ask(account_id, players, interactive))
  expect(services.connection().clockAheadMinutes).toBe(0)
})

test('a clock more than two minutes off the service’s is reported, and a smaller difference is not', async () => {
  const { services, clock, world } = await deskWithKey()
  const ahead = async (ms: number) => {
    world.serverAhead = -ms
    await clock.until(services.test(account_id))
    return services.connection().clockAheadMinutes
  }
  expect(await ahead(119_000)).toBe(0)
  expect(await ahead(5 * 60_000)).toBe(5)
  expect(await ahead(-3 * 3_600_000)).toBe(-180)
  expect(await ahead(-1_000)).toBe(0)
})
