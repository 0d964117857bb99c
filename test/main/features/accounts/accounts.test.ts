import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkedAddress } from '../../../../src/main/http/address.ts'
import { bridge } from '../../../../src/shared/bridge.ts'
import { AppError, type Failure } from '../../../../src/shared/failure.ts'
import { aDesk, aService, failing, ZONE } from '../../../support/accounts.ts'
import { testClock } from '../../../support/clock.ts'
import { quietScreen } from '../../../support/desk.ts'
import { newFolder } from '../../../support/folder.ts'
import { startProxy } from '../../../support/proxy.ts'
import { failureFrom } from '../../../support/store-folder.ts'

const PERIOD = { start: '2026-01-01', end: '2026-01-02' }

test('a key that works connects an account, which is there with its key after a restart', async () => {
  const service = await aService()
  const first = aDesk()
  const before = testClock.now()
  const account = await first.connect(`${service.base_url}/`, service.analytics_key, '  Acme ')
  expect(account).toMatchObject({ name: 'Acme', base_url: service.base_url, isDemo: false })
  expect(account.keys).toEqual({ analytics: 'ready', video: 'absent' })
  expect(account.testedAt).toBeGreaterThanOrEqual(before)
  expect(JSON.stringify(account)).not.toContain(service.analytics_key)
  expect(first.keys()).toEqual([
    [`Cuepoint/${account.id}:analytics@${service.base_url}`, service.analytics_key],
  ])
  await first.close()
  const again = aDesk(first.folder, first)
  expect(await again.list()).toEqual([account])
  expect(await again.accounts.test({ account_id: account.id })).toHaveProperty('quotas')
})

test('a key that is refused is not kept, and neither is its account', async () => {
  const service = await aService()
  const desk = aDesk()
  const refusals: [key: string, failure: object][] = [
    ['wrong', { kind: 'unauthorized', reason: 'invalid-credentials' }],
    [service.keys.noAccess, { kind: 'not-in-plan', code: 516 }],
    ['two\nlines', { kind: 'key', state: 'malformed' }],
    ['   ', { kind: 'key', state: 'malformed' }],
    ['chave-não-ascii', { kind: 'key', state: 'malformed' }],
  ]
  for (const [key, failure] of refusals) {
    expect(await failing(desk.connect(service.base_url, key))).toMatchObject(failure)
  }
  expect(await desk.list()).toEqual([])
  expect(desk.keys()).toEqual([])
  // What cannot travel in a header never left.
  expect(service.log).toHaveLength(2)
})

test('a key that a server repeats in its refusal is neither in the failure nor in the log', async () => {
  const echo = createServer(({ headers }, response) => {
    const key = headers['x-api-token'] ?? headers.authorization
    response.writeHead(405, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: `no such request, token=${String(key)}` }))
  })
  await new Promise<void>((done) => echo.listen(0, '127.0.0.1', done))
  onTestFinished(async () => void (await new Promise((done) => echo.close(done))))
  const address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const video = { account_id, api_base_url: address, video_token: 'secret-key-0123456789' }
  for (const connecting of [
    desk.connect(address, video.video_token),
    desk.accounts.connectVideos(video),
  ]) {
    const failure = await failing(connecting)
    expect(failure).toMatchObject({ text: expect.stringMatching(/token=(Bearer )?\[removed\]$/) })
    desk.unexpected('accounts.connect', new AppError(failure as Failure))
  }
  const log = readFileSync(path.join(desk.folder, 'logs', 'cuepoint.log'), 'utf8')
  expect(log).toContain('HTTP 405')
  expect(log).not.toContain(video.video_token)
})

