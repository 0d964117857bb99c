import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPEN_REPORT } from '../../src/main/shell/menu.ts'
import type { Player } from '../../src/shared/api/player.ts'
import type { Answer } from '../../src/shared/features/analytics/answer.ts'
import { requestsAbout } from '../../src/shared/features/analytics/requests.ts'
import type { AppInfo } from '../../src/shared/features/settings/window-info.ts'
import { addDays, todayIn } from '../../src/shared/time/period.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { newFolder } from '../support/folder.ts'
import { chooseExisting, chooseFile } from '../support/launch.ts'
import { playerWith } from '../support/pick.ts'
import { pressKeys } from '../support/real-keys.ts'
import { openByName } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.reports
const ZONE = 'UTC'
const end = addDays(todayIn(ZONE, testClock.now()), -1)
const period = { start: addDays(end, -13), end }
const DAY = new Intl.DateTimeFormat('en', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
})
const folder = newFolder()
let window: Connected
let page: Page

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  window = await openConnected({ players: 3, days: 40, plan: 'enterprise', limits })
  page = window.page
  await openByName(page, 'reports')
})

afterAll(async () => {
  await window.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const grid = () => page.getByRole('grid', { name: text.list })
const row = (title: string) => grid().getByRole('row').filter({ hasText: title })
const titles = async () =>
  (await grid().getByRole('row').allInnerTexts()).map((said) =>
    TITLES.find((t) => said.includes(t)),
  )
const search = () => page.getByRole('searchbox', { name: text.search })
const note = (said: RegExp) => page.getByRole('status').filter({ hasText: said })
const TITLES = ['Antes da promoção', 'Depois da promoção', 'Tráfego de maio']

/** A player that was visited on every day of the period. */
async function visitedPlayer(): Promise<Player> {
  const { account_id } = window
  const { value } = await asked<Answer<Player[]>>(page, ['analytics', 'players'], { account_id })
  const { id } = playerWith(window.service, () => true)
  const player = value.find((one) => one.id === id)
  if (!player) throw new Error('the player is not listed')
  return player
}

async function freeze(title: string, screen: 'player' | 'traffic') {
  const { account_id } = window
  const player = await visitedPlayer()
  const { name, input } = requestsAbout(player, period, ZONE).stats
  const of = { ...input, account_id }
  await asked(page, ['analytics', name], of)
  await asked(page, ['reports', 'freeze'], {
    ...{ screen, title, account_id, group: null, filters: {}, period, comparison: null },
    ...{ player_id: player.id, player_ids: [player.id] },
    calls: [{ noun: 'analytics', verb: name, input: of }],
  })
}

test('an empty library says how a report is made, and then shows each as it is made', async () => {
  await page.getByText(text.none).waitFor()
  await page.getByText(text.noneText).waitFor()
  await freeze(TITLES[0] ?? '', 'player')
  await row(TITLES[0] ?? '').waitFor()
  await freeze(TITLES[1] ?? '', 'player')
  await freeze(TITLES[2] ?? '', 'traffic')
  await expect.poll(titles).toEqual(TITLES.toReversed())
  await expect
    .poll(() =>
      row(TITLES[0] ?? '')
        .locator('img')
        .count(),
    )
    .toBe(1)
  await row(TITLES[0] ?? '')
    .getByText(text.originName.made, { exact: false })
    .waitFor()
  expect(await violations(page, 'main')).toEqual([])
})

test('the search ignores accents, and combines with the filter', async () => {
  await page.keyboard.press('/')
  await page.keyboard.type('PROMOCAO')
  await expect.poll(titles).toEqual([TITLES[1], TITLES[0]])
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: text.screen }).selectOption('traffic')
  await expect.poll(titles).toEqual([TITLES[2]])
  await search().fill('promocao')
  await page.getByText(text.noMatch).waitFor()
  await page.getByRole('button', { name: text.showAll }).click()
  await expect.poll(titles).toEqual(TITLES.toReversed())
  await page.getByRole('combobox', { name: text.sort }).selectOption('title')
  await expect.poll(titles).toEqual(TITLES)
})

test('by keyboard a report is tagged and made a favourite', async () => {
  await grid().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('f')
  const favoured = text.unfavour.replace('{{title}}', TITLES[0] ?? '')
  await page.getByRole('button', { name: favoured }).waitFor()
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: text.tags }).fill('Março')
  expect(await violations(page)).toEqual([])
  // What stands in the field is kept without being entered first.
  await dialog.getByRole('button', { name: text.keep }).click()
  await row(TITLES[0] ?? '')
    .getByText('Março', { exact: true })
    .waitFor()
  await page.reload()
  await page.getByRole('combobox', { name: text.tag }).selectOption('Março')
  await expect.poll(titles).toEqual([TITLES[0]])
  await page.getByRole('combobox', { name: text.tag }).selectOption('')
  await page.getByRole('switch', { name: text.favouritesOnly }).click({ force: true })
  await expect.poll(titles).toEqual([TITLES[0]])
  await page.getByRole('switch', { name: text.favouritesOnly }).click({ force: true })
  // The order that was chosen before is remembered, also when the page is read anew.
  await expect.poll(titles).toEqual(TITLES)
  await page.getByRole('combobox', { name: text.sort }).selectOption('madeAt')
  await expect.poll(titles).toEqual(TITLES.toReversed())
})

