import fs from 'node:fs'
import type { ElectronApplication } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountsOn, type CallHandlers } from '../support/bridge.ts'
import { connect, emptyKeychain, keysInKeychain } from '../support/connect.ts'
import { newFolder } from '../support/folder.ts'
import { type Launched, launch } from '../support/launch.ts'
import { quiet } from '../support/quiet.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { texts } from '../support/texts.ts'

const settings = texts.en.settings
const KEY = 'a-right-key-0123456789'
const TOKEN = 'a-right-token-0123456789'
/** Nothing listens there: the port of a service that was closed. */
let silent: string
const folder = newFolder()
let desk: Launched
let service: Sandbox

beforeAll(async () => {
  await emptyKeychain()
  const gone = await startService({ players: 0 })
  await gone.close()
  silent = gone.base_url
  service = await startService({ players: 0, analyticsKey: KEY, videoToken: TOKEN })
  desk = await launch({
    folder,
    preferences: { language: 'en' },
    size: { width: 1440, height: 900 },
  })
})
afterAll(async () => {
  await desk.close()
  await service.close()
  await emptyKeychain()
  fs.rmSync(folder, { recursive: true, force: true })
})

const button = (name: string) => desk.page.getByRole('button', { name, exact: true })
const typed = (label: string) => desk.page.getByLabel(label, { exact: true })
const shown = (text: string) => desk.page.getByText(text, { exact: true })

/** Main fails the next call of this name, as if the disk were full. */
const failOnce = (app: ElectronApplication, call: [noun: string, verb: string]) =>
  app.evaluate(({ ipcMain }, [noun, verb]) => {
    const handlers = (ipcMain as unknown as CallHandlers)._invokeHandlers
    const good = handlers.get('app:call')
    handlers.set('app:call', (event, ...asked) => {
      if (asked[0] !== noun || asked[1] !== verb) return good?.(event, ...asked)
      if (good) handlers.set('app:call', good)
      return {
        ok: false,
        failure: { kind: 'storage', reason: 'full', path: '/data/desk.db', text: '' },
      }
    })
  }, call)

/** Main lists the accounts with this state of their analytics keys; null for their own. */
const answerKeyState = (app: ElectronApplication, analytics: string | null) =>
  app.evaluate(({ ipcMain }, state) => {
    const handlers = (ipcMain as unknown as CallHandlers)._invokeHandlers
    const kept = globalThis as { goodCall?: ReturnType<typeof handlers.get> }
    kept.goodCall ??= handlers.get('app:call')
    const good = kept.goodCall
    handlers.set('app:call', async (event, ...asked) => {
      const reply = await good?.(event, ...asked)
      if (state === null || asked[0] !== 'accounts' || asked[1] !== 'list') return reply
      const { value } = reply as { value: { keys: object }[] }
      const accounts = value.map((one) => ({ ...one, keys: { ...one.keys, analytics: state } }))
      return { ok: true, value: accounts }
    })
  }, analytics)

test('a wrong video token is named as the video token, and all that was typed stays', async () => {
  await connect(desk.page, { address: service.base_url, key: KEY, token: 'not-the-token' })
  const alert = desk.page.locator('form').getByRole('alert')
  await alert.getByText(texts.en.failure.invalidKeyTitle_video, { exact: true }).waitFor()
  expect(await alert.innerText()).not.toMatch(/\bkey\b/iu)
  expect(await typed(texts.en.welcome.connect.key).inputValue()).toBe(KEY)
  expect(await typed(texts.en.welcome.connect.token).inputValue()).toBe('not-the-token')
  expect(await accountsOn(desk.page)).toEqual([])
})

test('an address that answers nothing is named, is corrected in place, and nothing typed is lost', async () => {
  const address = typed(texts.en.welcome.connect.address)
  await typed(texts.en.welcome.connect.token).fill(TOKEN)
  await address.fill(silent)
  await button(texts.en.welcome.connect.button).click()
  const { host } = new URL(silent)
  await shown(texts.en.failure.unreachableWhy.replace('{{host}}', host)).waitFor()
  await shown(texts.en.failure.unreachableNext).waitFor()
  expect(await button(texts.en.ui.notice.keepUntested).isVisible()).toBe(true)
  expect(await accountsOn(desk.page)).toEqual([])
  expect(await typed(texts.en.welcome.connect.name).inputValue()).toBe('Acme')
  expect(await typed(texts.en.welcome.connect.key).inputValue()).toBe(KEY)
  await address.fill(service.base_url)
  // The failure was of another address.
  expect(await button(texts.en.ui.notice.keepUntested).count()).toBe(0)
  await button(texts.en.welcome.connect.button).click()
  await desk.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const passwords = (await keysInKeychain()).map(({ password }) => password)
  expect(passwords.sort()).toEqual([KEY, TOKEN].sort())
})