test('an answer that is not the service’s is reported as such, and nothing is stored', async () => {
  const service = await aService()
  const desk = aDesk()
  const answers = [
    [{ kind: 'captive-portal' }, { kind: 'edge' }],
    [{ kind: 'edge-html' }, { kind: 'edge' }],
    [{ kind: 'route-not-found' }, { kind: 'edge' }],
    [
      { kind: 'redirect', to: 'https://example.com/' },
      { kind: 'malformed', reason: 'redirect' },
    ],
    [{ kind: 'body', form: 'truncated' }, { kind: 'malformed' }],
    [
      { kind: 'body', form: 'invalid-json' },
      { kind: 'malformed', reason: 'not-json' },
    ],
    [
      { kind: 'drift', change: 'retype', path: 'quotas' },
      { kind: 'malformed', reason: 'shape' },
    ],
    [
      { kind: 'unauthorized', form: 'missing-token' },
      { kind: 'unauthorized', reason: 'missing-token' },
    ],
    [
      { kind: 'unauthorized', form: '241' },
      { kind: 'not-in-plan', code: 241 },
    ],
    [{ kind: 'quota', form: 'none' }, { kind: 'quota' }],
  ] as const
  for (const [action, failure] of answers) {
    service.setFaults([{ match: {}, action }])
    expect(await failing(desk.connect(service.base_url, service.analytics_key))).toMatchObject(
      failure,
    )
  }
  expect([await desk.list(), desk.keys()]).toEqual([[], []])
})

test('a key is kept untested while the service cannot be reached, and tested when it can', async () => {
  const gone = await aService()
  await gone.close()
  const down = await aService({
    faults: [{ match: { times: 1 }, action: { kind: 'status', status: 503 } }],
  })
  const desk = aDesk()
  const account = await desk.connect(gone.base_url, gone.analytics_key)
  expect([account.testedAt, account.keys.analytics]).toEqual([null, 'ready'])
  const other = await desk.connect(down.base_url, down.analytics_key)
  expect(other.testedAt).toBeNull()
  expect(await failing(desk.accounts.test({ account_id: account.id }))).toMatchObject({
    kind: 'offline',
  })
  await desk.accounts.test({ account_id: other.id })
  const testedAt = (await desk.list()).map((one) => one.testedAt !== null)
  expect(testedAt).toEqual([false, true])
})

test('when an answer is required, an address that does not answer is reported and nothing is stored', async () => {
  const gone = await aService()
  await gone.close()
  const desk = aDesk()
  const connecting = desk.accounts.connect({
    ...{ name: 'Acme', timezone: ZONE, mustAnswer: true },
    ...{ base_url: gone.base_url, analytics_key: gone.analytics_key },
    ...{ api_base_url: null, video_token: null },
  })
  expect(await failing(connecting)).toEqual({
    ...{ kind: 'offline', reason: 'unreachable' },
    host: new URL(gone.base_url).host,
  })
  expect([await desk.list(), desk.keys()]).toEqual([[], []])
})

test('an account moves to another address with a key for it, and the old one’s key is erased', async () => {
  const [first, second] = [await aService(), await aService()]
  const desk = aDesk()
  const { id: account_id } = await desk.connect(first.base_url, first.analytics_key)
  const kept = desk.keys()
  const refused = { account_id, key: 'wrong', base_url: second.base_url }
  expect(await failing(desk.accounts.replaceKey(refused))).toMatchObject({ kind: 'unauthorized' })
  expect(desk.keys()).toEqual(kept)
  const sent = first.log.length
  const moved = await desk.accounts.replaceKey({ ...refused, key: second.analytics_key })
  expect(moved).toMatchObject({ base_url: second.base_url, keys: { analytics: 'ready' } })
  expect(desk.keys()).toEqual([
    [`Cuepoint/${account_id}:analytics@${second.base_url}`, second.analytics_key],
  ])
  await desk.accounts.test({ account_id })
  expect(first.log).toHaveLength(sent)
})

test('a proxy that refuses is reported as such, and nothing is stored', async () => {
  const proxy = await startProxy({ refuses: 403 })
  const folder = newFolder()
  const resolveProxy = () => Promise.resolve(`PROXY ${proxy.host}`)
  const desk = aDesk(folder, undefined, { screen: { ...quietScreen(folder), resolveProxy } })
  const failure = await failing(desk.connect('https://analytics.test', 'a-key'))
  await proxy.close()
  expect(failure).toMatchObject({ kind: 'offline', reason: 'proxy-refused', proxy: proxy.host })
  expect(proxy.asked).toEqual(['analytics.test:443'])
  expect([await desk.list(), desk.keys()]).toEqual([[], []])
})

