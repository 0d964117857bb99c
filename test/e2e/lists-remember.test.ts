import fs from 'node:fs'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VideoList } from '../../src/shared/features/publishing/edit.ts'
import { accountsOn, asked } from '../support/bridge.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { type Launched, launch } from '../support/launch.ts'
import { openByName, readVideos, tryDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const overview = texts.en.overview
const videos = texts.en.videos
let folder: string
let desk: Launched
let page: Page
let account_id: string

beforeAll(async () => {
  folder = await downloadedDemo()
  // So low that every list is longer than the window.
  desk = await launch({
    folder,
    preferences: { language: 'en' },
    size: { width: 1280, height: 620 },
  })
  page = desk.page
  await tryDemo(page)
  account_id = (await accountsOn(page))[0]?.id ?? ''
  await readVideos(page)
  await page.keyboard.press('Alt+1')
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const grid = (name: string) => page.getByRole('grid', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const content = () => page.locator('main')
const scrolled = (at: Locator) => at.evaluate((element) => Math.round(element.scrollTop))

/** Scrolls as soon as there is something to scroll, at most so far; gives how far it went. */
async function scroll(at: Locator, by: number) {
  await expect
    .poll(async () => {
      await at.evaluate((element, top) => element.scrollTo({ top }), by)
      return scrolled(at)
    })
    .toBeGreaterThan(0)
  return kept(at)
}

/** What is kept is told by an event of the next frame. */
async function kept(at: Locator) {
  await at.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 50))),
  )
  return scrolled(at)
}

const isBackAt = (at: Locator, top: number) => expect.poll(() => scrolled(at)).toBe(top)

/** Pixels from the top of a list, below its head. */
const A_ROW_DOWN = 90

/** Presses a row that is in view. */
async function openRow(of: Locator) {
  const rows = of.getByRole('row').filter({ has: page.getByRole('gridcell') })
  // What stands above it may leave it below the window's end.
  await of.evaluate((element, down) => {
    if (element.getBoundingClientRect().top + down > window.innerHeight) element.scrollIntoView()
  }, A_ROW_DOWN)
  const at = await of.boundingBox()
  if (!at) throw new Error('the list is not in view')
  await rows.first().waitFor()
  await page.mouse.click(at.x + 60, at.y + A_ROW_DOWN)
}

async function goElsewhereAndBack() {
  await page.keyboard.press('Alt+3')
  await heading(texts.en.ui.screen.settings).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
}

test('the player list keeps its search, filter, order and scroll after Back and Alt+Left', async () => {
  const players = grid(overview.tableLabel)
  const search = page.getByRole('searchbox', { name: overview.search })
  await search.fill('e')
  await button(overview.tags.button).click()
  await page.getByRole('switch', { name: overview.activeOnly }).check({ force: true })
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader').first().click()
  const order = () => page.getByRole('columnheader').first().getAttribute('aria-sort')
  const sorted = await order()
  const top = await scroll(players, 150)
  for (const back of ['button', 'keys'] as const) {
    await openRow(players)
    await button(texts.en.player.back).waitFor()
    if (back === 'button') await button(texts.en.player.back).click()
    else await page.keyboard.press('Alt+ArrowLeft')
    await players.waitFor()
    expect(await search.inputValue()).toBe('e')
    await button(overview.activeOnly).waitFor()
    expect(await order()).toBe(sorted)
    await isBackAt(players, top)
  }
  await button(overview.clear).or(search).first().waitFor()
  await search.fill('')
})

test('the videos keep their search, order and scroll', async () => {
  await page.keyboard.press('Alt+5')
  const all = grid(videos.title)
  const search = page.getByRole('searchbox', { name: videos.search })
  await search.fill('a')
  await all.getByRole('columnheader').nth(1).click()
  const order = () => all.getByRole('columnheader').nth(1).getAttribute('aria-sort')
  const sorted = await order()
  // The whole screen scrolls where the list has less room than its head needs.
  const scroller = (await all.evaluate((of) => of.scrollHeight > of.clientHeight)) ? all : content()
  const top = await scroll(scroller, 120)
  for (const back of ['button', 'keys'] as const) {
    await openRow(all)
    await button(videos.back).waitFor()
    if (back === 'button') await button(videos.back).click()
    else await page.keyboard.press('Alt+ArrowLeft')
    await all.waitFor()
    expect([await search.inputValue(), await order()]).toEqual(['a', sorted])
    await isBackAt(scroller, top)
  }
})

