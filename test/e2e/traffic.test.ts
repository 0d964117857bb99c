import fs from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_PREFERENCES } from '../../src/shared/features/settings/preferences.ts'
import { tableName } from '../../src/shared/tables/titles.ts'
import { MANY_PLAYERS } from '../support/bad-answers.ts'
import { requestsSent } from '../support/bridge.ts'
import { savedPicture, sizeOfPng } from '../support/chart-picture.ts'
import { openConnected } from '../support/connected-window.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { newFolder } from '../support/folder.ts'
import { gridRows } from '../support/grid.ts'
import { chooseFile, type Launched, launch } from '../support/launch.ts'
import { quiet } from '../support/quiet.ts'
import { settled } from '../support/settled.ts'
import { openByName, openFirstPlayer, tryDemo, workOffline } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.traffic
const SOURCE = 'Performance by utm_source'
let folder: string
const exports = newFolder()
let desk: Launched

beforeAll(async () => {
  folder = await downloadedDemo()
  desk = await launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: { language: 'en', theme: 'light', basis: 'events', fileKind: 'machine' },
  })
  await tryDemo(desk.page)
  await openFirstPlayer(desk.page)
})
afterAll(async () => {
  await desk.close()
  for (const each of [folder, exports]) fs.rmSync(each, { recursive: true, force: true })
})

const region = (name: string) => desk.page.getByRole('region', { name, exact: true })
const values = async (grid = SOURCE) => (await gridRows(desk.page, grid)).map(([name]) => name)
const total = () =>
  region(SOURCE)
    .getByRole('row', { name: /^Total/ })
    .first()
    .textContent()

test('the player leads to its traffic: the parameters with counts, the usual ones first', async () => {
  const { page } = desk
  await page.getByRole('button', { name: texts.en.ui.screen.traffic, exact: true }).last().click()
  await page.getByRole('heading', { level: 1, name: text.title }).waitFor()
  await page.getByText(text.attribution).waitFor()
  const usual = page.getByRole('group', { name: text.usual })
  await usual.waitFor()
  const names = async () =>
    (await usual.getByRole('button').allTextContents()).map((name) => name.replace(/ [\d,]+$/, ''))
  await expect
    .poll(names)
    .toEqual(['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term', 'src', 'sck'])
  await page.getByRole('grid', { name: SOURCE }).waitFor()
})

test('a value opened by keyboard lists its raw values, and explains what the service cannot relate', async () => {
  const { page } = desk
  await region(SOURCE)
    .getByRole('radio', { name: texts.en.block.rows.all, exact: true })
    .check({ force: true })
  const grid = page.getByRole('grid', { name: SOURCE })
  await grid.focus()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('region', { name: /^Value: / })
  await detail.waitFor()
  await detail
    .getByText(/^The service does not return which utm_medium belongs to which utm_source/)
    .waitFor()
  expect(await values(text.rawTable.replace('{{value}}', (await values())[0] ?? ''))).toHaveLength(
    1,
  )
  await detail.getByRole('button', { name: text.close }).click()
  await detail.waitFor({ state: 'hidden' })
})

test('a value that is markup is shown as text', async () => {
  // In a longer period, which surely has visitors of each source.
  const playerPeriod = { ...DEFAULT_PREFERENCES.playerPeriod, preset: 'last30' as const }
  const { page, close } = await openConnected(MANY_PLAYERS, {
    preferences: { basis: 'events', playerPeriod },
  })
  await openFirstPlayer(page)
  await openByName(page, 'traffic')
  const performance = page.getByRole('region', { name: SOURCE, exact: true })
  await performance
    .getByRole('radio', { name: texts.en.block.rows.all, exact: true })
    .check({ force: true })
  const names = async () => (await gridRows(page, SOURCE)).map(([name]) => name)
  await expect.poll(names).toContain('<img src=x onerror=alert(1)>')
  expect(await performance.locator('img[src="x"]').count()).toBe(0)
  await close()
})

test('merged values are one row that sums only additive figures; undo restores the raw rows', async () => {
  const { page } = desk
  const raw = await settled(values)
  const before = await settled(total)
  const alike = page.getByRole('checkbox', { name: text.rule.ignoresCase })
  await alike.check()
  await expect.poll(() => values()).toContain('FB (2 raw)')
  await expect.poll(total).toBe(before)
  expect((await values()).length).toBeLessThan(raw.length)
  const row = page.getByRole('row', { name: /^FB \(2 raw\)/ })
  await expect.poll(() => row.textContent()).toContain(texts.en.missing.nothing.merged)
  await row.click()
  const detail = page.getByRole('region', { name: 'Value: FB (2 raw)' })
  await expect.poll(() => values('Raw values of FB (2 raw)')).toEqual(['FB', 'fb'])
  await detail.getByRole('textbox').fill('Meta')
  await detail.getByRole('button', { name: text.aliasSave }).click()
  await expect.poll(() => values()).toContain('Meta (2 raw)')
  await expect.poll(total).toBe(before)
  for (const raw of ['FB', 'fb']) {
    await page.getByText(`${raw} is merged into Meta`, { exact: true }).waitFor()
  }

  await region(SOURCE)
    .getByRole('radio', { name: text.readAs.raw, exact: true })
    .check({ force: true })
  await expect.poll(() => values()).toEqual(raw)
  await region(SOURCE)
    .getByRole('radio', { name: text.readAs.merged, exact: true })
    .check({ force: true })
  await expect.poll(() => values()).toContain('Meta (2 raw)')

  const undo = page.getByRole('button', { name: text.undo, exact: true })
  await undo.click()
  await expect.poll(() => values()).toContain('FB (2 raw)')
  await undo.click()
  await expect.poll(() => values()).toEqual(raw)
  await expect.poll(() => undo.isDisabled()).toBe(true)
})