test('the selected reports are removed together, and undo restores them', async () => {
  await grid().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: text.compareToday }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(() => page.getByRole('button', { name: text.compare }).isEnabled()).toBe(true)
  await page.keyboard.press('Control+a')
  await expect.poll(() => page.getByRole('button', { name: text.compare }).isEnabled()).toBe(false)
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  // What a selected row's button removes is the selection, and it says so.
  await expect
    .poll(() => page.getByRole('button', { name: 'Remove the 2 selected reports' }).count())
    .toBe(2)
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await expect.poll(titles).toEqual([TITLES[0]])
  await note(/^2 reports/).waitFor()
  await page.keyboard.press('Delete')
  await page.getByText(text.none).waitFor()
  await note(/^1 report /).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(titles).toEqual([TITLES[0]])
  // Behind a dialog no shortcut acts.
  await grid().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('F2')
  const dialog = page.getByRole('dialog')
  const keep = dialog.getByRole('button', { name: text.keep })
  await keep.focus()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('/')
  expect(await keep.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await titles()).toEqual([TITLES[0]])
  // Nor does it while a comparison hides the library.
  await grid().focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: text.compareToday }).click()
  const close = page.getByRole('button', { name: texts.en.reportsCompare.close })
  await close.focus()
  await page.keyboard.press('Control+z')
  await close.click()
  await expect.poll(titles).toEqual([TITLES[0]])
  await page.getByRole('button', { name: text.undo }).click()
  await expect.poll(titles).toEqual(TITLES.toReversed())
})

/** Drops a file with these bytes, or with so many. */
async function drop(name: string, bytes: Buffer | number) {
  const dataTransfer = await page.evaluateHandle(
    ([file, given]) => {
      const transfer = new DataTransfer()
      const content =
        typeof given === 'number'
          ? new Uint8Array(given)
          : Uint8Array.from(atob(given), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([content], file))
      return transfer
    },
    [name, typeof bytes === 'number' ? bytes : bytes.toString('base64')] as const,
  )
  const title = page.getByRole('heading', { level: 1 }).first()
  const over = page.getByText(texts.en.report.drop)
  // As while a file is held over a window whose page is still being replaced.
  await expect
    .poll(async () => {
      await title.dispatchEvent('dragenter', { dataTransfer })
      return over.isVisible()
    })
    .toBe(true)
  for (const type of ['dragover', 'drop']) await title.dispatchEvent(type, { dataTransfer })
}

test('a saved file that is dropped or chosen opens as the same report', async () => {
  const file = path.join(folder, 'sent.cuepoint')
  await chooseFile(window.app, file)
  await grid().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('s')
  await note(/sent\.cuepoint/).waitFor()
  await page.keyboard.press('Delete')
  await expect.poll(titles).toEqual([TITLES[1], TITLES[0]])
  await drop('sent.cuepoint', fs.readFileSync(file))
  await page.getByRole('button', { name: texts.en.report.close }).click()
  await expect.poll(titles).toEqual(TITLES.toReversed())
  await chooseExisting(window.app, file)
  await page.getByRole('button', { name: text.openFile }).click()
  await page.getByRole('button', { name: texts.en.report.close }).click()
  await expect.poll(titles).toEqual(TITLES.toReversed())
})

test('a dropped file that is too large for a report is refused by its name, and the library stays', async () => {
  await drop('film.cuepoint', 17 * 1024 * 1024)
  await page.getByText(texts.en.report.dropTooLarge.replace('{{name}}', 'film.cuepoint')).waitFor()
  await expect.poll(titles).toEqual(TITLES.toReversed())
})

