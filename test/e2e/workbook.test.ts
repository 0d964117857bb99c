import fs from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { gridRows } from '../support/grid.ts'
import { chooseFile, type Launched, launch } from '../support/launch.ts'
import { tryDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'
import { readXlsx } from '../support/xlsx.ts'

const text = texts.en.ui.exports
const GRID = texts.en.overview.tableLabel
let folder: string
let desk: Launched

beforeAll(async () => {
  folder = await downloadedDemo()
  desk = await launch({ folder, preferences: { language: 'en', theme: 'light' } })
  await tryDemo(desk.page)
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const choices = async () => {
  await desk.page.getByRole('button', { name: text.choose }).first().click()
  return desk.page.getByRole('dialog', { name: text.choose })
}

test('a workbook export has the players of the screen, and stays the default format', async () => {
  const { page, app } = desk
  const file = path.join(folder, 'players.xlsx')
  await chooseFile(app, file)
  await (await choices()).getByRole('button', { name: text.xlsx }).click()
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  const [sheet, about] = readXlsx(fs.readFileSync(file)).sheets
  const shown = await gridRows(page, GRID)
  const names = sheet?.rows.slice(1).map(([name]) => name?.value)
  expect(names).toEqual(expect.arrayContaining(shown.map(([name]) => name)))
  expect(about?.name).toBe('About')
  await page.getByRole('button', { name: text.buttonXlsx }).first().waitFor()
})

test('a copied table is on the clipboard, and the dialog says how many rows it has', async () => {
  const dialog = await choices()
  expect(await violations(desk.page)).toEqual([])
  await dialog.getByRole('button', { name: text.copy }).click()
  await dialog.getByText(/^\d+ rows copied$/).waitFor()
  const copied = await desk.app.evaluate(({ clipboard }) => clipboard.readText())
  const { data } = Papa.parse<string[]>(copied, { delimiter: '\t', skipEmptyLines: true })
  const [header, ...rows] = data
  expect(header?.[0]).toBe('Player')
  expect(await dialog.getByText(`${rows.length} rows copied`).isVisible()).toBe(true)
})