test('a keychain that is locked keeps no account without its key', async () => {
  const service = await aService()
  const desk = aDesk()
  desk.become('locked')
  expect(await failing(desk.connect(service.base_url, service.analytics_key))).toEqual({
    kind: 'key',
    state: 'locked',
  })
  expect([await desk.list(), desk.keys()]).toEqual([[], []])
  desk.become('unlocked')
  expect((await desk.connect(service.base_url, service.analytics_key)).keys.analytics).toBe('ready')
})

test('with no keychain the key works for this session, and is missing in the next', async () => {
  const service = await aService()
  const desk = aDesk()
  desk.become('no-service')
  const account = await desk.connect(service.base_url, service.analytics_key)
  expect(account.keys.analytics).toBe('session')
  await desk.accounts.test({ account_id: account.id })
  await desk.close()
  desk.become('unlocked')
  const again = aDesk(desk.folder, desk)
  expect((await again.list())[0]?.keys.analytics).toBe('absent')
})

test('a key missing from the keychain blocks requests, and entering a new one repairs the account', async () => {
  const service = await aService()
  const first = aDesk()
  const { id: account_id } = await first.connect(service.base_url, service.analytics_key)
  await first.close()
  first.items.clear()
  const desk = aDesk(first.folder, first)
  const sent = service.log.length
  expect((await desk.list())[0]?.keys.analytics).toBe('absent')
  expect(await failing(desk.accounts.test({ account_id }))).toEqual({
    kind: 'key',
    state: 'absent',
  })
  expect(service.log).toHaveLength(sent)
  const repaired = await desk.accounts.replaceKey({ account_id, key: service.keys.second })
  expect(repaired.keys.analytics).toBe('ready')
  await desk.accounts.test({ account_id })
  expect(desk.keys()).toEqual([
    [`Cuepoint/${account_id}:analytics@${service.base_url}`, service.keys.second],
  ])
})

test('a keyring that was locked at the start is read again once it is unlocked', async () => {
  const service = await aService()
  const first = aDesk()
  const { id: account_id } = await first.connect(service.base_url, service.analytics_key)
  await first.close()
  first.become('locked')
  const desk = aDesk(first.folder, first)
  expect((await desk.list())[0]?.keys.analytics).toBe('locked')
  expect(await failing(desk.accounts.test({ account_id }))).toEqual({
    kind: 'key',
    state: 'locked',
  })
  expect((await desk.accounts.unlock({ account_id })).keys.analytics).toBe('locked')
  desk.become('unlocked')
  expect((await desk.accounts.unlock({ account_id })).keys.analytics).toBe('ready')
})

test('a key is replaced only by one that is not refused', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const kept = desk.keys()
  for (const [key, kind] of [
    ['wrong', 'unauthorized'],
    ['two\nlines', 'key'],
    [service.keys.noAccess, 'not-in-plan'],
  ] as const) {
    expect(await failing(desk.accounts.replaceKey({ account_id, key }))).toMatchObject({ kind })
    expect(desk.keys()).toEqual(kept)
  }
  desk.become('locked')
  const replaced = desk.accounts.replaceKey({ account_id, key: service.keys.second })
  expect(await failing(replaced)).toEqual({ kind: 'key', state: 'locked' })
  desk.become('unlocked')
  await desk.accounts.test({ account_id })
  await desk.accounts.replaceKey({ account_id, key: service.keys.second })
  expect(desk.keys().map(([, key]) => key)).toEqual([service.keys.second])
})

test('a key that lists none of the stored players is refused as another company’s, unless the user insists', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const other = { account_id, key: service.keys.noQuota }
  await desk.handlers.analytics.players({ account_id })
  const kept = [desk.keys(), await desk.list()]
  expect(await failing(desk.accounts.replaceKey(other))).toEqual({
    ...{ kind: 'other-company', name: 'Acme' },
  })
  expect([desk.keys(), await desk.list()]).toEqual(kept)
  await desk.accounts.replaceKey({ account_id, key: service.keys.second })
  await desk.accounts.replaceKey({ ...other, mayBeOtherCompany: true })
  expect(desk.keys().map(([, key]) => key)).toEqual([other.key])
})

