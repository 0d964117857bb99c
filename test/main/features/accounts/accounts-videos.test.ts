import { renameSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { aDesk, aService, failing, ZONE } from '../../../support/accounts.ts'

test('a working video token is stored beside the key, and both are erased with the account', async () => {
  const service = await aService()
  const desk = aDesk()
  const account = await desk.accounts.connect({
    name: 'Acme',
    timezone: ZONE,
    base_url: service.base_url,
    analytics_key: service.analytics_key,
    api_base_url: `${service.base_url}/`,
    video_token: service.video_token,
  })
  expect(account).toMatchObject({ api_base_url: service.base_url, keys: { video: 'ready' } })
  expect(desk.keys().map(([, key]) => key)).toEqual([service.analytics_key, service.video_token])
  expect(await desk.accounts.forget({ account_id: account.id })).toMatchObject({ keys: 2 })
  expect(desk.keys()).toEqual([])
})

test('a refused video token is reported, and not stored', async () => {
  const service = await aService()
  const desk = aDesk()
  const connecting = desk.accounts.connect({
    name: 'Acme',
    timezone: ZONE,
    base_url: service.base_url,
    analytics_key: service.analytics_key,
    api_base_url: service.base_url,
    video_token: 'not-the-token',
  })
  expect(await failing(connecting)).toMatchObject({ kind: 'unauthorized' })
  expect([desk.keys(), await desk.list()]).toEqual([[], []])
})

test('a video address with a path too many is an unknown address, not a missing video', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const api_base_url = `${service.base_url}/v1`
  const { video_token } = service
  const adding = desk.accounts.connectVideos({ account_id, api_base_url, video_token })
  expect(await failing(adding)).toMatchObject({
    ...{ kind: 'edge', status: 404, service: 'video' },
  })
})

test('a video token can be added later, and replaced', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const api_base_url = service.base_url
  const wrong = desk.accounts.connectVideos({ account_id, api_base_url, video_token: 'wrong' })
  expect(await failing(wrong)).toMatchObject({ kind: 'unauthorized' })
  const account = await desk.accounts.connectVideos({
    ...{ account_id, api_base_url },
    video_token: service.video_token,
  })
  expect(account).toMatchObject({ api_base_url, keys: { analytics: 'ready', video: 'ready' } })
})

test('a token that knows none of the stored videos is refused as another company’s, unless the user insists', async () => {
  const [own, others] = [await aService(), await aService({ seed: 2 })]
  const desk = aDesk()
  const { id: account_id } = await desk.connect(own.base_url, own.analytics_key)
  const token = { account_id, api_base_url: own.base_url, video_token: own.video_token }
  await desk.accounts.connectVideos(token)
  await desk.handlers.videos.refresh({ account_id, video_id: null })
  const kept = desk.keys()
  const other = { account_id, api_base_url: others.base_url, video_token: others.video_token }
  expect(await failing(desk.accounts.connectVideos(other))).toEqual({
    ...{ kind: 'other-company', name: 'Acme', service: 'video' },
  })
  expect(desk.keys()).toEqual(kept)
  // The test of the token is the first list.
  const late = { path: '/v1/videos', method: 'GET', nth: 2, times: 1 }
  others.setFaults([{ match: late, action: { kind: 'status', status: 503 } }])
  expect(await failing(desk.accounts.connectVideos(other))).toMatchObject({ kind: 'other-company' })
  // What was deleted since is no reason, as long as some are in the list.
  own.setFaults([{ match: { path: '/v1/videos/{id}' }, action: { kind: 'status', status: 404 } }])
  await desk.accounts.connectVideos(token)
  await desk.accounts.connectVideos({ ...other, mayBeOtherCompany: true })
  expect(desk.keys().map(([, key]) => key)).toContain(other.video_token)
})

test('an address of the video service without https is refused, and no request is sent', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const asked = { account_id, api_base_url: 'http://example.com', video_token: 'any' }
  expect(await failing(desk.accounts.connectVideos(asked))).toMatchObject({
    kind: 'invalid',
    fields: [{ path: 'api_base_url' }],
  })
})

/** A desk on which one change of a video waits, with what is needed to look at it. */
async function withChange() {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const token = { account_id, api_base_url: service.base_url, video_token: service.video_token }
  await desk.accounts.connectVideos(token)
  await desk.handlers.videos.refresh({ account_id, video_id: null })
  const [video] = (await desk.handlers.videos.list({ account_id })).rows
  const video_id = video?.id ?? ''
  const change = { kind: 'set', group: 'traffic_filter', item_id: null, register: 'token' } as const
  const changes = [{ ...change, value: 'mine' }]
  await desk.handlers.edits.save({ account_id, edits: [{ video_id, changes }] })
  return { ...desk, service, account_id, video_id, token }
}

