import { afterEach, expect, test } from 'vitest'
import { aDesk, aService, closeAll, failing, ZONE } from '../support/accounts.ts'

afterEach(closeAll)

test('a video token that works is kept beside the key, and both are gone once forgotten', async () => {
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

test('a video token that is refused keeps nothing, and says so', async () => {
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

test('an address of the video service that is not https is named, and nothing is asked', async () => {
  const service = await aService()
  const desk = aDesk()
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const asked = { account_id, api_base_url: 'http://example.com', video_token: 'any' }
  expect(await failing(desk.accounts.connectVideos(asked))).toMatchObject({
    kind: 'invalid',
    fields: [{ path: 'api_base_url' }],
  })
})
