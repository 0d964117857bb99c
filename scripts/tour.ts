// The main job from end to end in the real app, with a picture of each step in out/tour/. With
// `--readme` some of them become the README's.
import fs from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { groupName, settingName } from '../src/renderer/ui/edits/value-text.ts'
import { newFolder } from '../test/support/folder.ts'
import { chooseFile, type Launched, launch } from '../test/support/launch.ts'
import {
  downloadEnds,
  openByName,
  openFirstPlayer,
  openFirstVideo,
  readVideos,
  startDownload,
  tryDemo,
  workOffline,
} from '../test/support/steps.ts'
import { texts } from '../test/support/texts.ts'

const out = path.resolve(import.meta.dirname, '../out/tour')
fs.rmSync(out, { recursive: true, force: true })
fs.mkdirSync(out, { recursive: true })
/** The steps that the README shows, with the names of their pictures there. */
const OF_THE_README: Record<string, string> = {
  'downloaded overview': 'overview',
  'edited offline, call to action': 'edited-offline',
  'restarted offline, player, dark': 'player-offline-dark',
  'sheet, changed at once': 'sheet',
}
const readme = path.resolve(import.meta.dirname, '../resources/screenshots')
const folder = newFolder()
const summary: string[] = []
let number = 0
let current!: Launched