test('a key that works is accepted while nothing tells whose it is', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const other = { account_id, key: service.keys.noQuota }
  await desk.accounts.replaceKey(other)
  await desk.accounts.replaceKey({ account_id, key: service.analytics_key })
  await desk.handlers.analytics.players({ account_id })
  const unread = {
    match: { path: '/players/list' },
    action: { kind: 'status', status: 503 },
  } as const
  service.setFaults([unread])
  await desk.accounts.replaceKey(other)
  expect(desk.keys().map(([, key]) => key)).toEqual([other.key])
})

test('a key that is replaced while its account is removed does not stay', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  service.setFaults([{ match: {}, action: { kind: 'drip', everyMs: 20, bytes: 8 } }])
  const asked = service.log.length
  const replaced = failing(desk.accounts.replaceKey({ account_id, key: service.keys.second }))
  await expect.poll(() => service.log.length).toBeGreaterThan(asked)
  await desk.accounts.forget({ account_id })
  expect(await replaced).toMatchObject({ kind: 'not-found' })
  expect(desk.keys()).toEqual([])
})

test('a revoked key is reported, and a new one works at once', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  service.setKeyState('revoked')
  expect(await failing(desk.accounts.test({ account_id }))).toMatchObject({ kind: 'unauthorized' })
  expect((await desk.list())[0]?.keys.analytics).toBe('rejected')
  const { keys } = await desk.accounts.replaceKey({ account_id, key: service.keys.second })
  expect(keys.analytics).toBe('ready')
  const read = await desk.handlers.analytics.players({ account_id })
  expect((read as { from: string }).from).toBe('service')
})

test('forgetting reports what it erased, and leaves nothing of the account anywhere', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const other = await desk.connect(service.base_url, service.keys.second, 'Other')
  const { activity, downloads, overview } = desk.handlers
  service.setFaults([{ match: { times: 2 }, action: { kind: 'unauthorized', form: '241' } }])
  await failing(desk.accounts.test({ account_id }))
  await failing(desk.accounts.test({ account_id: other.id }))
  const scope = {
    account_id,
    period: PERIOD,
    comparison: null,
    withPlayers: false,
    player_ids: null,
  }
  await downloads.start(scope)
  const status = async () => (await downloads.list(undefined))[0]?.status
  await expect.poll(status).not.toBe('running')
  const erased = await desk.accounts.forget({ account_id })
  expect(erased).toMatchObject({ name: 'Acme', keys: 1 })
  expect(erased.answers).toBeGreaterThan(0)
  expect(await desk.list()).toEqual([other])
  expect(await downloads.list(undefined)).toEqual([])
  const { failures } = await activity.list(undefined)
  expect(failures.map((one) => one.account_id)).toEqual([other.id])
  expect(desk.keys()).toEqual([
    [`Cuepoint/${other.id}:analytics@${service.base_url}`, service.keys.second],
  ])
  expect(await failing(overview.read(scope))).toMatchObject({ kind: 'not-found' })
  expect(await failing(desk.accounts.forget({ account_id }))).toMatchObject({ kind: 'not-found' })
})

test('forgetting erases the damaged files that a recovery put aside, which a refused account does not', async () => {
  const service = await aService()
  const first = aDesk()
  const { id: account_id } = await first.connect(service.base_url, service.analytics_key)
  await first.close()
  const folder = path.join(first.folder, 'desk')
  const file = path.join(folder, 'desk.db')
  writeFileSync(file, readFileSync(file).fill(7, 0, 100))
  const desk = aDesk(first.folder, first)
  expect((await desk.list()).map(({ id }) => id)).toEqual([account_id])
  const putAside = () => readdirSync(folder).filter((name) => name.includes('damaged'))
  desk.become('locked')
  await failing(desk.connect(service.base_url, service.keys.second, 'Other'))
  desk.become('unlocked')
  expect(putAside()).toHaveLength(1)
  await desk.accounts.forget({ account_id })
  expect(putAside()).toEqual([])
})

