import fs from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppInfo } from '../../src/shared/features/settings/window-info.ts'
import { accountsOn, asked, requestsSent } from '../support/bridge.ts'
import { newFolder } from '../support/folder.ts'
import { gridRows } from '../support/grid.ts'
import { hasFocus } from '../support/keyboard.ts'
import { chooseFile, isInChromium, type Launched, launch } from '../support/launch.ts'
import { settled } from '../support/settled.ts'
import {
  downloadName,
  openFirstPlayer,
  quietDownloads,
  startDownload,
  tryDemo,
  workOffline,
} from '../support/steps.ts'

const GRID = 'Players and their metrics'
const folder = newFolder()
const exports = newFolder()
let desk: Launched
/** What the screens said while there was a network. */
let overview: string[][]
let player: string
let csv: string

beforeAll(async () => {
  desk = await launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: { language: 'en', theme: 'light', fileKind: 'machine' },
  })
})
afterAll(async () => {
  await desk.close()
  for (const each of [folder, exports]) fs.rmSync(each, { recursive: true, force: true })
})

test('a stranger without a key gets the demo account with one click', async () => {
  await tryDemo(desk.page)
  await desk.page.getByRole('group', { name: 'Key metrics' }).waitFor()
  expect(await desk.page.getByText('No data for these dates').count()).toBe(0)
  expect((await accountsOn(desk.page)).map(({ name }) => name)).toEqual(['Demo'])
})

test('a download states its cost, shows its progress, and fills the overview', async () => {
  const { page } = desk
  await quietDownloads(page)
  // The demo's own download may have begun since.
  await page.getByRole('button', { name: downloadName() }).first().click({ timeout: 90_000 })
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Plan queries, estimated').waitFor()
  const cost = await dialog.locator('dl').innerText()
  expect(cost).toMatch(/Requests, at most\s+[\d,]{3,}/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  await startDownload(page)
  await dialog.getByText(/^Downloading: [\d,]+ of [\d,]{3,} requests\.$/).waitFor()
  const bar = dialog.getByRole('progressbar')
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100)
  await dialog.getByText(/^Downloaded /).waitFor({ timeout: 90_000 })
  await page.keyboard.press('Escape')

  overview = await settled(() => gridRows(page, GRID))
  expect(overview).toHaveLength(48)
  expect(await page.getByRole('heading', { level: 2, name: '48 players' }).count()).toBe(1)
  expect(overview.flat().filter((cell) => /\d/.test(cell)).length).toBeGreaterThan(200)
})

test('every cell of the CSV is the cell on the screen', async () => {
  csv = await exported(desk, 'overview.csv')
  expect(screenAsCsv(overview, csv)).toEqual(bodyOf(csv))
  expect(bodyOf(csv).flat().length).toBeGreaterThan(500)
  const { mode } = fs.statSync(path.join(exports, 'overview.csv'))
  expect(mode & 0o777).toBe(0o666 & ~process.umask())
})

test.skipIf(isInChromium)(
  'an export never overwrites the dictionary file beside it without a confirmation',
  async () => {
    const { app, page } = desk
    const about = path.join(exports, 'taken.about.json')
    fs.writeFileSync(about, 'mine')
    const file = path.join(exports, 'taken.csv')
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = ((...asked: unknown[]) => {
        Object.assign(globalThis, { asked: asked.at(-1) })
        return Promise.resolve({ canceled: false, filePath })
      }) as never
    }, file)
    await page.getByRole('button', { name: 'Export CSV' }).first().click()
    await page.getByText('“taken.about.json” already exists').waitFor()
    const { properties } = await app.evaluate(
      () => (globalThis as unknown as { asked: { properties: string[] } }).asked,
    )
    expect(properties).toContain('showOverwriteConfirmation')
    expect([fs.existsSync(file), fs.readFileSync(about, 'utf8')]).toEqual([false, 'mine'])
  },
)

