import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
// Brings the type of `window.cuepoint`.
import type {} from '../../src/renderer/bridge.ts'
import type { CallHandlers } from '../support/bridge.ts'
import { newFolder } from '../support/folder.ts'
import { APP, type Launched, launch } from '../support/launch.ts'

const folder = newFolder()
let desk: Launched
let page: Page

beforeAll(async () => {
  desk = await launch({ folder, preferences: { language: 'en' } })
  page = desk.page
  await page.getByRole('heading', { level: 1 }).first().waitFor()
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const NO_SUCH_CALL = { ok: false, failure: { kind: 'refused', text: 'The app has no such call.' } }

test('a call with an unknown name is refused', async () => {
  const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', '', 'nothing']
  const replies = await page.evaluate(async (each) => {
    const call = window.cuepoint.call as (...words: unknown[]) => Promise<unknown>
    const odd: unknown[] = [null, undefined, 7, {}, ['app'], { name: 'app' }]
    return Promise.all([
      ...each.flatMap((name) => [call(name, 'info'), call('app', name), call(name, name)]),
      ...odd.flatMap((name) => [call(name, 'info'), call('app', name)]),
    ])
  }, names)
  expect(replies).toHaveLength(30)
  for (const reply of replies) expect(reply).toEqual(NO_SUCH_CALL)
})

test('a call with an invalid input is refused, and the failure names the field', async () => {
  const replies = await page.evaluate(async () => {
    const call = (noun: string, verb: string, input: unknown) =>
      window.cuepoint.call(noun, verb, JSON.stringify(input))
    const deep = Array.from({ length: 500 }).reduce<unknown>((inner) => [inner], [])
    const account_id = 'aaaaaaaaaaaa'
    return Promise.all([
      call('app', 'info', {}),
      call('app', 'copy', { text: 7 }),
      call('app', 'copy', 'text'),
      call('app', 'prefer', { theme: 'blue' }),
      call('app', 'prefer', {
        place: { screen: 'welcome', account_id: '../..', player_id: null },
      }),
      call('accounts', 'test', { account_id: ["aaaaaaaaaaaa'; DROP TABLE accounts"] }),
      call('accounts', 'test', { account_id: '__proto__' }),
      call('accounts', 'connect', deep),
      window.cuepoint.call('accounts', 'connect', '['.repeat(200_000) + ']'.repeat(200_000)),
      window.cuepoint.call('accounts', 'test', `{"account_id":"${account_id}"`),
      window.cuepoint.call('accounts', 'test', ''),
      call('exports', 'reveal', { id: '/etc/passwd' }),
      call('exports', 'reveal', { id: Number.NaN }),
      call('overview', 'read', { account_id, period: { start: '2026-13-40', end: 'x' } }),
      window.cuepoint.call('accounts', 'test', `{"__proto__":{"account_id":"${account_id}"}}`),
    ])
  })
  for (const reply of replies) {
    const failure = { kind: expect.stringMatching(/^(invalid|too-long)$/) }
    expect(reply).toMatchObject({ ok: false, failure })
  }
})

test('an oversized call is refused, and 4,000 calls at once do not block main', async () => {
  const { large, refused } = await page.evaluate(async () => {
    const text = JSON.stringify({ text: 'x'.repeat(64 * 1024 * 1024) })
    const large = await window.cuepoint.call('app', 'copy', text)
    const replies = await Promise.all(
      Array.from({ length: 4000 }, () => window.cuepoint.call('app', 'connection', undefined)),
    )
    return { large, refused: replies.find((reply) => !reply.ok) }
  })
  expect(large).toMatchObject({ ok: false, failure: { kind: 'too-long' } })
  expect(refused).toEqual({
    ok: false,
    failure: { kind: 'refused', text: 'Too many calls in a second.' },
  })
  const isAnswered = () =>
    page.evaluate(async () => (await window.cuepoint.call('app', 'connection', undefined)).ok)
  await expect.poll(isAnswered).toBe(true)
})

test('an input that is not JSON is refused, in the window and in main', async () => {
  const bytes = await page.evaluate(async () => {
    const call = window.cuepoint.call as (...words: unknown[]) => Promise<unknown>
    return call('app', 'copy', { text: new Uint8Array(20 * 1024 * 1024) })
  })
  // As a page would call that got around the preload.
  const replies = await desk.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const handle = (ipcMain as unknown as CallHandlers)._invokeHandlers.get('app:call')
    const event = { sender: contents, senderFrame: contents?.mainFrame }
    const cyclic: unknown[] = []
    cyclic.push(cyclic, cyclic)
    const inputs = [new Uint8Array(20 * 1024 * 1024), new Map(), new Array(4e9), cyclic, 7, null]
    const replies: unknown[] = []
    for (const input of inputs) replies.push(await handle?.(event, 'app', 'copy', input))
    return replies
  })
  const field = { path: '', message: 'must be JSON' }
  const invalid = { ok: false, failure: { kind: 'invalid', fields: [field] } }
  expect(bytes).toEqual({ ...invalid, failure: { ...invalid.failure, text: expect.any(String) } })
  for (const reply of replies) expect(reply).toMatchObject(invalid)
})

test('a second window with our own preload and page may not call', async () => {
  const reply = await desk.app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await other.loadURL('app://desk/index.html')
      const said: unknown = await other.webContents.executeJavaScript(
        'cuepoint.call("app", "info")',
      )
      other.destroy()
      return said
    },
    path.join(APP, 'preload/index.cjs'),
  )
  expect(reply).toEqual({
    ok: false,
    failure: { kind: 'refused', text: 'The call did not come from the app’s window.' },
  })
})

test('a second frame has no bridge, and a call from it is refused', async () => {
  const bridges = await page.evaluate(async () => {
    const blank = document.createElement('iframe')
    const own = document.createElement('iframe')
    own.src = 'app://desk/index.html'
    const isLoaded = new Promise((loaded) => own.addEventListener('load', loaded))
    document.body.append(blank, own)
    await isLoaded
    return [blank, own].map(({ contentWindow }) => {
      try {
        return typeof contentWindow?.cuepoint
      } catch {
        return 'of another origin'
      }
    })
  })
  // Our page may not be framed: instead of it the frame has Chromium's own page of an error.
  expect(bridges).toEqual(['undefined', 'of another origin'])
  const reply = await desk.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const frame = contents?.mainFrame.frames[0]
    if (!frame) throw new Error('there is no second frame')
    const handle = (ipcMain as unknown as CallHandlers)._invokeHandlers.get('app:call')
    return handle?.({ sender: contents, senderFrame: frame }, 'app', 'info')
  })
  expect(reply).toEqual({
    ok: false,
    failure: { kind: 'refused', text: 'The call did not come from the main frame.' },
  })
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe')) frame.remove()
  })
})
