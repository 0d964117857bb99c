import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Statistics } from '../../src/shared/api/statistics.ts'
import {
  badAnswers,
  CHOSEN,
  MANY_PLAYERS,
  NO_FIGURE,
  notNewer,
  RANGE,
  type Spoil,
  saysShape,
} from '../support/bad-answers.ts'
import { testClock } from '../support/clock.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { gridRows } from '../support/grid.ts'
import { rawAnswer } from '../support/raw-answer.ts'
import { settled } from '../support/settled.ts'
import { downloadName, openByName } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const overview = texts.en.overview
let desk: Connected

beforeAll(async () => {
  desk = await openConnected(MANY_PLAYERS, {
    preferences: { overviewPeriod: CHOSEN, basis: 'events' },
  })
})
afterAll(() => desk.close())

const { spoil, olderStays } = badAnswers(
  () => desk.page,
  () => desk.service,
)
const main = () => desk.page.getByRole('main')

async function download() {
  const { page } = desk
  await page.getByRole('button', { name: downloadName() }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: overview.download.withPlayers }).uncheck()
  await dialog.getByRole('button', { name: overview.download.start }).click()
  const done = overview.download.done.split('{{')[0] ?? ''
  await dialog.getByRole('status').filter({ hasText: done }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

/** What the overview says failed, a line each; shown if it is not yet. */
async function problems() {
  await main().getByRole('button', { name: overview.download.details }).click()
  const lines = await main().getByRole('status').getByRole('listitem').allTextContents()
  await main().getByRole('button', { name: overview.download.hideDetails }).click()
  return lines
}

async function playsOnScreen() {
  const heads = await main()
    .getByRole('grid', { name: overview.tableLabel })
    .getByRole('columnheader')
    .allTextContents()
  const rows = await gridRows(desk.page, overview.tableLabel)
  // Drawings have a head but no figures.
  const at = heads.filter((head) => head !== overview.trend).indexOf('Plays')
  return Object.fromEntries(rows.map((row) => [row[0] ?? '', row[at]] as const))
}

test('a bad answer leaves only its own player out of the overview, which names the player and the reason', async () => {
  const { service } = desk
  const plays = await Promise.all(
    service.world
      .players(testClock.now() / 1000)
      .map(async ({ id, name, duration, pitch_time }) => {
        const input = { player_id: id, ...RANGE, timezone: 'UTC', video_duration: duration }
        const told = await rawAnswer<Statistics>(service, '/sessions/stats', {
          ...input,
          pitch_time,
        })
        return [name, told.total_started.toLocaleString('en-US')] as const
      }),
  )
  const once = { times: 1 }
  spoil(
    { name: 'stats', change: 'retype', path: 'total_viewed', match: once },
    { name: 'statsByDay', change: 'null', path: '0.total_started', match: once },
  )
  await download()
  await main()
    .getByText(/2 of \d+ requests failed/)
    .waitFor()
  // By its id until the list of players, which the download brought too, is read.
  const byId = async () => (await problems()).filter((line) => /^[0-9a-f]{24} /.test(line))
  await expect.poll(byId).toEqual([])
  const failed = await problems()
  expect(failed).toHaveLength(2)
  expect(failed.join('\n')).toMatch(/total_viewed/)
  expect(failed.join('\n')).toMatch(/0\.total_started/)
  const told = Object.fromEntries(plays)
  const otherwise = async () =>
    Object.entries(await playsOnScreen()).filter(([name, cell]) => cell !== told[name])
  const isNamed = ([name, cell]: [string, string | undefined]) =>
    cell === '' && failed.some((line) => line.startsWith(`${name} (`))
  await expect.poll(async () => (await otherwise()).filter((one) => !isNamed(one))).toEqual([])
  expect(await main().innerText()).not.toMatch(NO_FIGURE)
  const some = await gridRows(desk.page, overview.tableLabel)

  service.setFaults([])
  await main().getByRole('button', { name: overview.download.resume }).click()
  await main()
    .getByText(/requests failed/)
    .waitFor({ state: 'hidden' })
  // What does not add up, such as a rate, was left empty and is there now.
  const empty = (rows: string[][]) => rows.flat().filter((cell) => cell === '').length
  await expect
    .poll(async () => empty(await gridRows(desk.page, overview.tableLabel)))
    .toBeLessThan(empty(some))
  const whole = await settled(() => gridRows(desk.page, overview.tableLabel))

  spoil({ name: 'players', change: 'delete', path: '0.name' })
  await download()
  await main()
    .getByText(/1 of \d+ requests failed/)
    .waitFor()
  expect((await problems()).join('\n')).toMatch(/the account.*0\.name/)
  await expect.poll(() => gridRows(desk.page, overview.tableLabel)).toEqual(whole)
})

test('rankings with an invalid response show one error in place of the tables', async () => {
  const { page, service } = desk
  const bad: Spoil = { name: 'leaderboard', change: 'null', path: '0.leaderboards.0.uniq_plays' }
  const text = texts.en.leaderboard
  await openByName(page, 'leaderboard')
  spoil(bad)
  await page.getByRole('button', { name: text.company.enter }).click()
  await page.getByRole('textbox', { name: text.company.label }).fill(service.company_id)
  await page.getByRole('button', { name: text.company.save }).click()
  const alert = main().getByRole('alert')
  await alert.first().waitFor()
  expect(await alert.count()).toBe(1)
  saysShape(await alert.innerText(), bad.path)
  expect(await page.getByRole('grid').count()).toBe(0)
  service.setFaults([])
  await alert.getByRole('button', { name: texts.en.ui.notice.retry }).click()
  for (const name of Object.values(text.event)) await page.getByRole('grid', { name }).waitFor()
  expect(await main().innerText()).not.toMatch(NO_FIGURE)
  await olderStays({ ...bad, path: '0.leaderboards' }, text.event.started, texts.en.block.refresh)
})

test('an invalid quota response shows an error and no gauge; a valid one is kept with its age', async () => {
  const { page, service } = desk
  const text = texts.en.activity.quota
  const bad: Spoil = { name: 'quotaUsage', change: 'retype', path: 'quotas.0.queries.used' }
  spoil(bad)
  await page.keyboard.press('Alt+2')
  await page.getByRole('heading', { name: `${text.title}: Acme` }).waitFor()
  const alert = main().getByRole('alert')
  const gauges = main().getByRole('progressbar', { name: new RegExp(`^${text.queries}: `) })
  await alert.waitFor()
  saysShape(await alert.innerText(), bad.path)
  expect(await gauges.count()).toBe(0)
  service.setFaults([])
  await page.getByRole('button', { name: text.refresh }).click()
  await alert.waitFor({ state: 'hidden' })
  await gauges.first().waitFor()

  for (const spoiled of [bad, { ...bad, path: 'quotas.0.interval_ends_at' }]) {
    spoil(spoiled)
    await page.getByRole('button', { name: text.refresh }).click()
    await main().getByText(notNewer(spoiled.path)).waitFor()
    expect(await gauges.count()).toBeGreaterThan(0)
    expect(await main().innerText()).not.toMatch(NO_FIGURE)
  }
  service.setFaults([])
  await page.getByRole('button', { name: text.refresh }).click()
  await main().getByText('could not be refreshed').waitFor({ state: 'hidden' })
})
