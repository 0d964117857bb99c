import fs from 'node:fs'
import type { ElectronApplication, Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { TableRequest } from '../../src/shared/features/exports/request.ts'
import type { FileKind } from '../../src/shared/features/settings/preferences.ts'
import { tableName } from '../../src/shared/tables/titles.ts'
import { hasFocus, press } from './keyboard.ts'
import { chooseFile, type Launched } from './launch.ts'
import { texts } from './texts.ts'

const text = texts.en.picture
const { exports } = texts.en.ui

type Way = 'copy' | 'png' | 'svg'
type Paged = Pick<Launched, 'page'>

/** Exports a chart by keyboard, from its own menu or from that of its page. */
export async function takePicture({ page }: Paged, region: Locator, way: Way) {
  await region.scrollIntoViewIfNeeded()
  await region.locator('canvas, svg[role="img"]').first().waitFor({ state: 'attached' })
  const own = region.getByRole('button', { name: new RegExp(`^(${text.menu}|${text.copied})$`) })
  if ((await own.count()) === 0) return takeFromPage({ page }, region, way)
  await own.focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: text[way], exact: true })
  await item.waitFor()
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return hasFocus(item)
    })
    .toBe(true)
  await page.keyboard.press('Enter')
  return own
}

async function takeFromPage({ page }: Paged, region: Locator, way: Way) {
  const title = await region.getByRole('heading', { level: 2 }).innerText()
  const { menu, entry } = await pageMenu(page, new RegExp(`^${title}(: .*)?: ${text[way]}$`))
  await press(page, entry)
  if (way === 'copy') await menu.getByText(text.copied).waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  return page.getByRole('button', { name: exports.page, exact: true })
}

/** Opens the page's export menu by keyboard. */
async function pageMenu(page: Page, name: RegExp) {
  const button = page.getByRole('button', { name: exports.page, exact: true })
  // It may have the focus while it is scrolled out of view.
  await button.scrollIntoViewIfNeeded()
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: exports.page })
  await menu.waitFor()
  return { menu, entry: menu.getByRole('button', { name }) }
}

/** Exports a table from the page's export menu in the selected file format. */
export async function exportTable(page: Page, table: TableRequest['table'], kind: FileKind) {
  const { entry } = await pageMenu(page, new RegExp(`^${tableName(table, 'en')}: `))
  await press(page, entry.filter({ hasText: kind === 'xlsx' ? 'XLSX' : 'CSV' }))
}

/** Saves a chart to a file, and returns the file's bytes once the app reports that it is saved. */
export async function savedPicture(desk: Launched, region: Locator, file: string): Promise<Buffer> {
  await chooseFile(desk.app, file)
  await takePicture(desk, region, file.endsWith('.png') ? 'png' : 'svg')
  await desk.page
    .getByRole('region', { name: texts.en.ui.exports.region })
    .getByText(texts.en.ui.exports.picture)
    .first()
    .waitFor()
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  return fs.readFileSync(file)
}

/** The picture on the clipboard as a PNG; empty while there is none. */
export async function copiedPng(app: ElectronApplication): Promise<Buffer> {
  const base64 = await app.evaluate(async ({ clipboard }) => {
    // Before Electron 44 the clipboard gave one picture, not items.
    const older: { readImage?: () => { toPNG: () => Buffer } } & typeof clipboard = clipboard
    if (older.readImage) return older.readImage().toPNG().toString('base64')
    const [item] = await clipboard.read()
    if (!item?.types.includes('image/png')) return ''
    return Buffer.from(await (await item.getType('image/png')).arrayBuffer()).toString('base64')
  })
  return Buffer.from(base64, 'base64')
}

/** Width and height from a PNG's header; undefined for other files. */
export const sizeOfPng = (bytes: Buffer) =>
  bytes.length < 24 ? [] : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