test('a player opens with all of its blocks', async () => {
  await openFirstPlayer(desk.page)
  player = await settledPlayer(desk.page)
  for (const title of ['Key metrics', 'Funnel', 'Trend', 'Revenue', 'Breakdown']) {
    expect(player).toContain(title)
  }
  expect(player.match(/\d/g)?.length).toBeGreaterThan(100)
  expect(await troubles(desk.page)).toEqual([])
})

test('the definition of a figure opens by keyboard, repeatedly', async () => {
  const { page } = desk
  const button = page.getByRole('button', { name: 'How Play rate is calculated' }).first()
  const said = page.getByRole('dialog', { name: 'How Play rate is calculated' })
  await button.focus()
  for (let time = 0; time < 2; time++) {
    await page.keyboard.press('Enter')
    await said.waitFor()
    expect(await said.innerText()).toMatch(/plays.*views/iu)
    await page.keyboard.press('Escape')
    await said.waitFor({ state: 'hidden' })
    await expect.poll(() => hasFocus(button)).toBe(true)
  }
})

test('after a restart without a network everything is still shown, at the place where it was left', async () => {
  await workOffline(desk.page, true)
  await desk.page.getByRole('button', { name: 'All players' }).waitFor()
  await desk.close()
  desk = await launch({ folder })
  await desk.page.getByRole('button', { name: 'All players' }).waitFor()
  await desk.page.getByRole('button', { name: 'Offline', exact: true }).click()
  await desk.page.getByText(/^Work offline is on\. .* Last download: /).waitFor()
  await desk.page.keyboard.press('Escape')
  await expect.poll(() => playerText(desk.page)).toBe(player)
  await expectTheSame()
  expect(await requestsSent(desk.page)).toBe(0)
})

test('the three newest exports are shown, until they are dismissed or expire', async () => {
  const timers = await holdTimers(desk.page, 12_000)
  await desk.page.keyboard.press('Alt+1')
  for (const name of ['one.csv', 'two.csv', 'three.csv', 'four.csv']) await exported(desk, name)
  const tray = desk.page.getByRole('region', { name: 'Exports' })
  await tray.getByText('four.csv').waitFor()
  await expect.poll(() => tray.getByText('one.csv').count()).toBe(0)
  // The window learns that a file is written after it is there.
  const dismiss = tray.getByRole('button', { name: 'Dismiss' })
  await expect.poll(() => dismiss.count()).toBe(3)
  const covered = await tray.boundingBox()
  const totals = await desk.page.getByText('Total of these players').boundingBox()
  expect(covered && totals && covered.y + covered.height <= totals.y).toBe(true)
  await dismiss.first().dispatchEvent('click')
  await tray.getByText('four.csv').waitFor({ state: 'hidden' })
  // What the pointer rests on stays.
  await tray.getByText('three.csv').hover()
  // The next one has its place.
  await tray.getByText('one.csv').waitFor()
  await expect.poll(timers.count).toBe(2)
  await timers.ring()
  await tray.getByText('two.csv').waitFor({ state: 'hidden' })
  expect(await tray.getByText('three.csv').count()).toBe(1)
})

