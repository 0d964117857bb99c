import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
// Brings the type of `window.desk`.
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

const NO_SUCH_CALL = { ok: false, failure: { kind: 'refused', text: 'The desk has no such call.' } }

test('a call by a name that is none is refused', async () => {
  const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty', '', 'nothing']
  const replies = await page.evaluate(async (each) => {
    const call = window.desk.call as (...words: unknown[]) => Promise<unknown>
    const odd: unknown[] = [null, undefined, 7, {}, ['desk'], { name: 'desk' }]
    return Promise.all([
      ...each.flatMap((name) => [call(name, 'info'), call('desk', name), call(name, name)]),
      ...odd.flatMap((name) => [call(name, 'info'), call('desk', name)]),
    ])
  }, names)
  expect(replies).toHaveLength(30)
  for (const reply of replies) expect(reply).toEqual(NO_SUCH_CALL)
})

test('a call with what it does not take is refused, and says which field', async () => {
  const replies = await page.evaluate(async () => {
    const call = window.desk.call as (...words: unknown[]) => Promise<{ ok: boolean }>
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    const deep = Array.from({ length: 500 }).reduce<unknown>((inner) => [inner], [])
    const account_id = 'aaaaaaaaaaaa'
    return Promise.all([
      call('desk', 'info', {}),
      call('desk', 'copy', { text: 7 }),
      call('desk', 'copy', 'text'),
      call('desk', 'prefer', { theme: 'blue' }),
      call('desk', 'prefer', {
        place: { screen: 'welcome', account_id: '../..', player_id: null },
      }),
      call('accounts', 'test', { account_id: ["aaaaaaaaaaaa'; DROP TABLE accounts"] }),
      call('accounts', 'test', { account_id: '__proto__' }),
      call('accounts', 'connect', cyclic),
      call('accounts', 'connect', deep),
      call('exports', 'reveal', { id: '/etc/passwd' }),
      call('exports', 'reveal', { id: Number.NaN }),
      call('overview', 'read', { account_id, period: { start: '2026-13-40', end: 'x' } }),
      call('downloads', 'start', new Map([['account_id', account_id]])),
    ])
  })
  for (const reply of replies) {
    const failure = { kind: expect.stringMatching(/^(invalid|too-long)$/) }
    expect(reply).toMatchObject({ ok: false, failure })
  }
})

test('a call that is too large is refused, and a storm of calls does not stop main', async () => {
  const { large, refused, answered } = await page.evaluate(async () => {
    const large = await window.desk.call('desk', 'copy', { text: 'x'.repeat(64 * 1024 * 1024) })
    await new Promise((done) => setTimeout(done, 1000))
    const replies = await Promise.all(
      Array.from({ length: 4000 }, () => window.desk.call('desk', 'connection', undefined)),
    )
    await new Promise((done) => setTimeout(done, 1000))
    const last = await window.desk.call('desk', 'connection', undefined)
    return {
      large,
      refused: replies.find((reply) => !reply.ok),
      answered: last.ok,
    }
  })
  expect(large).toMatchObject({ ok: false, failure: { kind: 'too-long' } })
  expect(refused).toEqual({
    ok: false,
    failure: { kind: 'refused', text: 'Too many calls in a second.' },
  })
  expect(answered).toBe(true)
})

test('what is no plain value is refused before it is written as text, in the window and in main', async () => {
  const bytes = await page.evaluate(async () => {
    const call = window.desk.call as (...words: unknown[]) => Promise<unknown>
    return call('desk', 'copy', { text: new Uint8Array(20 * 1024 * 1024) })
  })
  // As a page would call that got around the preload.
  const { replies, written } = await desk.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const handle = (ipcMain as unknown as CallHandlers)._invokeHandlers.get('desk:call')
    const event = { sender: contents, senderFrame: contents?.mainFrame }
    const inputs = [{ text: new Uint8Array(20 * 1024 * 1024) }, new Map(), new Array(4e9), cyclic()]
    const write = JSON.stringify
    let written = 0
    JSON.stringify = ((...given: Parameters<typeof write>) => {
      if (inputs.includes(given[0])) written++
      return write(...given)
    }) as typeof write
    const replies: unknown[] = []
    for (const input of inputs) replies.push(await handle?.(event, 'desk', 'copy', input))
    JSON.stringify = write
    return { replies, written }

    function cyclic() {
      const list: unknown[] = []
      list.push(list, list)
      return list
    }
  })
  const field = { path: 'text', message: 'must be a plain value' }
  const invalid = { ok: false, failure: { kind: 'invalid' } }
  const ofText = { ok: false, failure: { kind: 'invalid', fields: [field] } }
  expect(bytes).toMatchObject(ofText)
  const tooLong = { ok: false, failure: { kind: 'too-long' } }
  expect(replies).toMatchObject([ofText, invalid, tooLong, invalid])
  expect(written).toBe(0)
})

test('a second window with our own preload and page may not call', async () => {
  const reply = await desk.app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const other = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
      await other.loadURL('app://desk/index.html')
      const said: unknown = await other.webContents.executeJavaScript('desk.call("desk", "info")')
      other.destroy()
      return said
    },
    path.join(APP, 'preload/index.cjs'),
  )
  expect(reply).toEqual({
    ok: false,
    failure: { kind: 'refused', text: 'The call did not come from the desk’s window.' },
  })
})

test('a second frame has no bridge, and a call from it is refused', async () => {
  const bridges = await page.evaluate(async () => {
    const blank = document.createElement('iframe')
    const own = document.createElement('iframe')
    own.src = 'app://desk/index.html'
    document.body.append(blank, own)
    await new Promise((done) => setTimeout(done, 300))
    return [blank, own].map((frame) => {
      try {
        return typeof frame.contentWindow?.desk
      } catch {
        return 'undefined'
      }
    })
  })
  expect(bridges).toEqual(['undefined', 'undefined'])
  const reply = await desk.app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const frame = contents?.mainFrame.frames[0]
    if (!frame) throw new Error('there is no second frame')
    const handle = (ipcMain as unknown as CallHandlers)._invokeHandlers.get('desk:call')
    return handle?.({ sender: contents, senderFrame: frame }, 'desk', 'info')
  })
  expect(reply).toEqual({
    ok: false,
    failure: { kind: 'refused', text: 'The call did not come from the main frame.' },
  })
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll('iframe')) frame.remove()
  })
})