test('a folder of exported tables takes the place of the library until it is closed', async () => {
  const of = texts.en.folder
  const tables = path.join(folder, 'tables')
  fs.mkdirSync(tables)
  const { account_id } = window
  const player = await visitedPlayer()
  const { name, input } = requestsAbout(player, period, ZONE).statsByDay
  const ofDays = { ...input, account_id }
  const days = await asked<Answer<unknown[]>>(page, ['analytics', name], ofDays)
  await chooseFile(window.app, path.join(tables, 'by day.csv'))
  const request = { table: 'days', account_id, player_id: player.id, period }
  await asked(page, ['exports', 'start'], { request, flavour: 'machine', language: 'en' })
  await expect.poll(() => fs.readdirSync(tables)).toEqual(['by day.about.json', 'by day.csv'])
  fs.writeFileSync(path.join(tables, 'cut.csv'), 'nonsense')
  fs.copyFileSync(path.join(tables, 'by day.about.json'), path.join(tables, 'cut.about.json'))
  await chooseExisting(window.app, tables)
  await page.getByRole('button', { name: of.open }).click()
  await page.getByRole('heading', { name: of.title.replace('{{name}}', 'tables') }).waitFor()
  const opened = page.getByRole('grid', { name: 'by day' })
  await expect.poll(() => opened.getAttribute('aria-rowcount')).toBe(`${days.value.length + 1}`)
  await page.getByText(`${player.name} (${player.id})`).waitFor()
  await page.getByRole('definition').filter({ hasText: ZONE }).first().waitFor()
  const firstDay = () => opened.getByRole('row').nth(1).getByRole('gridcell').first().innerText()
  const [oldest, newest] = [period.start, period.end].map((day) => DAY.format(Date.parse(day)))
  expect(await firstDay()).toBe(oldest)
  await opened.getByRole('columnheader').first().click()
  await expect.poll(firstDay).toBe(newest)
  await page.getByRole('searchbox', { name: of.search }).fill(period.start)
  await expect.poll(() => opened.getAttribute('aria-rowcount')).toBe('2')
  await expect.poll(firstDay).toBe(oldest)
  await page.getByRole('searchbox', { name: of.search }).fill('no such row')
  await page.getByText(of.noMatch).waitFor()
  await page.getByRole('button', { name: of.showAll }).click()
  await expect.poll(firstDay).toBe(newest)
  await page.getByRole('button', { name: of.fileOrder }).click()
  await expect.poll(firstDay).toBe(oldest)
  await page.getByRole('alert').filter({ hasText: 'cut.csv' }).waitFor()
  expect(await violations(page, 'main')).toEqual([])
  await page.getByRole('button', { name: of.close }).click()
  await expect.poll(titles).toEqual(TITLES.toReversed())
})

test('opening a report and leaving it keeps the order, the search, the filters, the place and the undo', async () => {
  const weeks = Array.from({ length: 14 }, (_, at) => `Semana ${String(at + 10)}`)
  await Promise.all(weeks.map((title) => freeze(title, 'player')))
  await page.getByRole('combobox', { name: text.sort }).selectOption({ label: text.sortName.title })
  await page.getByRole('combobox', { name: text.screen }).selectOption('player')
  await expect.poll(async () => (await titles())[0]).toBe(TITLES[0])
  await grid().focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await note(/1 report removed/).waitFor()
  await search().fill('semana')
  await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('14')
  await grid().focus()
  await page.keyboard.press('Home')
  for (let at = 0; at < 9; at++) await page.keyboard.press('ArrowDown')
  const last = row('Semana 19')
  await last.waitFor()
  const scrolled = () => grid().evaluate(({ scrollTop }) => scrollTop)
  await expect.poll(scrolled).toBeGreaterThan(0)
  const before = await scrolled()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /: Semana 19$/ }).waitFor()
  await page.getByRole('button', { name: texts.en.report.close }).click()
  await last.waitFor()
  expect(await search().inputValue()).toBe('semana')
  expect(await page.getByRole('combobox', { name: text.sort }).inputValue()).toBe('title')
  expect(await page.getByRole('combobox', { name: text.screen }).inputValue()).toBe('player')
  await expect.poll(scrolled).toBe(before)
  await grid().focus()
  await expect.poll(() => grid().getAttribute('aria-activedescendant')).toMatch(/-9$/)
  await page.getByRole('button', { name: text.undo }).click()
  await note(/1 report removed/).waitFor({ state: 'hidden' })
  const { preferences } = await asked<AppInfo>(page, ['app', 'info'])
  expect(preferences.reportOrder).toEqual({ by: 'title', descending: false })
})

test('a report file is opened from the menu and the palette, dropped on any screen, and over another report', async () => {
  const { app } = window
  const file = path.join(folder, 'sent.cuepoint')
  const heading = page.getByRole('heading', { name: new RegExp(`: ${TITLES[2]}$`) })
  const leave = async () => {
    await heading.waitFor()
    // The window is named after the report, not after the screen that it covers.
    await expect.poll(() => page.title()).toMatch(new RegExp(`^${TITLES[2]} · `))
    await page.getByRole('button', { name: texts.en.report.close }).click()
  }
  await pressKeys(app, 'Alt+3')
  await chooseExisting(app, file)
  await app.evaluate(
    ({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(),
    OPEN_REPORT,
  )
  await leave()
  await pressKeys(app, 'Control+K')
  await page.getByRole('dialog').getByRole('combobox').fill(texts.en.report.openFile)
  await page.keyboard.press('Enter')
  await leave()
  // What is dropped is of the page that it is dropped on.
  await heading.waitFor({ state: 'hidden' })
  await drop('sent.cuepoint', fs.readFileSync(file))
  await heading.waitFor()
  await drop('broken.cuepoint', Buffer.from('not a report at all'))
  await page.getByRole('alert').filter({ hasText: 'broken.cuepoint' }).waitFor()
  expect(await violations(page, 'body')).toEqual([])
  await drop('sent.cuepoint', fs.readFileSync(file))
  await leave()
})
