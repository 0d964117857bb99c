import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Player } from '../../src/shared/api/player.ts'
import { requestsAbout } from '../../src/shared/features/analytics/requests.ts'
import { addDays, todayIn } from '../../src/shared/time/period.ts'
import { testClock } from '../support/clock.ts'
import { connectedDesk } from '../support/connected.ts'
import { openDesk } from '../support/desk.ts'
import { newFolder } from '../support/folder.ts'
import { memoryKeytar } from '../support/keychain.ts'
import { settled } from '../support/settled.ts'
import { until } from '../support/until.ts'

const ZONE = 'America/New_York'
const today = todayIn(ZONE, testClock.now())
const SCOPE = {
  period: { start: addDays(today, -13), end: today },
  comparison: null,
  withPlayers: true,
}

async function aDesk(change: Partial<Parameters<typeof connectedDesk>[0]> = {}) {
  const memory = memoryKeytar()
  const desk = await connectedDesk({
    timezone: ZONE,
    desk: { keytar: () => Promise.resolve(memory.keytar) },
    ...change,
    service: { players: 12, days: 60, ...change.service },
  })
  return { ...desk, memory }
}

const failing = async (asked: unknown): Promise<unknown> => {
  try {
    await asked
  } catch (thrown) {
    return (thrown as { failure?: unknown }).failure
  }
  return 'did not fail'
}

/** How many pages of the file of answers hold nothing, as SQLite writes into a file's first bytes. */
const unusedPages = (folder: string) =>
  fs.readFileSync(path.join(folder, 'desk', 'answers.db')).readUInt32BE(36)

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

test('the app reports its version, accounts and folders', async () => {
  const { handlers, account, folder } = await aDesk()
  expect(await handlers.app.info(undefined)).toMatchObject({
    version: '0.0.0',
    platform: 'test',
    language: 'en',
    accounts: [account],
    dataFolder: path.join(folder, 'desk'),
    recovery: null,
  })
})

test('the window is notified of changes', async () => {
  const { heard, download } = await aDesk()
  expect(heard).toContain('accounts')
  heard.length = 0
  await download(SCOPE)
  expect(heard).toContain('downloads')
  expect(heard).toContain('activity')
  expect(heard).toContain('players')
  // The account's own date of it.
  await expect.poll(() => heard).toContain('accounts')
})

test('a new name of an account notifies the window of accounts', async () => {
  const { handlers, account, heard } = await aDesk()
  heard.length = 0
  await handlers.accounts.update({ account_id: account.id, name: 'Other' })
  expect(heard).toContain('accounts')
})

test('the window is notified of a list of players by a name of its own', async () => {
  const { handlers, account, heard } = await aDesk()
  const of = { account_id: account.id, refresh: true }
  heard.length = 0
  await handlers.analytics.quotaUsage(of)
  expect(heard).not.toContain('players')
  await handlers.analytics.players(of)
  expect(heard).toContain('players')
})

test('a second instance on the same folder is refused in every call, and changes nothing', async () => {
  const first = await aDesk()
  const second = openDesk(first.folder)
  const { accounts, downloads, overview, app } = second.handlers
  const account_id = first.account.id
  const calls = [
    accounts.list(undefined),
    accounts.demo({ timezone: ZONE }),
    accounts.forget({ account_id }),
    downloads.list(undefined),
    downloads.start({ account_id, player_ids: null, ...SCOPE }),
    overview.read({ account_id, period: SCOPE.period, comparison: null }),
    app.info(undefined),
  ]
  for (const call of calls) expect(await failing(call)).toMatchObject({ kind: 'refused' })
  expect(await first.handlers.accounts.list(undefined)).toEqual([first.account])
})

test('an unusable folder is a storage failure in every call, and the app can still be closed', async () => {
  const folder = newFolder()
  fs.writeFileSync(path.join(folder, 'desk'), 'a file where the folder should be')
  const desk = openDesk(folder)
  const place = path.join(folder, 'desk')
  const { accounts, downloads } = desk.handlers
  for (const call of [
    accounts.list(undefined),
    downloads.list(undefined),
    accounts.demo({ timezone: ZONE }),
  ]) {
    expect(await failing(call)).toMatchObject({ kind: 'storage', path: place })
  }
  await desk.close()
  expect(fs.readFileSync(place, 'utf8')).toBe('a file where the folder should be')
})