test('days and curves of the values are drawn, and choosing other curves sends no request', async () => {
  const { page } = desk
  const days = region(text.block.days)
  await days.getByRole('img').first().waitFor()
  await expect.poll(() => days.getByRole('listitem').getByRole('img').count()).toBe(6)
  const curves = region(text.block.retention)
  await curves.getByRole('slider').waitFor()
  const chosen = curves.getByRole('button', { pressed: true })
  await expect.poll(() => chosen.count()).toBe(4)
  const before = await quiet(page)
  await chosen.first().click()
  await curves.getByRole('button', { pressed: false, disabled: false }).nth(2).click()
  await expect.poll(() => chosen.count()).toBe(4)
  expect(await requestsSent(page)).toBe(before)
})

test('the charts of days are saved as one picture, and the curves as another', async () => {
  const days = await savedPicture(desk, region(text.block.days), path.join(exports, 'days.svg'))
  const names = await region(text.block.days).getByRole('listitem').getByRole('img').count()
  expect(days.toString('utf8').match(/<polyline/g)).toHaveLength(names)
  for (const word of [text.block.days, 'utm_source', 'Data as of', 'Demo']) {
    expect(days.toString('utf8')).toContain(word)
  }
  const curves = region(text.block.retention)
  const picture = await savedPicture(desk, curves, path.join(exports, 'curves.png'))
  expect(sizeOfPng(picture)[0]).toBe(2240)
})

/** By the keyboard: a drawing above may still move the block while it is pointed at. */
async function chooseView(part: Locator, name: string) {
  const radio = part.getByRole('radio', { name, exact: true })
  await radio.focus()
  await radio.press('Space')
  expect(await radio.isChecked()).toBe(true)
}

test('days and curves are also shown as tables, without a request', async () => {
  const { page } = desk
  const before = await quiet(page)
  for (const [block, table] of [
    ['days', 'traffic_days'],
    ['retention', 'traffic_retention'],
  ] as const) {
    const part = region(text.block[block])
    await chooseView(part, texts.en.block.view.table)
    const grid = part.getByRole('grid', { name: tableName(table, 'en') })
    await grid.getByRole('gridcell').first().waitFor()
    expect(await grid.getByRole('columnheader').first().textContent()).toBe('utm_source')
    await chooseView(part, texts.en.block.view.chart)
    await grid.waitFor({ state: 'hidden' })
  }
  expect(await requestsSent(page)).toBe(before)
})

test('the exported parameters are those on the screen, in their order', async () => {
  const file = path.join(exports, 'parameters.csv')
  await chooseFile(desk.app, file)
  const block = region(text.block.parameters)
  await block.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  const { data } = Papa.parse<Record<string, string>>(fs.readFileSync(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  const shown = await block.locator('[aria-pressed]').allTextContents()
  expect(shown.map((button) => button.replaceAll(',', ''))).toEqual(
    data.map(
      ({ query_key, times_recorded }) =>
        `${query_key === '' ? text.empty : query_key} ${times_recorded}`,
    ),
  )
  expect(shown.length).toBeGreaterThan(2)
})

test('the exported rows are those on the screen, merged as they are', async () => {
  const { page } = desk
  await page.getByRole('checkbox', { name: text.rule.ignoresCase }).check()
  await expect.poll(() => values()).toContain('FB (2 raw)')
  const file = path.join(exports, 'traffic.csv')
  await chooseFile(desk.app, file)
  await region(SOURCE).getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  const { data } = Papa.parse<Record<string, string>>(fs.readFileSync(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  const written = data.map((row) => [
    // The machine flavour writes names as they are; the screen says how many raw values they join.
    row['row_kind'] === 'merged'
      ? `${row['grouped_field']} (${row['raw_count']} raw)`
      : row['grouped_field'],
    row['total_viewed'],
    row['total_started'],
    row['total_conversions'],
    row['play_rate'] ?? '',
  ])
  const heads = await page
    .getByRole('grid', { name: SOURCE })
    .getByRole('columnheader')
    .allTextContents()
  // The bars have a head but no figures.
  const at = (name: string) => heads.filter((_, index) => index !== 1).indexOf(name)
  const plain = (cell = '') => cell.replaceAll(/[,%]/g, '')
  const shown = (await gridRows(page, SOURCE)).map((cells) => [
    cells[0] === text.empty ? '' : cells[0],
    ...['Views', 'Plays', 'Conversions', 'Play rate'].map((name) => plain(cells[at(name)])),
  ])
  const exact = (cell = '') => (cell === '' ? '' : String(Number(cell)))
  const asNumbers = (rows: (string | undefined)[][]) =>
    rows.map(([name, ...figures]) => [name, ...figures.map(exact)])
  expect(asNumbers(shown)).toEqual(asNumbers(written))
  expect(written.length).toBeGreaterThan(8)
})

test('offline a parameter that was never read says so in its blocks, and the others stay', async () => {
  const { page } = desk
  await workOffline(page, true)
  await page.getByRole('button', { name: /^utm_term / }).click()
  const performance = region('Performance by utm_term')
  await performance.getByText('Not downloaded for these dates').waitFor()
  const usual = page.getByRole('group', { name: text.usual }).getByRole('button')
  await expect.poll(() => usual.count()).toBe(7)
  expect(await page.getByRole('alert').allInnerTexts()).toEqual([])
})
