// How many actions 20 everyday tasks of a campaign manager take in the demo: `node scripts/manager-tasks.ts`. It
// fails when a task takes more than its limit (`before`) or does not reach its end.
//
// A click, a key chord and a typed text are one action each; opening a list and choosing from it are two. The
// system's own dialogs, waiting, pointing and scrolling are none. Each task goes the shortest way that the screen
// shows, from the overview of the demo.
import fs from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Locator, Page } from 'playwright'
import { groupName, settingName } from '../src/renderer/ui/edits/value-text.ts'
import type { AnnotationList } from '../src/shared/features/annotations/own-annotation.ts'
import type { EditsList, OpenVideo, VideoList } from '../src/shared/features/publishing/edit.ts'
import type { ListedReport } from '../src/shared/features/reports/report.ts'
import { DEFAULT_PREFERENCES } from '../src/shared/features/settings/preferences.ts'
import { cellText, tableName, title } from '../src/shared/tables/titles.ts'
import { accountsOn, asked } from '../test/support/bridge.ts'
import { onPrivateDesktop } from '../test/support/desktop.ts'
import { newFolder } from '../test/support/folder.ts'
import { gridRows } from '../test/support/grid.ts'
import { clockAt, NOW } from '../test/support/instant.ts'
import { chooseFile, launch } from '../test/support/launch.ts'
import { countedPerson } from '../test/support/person.ts'
import { tell } from '../test/support/scale.ts'
import { quietDownloads } from '../test/support/steps.ts'
import { texts } from '../test/support/texts.ts'
import { build } from './build.ts'
import { electronExecutable } from './electron-runtime.mjs'
import { textTable } from './text-table.ts'

/** Given to the process that drives the app. */
const DRIVE = '--drive'

if (!process.argv.includes(DRIVE)) {
  await build('test')
  electronExecutable({ say: console.log })
  Object.assign(process.env, clockAt(NOW), { CUEPOINT_APP: 'out/test-build' })
  process.exit(onPrivateDesktop(process.execPath, [import.meta.filename, DRIVE]))
}

const { abTests, annotations, block, edits, live, overview, period, player, seconds } = texts.en
const { report, reports, reportsCompare, settings, traffic, ui, videos, welcome } = texts.en

const VIDEO = 'VSL · Método Corpo Leve'
const DESTINATION = 'https://pay.example/november'
const PLAYS = title('total_started', 'en')
const REVENUE = title('total_amount_brl', 'en')
const SECOND = '1:00'

const folder = newFolder()
const files = newFolder()
const pictures = path.resolve(import.meta.dirname, '../out/manager-tasks')
fs.rmSync(pictures, { recursive: true, force: true })
const desk = await launch({
  folder,
  size: { width: 1440, height: 900 },
  preferences: { language: 'en', theme: 'light' },
})
const app = desk.app as ElectronApplication
const { page } = desk
page.setDefaultTimeout(60_000)

type Person = ReturnType<typeof countedPerson>

const person = () => countedPerson(page)

