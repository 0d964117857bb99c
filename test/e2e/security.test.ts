import { createSocket } from 'node:dgram'
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
// Brings the type of `window.cuepoint`.
import type {} from '../../src/renderer/bridge.ts'
import { complaintsOf } from '../support/complaints.ts'
import { type Launched, launch } from '../support/launch.ts'
import { startListener } from '../support/listener.ts'
import { ODD_ADDRESSES, ODD_PLACES } from '../support/odd-addresses.ts'
import { asPerson } from '../support/other-user.ts'
import { processTree } from '../support/processes.ts'
import { count, isProof } from '../support/scale.ts'
import { addAccount, downloadDemo, openFirstPlayer, tryDemo } from '../support/steps.ts'
import { WAYS_OUT } from '../support/ways-out.ts'

/** Of 120; the step has another remainder at each spelling. */
const EACH = Math.round(ODD_ADDRESSES.length / count('odd addresses', { usual: 13, full: 120 }))
const HOME = 'app://desk/index.html'
const person = asPerson()
let desk: Launched
let page: Page
let listener: Awaited<ReturnType<typeof startListener>>

beforeAll(async () => {
  listener = await startListener()
  desk = await launch({
    ...person,
    env: { ...person.env, PATH: openersBefore(person.folder) },
    preferences: { language: 'en' },
  })
  page = desk.page
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await markPage()
})
afterAll(async () => {
  await desk.close()
  listener.close()
  fs.rmSync(person.folder, { recursive: true, force: true })
})

/** Gone when the page is left or loaded anew. */
const markPage = () => page.evaluate(() => Object.assign(window, { isTheSamePage: true }))

/** Programs by which Linux opens addresses, which here only note what they were given. */
function openersBefore(folder: string): string {
  const programs = path.join(folder, 'programs')
  fs.mkdirSync(programs)
  for (const name of [
    'xdg-open',
    'gio',
    'gvfs-open',
    'kde-open',
    'x-www-browser',
    'sensible-browser',
  ]) {
    const script = `#!/bin/sh\necho "$0 $*" >> '${path.join(folder, 'opened')}'\n`
    fs.writeFileSync(path.join(programs, name), script, { mode: 0o755 })
  }
  return `${programs}${path.delimiter}${process.env['PATH'] ?? ''}`
}

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

test('the page has nothing of Node or Electron, and a bridge with two functions', async () => {
  const seen = await page.evaluate(() => {
    const names = ['require', 'process', 'Buffer', 'module', 'global', 'electron', 'setImmediate']
    return {
      there: names.filter((name) => name in globalThis),
      bridge: Object.keys(window.cuepoint).toSorted(),
      isFrozen: Object.isFrozen(window.cuepoint),
    }
  })
  expect(seen).toEqual({ there: [], bridge: ['call', 'onChanged'], isFrozen: true })
})

test('the page’s policy is sent with every page, without changes', async () => {
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
    'trusted-types default sandboxed-frame',
  ])
  expect(sniffing).toBe('nosniff')
})

test.each(WAYS_OUT)('%s leads neither out of the page nor to the network', async (_name, tryIt) => {
  // What the page throws is a refusal too; where it got is what counts.
  await page.evaluate(tryIt, listener.url).catch(() => undefined)
  // What knocks later fails one of the tests below.
  await page.waitForTimeout(50)
  await expectNothingHappened()
})

test('no address, whatever its scheme and spelling, opens a page or a program', async () => {
  const asked = path.join(person.folder, 'opened')
  for (const address of ODD_ADDRESSES.filter((_, index) => index % EACH === 0)) {
    await page.evaluate(openInFourWays, address).catch(() => undefined)
    // Of some Chromium makes an empty page, from which the window comes back.
    await expect.poll(() => page.evaluate(() => window.location.href).catch(() => '')).toBe(HOME)
  }
  // Playwright would wait for the navigations that were refused.
  await expect.poll(() => page.evaluate(() => document.querySelector('h1') !== null)).toBe(true)
  await markPage()
  await page.waitForTimeout(300)
  expect(fs.existsSync(asked) ? fs.readFileSync(asked, 'utf8') : '').toBe('')
  await expectNothingHappened()
})

