import fs from 'node:fs'
import path from 'node:path'
import type { WebPreferences } from 'electron'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ABOUT_ENTRY } from '../../src/main/shell/menu.ts'
import { OLDEST_SUPPORTED } from '../../src/main/shell/switches.ts'
import { type Launched, launch } from '../support/launch.ts'
import { asPerson } from '../support/other-user.ts'
import { pressKeys } from '../support/real-keys.ts'
import { downloadDemo, tryDemo } from '../support/steps.ts'

// What of Electron's checklist security.test.ts and bridge.test.ts do not see; CONTRIBUTING.md has
// each item with its test.
const person = asPerson()
let desk: Launched
let page: Page
const requests: string[] = []

beforeAll(async () => {
  desk = await launch({ ...person, preferences: { language: 'en' } })
  page = desk.page
  page.on('request', (request) => requests.push(request.url()))
  await page.reload()
  await tryDemo(page)
  await downloadDemo(page)
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(person.folder, { recursive: true, force: true })
})

test('1: pages load nothing but our own files', () => {
  expect(requests.length).toBeGreaterThan(3)
  expect(
    requests.filter((url) => !/^(app:\/\/desk\/|data:|blob:app:\/\/desk\/)/.test(url)),
  ).toEqual([])
})

test('2 to 4, 6, 8 to 11: every window has the sandbox, isolation and web security, and no developer tools', async () => {
  const about = desk.app.waitForEvent('window')
  await desk.app.evaluate(
    ({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(),
    ABOUT_ENTRY,
  )
  await (await about).getByRole('heading', { name: /^Cuepoint / }).waitFor()
  const windows = await desk.app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      contents.openDevTools()
      const asked = contents as unknown as { getLastWebPreferences: () => WebPreferences }
      const preferences = asked.getLastWebPreferences()
      return { preferences, hasTools: contents.isDevToolsOpened() }
    }),
  )
  expect(windows).toHaveLength(2)
  for (const { preferences, hasTools } of windows) {
    expect(hasTools).toBe(false)
    expect(preferences).toMatchObject({
      ...{ nodeIntegration: false, nodeIntegrationInSubFrames: false },
      ...{ contextIsolation: true, sandbox: true, webviewTag: false },
    })
    expect(preferences.nodeIntegrationInWorker ?? false).toBe(false)
    expect(preferences.webSecurity ?? true).toBe(true)
    expect(preferences.allowRunningInsecureContent ?? false).toBe(false)
    expect(preferences.experimentalFeatures ?? false).toBe(false)
    expect(preferences.enableBlinkFeatures ?? '').toBe('')
  }
  const [, second] = desk.app.windows()
  expect(await second?.evaluate(() => 'cuepoint' in window)).toBe(false)
  await pressKeys(desk.app, 'Escape')
  await expect.poll(() => desk.app.windows().length).toBe(1)
})

test('16: an Electron without security fixes says so in the version of the app', async () => {
  const { version, electron } = await desk.app.evaluate(({ app }) => ({
    version: app.getVersion(),
    electron: process.versions.electron ?? '',
  }))
  const isOld = Number.parseInt(electron, 10) < OLDEST_SUPPORTED
  expect(version.endsWith('-unsupported')).toBe(isOld)
  const { devDependencies } = JSON.parse(fs.readFileSync(path.resolve('package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(Number.parseInt(devDependencies['electron'] ?? '', 10)).toBeGreaterThanOrEqual(
    OLDEST_SUPPORTED,
  )
})

test('27: nothing of a page stays in the session: no cookies, no service workers', async () => {
  const kept = await desk.app.evaluate(async ({ session }) => ({
    cookies: (await session.defaultSession.cookies.get({})).length,
    workers: Object.keys(session.defaultSession.serviceWorkers.getAllRunning()).length,
  }))
  expect(kept).toEqual({ cookies: 0, workers: 0 })
})