test('the history tab of a video is still selected after visiting another screen', async () => {
  await openRow(grid(videos.title))
  await page.getByRole('tab', { name: texts.en.edits.history.tab }).click()
  await goElsewhereAndBack()
  await page.getByRole('tab', { name: texts.en.edits.history.tab, selected: true }).waitFor()
})

test('the unpublished changes keep the selection, the number of shown videos and the scroll', async () => {
  const { rows } = await asked<VideoList>(page, ['videos', 'list'], { account_id })
  const change = { kind: 'set', group: 'traffic_filter', item_id: null, register: 'token' }
  const edits = rows.slice(0, 25).map(({ id: video_id }) => ({
    video_id,
    changes: [{ ...change, value: 'remembered' }],
  }))
  await asked(page, ['edits', 'save'], { account_id, edits })
  await page.keyboard.press('Alt+7')
  await page.getByRole('button', { name: /more video/ }).click()
  const first = page.getByRole('rowgroup').getByRole('checkbox').first()
  await first.uncheck()
  const list = page.locator('[data-changes]')
  await scroll(list, 700)
  const open = page.getByRole('button', { name: /^Open / })
  await open.nth(6).scrollIntoViewIfNeeded()
  const top = await kept(list)
  await open.nth(6).click()
  await button(videos.back).waitFor()
  await isBackAt(content(), 0)
  await page.keyboard.press('Alt+ArrowLeft')
  await isBackAt(list, top)
  expect(await open.count()).toBe(25)
  expect(await first.isChecked()).toBe(false)
})

test('the A/B tests keep their scroll, and so does a test that is opened again', async () => {
  await page.keyboard.press('Alt+8')
  const tests = grid(texts.en.abTests.title)
  const back = button(texts.en.abTests.back)
  await tests.waitFor()
  const listed = await scroll(content(), 60)
  await tests.evaluate((element) => element.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
  await back.waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await tests.waitFor()
  await isBackAt(content(), listed)
  await tests.evaluate((element) => element.focus({ preventScroll: true }))
  await page.keyboard.press('Enter')
  await back.click()
  await tests.waitFor()
  await isBackAt(content(), listed)
})

test('the annotations keep their search and scroll', async () => {
  for (let index = 0; index < 30; index++) {
    await asked(page, ['annotations', 'add'], {
      account_id,
      fields: {
        player_id: null,
        period: { start: '2026-01-01', end: '2026-01-01' },
        text: `Oferta ${index}`,
        tags: [],
      },
    })
  }
  await openByName(page, 'annotations')
  const search = page.getByRole('searchbox', { name: texts.en.annotations.search })
  await search.fill('Oferta')
  const list = page.getByRole('list', { name: texts.en.annotations.list })
  const top = await scroll(list, 200)
  await goElsewhereAndBack()
  await heading(texts.en.annotations.title).waitFor()
  expect(await search.inputValue()).toBe('Oferta')
  await isBackAt(list, top)
})

test('the traffic keeps its order, its rows and its scroll', async () => {
  await openByName(page, 'traffic')
  await heading(texts.en.traffic.title).waitFor()
  const values = page.getByRole('grid').first()
  await values.waitFor()
  await values.getByRole('columnheader').nth(1).click()
  const order = () => values.getByRole('columnheader').nth(1).getAttribute('aria-sort')
  const sorted = await order()
  const top = await scroll(content(), 250)
  await page.keyboard.press('Alt+4')
  await button(texts.en.player.back).waitFor()
  await page.keyboard.press('Alt+ArrowLeft')
  await heading(texts.en.traffic.title).waitFor()
  await isBackAt(content(), top)
  expect(await order()).toBe(sorted)
})

test('the mouse’s back button goes back too', async () => {
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Alt+3')
  await heading(texts.en.ui.screen.settings).waitFor()
  await page.evaluate(() => window.dispatchEvent(new MouseEvent('mouseup', { button: 3 })))
  await heading(overview.title).waitFor()
})