test('the space of a forgotten account’s figures is given back at once', async () => {
  const { handlers, account, folder, download } = await aDesk()
  await download(SCOPE)
  const isGivenBack = () => expect.poll(() => unusedPages(folder)).toBe(0)
  // The download itself gives back what it left.
  await isGivenBack()
  await handlers.accounts.forget({ account_id: account.id })
  await isGivenBack()
})

test('an account forgotten during its download gets no further request and stays forgotten', async () => {
  const { handlers, account, service, heard } = await aDesk({ latencyMs: 5 })
  const { accounts, downloads } = handlers
  const account_id = account.id
  await downloads.start({ account_id, player_ids: null, ...SCOPE })
  while (((await downloads.list(undefined))[0]?.done ?? 0) < 10) await pause(5)
  heard.length = 0
  const erased = await accounts.forget({ account_id })
  expect(erased).toMatchObject({ name: 'Acme', keys: 2 })
  expect(erased.answers + erased.days).toBeGreaterThan(5)
  expect(heard).toContain('downloads')
  // What was already on its way arrives.
  const sent = await settled(() => Promise.resolve(service.log.length))
  await pause(100)
  expect(service.log).toHaveLength(sent)
  expect(await accounts.list(undefined)).toEqual([])
  expect(await downloads.list(undefined)).toEqual([])
})

test('a download interrupted by closing the app is found, and resumes without repeating a request', async () => {
  const first = await aDesk({ latencyMs: 10 })
  const { account, service, folder } = first
  const account_id = account.id
  const bodies = () => service.log.map(({ path: at, query, body }) => at + query + body)
  await first.handlers.downloads.start({ account_id, player_ids: null, ...SCOPE })
  while (((await first.handlers.downloads.list(undefined))[0]?.done ?? 0) < 20) await pause(5)
  await first.close()
  const second = openDesk(folder, { keytar: () => Promise.resolve(first.memory.keytar) })
  const { downloads } = second.handlers
  expect(await downloads.list(undefined)).toMatchObject([{ account_id, status: 'interrupted' }])
  const before = new Set(bodies())
  const from = service.log.length
  await downloads.resume({ account_id })
  while ((await downloads.list(undefined))[0]?.status === 'running') await pause(5)
  expect(await downloads.list(undefined)).toMatchObject([{ status: 'done', failures: [] }])
  // At most what was on its way when it was cut off, and the look at the quota.
  const again = bodies()
    .slice(from)
    .filter((body) => before.has(body))
  expect(again.length).toBeLessThanOrEqual(7)
  const { rows } = await second.handlers.overview.read({
    account_id,
    period: SCOPE.period,
    comparison: null,
  })
  expect(rows.filter(({ current }) => current.period && current.sums)).toHaveLength(rows.length)
})

test('in offline mode, stored data is read and no request is sent', async () => {
  const { handlers, account, service, download, heard } = await aDesk()
  const account_id = account.id
  await download(SCOPE)
  await handlers.app.prefer({ isOffline: true })
  expect(heard).toContain('connection')
  expect(await handlers.app.connection(undefined)).toMatchObject({ pause: 'chosen' })
  const sent = service.log.length
  const players = await handlers.analytics.players({ account_id })
  const list = players.value as Player[]
  expect([players.from, list.length]).toEqual(['store', 12])
  const { stats } = requestsAbout(list[0] as Player, SCOPE.period, ZONE)
  const input = { account_id, ...stats.input }
  expect(await handlers.analytics.stats(input)).toMatchObject({ from: 'store', trouble: null })
  const offline = { kind: 'offline', reason: 'chosen' }
  expect(await handlers.analytics.stats({ ...input, refresh: true })).toMatchObject({
    from: 'store',
    trouble: offline,
  })
  expect(await failing(handlers.analytics.stats({ ...input, pitch_time: 1 }))).toMatchObject(
    offline,
  )
  expect(await failing(handlers.accounts.test({ account_id }))).toMatchObject(offline)
  const start = {
    account_id,
    player_ids: null,
    ...SCOPE,
    period: { start: addDays(today, -40), end: today },
  }
  expect(await failing(handlers.downloads.start(start))).toMatchObject(offline)
  expect(service.log).toHaveLength(sent)
  await handlers.app.prefer({ isOffline: false })
  expect(await handlers.analytics.stats({ ...input, refresh: true })).toMatchObject({
    from: 'service',
  })
})

