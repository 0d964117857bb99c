import fs from 'node:fs'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallHandlers } from '../support/bridge.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { newFolder } from '../support/folder.ts'
import { type Launched, launch } from '../support/launch.ts'
import { type PdfLine, pdfPages } from '../support/pdf-pages.ts'
import { openFirstPlayer, tryDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.report
let folder: string
const out = newFolder()
let desk: Launched

beforeAll(async () => {
  folder = await downloadedDemo()
  desk = await launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: { language: 'en', theme: 'dark' },
  })
  await tryDemo(desk.page)
  // What is still on its way when the screen is frozen is waited for.
  await answersLate()
  await openFirstPlayer(desk.page)
  await desk.page.getByRole('button', { name: text.freeze }).click()
  await desk.page.getByRole('button', { name: text.kept }).click()
  await desk.page.locator('[data-report-id]').first().click()
  await desk.page.getByRole('button', { name: text.close }).waitFor()
})
afterAll(async () => {
  await desk.close()
  for (const each of [folder, out]) fs.rmSync(each, { recursive: true, force: true })
})

const answersLate = () =>
  desk.app.evaluate(({ ipcMain }) => {
    const handlers = (ipcMain as unknown as CallHandlers)._invokeHandlers
    const atOnce = handlers.get('desk:call')
    handlers.set('desk:call', async (event, ...call) => {
      if (call[0] === 'analytics') await new Promise((later) => setTimeout(later, 500))
      return atOnce?.(event, ...call)
    })
  })

async function choose(file: string) {
  await desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath }) as never
  }, file)
}

/** The PDF's own words: its objects, those in packed streams as well. */
function objectsOf(pdf: Buffer) {
  const plain = pdf.toString('latin1')
  const packed = [...plain.matchAll(/stream\r?\n/g)].map(({ index, 0: { length } }) => {
    const end = plain.indexOf('endstream', index)
    try {
      return inflateSync(pdf.subarray(index + length, end)).toString('latin1')
    } catch {
      return ''
    }
  })
  return [plain, ...packed].join('\n')
}

test('a report becomes a PDF of whole pages with its fonts inside, and no partial file', async () => {
  const { page, app } = desk
  const file = path.join(out, 'player.pdf')
  await choose(file)
  await page.getByRole('button', { name: text.pdf, exact: true }).click()
  await page.getByText('Saved as player.pdf.').waitFor({ timeout: 60_000 })
  const bytes = fs.readFileSync(file)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const objects = objectsOf(bytes)
  const pages = [...objects.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length
  expect(pages).toBeGreaterThanOrEqual(4)
  const count = (pattern: RegExp) => [...objects.matchAll(pattern)].length
  // A font of glyphs in the file itself is of type 3; any other needs its program beside it.
  const own = count(/\/Subtype\s*\/Type3\b/g)
  const named = count(/\/Subtype\s*\/(CIDFontType\d|Type1|TrueType)\b/g)
  expect(own + named).toBeGreaterThan(0)
  expect(count(/\/FontFile[23]?\b/g)).toBe(named)
  expect(objects).not.toMatch(/\/(URI|JavaScript|Launch|OpenAction)\b/)
  expect(fs.readdirSync(out)).toEqual(['player.pdf'])
  // The page that was drawn unseen is gone again.
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

// Where the pages' own texts begin and end; above and below stands what is said of every page.
const FIRST = 0.058
const LAST = 0.945
const isOwn = ({ top }: PdfLine) => top > FIRST && top < LAST

/** How much of a page its texts reach down, those of its charts as well. */
const filled = (page: readonly PdfLine[]) =>
  (Math.max(...page.filter(isOwn).map(({ top }) => top)) - FIRST) / (LAST - FIRST)

test('its pages are numbered, well filled, and none ends with a heading alone', () => {
  const pages = pdfPages(fs.readFileSync(path.join(out, 'player.pdf')))
  expect(pages.length).toBeGreaterThanOrEqual(4)
  for (const [index, page] of pages.entries()) {
    const foot = page.filter(({ top }) => top >= LAST).map(({ text: said }) => said)
    expect(foot.join('')).toContain(`Page ${index + 1} of ${pages.length}`)
  }
  for (const page of pages.slice(0, -1)) {
    expect(filled(page)).toBeGreaterThan(0.6)
    const lowest = page.filter(isOwn).sort((a, b) => b.top - a.top)[0]
    expect(Object.values(texts.en.player.block)).not.toContain(lowest?.text)
  }
})

test('its figures and the picture that explains them are on the first page', () => {
  const [first = []] = pdfPages(fs.readFileSync(path.join(out, 'player.pdf')))
  const said = first.map((line) => line.text)
  expect(said).toContain(texts.en.player.block.timeline)
  expect(said.join('\n')).toContain(texts.en.player.salesRunning)
})

test('a PDF that is stopped leaves nothing behind', async () => {
  const { page, app } = desk
  await choose(path.join(out, 'stopped.pdf'))
  await page.getByRole('button', { name: text.pdf, exact: true }).click()
  await page.getByRole('button', { name: text.stopPdf }).click()
  await page.getByRole('button', { name: text.pdf, exact: true }).waitFor()
  expect(fs.readdirSync(out)).toEqual(['player.pdf'])
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
    .toBe(1)
})