test('a connected account without players says that it has none, and what to do', async () => {
  await shown(texts.en.overview.noPlayers).waitFor()
  await shown(texts.en.overview.noPlayersText).waitFor()
  expect(await shown(texts.en.overview.stored.nothing).count()).toBe(0)
  await quiet(desk.page)
  const before = service.heard.length
  await button(texts.en.overview.readPlayers).click()
  await expect.poll(() => service.heard.length).toBe(before + 1)
})

test('a name that could not be saved stays in its field, and is saved at the next attempt', async () => {
  await desk.page.keyboard.press('Alt+3')
  await failOnce(desk.app, ['accounts', 'update'])
  await typed(settings.accounts.name).fill('Acme Brasil')
  await button(settings.accounts.save).click()
  await shown(texts.en.failure.storageFullTitle).waitFor()
  expect(await typed(settings.accounts.name).inputValue()).toBe('Acme Brasil')
  await button(texts.en.ui.notice.retry).click()
  await desk.page.getByRole('heading', { level: 3, name: 'Acme Brasil' }).waitFor()
  expect((await accountsOn(desk.page)).map(({ name }) => name)).toEqual(['Acme Brasil'])
})

test('the key and the video token are tested separately, and a refused token is accepted once it works again', async () => {
  const refuse = { kind: 'problem', code: 'unauthorized' } as const
  service.setFaults([{ match: { path: '/v1/videos' }, action: refuse }])
  await button(settings.accounts.test).click()
  await shown(texts.en.failure.invalidKeyTitle_video).waitFor()
  await desk.page.getByText(/^The key works\./u).waitFor()
  await shown(settings.keyState.rejected).waitFor()
  service.setFaults([])
  await button(settings.accounts.test).click()
  await shown(settings.videos.works).waitFor()
  await shown(settings.keyState.rejected).waitFor({ state: 'detached' })
})

test('after a refused key is replaced, its refusal is no longer shown', async () => {
  service.setFaults([
    {
      match: { path: '/quota/usage', times: 1 },
      action: { kind: 'unauthorized', form: 'invalid-credentials' },
    },
  ])
  await button(settings.accounts.test).click()
  const refusal = desk.page.getByRole('article').getByRole('alert')
  await refusal.waitFor()
  service.setFaults([])
  await button(settings.accounts.replace).click()
  await typed(settings.accounts.newKey).fill(KEY)
  await button(settings.accounts.useKey).click()
  await shown(settings.accounts.replaced).waitFor()
  expect(await refusal.count()).toBe(0)
  await button(settings.forget.close).click()
})

test('a dismissed note on a key in memory does not hide that the key is refused later', async () => {
  await answerKeyState(desk.app, 'session')
  await button(settings.accounts.test).click()
  const note = shown(texts.en.ui.banner.session.replace('{{account}}', 'Acme Brasil'))
  await note.waitFor()
  await button(texts.en.ui.banner.dismiss).click()
  await note.waitFor({ state: 'detached' })
  await answerKeyState(desk.app, 'rejected')
  await button(settings.accounts.test).click()
  await button(texts.en.ui.banner.enterKey).waitFor()
  await answerKeyState(desk.app, null)
  await button(settings.accounts.test).click()
  await button(texts.en.ui.banner.enterKey).waitFor({ state: 'detached' })
})

test('an empty key and an empty token are reported below their fields, and nothing is sent', async () => {
  await quiet(desk.page)
  const before = service.heard.length
  await button(settings.accounts.replace).click()
  await button(settings.accounts.useKey).click()
  await shown(settings.accounts.keyNeeded).waitFor()
  await button(settings.accounts.cancel).click()
  await button(settings.videos.replace).click()
  await button(settings.videos.use).click()
  await shown(settings.videos.tokenNeeded).waitFor()
  await button(settings.accounts.cancel).click()
  expect(service.heard.length).toBe(before)
})

test('an unreachable service is reported, and its address is changed from that message', async () => {
  const moved = await startService({ players: 0, analyticsKey: KEY })
  await service.close()
  await button(settings.accounts.test).click()
  await button(settings.accounts.changeAddress).first().click()
  await typed(settings.accounts.newAddress).fill(moved.base_url)
  await typed(settings.accounts.newKey).fill(KEY)
  await button(settings.accounts.useKey).click()
  await shown(settings.accounts.replaced).waitFor()
  const [account] = await accountsOn(desk.page)
  expect(account).toMatchObject({ base_url: moved.base_url, keys: { analytics: 'ready' } })
  await moved.close()
})