test('an account is forgotten while the keychain is locked, and its key is erased at the next start', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  desk.become('locked')
  expect(await desk.accounts.forget({ account_id })).toMatchObject({ keys: 0, keysLater: 1 })
  expect(await desk.list()).toEqual([])
  await desk.close()
  desk.become('unlocked')
  const again = aDesk(desk.folder, desk)
  await expect.poll(desk.keys).toEqual([])
  expect(await again.list()).toEqual([])
})

test('a key stored by an earlier version still works, for its own address only', async () => {
  const service = await aService()
  const first = aDesk()
  const { id: account_id } = await first.connect(service.base_url, service.analytics_key)
  await first.close()
  // As an earlier version left it.
  rmSync(path.join(first.folder, 'desk', 'keys.json'))
  first.items.clear()
  first.items.set(`Cuepoint/${account_id}:analytics`, service.analytics_key)
  const desk = aDesk(first.folder, first)
  await desk.accounts.test({ account_id })
  expect(desk.keys()).toEqual([
    [`Cuepoint/${account_id}:analytics@${service.base_url}`, service.analytics_key],
  ])
})

test('an account without its key can be forgotten', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  desk.items.clear()
  expect(await desk.accounts.forget({ account_id })).toMatchObject({ keys: 0 })
  expect(await desk.list()).toEqual([])
})

test('a name and a zone can be changed, and the rest of the account stays', async () => {
  const service = await aService()
  const desk = aDesk()
  const account = await desk.connect(service.base_url, service.analytics_key)
  const { id: account_id } = account
  const changed = await desk.accounts.update({ account_id, name: ' New ', timezone: 'UTC' })
  expect(changed).toEqual({ ...account, name: 'New', timezone: 'UTC' })
  expect(await desk.accounts.update({ account_id, name: undefined })).toEqual(changed)
  const unknown = desk.accounts.update({ account_id: 'account00009', name: 'X' })
  expect(await failing(unknown)).toMatchObject({ kind: 'not-found' })
})

test('there is one demo account, which works without a key and accepts none', async () => {
  const desk = aDesk()
  const demo = await desk.accounts.demo({ timezone: ZONE })
  expect(demo).toMatchObject({ isDemo: true, keys: { analytics: 'session' } })
  expect(await desk.accounts.demo({ timezone: 'UTC' })).toEqual(demo)
  expect(await desk.accounts.test({ account_id: demo.id })).toHaveProperty('quotas')
  const replaced = desk.accounts.replaceKey({ account_id: demo.id, key: 'any' })
  expect(await failing(replaced)).toMatchObject({ kind: 'refused' })
  expect(await desk.accounts.forget({ account_id: demo.id })).toMatchObject({ keys: 0 })
  expect(desk.calls).toEqual([])
})

test('an address must use https, or http on this computer', () => {
  expect(checkedAddress(' https://analytics.example.com/ ')).toBe('https://analytics.example.com')
  expect(checkedAddress('https://example.com/api//')).toBe('https://example.com/api')
  expect(checkedAddress('http://127.0.0.1:80')).toBe('http://127.0.0.1')
  expect(checkedAddress('http://[::1]:8080/a')).toBe('http://[::1]:8080/a')
  const refused = [
    'http://example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'ftp://127.0.0.1',
    'file:///etc/passwd',
    'https://user:secret@example.com',
    'https://example.com/?a=1',
    'https://example.com/#a',
    'example.com',
    'https://',
    '',
  ]
  for (const address of refused) {
    expect([address, failureFrom(() => checkedAddress(address))?.kind]).toEqual([
      address,
      'invalid',
    ])
  }
})

test('a company id that was entered can be taken away again', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  await desk.accounts.update({ account_id, company_id: service.company_id })
  await desk.accounts.update(bridge.accounts.update.input.parse({ account_id, company_id: null }))
  expect(await desk.list()).toMatchObject([{ company_id: null }])
})