function openInFourWays(address: string) {
  const link = document.createElement('a')
  Object.assign(link, { href: address, target: '_blank' })
  const form = document.createElement('form')
  Object.assign(form, { action: address })
  document.body.append(link, form)
  const ways = [
    () => window.open(address),
    () => window.location.assign(address),
    () => link.click(),
    () => form.submit(),
  ]
  for (const way of ways) {
    try {
      way()
    } catch {
      // A refusal.
    }
  }
  link.remove()
  form.remove()
}

/** Those that a page can name, also of Electrons to come. */
const PERMISSIONS = [
  ...['accelerometer', 'ambient-light-sensor', 'background-fetch', 'background-sync', 'camera'],
  ...['captured-surface-control', 'clipboard-read', 'clipboard-write', 'display-capture'],
  ...['fullscreen', 'geolocation', 'gyroscope', 'idle-detection', 'keyboard-lock', 'local-fonts'],
  ...['local-network-access', 'magnetometer', 'microphone', 'midi', 'nfc', 'notifications'],
  ...['payment-handler', 'periodic-background-sync', 'persistent-storage', 'pointer-lock', 'push'],
  ...['screen-wake-lock', 'speaker-selection', 'storage-access', 'system-wake-lock'],
  ...['top-level-storage-access', 'window-management', 'window-placement'],
]

test('the page has no permission, and every request for one is denied', async () => {
  const granted = await page.evaluate(async (names) => {
    const states = await Promise.all(
      names.map(async (name) => {
        const query = { name: name as PermissionName, userVisibleOnly: true }
        const state = await navigator.permissions.query(query).then(
          (status) => status.state,
          () => 'unknown',
        )
        return [name, state]
      }),
    )
    return states.filter(([, state]) => state === 'granted').map(([name]) => name)
  }, PERMISSIONS)
  expect(granted).toEqual([])
  const got = await page.evaluate(async () => {
    const asked: [string, () => unknown][] = [
      ['microphone', () => navigator.mediaDevices.getUserMedia({ audio: true })],
      ['camera', () => navigator.mediaDevices.getUserMedia({ video: true })],
      ['screen', () => navigator.mediaDevices.getDisplayMedia()],
      ['place', () => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))],
      ['clipboard', () => navigator.clipboard.readText()],
      ['MIDI', () => navigator.requestMIDIAccess({ sysex: true })],
      ['full screen', () => document.documentElement.requestFullscreen()],
      ['wake lock', () => navigator.wakeLock.request('screen')],
    ]
    const answers = await Promise.all(
      asked.map(async ([name, ask]) => {
        const waited = new Promise((late) => setTimeout(() => late([]), 2000))
        const got = (async () => {
          await ask()
          return [name]
        })().catch(() => [])
        return Promise.race([got, waited])
      }),
    )
    const notified = await Notification.requestPermission()
    return [...answers.flat(), ...(notified === 'granted' ? ['notifications'] : [])]
  })
  expect(got).toEqual([])
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

test('the listener used by these tests does record TCP and UDP connections', async () => {
  await fetch(listener.url)
  const socket = createSocket('udp4')
  socket.send('out', listener.port, '127.0.0.1', () => socket.close())
  await expect.poll(() => listener.knocks).toEqual(expect.arrayContaining(['tcp', 'udp']))
})

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
    ['app://desk/index.html', ...ODD_PLACES],
  )
  const [page, ...others] = answers
  expect(page).toBe('app://desk/index.html 200')
  expect(others.filter((answer) => !/ (404|refused)$/.test(answer))).toEqual([])
  expect(others.filter((answer) => answer.endsWith('404')).length).toBeGreaterThan(30)
})

// Of the tests' own build accessibility.test.ts sees it, on every screen.
test.runIf(isProof)(
  'no screen violates the content security policy, or logs an error to the console',
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
    await addAccount(page)
    await page.getByRole('button', { name: 'Connect', exact: true }).waitFor()
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
    address: HOME,
    isTheSamePage: true,
  })
}
