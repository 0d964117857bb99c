import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { exportTable } from '../support/chart-picture.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { newFolder } from '../support/folder.ts'
import { chooseFile, type Launched, launch } from '../support/launch.ts'
import { downloadName, openFirstPlayer, tryDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

// The tests go on from each other: each needs what the one before it left.

let folder: string
const files = newFolder()
const text = texts.en.annotations
const overview = texts.en.overview
let desk: Launched

beforeAll(async () => {
  folder = await downloadedDemo()
  desk = await launch({ folder, preferences: { language: 'en', fileKind: 'machine' } })
  await tryDemo(desk.page)
})
afterAll(async () => {
  await desk.close()
  for (const each of [folder, files]) fs.rmSync(each, { recursive: true, force: true })
})

const button = (name: string | RegExp) => desk.page.getByRole('button', { name })
const dialog = () => desk.page.getByRole('dialog')
const near = () => desk.page.getByRole('navigation', { name: texts.en.ui.sidebar.players })
const listed = () => desk.page.getByRole('list', { name: text.list }).getByRole('listitem')

test('a pinned and tagged player is found by its tag and listed in the sidebar', async () => {
  const { page } = desk
  await openFirstPlayer(page)
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await button(texts.en.player.pin).click()
  await button(texts.en.player.tagAdd).click()
  await page.keyboard.type('Oferta A')
  await page.keyboard.press('Enter')
  await button('Tags: Oferta A').waitFor()
  expect(await violations(desk.page, '#overlays')).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => near().getByRole('button').first().innerText()).toBe(name)

  await page.keyboard.press('Alt+1')
  await page.getByRole('grid', { name: overview.tableLabel }).waitFor()
  await page.getByRole('button', { name: overview.tags.button, exact: true }).click()
  await page.getByRole('checkbox', { name: 'Oferta A' }).check()
  await page.getByText('1 of 48 players').waitFor()
  expect(await violations(page, '#overlays')).toEqual([])
  await page.keyboard.press('Escape')
})

test('a tag taken from all players shown is put back by one button, also after the menu was closed', async () => {
  const { page } = desk
  const { all_one, take, removed_one, undo } = overview.tags
  const menu = button('Tags: Oferta A')
  await menu.click()
  await page.getByLabel(all_one.replace('{{count, number}}', '1')).fill('oferta a')
  await button(take).click()
  const done = removed_one.replace('{{tag}}', 'oferta a').replace('{{count, number}}', '1')
  await page.getByRole('status').getByText(done).waitFor()
  await page.getByText(overview.noTagged).waitFor()
  await page.keyboard.press('Escape')
  await menu.click()
  await button(undo).click()
  await page.getByText('1 of 48 players').waitFor()
  await page.getByRole('checkbox', { name: 'Oferta A' }).waitFor()
  await page.getByText(done).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
})

test('the cost of a download is exact after the service was asked which players have views', async () => {
  const { page } = desk
  const { which, atMost, exact_other, requests, close } = overview.download
  await button(downloadName()).first().click()
  await dialog().getByLabel(which).selectOption('all')
  await dialog().getByText(atMost).waitFor()
  const [exact = ''] = exact_other.split('{{')
  await button(new RegExp(`^${exact}`)).click()
  await dialog().getByText(requests, { exact: true }).waitFor()
  await button(new RegExp(`^${exact}`)).waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(close)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
})

test('a download begins with the tag that narrows the table, and its cost is shown for that', async () => {
  const { page } = desk
  await button(downloadName()).first().click()
  const chosen = dialog().getByLabel(overview.download.which)
  await expect.poll(() => chosen.inputValue()).toBe('tagged ["Oferta A"]')
  await dialog().getByText(overview.download.cost).waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
})

test('an annotation written at a chart is marked on it, in the list and in the file', async () => {
  const { page } = desk
  await near().getByRole('button').first().click()
  await button(text.add).click()
  await dialog().getByRole('button', { name: text.save }).click()
  await dialog().getByText(text.needsText).waitFor()
  await dialog().getByLabel(text.text, { exact: true }).fill('Launch of the offer')
  expect(await violations(desk.page, '#overlays')).toEqual([])
  await dialog().getByRole('button', { name: text.save }).click()
  await dialog().waitFor({ state: 'hidden' })
  await page.locator('li > button[aria-label*="Launch of the offer"]').first().waitFor()

  const file = path.join(files, 'days.csv')
  await chooseFile(desk.app, file)
  await exportTable(page, 'days', 'machine')
  const about = path.join(files, 'days.about.json')
  await expect.poll(() => fs.existsSync(about)).toBe(true)
  expect(JSON.parse(fs.readFileSync(about, 'utf8')).annotations).toMatchObject([
    { text: 'Launch of the offer' },
  ])
})

test('annotations are edited, deleted, undone and exported in their list, also after an offline restart', async () => {
  const { page } = desk
  const screens = page.getByRole('navigation', { name: texts.en.ui.sidebar.screens })
  await screens.getByRole('button', { name: texts.en.ui.screen.annotations }).click()
  const file = path.join(files, 'annotations.csv')
  await chooseFile(desk.app, file)
  await button(texts.en.ui.exports.button).click()
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  expect(fs.readFileSync(file, 'utf8')).toContain(',Launch of the offer,')
  await button(`${text.edit}: Launch of the offer`).click()
  await dialog().getByLabel(text.text, { exact: true }).fill('Second launch')
  await page.keyboard.press('Tab')
  await dialog().getByRole('button', { name: text.save }).click()
  await button('Delete: Second launch').click()
  await page.getByText(text.none).waitFor()
  await desk.close()

  desk = await launch({ folder, preferences: { isOffline: true } })
  await button(text.undo).waitFor()
  await desk.page.keyboard.press('Control+z')
  await listed().getByText('Second launch').waitFor()
  await desk.page.keyboard.press('Control+z')
  await listed().getByText('Launch of the offer').waitFor()
  await desk.page.keyboard.press('Control+Shift+z')
  await listed().getByText('Second launch').waitFor()
  await expect.poll(() => near().getByRole('button').count()).toBe(1)
})