const button = (name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const region = (name: string) => page.getByRole('region', { name, exact: true })
const players = () => page.getByRole('grid', { name: overview.tableLabel })
const row = (grid: Locator, place = 0) => grid.locator(`[role=row][aria-rowindex="${place + 2}"]`)
const nameIn = (rows: Locator) => rows.locator('[role=gridcell], [role=rowheader]').first()
const screen = (name: keyof typeof ui.screen) =>
  page
    .getByRole('navigation', { name: new RegExp(`^(${ui.sidebar.screens}|${ui.sidebar.desk})$`) })
    .getByRole('button', { name: new RegExp(`^${ui.screen[name]}`) })
const periodButton = () => page.getByRole('button', { name: /^Period: / })
const comparedWith = () => page.getByText(/^compared with /).first()
const tile = (name: string) =>
  page
    .getByRole('group', { name: overview.tiles, exact: true })
    .getByRole('group', { name, exact: true })

const account = async () => (await accountsOn(page))[0]?.id ?? ''
const ask = async <T>(noun: string, verb: string, input: object = {}) =>
  asked<T>(page, [noun, verb], { account_id: await account(), ...input })
const drafts = async () => (await ask<EditsList>('edits', 'list')).edits
const kept = () => asked<ListedReport[]>(page, ['reports', 'list'])
const listedVideos = async () => (await ask<VideoList>('videos', 'list')).rows

const LOOKS = 300
const BETWEEN_MS = 200

/** Looks again and again whether something is so. */
async function until(what: string, isSo: () => Promise<boolean> | boolean) {
  for (let looks = 0; !(await isSo()); looks++) {
    if (looks === LOOKS) throw new Error(`Not so: ${what}`)
    // oxlint-disable-next-line no-await-in-loop -- each look is after the one before
    await page.waitForTimeout(BETWEEN_MS)
  }
}

const file = (name: string) => path.join(files, name)
/** Files appear whole or not at all. */
const written = (name: string) => until(`${name} is written`, () => fs.existsSync(file(name)))

async function openPlayer({ click }: Person, place = 0) {
  const opened = row(players(), place)
  const name = (await nameIn(opened).innerText()).trim()
  await click(opened)
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await button(player.back).waitFor()
  return name
}

async function saveReport(by: Person, place = 0) {
  const before = (await kept()).length
  const name = await openPlayer(by, place)
  await by.click(button(report.freeze))
  await until('the report is in the library', async () => (await kept()).length === before + 1)
  return name
}

async function openVideo({ click }: Person) {
  await click(screen('videos'))
  const line = page.getByRole('grid', { name: videos.title }).getByText(VIDEO, { exact: true })
  await click(line)
  await page.getByRole('heading', { level: 1, name: VIDEO }).waitFor()
}

async function addPixel(by: Person) {
  await openVideo(by)
  await by.click(page.getByRole('tab', { name: /^Pixels/ }))
  await by.click(button(videos.add.facebook))
  const name = edits.newItem.replace('{{group}}', groupName('pixels', 'en'))
  await page.getByRole('heading', { level: 2, name }).waitFor()
  const active = settingName('pixels', 'dispatch.active', 'en')
  await by.click(page.getByRole('tabpanel').getByRole('switch', { name: active, exact: true }))
  await until('the pixel is a draft that is on', async () => {
    const [made, ...others] = await drafts()
    const isOn = JSON.stringify(made?.want ?? null).includes('"active":true')
    return made?.kind === 'create' && made.group === 'pixels' && isOn && others.length === 0
  })
}

interface Task {
  name: string
  /** Actions on 9b072fcd, the last version with the former screens and texts, counted alike. */
  before: number
  /** What is there before the task begins; nothing of it is counted. */
  prepare?: (by: Person) => Promise<unknown>
  /** Fails when the end is not reached. */
  act: (by: Person) => Promise<unknown>
}

const TASKS: readonly Task[] = [
  {
    name: 'see the first figures of the demo',
    before: 3,
    async act({ click }) {
      await click(button(welcome.demo.button))
      await tile(PLAYS).getByText(/\d/).first().waitFor()
    },
  },
  {
    name: 'show yesterday',
    before: 2,
    async act({ click }) {
      const before = await tile(PLAYS).innerText()
      await click(periodButton())
      await click(
        button(period.preset.yesterday, page.getByRole('group', { name: period.presets })),
      )
      await page.getByRole('button', { name: /^Period: Yesterday/ }).waitFor()
      await until('the figures are others', async () => {
        const now = await tile(PLAYS).innerText()
        return now !== before && /\d/.test(now)
      })
    },
  },
  {
    name: 'compare a player with another kind of period',
    before: 4,
    async act(by) {
      await openPlayer(by)
      const figures = page.getByRole('group', { name: player.block.figures, exact: true })
      const change = figures.getByText(/\d%/).first()
      await change.waitFor()
      const before = [await comparedWith().innerText(), await figures.innerText()]
      await by.click(periodButton())
      await by.choose(page.getByLabel(period.compareWith, { exact: true }), period.mode.previous)
      await until('other days are compared, with other changes', async () => {
        const now = [await comparedWith().innerText(), await figures.innerText()]
        return (await change.isVisible()) && now.every((text, at) => text !== before[at])
      })
    },
  },
  {
    name: 'find the player with the highest revenue',
    before: 1,
    async act({ click }) {
      const head = players().getByRole('columnheader', { name: REVENUE, exact: true })
      await click(head)
      const titles = await players().locator('[role=columnheader][id]').allInnerTexts()
      const column = titles.findIndex((text) => text.trim() === REVENUE)
      await until('the highest is the first', async () => {
        if ((await head.getAttribute('aria-sort')) !== 'descending') return false
        const amounts = (await gridRows(page, overview.tableLabel)).map((cells) =>
          Number((cells[column] ?? '').replaceAll(/[^\d.]/g, '')),
        )
        const [first = 0] = amounts
        return first > 0 && first === Math.max(...amounts)
      })
    },
  },
  {
    name: 'find a player by its name',
    before: 2,
    async act({ click, type }) {
      const all = await gridRows(page, overview.tableLabel)
      const name = all.at(-1)?.[0]?.trim() ?? ''
      await click(page.getByRole('searchbox', { name: overview.search }))
      await type(name)
      await until('it is the first of few', async () => {
        const found = await gridRows(page, overview.tableLabel)
        return found.length < all.length && found[0]?.[0]?.trim() === name
      })
    },
  },
  { name: 'open the dashboard of a player', before: 1, act: (by) => openPlayer(by) },
  {
    name: 'read the retention at a second',
    before: 2,
    async act(by) {
      await openPlayer(by)
      const { timeline } = player.block
      await by.click(region(timeline).getByText(block.view.table, { exact: true }))
      const grid = page.getByRole('grid', { name: tableName('retention', 'en'), exact: true })
      await grid.getByText('0:00', { exact: true }).waitFor()
      const line = grid.getByRole('row').filter({ has: page.getByText(SECOND, { exact: true }) })
      await until('the second is on the screen', async () => {
        await grid.evaluate((scrolled) => scrolled.scrollBy(0, scrolled.clientHeight / 2))
        return (await line.count()) > 0
      })
      await line
        .getByText(/^\d.*%$/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'add a marker of one’s own',
    before: 6,
    async act(by) {
      await openPlayer(by)
      await by.click(page.getByRole('textbox', { name: seconds.markTime }))
      await by.type(SECOND)
      await by.press('Tab')
      await by.type('Lead')
      await by.press('Enter')
      await page.getByRole('list', { name: seconds.ownMarks }).getByText(`${SECOND} Lead`).waitFor()
    },
  },
  {
    name: 'annotate a day',
    before: 4,
    async act({ click, type }) {
      await click(screen('annotations'))
      await click(button(annotations.addLong))
      await dialog().getByLabel(annotations.text).waitFor()
      await type('New offer')
      await click(button(annotations.save, dialog()))
      await page.getByRole('main').getByText('New offer').waitFor()
      const { annotations: all } = await ask<AnnotationList>('annotations', 'list')
      if (all[0]?.text !== 'New offer') throw new Error('It is not annotated.')
    },
  },
  { name: 'save a report of a player', before: 2, act: (by) => saveReport(by) },
  {
    name: 'export a table of a player as CSV',
    before: 2,
    async act(by) {
      await chooseFile(app, file('breakdown.csv'))
      await openPlayer(by)
      await region(player.block.breakdown).getByRole('grid').waitFor()
      const name = tableName('breakdown', 'en')
      await by.click(button(`${ui.exports.button}: ${name}`))
      await written('breakdown.csv')
    },
  },
  {
    name: 'save a player as PDF',
    before: 5,
    async act(by) {
      await chooseFile(app, file('player.pdf'))
      await openPlayer(by)
      await by.click(button(ui.exports.page))
      await by.click(button(report.pdf, dialog()))
      await written('player.pdf')
    },
  },
  {
    name: 'read the verdict of an A/B test',
    before: 3,
    async act({ click }) {
      await click(screen('abTests'))
      const tests = page.getByRole('grid', { name: abTests.title })
      const finished = cellText('test_state', 'finished', 'en')
      const isFinished = { has: page.getByText(finished, { exact: true }) }
      await click(tests.getByRole('row').filter(isFinished).first())
      await click(region(abTests.chooseFirst).getByRole('button').first())
      await page.getByText(/^Based on \d+ full days/).waitFor()
    },
  },
  {
    name: 'see the traffic by utm_source',
    before: 2,
    async act(by) {
      await openPlayer(by)
      await by.click(screen('traffic'))
      const name = traffic.block.performance.replace('{{parameter}}', 'utm_source')
      await row(page.getByRole('grid', { name })).getByText(/\d/).first().waitFor()
    },
  },
  {
    name: 'see the live viewers of two players',
    before: 4,
    async act({ click }) {
      const names = await Promise.all(
        [0, 1].map((place) => nameIn(row(players(), place)).innerText()),
      )
      await click(screen('live'))
      await click(page.getByRole('combobox', { name: /^Players/ }))
      for (const name of names) await click(page.getByRole('option', { name: name.trim() }))
      const grid = page.getByRole('grid', { name: live.live.title })
      for (const name of names) await grid.getByText(name.trim()).first().waitFor()
    },
  },
  {
    // Not where it leads: the demo cannot check an address with the carried Electron.
    name: 'change the destination of a call to action, and publish it',
    before: 9,
    async act(by) {
      await openVideo(by)
      const address = settingName('call_actions', 'action.url', 'en')
      await by.click(page.getByRole('textbox', { name: address, exact: true }))
      await by.press('Control+a')
      await by.type(DESTINATION)
      await by.click(screen('outbox'))
      await by.click(button(/^Publish 1 change to 1 video$/, page.getByRole('main')))
      await by.click(button(/^Publish 1 change to 1 video$/, dialog()))
      await page.getByText(/^Published .* verified: 1 change/).waitFor()
      const video_id = (await listedVideos()).find(({ name }) => name === VIDEO)?.id
      await ask('videos', 'refresh', { video_id })
      const { base } = await ask<OpenVideo>('videos', 'open', { video_id })
      const addresses = base.call_actions?.items?.map(({ action }) => action?.url)
      if (!addresses?.includes(DESTINATION)) throw new Error('The service does not have it.')
    },
  },
  { name: 'add a pixel to a video', before: 6, act: addPixel },
  {
    name: 'take a draft back',
    before: 2,
    prepare: addPixel,
    async act({ click }) {
      await click(screen('outbox'))
      await click(page.getByRole('main').getByRole('button', { name: /^Revert / }))
      await until('no draft is left', async () => (await drafts()).length === 0)
    },
  },
  {
    name: 'compare two saved reports',
    before: 4,
    async prepare(by) {
      await saveReport(by, 1)
      await toOverview()
      await saveReport(by, 2)
    },
    async act({ click }) {
      await click(screen('reports'))
      const ticks = page.getByRole('grid', { name: reports.list }).getByRole('checkbox')
      await click(ticks.nth(0))
      await click(ticks.nth(1))
      await click(button(reports.compare))
      await page.getByRole('heading', { level: 1, name: reportsCompare.title }).waitFor()
      for (const side of [reportsCompare.left, reportsCompare.right]) {
        await page.getByRole('region', { name: new RegExp(`^${side}: `) }).waitFor()
      }
    },
  },
  {
    name: 'make a backup',
    before: 2,
    async act({ click }) {
      await chooseFile(app, file('mine.cuepoint-backup'))
      await click(screen('settings'))
      await click(button(settings.backup.make))
      await page.getByText(file('mine.cuepoint-backup')).waitFor()
      await written('mine.cuepoint-backup')
    },
  },
]

/** The overview with the first preferences. */
async function toOverview() {
  const account_id = await account()
  const place = { ...DEFAULT_PREFERENCES.place, screen: 'overview', account_id }
  // Twice 30 days: of a week, the period before and the one with the same weekdays are the same.
  const { overviewPeriod: playerPeriod } = DEFAULT_PREFERENCES
  const own = { language: 'en', theme: 'light', place, playerPeriod }
  const preferences = { ...DEFAULT_PREFERENCES, ...own }
  await asked(page, ['app', 'prefer'], preferences)
  // What was searched and filtered is kept in the page.
  await page.evaluate(() => history.replaceState(null, ''))
  await page.reload()
  await tile(PLAYS).getByText(/\d/).first().waitFor()
}

/** The demo downloads dashboards and videos behind its overview. */
async function downloaded() {
  await until('the videos are there', async () => (await listedVideos()).length > 0)
  await quietDownloads(page)
}

async function begin({ prepare }: Task) {
  await ask('edits', 'discard', { video_ids: null })
  await toOverview()
  if (!prepare) return
  await prepare(person())
  await toOverview()
}

/** Null when the end is not reached. */
async function actionsOf(task: Task, isFirst: boolean): Promise<number | null> {
  const by = person()
  try {
    if (!isFirst) await begin(task)
    await task.act(by)
    return by.actions()
  } catch (thrown) {
    console.error(`${task.name}: ${thrown instanceof Error ? thrown.stack : String(thrown)}`)
    const name = `${task.name.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.png`
    fs.mkdirSync(pictures, { recursive: true })
    await page.screenshot({ path: path.join(pictures, name) })
    return null
  }
}

const rows: string[][] = []
let isGood = true
for (const [index, task] of TASKS.entries()) {
  // oxlint-disable-next-line no-await-in-loop -- there is one window
  const now = await actionsOf(task, index === 0)
  // oxlint-disable-next-line no-await-in-loop -- the others begin with all of it
  if (index === 0) await downloaded()
  const isKept = now !== null && now <= task.before
  isGood &&= isKept
  const verdict = now === null ? 'END NOT REACHED' : isKept ? '' : 'MORE'
  rows.push([`${index + 1}`, task.name, `${task.before}`, `${now ?? ''}`, verdict])
  console.log(`${index + 1} ${task.name}: ${now ?? verdict}`)
}
await desk.close()
for (const each of [folder, files]) fs.rmSync(each, { recursive: true, force: true })

const sum = (column: number) => rows.reduce((all, cells) => all + Number(cells[column]), 0)
const titles = ['', 'task', 'actions before', 'actions now', '']
const sums = ['', 'all', `${sum(2)}`, `${sum(3)}`, '']
console.log(`\n${textTable([titles, ...rows, sums], (column) => [0, 2, 3].includes(column))}`)
tell(`${sum(3)} actions in ${rows.length} tasks, ${sum(2)} before`)
for (const [, name, before, now] of rows.filter((cells) => cells[4] !== '')) {
  tell(`${name}: ${now || 'not done'}, ${before} before`)
}
process.exit(isGood ? 0 : 1)
