import fs from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { violations } from '../support/axe.ts'
import { testClock } from '../support/clock.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { type Launched, launch } from '../support/launch.ts'
import { openByName, openFirstPlayer, tryDemo } from '../support/steps.ts'
import { aboutAt, storedReport } from '../support/stored-reports.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.fault
const sound = storedReport(0)
// An earlier version took such a time from a file.
const damaged = storedReport(1, { about: aboutAt(1, { madeAt: Number.MAX_SAFE_INTEGER }) })
let folder: string
let desk: Launched
let page: Page

beforeAll(async () => {
  folder = await downloadedDemo()
  const verbs = makeVerbs(path.join(folder, 'desk'), testClock)
  verbs.addReport(sound)
  verbs.addReport(damaged)
  verbs.close()
  desk = await launch({ folder, preferences: { language: 'en', theme: 'light' } })
  page = desk.page
  await tryDemo(page)
})
afterEach(() => mend(desk.app))
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

interface Handlers {
  _invokeHandlers: Map<string, (...call: unknown[]) => unknown>
}

interface Spoiled {
  noun: string
  verb: string
  value: unknown
}

/** Main answers a call with a value that no screen can draw. */
const spoil = (app: ElectronApplication, spoiled: Spoiled) =>
  app.evaluate(({ ipcMain }, { noun, verb, value }) => {
    const handlers = (ipcMain as unknown as Handlers)._invokeHandlers
    const good = handlers.get('app:call')
    if (!good) throw new Error('nothing answers the window')
    Object.assign(globalThis, { good })
    handlers.set('app:call', (event, ...call) =>
      call[0] === noun && call[1] === verb ? { ok: true, value } : good(event, ...call),
    )
  }, spoiled)

const mend = (app: ElectronApplication) =>
  app.evaluate(({ ipcMain }) => {
    const { good } = globalThis as unknown as { good?: (...call: unknown[]) => unknown }
    if (good) (ipcMain as unknown as Handlers)._invokeHandlers.set('app:call', good)
  })

const alert = (title: string) => page.getByRole('alert').filter({ hasText: title })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a block that fails to render leaves the other blocks, and is drawn after a retry', async () => {
  const block = (name: string) => page.getByRole('region', { name, exact: true })
  const value = { value: 7, asOf: testClock.now(), isSettled: true }
  await spoil(desk.app, { noun: 'analytics', verb: 'statsByField', value })
  await openFirstPlayer(page)
  await alert(text.block).waitFor()
  await block(texts.en.player.block.figures).getByText(/\d/).first().waitFor()
  await block(texts.en.player.block.trend).waitFor()
  await mend(desk.app)
  await alert(text.block).getByRole('button', { name: text.retry }).click()
  await block(texts.en.player.block.breakdown).waitFor()
  expect(await alert(text.block).count()).toBe(0)
})

test('a screen that fails to render leaves the navigation usable, and its details can be copied', async () => {
  await spoil(desk.app, { noun: 'annotations', verb: 'list', value: { annotations: 7 } })
  await openByName(page, 'annotations')
  await alert(text.screen).waitFor()
  await button(text.copy).click()
  await button(text.copied).waitFor()
  const copied = await desk.app.evaluate(({ clipboard }) => clipboard.readText())
  expect(copied).toMatch(/^Cuepoint \d/)
  expect(copied).toContain('TypeError')
  expect(await violations(page, 'main')).toEqual([])
  await page.keyboard.press('Alt+3')
  await page.getByRole('heading', { level: 1, name: texts.en.ui.screen.settings }).waitFor()
  await openByName(page, 'annotations')
  await mend(desk.app)
  await button(text.retry).click()
  await alert(text.screen).waitFor({ state: 'hidden' })
  await page.getByRole('heading', { level: 1, name: texts.en.ui.screen.annotations }).waitFor()
})

test('the page read anew at a screen that fails to render offers the overview', async () => {
  await spoil(desk.app, { noun: 'annotations', verb: 'list', value: { annotations: 7 } })
  await page.reload()
  await alert(text.screen).waitFor()
  await button(text.overview).click()
  await page.getByRole('heading', { level: 1, name: texts.en.ui.screen.overview }).waitFor()
})

