import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListedReport } from '../../src/shared/features/reports/report.ts'
import { LANGUAGES, type Language } from '../../src/shared/locales/languages.ts'
import { tableName } from '../../src/shared/tables/titles.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { emptyKeychain } from '../support/connect.ts'
import { openConnected } from '../support/connected-window.ts'
import { newFolder } from '../support/folder.ts'
import { chooseFile, type Launched, launch } from '../support/launch.ts'
import { quiet } from '../support/quiet.ts'
import { isProof } from '../support/scale.ts'
import { settled } from '../support/settled.ts'
import { openFirstPlayer } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const size = { width: 1440, height: 900 }
const folder = newFolder()
const file = path.join(folder, 'Sales video.cuepoint')
const LOOKS = [
  { language: 'en', theme: 'light' },
  { language: 'pt-BR', theme: 'dark' },
  { language: 'en', theme: 'dark' },
  { language: 'pt-BR', theme: 'light' },
] as const
/** In a proof each language with each theme. */
const looks = isProof ? LOOKS : LOOKS.slice(0, 1)

/** What a report says in one look: all its words and figures, and each drawing by its sum. */
interface Said {
  text: string
  drawings: string[]
}

let made: Said[]
let elsewhere: Launched
const folders = [folder]

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  const first = await openConnected({ players: 3, days: 40, plan: 'enterprise', limits }, { size })
  const { page, app } = first
  try {
    await openFirstPlayer(page)
    await wholeScreen(page, 'en')
    await quiet(page)
    await page.getByRole('button', { name: texts.en.report.freeze }).click()
    await page.getByRole('button', { name: texts.en.report.kept }).waitFor()
    const [report] = await asked<ListedReport[]>(page, ['reports', 'list'])
    await chooseFile(app, file)
    await asked(page, ['reports', 'save'], { id: report?.id })
    await asked(page, ['reports', 'open'], { id: report?.id })
    made = await saidIn(page)
  } finally {
    await first.close()
  }
  // Another computer: no account, no key, no service, and the file on the command line.
  elsewhere = await launch({ size, files: [file] })
  folders.push(elsewhere.folder)
})

afterAll(async () => {
  if (folders.length > 1) await elsewhere.close()
  await emptyKeychain()
  for (const one of folders) fs.rmSync(one, { recursive: true, force: true })
})