test('edits held back by a token without the scope continue with another token', async () => {
  const { service, handlers, accounts, account_id, token } = await withChange()
  service.video.allow({ scopes: ['videos:read'] })
  await handlers.edits.post({ account_id, video_ids: null })
  const list = () => handlers.edits.list({ account_id })
  await expect.poll(async () => (await list()).blocked).toMatchObject({ kind: 'forbidden' })
  service.video.allow({ scopes: ['videos:read', 'videos:write'] })
  await accounts.connectVideos(token)
  await expect.poll(async () => (await list()).edits).toEqual([])
  expect((await list()).blocked).toBeNull()
})

test('a refused video token is named as such, and is not sent again until it is tested or entered', async () => {
  const { service, handlers, accounts, account_id } = await withChange()
  const refuse = { kind: 'problem', code: 'unauthorized' } as const
  service.setFaults([{ match: { path: '/v1/videos', times: 1 }, action: refuse }])
  const refresh = () => failing(handlers.videos.refresh({ account_id, video_id: null }))
  expect(await refresh()).toMatchObject({ kind: 'unauthorized', service: 'video' })
  const sent = service.log.length
  expect(await refresh()).toEqual({ kind: 'key', state: 'rejected', service: 'video' })
  expect(service.log).toHaveLength(sent)
  expect((await accounts.list(undefined))[0]?.keys).toEqual({
    analytics: 'ready',
    video: 'rejected',
  })
})

test('a successful test of the video token accepts it again, and waiting changes are sent', async () => {
  const { service, handlers, accounts, account_id } = await withChange()
  const refuse = { kind: 'problem', code: 'unauthorized' } as const
  service.setFaults([{ match: { path: '/v1/videos' }, action: refuse }])
  await handlers.edits.post({ account_id, video_ids: null })
  const list = () => handlers.edits.list({ account_id })
  await expect.poll(async () => (await list()).blocked).toMatchObject({ service: 'video' })
  // The key works meanwhile, and the token is told apart from it.
  expect(await accounts.test({ account_id })).toHaveProperty('quotas')
  expect(await failing(accounts.testVideos({ account_id }))).toMatchObject({
    kind: 'unauthorized',
    service: 'video',
  })
  service.setFaults([])
  await accounts.testVideos({ account_id })
  await expect.poll(async () => (await list()).edits).toEqual([])
  expect((await list()).blocked).toBeNull()
  expect((await accounts.list(undefined))[0]?.keys.video).toBe('ready')
})

test('forgetting an account reports its unpublished changes, and erases them', async () => {
  const { handlers, accounts, account_id, video_id } = await withChange()
  expect(await accounts.forget({ account_id })).toMatchObject({ keys: 2, edits: 1 })
  expect(await handlers.edits.list({ account_id })).toMatchObject({ edits: [], canUndo: false })
  expect(await handlers.edits.history({ account_id, video_id })).toEqual([])
})

test('an account whose removal failed goes on: its last download is there, and what waits is published', async () => {
  const desk = await withChange()
  const { handlers, accounts, account_id, token } = desk
  const period = { start: '2026-01-01', end: '2026-01-02' }
  const scope = { account_id, period, comparison: null, withPlayers: false, player_ids: null }
  await handlers.downloads.start(scope)
  const download = async () => (await handlers.downloads.list(undefined))[0]
  await expect.poll(async () => (await download())?.endedAt).toBeTruthy()
  const before = await download()
  await handlers.app.prefer({ isOffline: true })
  await handlers.edits.post({ account_id, video_ids: null })
  const file = path.join(desk.folder, 'desk', 'desk.db')
  renameSync(file, `${file}-elsewhere`)
  expect(await failing(accounts.forget({ account_id }))).toMatchObject({ reason: 'gone' })
  renameSync(`${file}-elsewhere`, file)
  expect(await download()).toMatchObject({ scope, startedAt: before?.startedAt })
  await handlers.app.prefer({ isOffline: false })
  // Its token is erased already.
  await accounts.connectVideos(token)
  await expect.poll(async () => (await handlers.edits.list({ account_id })).edits).toEqual([])
})
