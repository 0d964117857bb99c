import fs from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { type Launched, launch } from '../support/launch.ts'
import { quiet } from '../support/quiet.ts'
import { isProof } from '../support/scale.ts'
import { SCREENS } from '../support/screens.ts'
import { settled } from '../support/settled.ts'
import { tryDemo, workOffline } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const period = texts.en.period
const OTHERS = ['overview', 'traffic', 'live', 'leaderboard', 'ab-test', 'variants']
/** In a proof all screens with figures. */
const SHOWN = ['player', ...(isProof ? OTHERS : [])]

let folder: string
let desk: Launched
let page: Page

beforeAll(async () => {
  folder = await downloadedDemo()
  desk = await launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: { language: 'en', theme: 'light' },
  })
  page = desk.page
  await tryDemo(page)
})

afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const show = (name: string) => SCREENS.find((one) => one.name === name)?.show(page, 'en')
const ages = () =>
  page
    .locator('[data-age]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-age') ?? ''))

const folded = () => page.getByRole('button', { name: period.today, exact: true })
const apart = () => page.getByText(period.todayApart.split('{{')[0] ?? '')

describe('today', () => {
  test('is shown separately from the compared days, and can be included in them', async () => {
    await show('overview')
    await folded().click()
    await apart().waitFor()
    await expect.poll(() => apart().textContent()).toMatch(/Plays [\d,]+/)
    await page.getByRole('button', { name: period.includeToday }).click()
    await apart().waitFor({ state: 'detached' })
    await page.getByText(` · ${period.isPartial}`).waitFor()
    await page
      .getByRole('button', { name: new RegExp(period.trigger.split('{{')[0] ?? '') })
      .click()
    await page.getByRole('switch', { name: period.excludesToday }).setChecked(true, { force: true })
    await page.getByRole('button', { name: period.done }).click()
    await folded().click()
    await apart().waitFor()
    await page.keyboard.press('Escape')
  })

  test('is shown separately for a player too, and the chart says that its times are today’s settings', async () => {
    await show('player')
    await apart().waitFor()
    await expect.poll(() => apart().textContent()).toMatch(/Plays [\d,]+/)
    await page.getByText(texts.en.seconds.times.today).first().waitFor()
  })
})

test('the curve compared with is named by its days at each second, and each amount says how it is calculated', async () => {
  const { player, missing } = texts.en
  await show('player')
  const timeline = page.getByRole('region', { name: player.block.timeline, exact: true })
  await timeline.scrollIntoViewIfNeeded()
  const crosshair = timeline.getByRole('slider', { name: new RegExp(`^${player.block.timeline}`) })
  const spoken = async () => {
    await crosshair.press('ArrowRight')
    return crosshair.getAttribute('aria-valuetext')
  }
  await expect.poll(spoken).toMatch(/\d, 20\d\d: \d+\.\d\d%/)
  const money = page.getByRole('region', { name: player.block.money, exact: true })
  for (const name of [player.revenue, player.averageOrder, player.perPlay, player.perDevice])
    await money.getByRole('button', { name: missing.formula.replace('{{name}}', name) }).waitFor()
})

describe('offline', () => {
  test.each(SHOWN)('no figure of %s is labelled as fresh', async (name) => {
    // Read whole while there is a service, so that there is something to show.
    await show(name)
    await quiet(page)
    await workOffline(page, true)
    await page.locator('[data-offline]').waitFor()
    const all = await settled(ages)
    expect(all.length).toBeGreaterThan(0)
    expect(all.filter((age) => !['offline', 'settled'].includes(age))).toEqual([])
    expect(await page.getByText('(now)').count()).toBe(0)
    await workOffline(page, false)
    await page.getByText(texts.en.ui.header.online, { exact: true }).waitFor()
  })
})

test('the figures of the sheet say of which days they are and how old', async () => {
  await show('sheet')
  const days = texts.en.sheet.figuresOf.split('{{')[0] ?? ''
  await page.locator(`[role=gridcell][title^="${days}"]`).first().waitFor()
  await page.locator('footer').getByText(days).waitFor()
  const pane = page.getByRole('complementary', { name: texts.en.sheet.pane.label })
  await pane.getByText(days).waitFor()
  expect(await pane.locator('[data-age]').count()).toBe(1)
})
