import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALLOWING, electronSupport, OLDEST_SUPPORTED } from '../../../src/main/shell/switches.ts'
import { aDesk, aService, failing, ZONE } from '../../support/accounts.ts'
import { memoryKeytar } from '../../support/keychain.ts'

const REFUSED = { kind: 'key', state: 'unsupported' }
const REAL = 'https://analytics.example.com'
const runtime = (electronSupport: 'refused' | 'allowed') =>
  ({ electron: '25.1.1', electronSupport, platform: 'test' }) as const

test('the three newest majors are supported, the newest of which the app is written for', () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { devDependencies } = JSON.parse(text) as { devDependencies: { electron: string } }
  const newest = Number.parseInt(devDependencies.electron, 10)
  expect(newest - OLDEST_SUPPORTED).toBe(2)
  const versions = ['25.1.1', '42.9.9', '43.0.0', devDependencies.electron, '46.0.0-beta.1']
  const said = ['refused', 'refused', 'supported', 'supported', 'supported']
  expect(versions.map((version) => electronSupport(version, {}))).toEqual(said)
  expect(electronSupport('25.1.1', { [ALLOWING]: '1' })).toBe('allowed')
  expect(electronSupport('25.1.1', { [ALLOWING]: '' })).toBe('refused')
})

test('an unsupported Electron takes no real key, at connect and at key entry, and sends nothing', async () => {
  const service = await aService()
  const desk = aDesk(undefined, undefined, { runtime: runtime('refused') })
  expect(await failing(desk.connect(REAL, 'real-key'))).toEqual(REFUSED)
  const { id: account_id } = await desk.connect(service.base_url, service.analytics_key)
  const token = { account_id, api_base_url: REAL, video_token: 'real-token' }
  expect(await failing(desk.accounts.connectVideos(token))).toEqual(REFUSED)
  await desk.accounts.connectVideos({
    ...{ account_id, api_base_url: service.base_url },
    video_token: service.video_token,
  })
  await desk.accounts.test({ account_id })
  expect((await desk.accounts.demo({ timezone: ZONE })).keys.analytics).toBe('session')
})

test('a key that is in the keychain is not read on an unsupported Electron, unless that is allowed', async () => {
  const memory = memoryKeytar()
  const first = aDesk(undefined, memory)
  // Nothing answers there: it is kept untested.
  const { id: account_id } = await first.connect('https://0.0.0.0:9', 'real-key')
  await first.close()
  memory.calls.length = 0
  const desk = aDesk(first.folder, memory, { runtime: runtime('refused') })
  expect(await desk.list()).toMatchObject([{ keys: { analytics: 'unsupported' } }])
  expect(await failing(desk.accounts.test({ account_id }))).toEqual(REFUSED)
  expect(await failing(desk.accounts.replaceKey({ account_id, key: 'other' }))).toEqual(REFUSED)
  expect(memory.calls).toEqual([])
  await desk.close()
  const allowed = aDesk(first.folder, memory, { runtime: runtime('allowed') })
  expect(await allowed.list()).toMatchObject([{ keys: { analytics: 'ready' } }])
})