test('a report that cannot be opened from the palette says why over the screen, until it is closed', async () => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: texts.en.ui.palette.title }).fill(damaged.about.title)
  await page.getByRole('option', { name: damaged.about.title }).click()
  const notice = page.getByRole('alert')
  await notice.getByText(texts.en.failure.reportDamagedTitle).waitFor()
  await notice.getByRole('button', { name: texts.en.ui.close }).click()
  await notice.waitFor({ state: 'hidden' })
})

test('a report with damaged details is marked, can be removed, and does not hide the others', async () => {
  await openByName(page, 'reports')
  const row = ({ about }: typeof sound) => page.getByRole('row').filter({ hasText: about.title })
  await row(damaged).getByText(texts.en.reports.damagedRow).waitFor()
  await row(sound).getByText(texts.en.reports.originName.made, { exact: false }).waitFor()
  await row(damaged)
    .getByRole('button', {
      name: texts.en.reports.removeOf.replace('{{title}}', damaged.about.title),
    })
    .click()
  await row(damaged).waitFor({ state: 'hidden' })
  expect(await row(sound).count()).toBe(1)
})

test('a fault outside the screens is contained too', async () => {
  await spoil(desk.app, { noun: 'downloads', verb: 'list', value: 7 })
  await page.reload()
  await alert(text.window).waitFor()
  await mend(desk.app)
  await page.keyboard.press('Tab')
  await button(text.retry).press('Enter')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await alert(text.window).count()).toBe(0)
})

test('a screen whose script fails to load reports it, and is loaded by a retry', async () => {
  await desk.app.evaluate(({ session }) => {
    session.defaultSession.webRequest.onBeforeRequest(({ url }, decide) =>
      decide({ cancel: url.includes('leaderboard-screen') }),
    )
  })
  await openByName(page, 'leaderboard')
  await alert(text.screen).waitFor()
  await desk.app.evaluate(({ session }) => {
    session.defaultSession.webRequest.onBeforeRequest(null)
  })
  await button(text.retry).click()
  await page.getByRole('heading', { level: 1, name: texts.en.ui.screen.leaderboard }).waitFor()
})

test('a window that crashes four times in a minute offers to reopen at the overview', async () => {
  const inPage = <T>(script: string) =>
    desk.app.evaluate(
      ({ BrowserWindow }, code) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code) as Promise<T>,
      script,
    )
  const heading = () =>
    inPage<string>(`document.querySelector('h1')?.textContent`).catch(() => undefined)
  await expect.poll(heading).toBe(texts.en.ui.screen.leaderboard)
  await desk.app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (!contents) throw new Error('there is no window')
    for (let crash = 1; crash <= 4; crash++) {
      const isRead = new Promise<void>((read) => contents.once('dom-ready', () => read()))
      contents.forcefullyCrashRenderer()
      await isRead
    }
  })
  await expect.poll(heading).toBe('The window keeps closing')
  const copyLink = `document.querySelectorAll('a')[2]`
  await inPage(`${copyLink}.click()`)
  await expect
    .poll(() => inPage(`${copyLink}?.textContent`).catch(() => undefined))
    .toBe('Diagnostics copied')
  const copied = () => desk.app.evaluate(({ clipboard }) => clipboard.readText())
  await expect
    .poll(copied)
    .toMatch(/^Cuepoint [^]*"what":"window"[^]*"text":"Error: (crashed|killed)/)
  await inPage(`document.querySelector('a').click()`)
  await expect.poll(heading).toBe(texts.en.ui.screen.overview)
  // The page that was opened so keeps another place when it is loaded again.
  await inPage(`document.querySelector('[title="${texts.en.ui.screen.settings}"]').click()`)
  await expect.poll(heading).toBe(texts.en.ui.screen.settings)
  await desk.app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (!contents) throw new Error('there is no window')
    const isRead = new Promise<void>((read) => contents.once('dom-ready', () => read()))
    contents.reload()
    await isRead
  })
  await expect.poll(heading).toBe(texts.en.ui.screen.settings)
})
