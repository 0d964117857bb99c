import fs from 'node:fs'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LONGEST_COVER } from '../../src/shared/features/reports/cover.ts'
import type { ListedReport } from '../../src/shared/features/reports/report.ts'
import { asked, type CallHandlers } from '../support/bridge.ts'
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
})
afterAll(async () => {
  await desk.close()
  for (const each of [folder, out]) fs.rmSync(each, { recursive: true, force: true })
})

const answersLate = () =>
  desk.app.evaluate(({ ipcMain }) => {
    const handlers = (ipcMain as unknown as CallHandlers)._invokeHandlers
    const atOnce = handlers.get('app:call')
    handlers.set('app:call', async (event, ...call) => {
      if (call[0] === 'analytics') await new Promise((later) => setTimeout(later, 500))
      return atOnce?.(event, ...call)
    })
  })

async function choose(file: string) {
  await desk.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath }) as never
  }, file)
}

const keptButton = () => desk.page.getByRole('button', { name: text.kept })
const isFocused = (element: Element) => element === document.activeElement

/** Chooses what to do with the report that was saved. */
async function chooseAction(name: string) {
  await keptButton().click()
  await desk.page.getByRole('button', { name, exact: true }).click()
}

const tray = () => desk.page.getByRole('region', { name: texts.en.ui.exports.region })

/** Waits until the list of exports says that the file is saved. */
async function saved(name: string) {
  const one = tray().locator('> *').filter({ hasText: name })
  await one.getByText(texts.en.ui.exports.pdf).waitFor()
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

test('three clicks from the player make a PDF with its fonts inside, and no partial file', async () => {
  const { page, app } = desk
  const file = path.join(out, 'player.pdf')
  await choose(file)
  await page.getByRole('button', { name: text.freeze }).click()
  await expect.poll(() => keptButton().evaluate(isFocused)).toBe(true)
  await chooseAction(text.pdf)
  await saved('player.pdf')
  const bytes = fs.readFileSync(file)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const objects = objectsOf(bytes)
  const pages = [...objects.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length
  expect(pages).toBeGreaterThanOrEqual(3)
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

// Where the pages' own texts end; below stands what is said of every page.
const LAST = 0.935
const isOwn = ({ top }: PdfLine) => top < LAST

const pagesIn = (file: string) => pdfPages(fs.readFileSync(path.join(out, file)))
const saidOn = (page: readonly PdfLine[]) => page.map((line) => line.text).join('\n')

test('its pages are numbered and filled, and show no buttons', () => {
  const pages = pagesIn('player.pdf')
  expect(pages.length).toBeGreaterThanOrEqual(3)
  for (const [index, page] of pages.entries()) {
    expect(saidOn(page.filter((line) => !isOwn(line)))).toContain(`${index + 1} of ${pages.length}`)
    const said = page.map((line) => line.text)
    const { edit, refresh } = { ...texts.en.player, ...texts.en.block }
    for (const pressed of [edit, refresh, text.freeze, text.pdf])
      expect(said).not.toContain(pressed)
  }
  for (const page of pages.slice(1, -1)) {
    expect(Math.max(...page.filter(isOwn).map(({ top }) => top))).toBeGreaterThan(0.75)
  }
})

test('its first page has the findings, and its last the definitions', () => {
  const pages = pagesIn('player.pdf')
  const words = texts.en.clientReport
  expect(saidOn(pages[0] ?? [])).toContain(words.whatWeFound)
  expect(saidOn(pages[0] ?? [])).toMatch(/% of viewers reach the pitch/)
  expect(saidOn(pages[1] ?? [])).toContain(words.buttonShown)
  expect(saidOn(pages.at(-1) ?? [])).toContain(words.definitions)
})

test('a new title and note are on the PDF, and the report’s checksum stays the same', async () => {
  const { page } = desk
  const { cover } = texts.en.clientReport
  await chooseAction(cover.open)
  const title = 'July for Marina and everyone else. '.repeat(6).slice(0, LONGEST_COVER.title).trim()
  await page.getByRole('textbox', { name: cover.title }).fill(title)
  await page.getByRole('textbox', { name: cover.note }).fill('Keep both.\nTest a new opening.')
  await page.getByRole('button', { name: cover.keep, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => keptButton().evaluate(isFocused)).toBe(true)
  await choose(path.join(out, 'noted.pdf'))
  await chooseAction(text.pdf)
  await saved('noted.pdf')
  const [first = []] = pagesIn('noted.pdf')
  expect(saidOn(first).replaceAll(/\s+/g, ' ')).toContain(title)
  expect(saidOn(first)).toContain('Test a new opening.')
  const sum = (file: string) => /Checksum ([0-9a-f ]{19})/.exec(saidOn(pagesIn(file)[0] ?? []))?.[1]
  expect(sum('noted.pdf')).toMatch(/^[0-9a-f]{4} /)
  expect(sum('noted.pdf')).toBe(sum('player.pdf'))
})

test('a PDF that is stopped leaves nothing behind', async () => {
  const { app } = desk
  await choose(path.join(out, 'stopped.pdf'))
  await chooseAction(text.pdf)
  await tray().getByRole('button', { name: texts.en.ui.exports.cancel }).click()
  await tray().getByText(texts.en.ui.exports.cancelled).waitFor()
  expect(fs.readdirSync(out).sort()).toEqual(['noted.pdf', 'player.pdf'])
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
    .toBe(1)
})

test('figures that are read again since then are in the report that is saved again', async () => {
  const { page } = desk
  const reports = () => asked<ListedReport[]>(page, ['reports', 'list'])
  const [before] = await reports()
  const { refresh } = texts.en.block
  await page.getByRole('button', { name: refresh, exact: true }).first().click()
  await chooseAction(text.freezeAgain)
  await expect.poll(reports).toHaveLength(2)
  await expect.poll(() => keptButton().evaluate(isFocused)).toBe(true)
  const newest = (await reports()).find(({ id }) => id !== before?.id)
  expect(newest?.about.asOf?.newest).toBeGreaterThan(before?.about.asOf?.newest ?? Infinity)
})