test.skipIf(isInChromium)('size, place, zoom, theme and screen are remembered', async () => {
  const place = { x: 60, y: 40, width: 1180, height: 760 }
  await desk.app.evaluate(({ BrowserWindow }, bounds) => {
    const [window] = BrowserWindow.getAllWindows()
    window?.setBounds(bounds)
    window?.webContents.setZoomLevel(1)
  }, place)
  await desk.page.getByRole('button', { name: 'Use dark theme' }).click()
  await desk.page.keyboard.press('Alt+3')
  const known = async () => (await asked<AppInfo>(desk.page, ['app', 'info'])).preferences
  await expect.poll(known).toMatchObject({ theme: 'dark', place: { screen: 'settings' } })
  await desk.close()

  desk = await launch({ folder })
  await desk.page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  const remembered = await desk.app.evaluate(({ BrowserWindow, nativeTheme }) => {
    const [window] = BrowserWindow.getAllWindows()
    return {
      bounds: window?.getNormalBounds(),
      zoom: window?.webContents.getZoomLevel(),
      isDark: nativeTheme.shouldUseDarkColors,
    }
  })
  expect(remembered).toEqual({ bounds: place, zoom: 1, isDark: true })
  expect(await desk.page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
})

/** From here on the page's timers of this length ring when the test says so, and never by themselves. */
async function holdTimers(page: Page, length: number) {
  const held = await page.evaluateHandle((long) => {
    const waiting = new Map<number, () => void>()
    const set = window.setTimeout.bind(window)
    const clear = window.clearTimeout.bind(window)
    let last = 0
    Object.assign(window, {
      setTimeout(act: () => void, ms?: number) {
        if (ms !== long) return set(act, ms)
        // No number of a timer of the page itself.
        waiting.set(--last, act)
        return last
      },
      clearTimeout(id?: number) {
        if (!waiting.delete(id ?? 0)) clear(id)
      },
    })
    return waiting
  }, length)
  return {
    count: () => held.evaluate(({ size }) => size),
    ring: () =>
      held.evaluate((waiting) => {
        for (const act of waiting.values()) act()
        waiting.clear()
      }),
  }
}

/** The overview, its CSV and the player are what they were online. */
async function expectTheSame() {
  const { page } = desk
  await page.keyboard.press('Alt+1')
  await page.getByRole('grid', { name: GRID }).waitFor()
  await expect.poll(() => gridRows(page, GRID)).toEqual(overview)
  expect(bodyOf(await exported(desk, 'offline.csv'))).toEqual(bodyOf(csv))
  await openFirstPlayer(page)
  await expect.poll(() => playerText(page)).toBe(player)
  expect(await troubles(page)).toEqual([])
}

async function exported(on: Launched, name: string): Promise<string> {
  const file = path.join(exports, name)
  // With its dictionary, which would not be replaced without it.
  for (const each of [file, file.replace('.csv', '.about.json')]) fs.rmSync(each, { force: true })
  await chooseFile(on.app, file)
  await on.page.getByRole('button', { name: 'Export CSV' }).first().click()
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  return fs.readFileSync(file, 'utf8')
}

const parsed = (text: string) =>
  Papa.parse<string[]>(text, { skipEmptyLines: true, delimiter: ',' }).data
const bodyOf = (text: string) => parsed(text).slice(1)

/** What the screen shows, with its figures in the units and the writing of the machine flavour. */
function screenAsCsv(rows: string[][], text: string): string[][] {
  const header = parsed(text)[0] ?? []
  return rows.map((cells) => cells.map((cell, index) => machineText(cell, header[index] ?? '')))
}

function machineText(cell: string, key: string): string {
  if (key === 'name' || cell === '') return cell
  const figure = cell.replace('−', '-').replace(/[^\d.-]/g, '')
  if (!key.endsWith('_cents')) return figure
  return String(Math.round(Number(figure) * 100))
}

/** The player's screen when nothing of it is being read, without what tells ages. */
async function settledPlayer(page: Page): Promise<string> {
  await page.getByRole('region', { name: 'Breakdown' }).getByRole('grid').first().waitFor()
  // The lowest block comes last.
  await page.getByText('Key moments').first().waitFor()
  return settled(() => playerText(page))
}

async function playerText(page: Page) {
  const blocks = page.locator('main section[aria-labelledby]')
  const texts = await blocks.allInnerTexts()
  return texts
    .filter((text) => !text.startsWith('Live'))
    .join('\n')
    .split('\n')
    .filter((line) => !/as of /.test(line))
    .join('\n')
}

const troubles = (page: Page) =>
  page.getByRole('alert').or(page.getByText('Not downloaded for these dates')).allInnerTexts()