async function wholeScreen(page: Page, language: Language) {
  // The last of its blocks, which come one after the other.
  await page.getByRole('region', { name: tableName('live', language) }).waitFor()
  await page.locator('main').evaluate(async (main) => {
    for (let top = 0; top < 8000; top += 500) {
      main.scrollTo(0, top)
      // What comes near is known in a frame, and drawn in the next.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    }
    main.scrollTo(0, 0)
  })
}

async function saidIn(page: Page): Promise<Said[]> {
  // It is shown once the page was read anew.
  await page.getByRole('button', { name: CLOSE }).waitFor()
  const all: Said[] = []
  for (const look of looks) {
    await asked(page, ['app', 'prefer'], look)
    await page.reload()
    await page.getByRole('button', { name: texts[look.language].report.close }).waitFor()
    await wholeScreen(page, look.language)
    all.push(await settled(() => page.locator('main').evaluate(said)))
  }
  return all.map(({ text, drawings }) => ({ text, drawings: drawings.map(sumOf) }))
}

function said(main: HTMLElement): Said {
  const canvases = [...main.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL())
  const figures = [...main.querySelectorAll('figure svg, li svg')].map((svg) => svg.innerHTML)
  return { text: main.innerText, drawings: [...canvases, ...figures] }
}

const CLOSE = new RegExp(LANGUAGES.map((language) => texts[language].report.close).join('|'))
const sumOf = (drawing: string) => createHash('sha256').update(drawing).digest('hex')

/** The system hands a file to the app that runs already. */
const handOver = (app: ElectronApplication, ...places: string[]) =>
  app.evaluate(({ app: running }, given) => {
    running.emit('second-instance', {}, ['cuepoint', ...given], '/')
  }, places)

/** macOS hands a file to the app that runs already, whose window may be minimised. */
const handOverMinimised = (app: ElectronApplication, place: string) =>
  app.evaluate(async ({ app: running, BrowserWindow }, given) => {
    const [window] = BrowserWindow.getAllWindows()
    if (!window) throw new Error('there is no window')
    const done: string[] = []
    const { isMinimized, restore, focus } = window
    const original = { isMinimized, restore, focus }
    // A screen without a window manager minimises nothing.
    window.isMinimized = () => true
    window.restore = () => done.push('restored')
    window.focus = () => done.push('focused')
    running.emit('open-file', { preventDefault: () => undefined }, given)
    await running.whenReady()
    Object.assign(window, original)
    return done
  }, place)

const library = (page: Page) => asked<ListedReport[]>(page, ['reports', 'list'])

test('on a computer without the account every text and drawing of the report is the same, in every look', async () => {
  const { page } = elsewhere
  const there = await saidIn(page)
  for (const [index, look] of looks.entries()) {
    expect(there[index]?.text).toBe(made[index]?.text)
    expect([look, there[index]?.drawings]).toEqual([look, made[index]?.drawings])
  }
  expect(made[0]?.drawings.length).toBeGreaterThan(3)
  expect(made[0]?.text).toContain('· UTC\n')
})

test('an open report is labelled as one, has no edit controls, and axe finds nothing', async () => {
  const { page } = elsewhere
  await asked(page, ['app', 'prefer'], { language: 'en', theme: 'light' })
  await page.reload()
  await page.getByRole('heading', { name: /^Report from / }).waitFor()
  for (const name of [texts.en.report.freeze, 'Add tag', texts.en.player.edit]) {
    expect(await page.getByRole('button', { name }).count()).toBe(0)
  }
  await page.keyboard.press('Alt+1')
  await page.getByRole('heading', { name: /^Report from / }).waitFor()
  expect(await violations(page)).toEqual([])
})

test('the same file again is the same report', async () => {
  const { page, app } = elsewhere
  expect(await library(page)).toHaveLength(1)
  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  await handOver(app, file)
  await page.locator('body:not([data-before])').waitFor()
  await page.getByRole('heading', { name: /^Report from / }).waitFor()
  expect(await library(page)).toHaveLength(1)
})

test('a report that macOS hands to the running app brings its minimised window to the front', async () => {
  const { page, app } = elsewhere
  await page.evaluate(() => document.body.setAttribute('data-before', ''))
  expect(await handOverMinimised(app, file)).toEqual(['restored', 'focused'])
  await page.locator('body:not([data-before])').waitFor()
  await page.getByRole('heading', { name: /^Report from / }).waitFor()
})

test('a file that is not a report is refused by name, and the report that is open stays', async () => {
  const { page, app } = elsewhere
  const broken = path.join(folder, 'broken.cuepoint')
  fs.writeFileSync(broken, fs.readFileSync(file).subarray(0, 2000))
  await handOver(app, broken)
  await page.getByRole('alert').filter({ hasText: 'broken.cuepoint' }).waitFor()
  await page.getByRole('heading', { name: /^Report from / }).waitFor()
})

test('a report that comes while a dialog is open is added, and what is typed in the dialog stays', async () => {
  const { page, app } = elsewhere
  await page.getByRole('button', { name: CLOSE }).click()
  await page.getByRole('button', { name: texts.en.welcome.demo.button }).waitFor()
  await page.keyboard.press('Alt+Shift+5')
  await page.getByRole('heading', { level: 1, name: texts.en.reports.title }).waitFor()
  const [opening = ''] = texts.en.clientReport.cover.openOf.split('{{')
  await page.getByRole('button', { name: opening }).click()
  const title = page.getByRole('dialog').getByLabel(texts.en.clientReport.cover.title)
  await title.fill('For the client')
  await handOver(app, file, path.join(folder, 'broken.cuepoint'))
  const [, added = ''] = texts.en.report.taken_one.split('}} ')
  const note = page.getByRole('status').filter({ hasText: added })
  await note.waitFor()
  expect(await title.inputValue()).toBe('For the client')
  await page.keyboard.press('Escape')
  await note.getByRole('button', { name: texts.en.report.showLibrary }).waitFor()
  await page.getByRole('alert').filter({ hasText: 'broken.cuepoint' }).waitFor()
  expect(await library(page)).toHaveLength(1)
})

test('of several files a valid one is shown, and the others are listed by name until dismissed', async () => {
  const { page, app } = elsewhere
  const broken = path.join(folder, 'broken.cuepoint')
  await handOver(app, file, broken, path.join(folder, 'gone.cuepoint'))
  await page.getByRole('heading', { name: /^Report from / }).waitFor()
  const alerts = page.getByRole('alert').filter({ hasText: '.cuepoint' })
  await expect.poll(() => alerts.allInnerTexts()).toHaveLength(2)
  expect((await alerts.allInnerTexts()).join()).toMatch(/broken\.cuepoint[^]*gone\.cuepoint/)
  await page.getByRole('button', { name: texts.en.report.dismiss }).first().click()
  await alerts.first().waitFor({ state: 'hidden' })
})