test('what failed offline is read again once it can be sent', async () => {
  const { handlers, account, heard } = await aDesk()
  const account_id = account.id
  await handlers.app.prefer({ isOffline: true })
  expect(await failing(handlers.analytics.players({ account_id }))).toMatchObject({
    kind: 'offline',
  })
  expect(heard).not.toContain('analytics')
  const refreshed = handlers.videos.refresh({ account_id, video_id: null })
  expect(await failing(refreshed)).toMatchObject({ kind: 'offline' })
  heard.splice(0)
  await handlers.app.prefer({ isOffline: false })
  expect(heard).toEqual(expect.arrayContaining(['analytics', 'videos']))
  const list = () => handlers.videos.list({ account_id })
  expect((await list()).trouble).toBeNull()
  await expect.poll(async () => (await list()).rows.length).toBeGreaterThan(0)
})

test('what failed with a locked keychain is read again once it is unlocked', async () => {
  const first = await aDesk()
  const account_id = first.account.id
  await first.close()
  first.memory.become('locked')
  const second = openDesk(first.folder, { keytar: () => Promise.resolve(first.memory.keytar) })
  expect(await failing(second.handlers.analytics.players({ account_id }))).toMatchObject({
    ...{ kind: 'key', state: 'locked' },
  })
  expect(second.heard).not.toContain('analytics')
  first.memory.become('unlocked')
  await second.handlers.accounts.unlock({ account_id })
  expect(second.heard).toContain('analytics')
})

test('an unreachable service is reported beside the stored answers, which stay', async () => {
  const { handlers, account, download, goAway } = await aDesk()
  const account_id = account.id
  await download(SCOPE)
  await goAway()
  expect(await handlers.analytics.players({ account_id, refresh: true })).toMatchObject({
    from: 'store',
    trouble: { kind: 'offline' },
  })
  expect(await handlers.app.connection(undefined)).toMatchObject({
    pause: null,
    lost: [{ account_id, base_url: account.base_url, fault: null }],
  })
  const { rows } = await handlers.overview.read({
    account_id,
    period: SCOPE.period,
    comparison: null,
  })
  expect(rows.filter(({ current }) => current.period && current.sums)).toHaveLength(12)
})

test('in another time zone none of the stored days is shown and the account was not downloaded, until it is back in the first', async () => {
  const { handlers, account, download } = await aDesk()
  const account_id = account.id
  const { period } = SCOPE
  await download(SCOPE)
  const downloadedAt = async () => (await handlers.accounts.list(undefined))[0]?.downloadedAt
  await until(downloadedAt, (at) => at !== null)
  await handlers.accounts.update({ account_id, timezone: account.timezone })
  const before = await downloadedAt()
  expect(before).not.toBeNull()
  await handlers.accounts.update({ account_id, timezone: 'Asia/Kathmandu' })
  expect(await downloadedAt()).toBeNull()
  const there = await handlers.overview.read({ account_id, period, comparison: null })
  const isOld = ({ created_at }: Player) => created_at < `${addDays(today, -20)}`
  for (const { player, current } of there.rows.filter((row) => isOld(row.player))) {
    expect([player.id, current]).toEqual([player.id, { period: null, sums: null, asOf: null }])
  }
  await handlers.accounts.update({ account_id, timezone: ZONE })
  expect(await downloadedAt()).toBe(before)
  const here = await handlers.overview.read({ account_id, period, comparison: null })
  expect(here.rows.filter(({ current }) => current.period && current.sums)).toHaveLength(12)
})

test('a key is in the keychain and in no file, whatever was done with it', async () => {
  const desk = await aDesk()
  const { handlers, account, service, folder } = desk
  const keys = [service.analytics_key, service.keys.second, service.video_token]
  await desk.download(SCOPE)
  await handlers.accounts.replaceKey({ account_id: account.id, key: service.keys.second })
  desk.unexpected('a test', new Error(`It broke with ${service.keys.second}`))
  await desk.exported(
    {
      table: 'overview',
      account_id: account.id,
      ...SCOPE,
      search: '',
      activeOnly: false,
      columns: ['name'],
      sort: { column: 'name', descending: false },
    },
    'machine',
    'en',
  )
  await pause(50)
  await desk.close()
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(4)
  for (const { parentPath, name } of files) {
    const bytes = fs.readFileSync(path.join(parentPath, name))
    for (const key of keys) expect([name, bytes.includes(key)]).toEqual([name, false])
  }
  const kept = new Set(desk.memory.items.values())
  expect(kept).toEqual(new Set([service.keys.second, service.video_token]))
})
