import fs from 'node:fs'
import type { ElectronApplication, Locator } from 'playwright'
import { expect } from 'vitest'
import { chooseFile, type Launched } from './launch.ts'
import { texts } from './texts.ts'

const text = texts.en.picture

/** Opens the menu of a chart's pictures by keyboard and takes one of its ways. */
export async function takePicture(
  { page }: Pick<Launched, 'page'>,
  region: Locator,
  way: 'copy' | 'png' | 'svg',
) {
  await region.scrollIntoViewIfNeeded()
  await region.locator('canvas, svg[role="img"]').first().waitFor({ state: 'attached' })
  const button = region.getByRole('button', { name: new RegExp(`^(${text.menu}|${text.copied})$`) })
  await button.focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: text[way], exact: true })
  await item.waitFor()
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return item.evaluate((element) => element === document.activeElement)
    })
    .toBe(true)
  await page.keyboard.press('Enter')
  return button
}

/** Saves a chart to a file, and gives the file's bytes once the desk says that it is saved. */
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

/** The picture on the clipboard as a PNG; its head alone is empty while there is none. */
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

/** Width and height of a PNG, from its own head; nothing for what is none. */
export const sizeOfPng = (bytes: Buffer) =>
  bytes.length < 24 ? [] : [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