async function step(name: string, act: () => Promise<string | undefined | void>) {
  const label = `${String(++number).padStart(2, '0')} ${name}`
  try {
    const result = await act()
    await settle(current.page)
    const picture = path.join(out, `${label.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}.png`)
    await current.page.screenshot({ path: picture })
    const shown = process.argv.includes('--readme') && OF_THE_README[name]
    if (shown) fs.copyFileSync(picture, path.join(readme, `${shown}.png`))
    say(`${label}: ${result ?? 'done'}`)
  } catch (thrown) {
    await current.page.screenshot({ path: path.join(out, 'failed.png') }).catch(() => undefined)
    say(`${label}: FAILED. ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    say(current.output())
    finish(1)
  }
}

function say(line: string) {
  summary.push(line)
  console.log(line)
}

function finish(status: number): never {
  fs.writeFileSync(path.join(out, 'summary.txt'), `${summary.join('\n')}\n`)
  fs.rmSync(folder, { recursive: true, force: true })
  process.exit(status)
}

const settle = (page: Page) => page.waitForTimeout(900)

const open = async (preferences = {}, size = { width: 1440, height: 900 }) => {
  current = await launch({ folder, size, preferences })
  return current
}

const scrollDown = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('main, main *')) {
      if (element.scrollHeight > element.clientHeight + 100) element.scrollBy(0, innerHeight * 0.75)
    }
  })

const online = texts.en.ui.header

async function press(...keys: string[]) {
  for (const key of keys) await current.page.keyboard.press(key)
}

const sheetGrid = () => current.page.getByRole('grid', { name: texts.en.sheet.grid })

/** Selects this many cells of the sheet below a title, from the third row on. */
async function selectInSheet(title: string, rows: number) {
  const titles = await sheetGrid().getByRole('columnheader').allInnerTexts()
  const column = titles.findIndex((one) => one.replaceAll('\n', ' ') === title) - 1
  await sheetGrid().focus()
  await press('Control+Home', 'Home', 'ArrowDown', 'ArrowDown')
  await press(...Array.from({ length: column }, () => 'ArrowRight'))
  await press(...Array.from({ length: rows - 1 }, () => 'Shift+ArrowDown'))
}

async function type(field: string, text: string) {
  const box = current.page.getByRole('textbox', { name: field, exact: true }).first()
  await box.fill(text)
  await box.press('Enter')
  await current.page.getByText(texts.en.edits.status.draft).first().waitFor()
}

const reportButton = (name: keyof typeof texts.en.report) =>
  current.page.getByRole('button', { name: texts.en.report[name], exact: true })

const libraryRows = () =>
  current.page.getByRole('grid', { name: texts.en.reports.list }).getByRole('row')

const chosenAs = (name: string) =>
  chooseFile(current.app as ElectronApplication, path.join(out, name))

/** Files appear whole or not at all. */
async function written(name: string) {
  const file = path.join(out, name)
  for (let waits = 0; !fs.existsSync(file); waits++) {
    if (waits === 100) throw new Error(`${name} was not written`)
    await current.page.waitForTimeout(100)
  }
  return `${Math.ceil(fs.statSync(file).size / 1024)} KB in out/tour/${name}`
}

await open({ theme: 'light', language: 'en' })
await step('welcome', async () => {
  await current.page.getByRole('heading', { level: 1 }).first().waitFor()
  return 'the window is open'
})
await step('demo account', async () => {
  await tryDemo(current.page)
  return 'opened with its figures'
})
await step('download under way', async () => {
  await startDownload(current.page)
  return 'its cost was shown before it started'
})
await step('downloaded overview', async () => {
  await downloadEnds(current.page)
  await settle(current.page)
  return `${await current.page.getByRole('row').count()} rows in view`
})
await step('csv', async () => {
  await chosenAs('overview.csv')
  await current.page.getByRole('button', { name: texts.en.ui.exports.button }).first().click()
  const said = current.page.getByText(/rows? exported/).first()
  await said.waitFor()
  return `${await said.innerText()}, ${await written('overview.csv')}`
})
await step('player', async () => {
  await openFirstPlayer(current.page)
  await current.page.waitForTimeout(2000)
  return current.page.getByRole('heading', { level: 1 }).first().innerText()
})
await step('player lower', () => scrollDown(current.page))
await step('quota and activity', async () => {
  await current.page.keyboard.press('Alt+2')
  return undefined
})
await step('settings', async () => {
  await current.page.keyboard.press('Alt+3')
  return undefined
})
await step('videos', async () => {
  await readVideos(current.page)
  return `${await current.page.getByRole('row').count()} rows in view`
})
await step('network cut, overview', async () => {
  await current.page.keyboard.press('Alt+1')
  await workOffline(current.page, true)
  return 'the figures are still there'
})
await step('offline player', async () => {
  await current.page.waitForTimeout(500)
  await openFirstPlayer(current.page)
  await current.page.waitForTimeout(1500)
  return undefined
})
await step('edited offline, call to action', async () => {
  await readVideos(current.page)
  await current.page
    .getByRole('searchbox', { name: texts.en.videos.search })
    .fill('VSL · Método Corpo Leve')
  await openFirstVideo(current.page)
  await type(settingName('call_actions', 'window.start', 'en'), '5:00')
  return 'it appears at 5:00, once posted'
})
await step('edited offline, pixel', async () => {
  await current.page.getByRole('tab', { name: groupName('pixels', 'en') }).click()
  await type(settingName('pixels', 'dispatch.threshold', 'en'), '30')
  return undefined
})
await step('checked offline', async () => {
  await current.page.keyboard.press('Alt+7')
  await current.page
    .getByText(/^2 changes on 1 video/)
    .first()
    .waitFor()
  await current.page.getByRole('button', { name: texts.en.outbox.check, exact: true }).click()
  return '2 changes on 1 video wait'
})
await current.close()
await open({ theme: 'dark' })
await step('restarted offline, changes', async () => {
  await current.page
    .getByText(/^2 changes on 1 video/)
    .first()
    .waitFor()
  return 'both are still there'
})
await step('restarted offline, player, dark', async () => {
  await current.page.keyboard.press('Alt+4')
  await current.page.getByText(online.offline, { exact: true }).waitFor()
  await current.page.waitForTimeout(1500)
  return 'opened where it was left'
})
await step('restarted offline, overview, dark', async () => {
  await current.page.keyboard.press('Alt+1')
  await current.page.getByRole('grid', { name: texts.en.overview.tableLabel }).waitFor()
  return undefined
})
await step('online again, posted and verified', async () => {
  await workOffline(current.page, false)
  await current.page.keyboard.press('Alt+7')
  const publish = current.page.getByRole('button', { name: /^Publish 2 changes to 1 video$/ })
  await publish.click()
  const dialog = current.page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Publish 2 changes to 1 video$/ }).click()
  const verified = current.page.getByText(/^Published .* verified: 2 changes/)
  await verified.waitFor({ timeout: 60_000 })
  return verified.innerText()
})
await step('posted, history', async () => {
  await current.page.keyboard.press('Alt+6')
  await current.page.getByRole('tab', { name: texts.en.edits.history.tab }).click()
  return undefined
})
await current.page.keyboard.press('Alt+1')
for (const [width, theme] of [
  [1024, 'light'],
  [1920, 'dark'],
] as const) {
  await current.close()
  await open({ theme, language: 'pt-BR' }, { width, height: width === 1024 ? 768 : 1080 })
  await step(`Portuguese ${width}, overview, ${theme}`, async () => {
    await current.page.getByRole('grid', { name: texts['pt-BR'].overview.tableLabel }).waitFor()
    return undefined
  })
  await step(`Portuguese ${width}, player, ${theme}`, async () => {
    await openFirstPlayer(current.page, 'pt-BR')
    await current.page.waitForTimeout(1500)
    return undefined
  })
  await step(`Portuguese ${width}, video, ${theme}`, async () => {
    await openFirstVideo(current.page, 'pt-BR')
    return undefined
  })
  await step(`Portuguese ${width}, changes, ${theme}`, async () => {
    await current.page.keyboard.press('Alt+7')
    return undefined
  })
  await step(`Portuguese ${width}, settings, ${theme}`, async () => {
    await current.page.keyboard.press('Alt+3')
    return undefined
  })
  await current.page.keyboard.press('Alt+1')
  await settle(current.page)
}
await current.close()
await open({ theme: 'light', language: 'en' }, { width: 1440, height: 900 })
await step('sheet', async () => {
  await openByName(current.page, 'sheet')
  await sheetGrid().waitFor()
  await settle(current.page)
  return `${await sheetGrid().getAttribute('aria-rowcount')} rows`
})
await step('sheet, found and replaced', async () => {
  await selectInSheet(settingName('call_actions', 'action.url', 'en'), 9)
  await press('Control+h')
  const { newHost } = texts.en.findReplace
  const dialog = current.page.getByRole('dialog')
  await dialog.getByLabel(newHost).fill('pay.vitta.example')
  const replace = dialog.getByRole('button', { name: /^Replace in [1-9]/ })
  await replace.waitFor()
  return replace.innerText()
})
await step('sheet, changed at once', async () => {
  const dialog = current.page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Replace in/ }).click()
  await dialog.getByText(/^Replaced in/).waitFor()
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  const appears = settingName('call_actions', 'window.start', 'en')
  await selectInSheet(appears, 9)
  const pane = current.page.getByRole('complementary', { name: texts.en.sheet.pane.label })
  await pane.getByText(texts.en.sheet.basis.move, { exact: true }).first().click()
  const field = pane.getByRole('textbox', { name: appears, exact: true })
  await field.fill('−0:30')
  await field.press('Enter')
  const said = current.page.getByText(/^Δ \d+ changes on \d+ videos/)
  await said.waitFor()
  await settle(current.page)
  await sheetGrid().focus()
  return said.innerText()
})
await step('problems', async () => {
  await press('Alt+Shift+7')
  const rules = current.page.getByRole('navigation', { name: texts.en.problems.list })
  await rules.getByRole('button').first().click()
  await current.page.waitForTimeout(1500)
  return `${await rules.getByRole('button').count()} rules found something`
})
await step('report frozen', async () => {
  await press('Alt+1')
  await openFirstPlayer(current.page)
  await current.page.waitForTimeout(2000)
  await reportButton('freeze').click()
  await reportButton('kept').waitFor()
  return 'kept as it stands'
})
await step('report in the library', async () => {
  await reportButton('kept').click()
  await reportButton('showLibrary').click()
  await libraryRows().first().locator('img').waitFor()
  return `${await libraryRows().count()} report`
})
await step('report opened', async () => {
  await libraryRows().first().click()
  await reportButton('close').waitFor()
  await current.page.waitForTimeout(1500)
  return current.page.getByRole('heading', { level: 2 }).first().innerText()
})
await step('report as a file', async () => {
  await chosenAs('report.cuepoint')
  await reportButton('save').click()
  await current.page.getByText('Saved as report.cuepoint.').waitFor()
  return written('report.cuepoint')
})
await step('report as PDF', async () => {
  await chosenAs('report.pdf')
  await reportButton('pdf').click()
  await current.page.getByText(texts.en.ui.exports.pdf).waitFor({ timeout: 60_000 })
  return written('report.pdf')
})
await step('XLSX of the players', async () => {
  await reportButton('close').click()
  await libraryRows().first().waitFor()
  await current.page.keyboard.press('Alt+1')
  await chosenAs('overview.xlsx')
  const { choose, xlsx } = texts.en.ui.exports
  await current.page.getByRole('button', { name: choose }).first().click()
  await current.page.getByRole('dialog').getByRole('button', { name: xlsx }).click()
  return written('overview.xlsx')
})
await current.close()
say(`Every step succeeded. Pictures, files and this summary are in out/tour/.`)
finish(0)
