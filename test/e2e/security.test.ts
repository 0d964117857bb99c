import { createSocket } from 'node:dgram'
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
// Brings the type of `window.desk`.
import type {} from '../../src/renderer/bridge.ts'
import { complaintsOf } from '../support/complaints.ts'
import { type Launched, launch } from '../support/launch.ts'
import { startListener } from '../support/listener.ts'
import { asPerson } from '../support/other-user.ts'
import { processTree } from '../support/processes.ts'
import { isProof } from '../support/scale.ts'
import { downloadDemo, openFirstPlayer, tryDemo } from '../support/steps.ts'
import { WAYS_OUT } from '../support/ways-out.ts'

const person = asPerson()
let desk: Launched
let page: Page
let listener: Awaited<ReturnType<typeof startListener>>

beforeAll(async () => {
  listener = await startListener()
  desk = await launch({ ...person, preferences: { language: 'en' } })
  page = desk.page
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Gone when the page is left or loaded anew.
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }))
})
afterAll(async () => {
  await desk.close()
  listener.close()
  fs.rmSync(person.folder, { recursive: true, force: true })
})
beforeEach(() => {
  listener.knocks.length = 0
})

test.runIf(process.platform === 'linux')(
  'every process of the app runs with Chromium’s sandbox on',
  async () => {
    const tree = processTree(desk.app.process().pid ?? 0)
    expect(tree.filter((one) => one.arguments.includes('--no-sandbox'))).toEqual([])
    const pid = await desk.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
    )
    const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8')
    expect(tree.find((one) => one.pid === pid)?.type).toBe('renderer')
    expect(/^Seccomp:\s+(\d)$/m.exec(status)?.[1]).toBe('2')
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0')
  },
)

test('the page has nothing of Node or Electron, and a bridge of two words', async () => {
  const seen = await page.evaluate(() => {
    const names = ['require', 'process', 'Buffer', 'module', 'global', 'electron', 'setImmediate']
    return {
      there: names.filter((name) => name in globalThis),
      bridge: Object.keys(window.desk).toSorted(),
      isFrozen: Object.isFrozen(window.desk),
    }
  })
  expect(seen).toEqual({ there: [], bridge: ['call', 'onChanged'], isFrozen: true })
})

test('the page’s policy is sent with every page, as it was written', async () => {
  const { policy, sniffing } = await desk.app.evaluate(async ({ net }) => {
    const { headers } = await net.fetch('app://desk/index.html')
    return {
      policy: headers.get('content-security-policy') ?? '',
      sniffing: headers.get('x-content-type-options'),
    }
  })
  expect(policy.replace(/'nonce-[A-Za-z0-9+/]{22}=='/, "'nonce'").split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src-elem 'self' 'nonce'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
  ])
  expect(sniffing).toBe('nosniff')
})

test.each(WAYS_OUT)('%s leads neither out of the page nor to the network', async (_name, tryIt) => {
  // What the page throws is a refusal too; where it got is what counts.
  await page.evaluate(tryIt, listener.url).catch(() => undefined)
  await page.waitForTimeout(200)
  await expectNothingHappened()
})

test('a file dropped on the window does not open', async () => {
  const file = path.join(person.folder, 'dropped.html')
  fs.writeFileSync(file, '<p>out')
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
  }
  await session.detach()
  await page.waitForTimeout(300)
  await expectNothingHappened()
})

test('the listener would have heard each of them', async () => {
  await fetch(listener.url)
  const socket = createSocket('udp4')
  socket.send('out', listener.port, '127.0.0.1', () => socket.close())
  await expect.poll(() => listener.knocks).toEqual(expect.arrayContaining(['tcp', 'udp']))
})

const tricks = [
  'app://desk/../../../etc/passwd',
  'app://desk/%2e%2e/%2e%2e/package.json',
  'app://desk/..%2f..%2fmain/index.cjs',
  'app://desk/..%5c..%5cmain%5cindex.cjs',
  'app://desk/..\\..\\main\\index.cjs',
  'app://desk//etc/passwd',
  'app://desk//index.html',
  'app://desk/index.html%00.js',
  'app://desk/index.html/',
  'app://desk/INDEX.HTML',
  'app://desk/__proto__',
  'app://other/index.html',
  'app://desk.other/index.html',
  'app://me@desk/index.html',
]

test('an address that is not one of the pages is not found', async () => {
  const answers = await desk.app.evaluate(
    ({ net }, addresses) =>
      Promise.all(
        addresses.map(async (address) => {
          const status = await net.fetch(address).then(
            (answer) => answer.status,
            () => 'refused',
          )
          return `${address} ${status}`
        }),
      ),
    ['app://desk/index.html', ...tricks],
  )
  const [page, ...others] = answers
  expect(page).toBe('app://desk/index.html 200')
  expect(others.filter((answer) => !/ (404|refused)$/.test(answer))).toEqual([])
  expect(others.filter((answer) => answer.endsWith('404')).length).toBeGreaterThan(8)
})

// Of the tests' own build accessibility.test.ts sees it, on every screen.
test.runIf(isProof)(
  'no screen does what the policy forbids, or writes an error to the console',
  async () => {
    await page.reload()
    const complaints = await complaintsOf(page)
    await tryDemo(page)
    await downloadDemo(page)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Period: / }).click()
    await page.getByRole('button', { name: 'Done' }).waitFor()
    await page.keyboard.press('Escape')
    await openFirstPlayer(page)
    await page.getByRole('region', { name: 'Breakdown' }).getByRole('grid').first().waitFor()
    for (const each of ['Alt+2', 'Alt+3', 'Control+k', 'Escape', '?', 'Escape']) {
      await page.keyboard.press(each)
      await page.waitForTimeout(300)
    }
    await page.getByRole('button', { name: 'Add an account' }).first().click()
    await page.getByRole('button', { name: 'Test and connect' }).waitFor()
    expect(complaints).toEqual([])
  },
)

async function expectNothingHappened() {
  const state = {
    knocks: listener.knocks,
    windows: await desk.app.evaluate(({ webContents }) => webContents.getAllWebContents().length),
    address: await page.evaluate(() => window.location.href),
    isTheSamePage: await page.evaluate(() => 'isTheSamePage' in window),
  }
  expect(state).toEqual({
    knocks: [],
    windows: 1,
    address: 'app://desk/index.html',
    isTheSamePage: true,
  })
}
