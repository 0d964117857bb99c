import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openReportFile, packReport } from '../../src/main/features/reports/container.ts'
import type { Player } from '../../src/shared/api/player.ts'
import type { DayStatistics } from '../../src/shared/api/statistics.ts'
import type { TrafficStatistics } from '../../src/shared/api/traffic.ts'
import type { Answer } from '../../src/shared/features/analytics/answer.ts'
import {
  dashboardRequests,
  requestsAbout,
  trafficRequests,
} from '../../src/shared/features/analytics/requests.ts'
import type { ReportDocument } from '../../src/shared/features/reports/report.ts'
import { mostPlayed, sortedValues } from '../../src/shared/features/traffic/traffic-retention.ts'
import { addDays, todayIn } from '../../src/shared/time/period.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { newFolder } from '../support/folder.ts'
import { chooseFile } from '../support/launch.ts'
import { pitchedPlayer } from '../support/pick.ts'
import { openByName } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.reportsCompare
const library = texts.en.reports
const ZONE = 'UTC'
const SOURCE = 'utm_source'
const end = addDays(todayIn(ZONE, testClock.now()), -1)
const period = { start: addDays(end, -20), end }
const folder = newFolder()
let window: Connected
let document: ReportDocument

beforeAll(async () => {
  window = await openConnected({
    players: 4,
    days: 60,
    plan: 'enterprise',
    limits: { queriesPerMinute: 6000 },
  })
  const { app, page, account_id } = window
  const { value } = await asked<Answer<Player[]>>(page, ['analytics', 'players'], { account_id })
  const player = value.find(({ id }) => id === pitchedPlayer(window.service).id)
  if (!player) throw new Error('no player with a pitch')
  const requests = [
    ...dashboardRequests(player, period, ZONE),
    requestsAbout(player, period, ZONE).statsByDay,
  ].map(({ name, input }) => ({ noun: 'analytics', verb: name, input: { ...input, account_id } }))
  for (const { noun, verb, input } of requests) await asked(page, [noun, verb], input)
  const id = await asked<string>(page, ['reports', 'freeze'], {
    ...{ screen: 'player', title: 'As it was', account_id, group: null, filters: {} },
    ...{ player_id: player.id, player_ids: [player.id], period, comparison: null },
    calls: [{ noun: 'analytics', verb: 'players', input: { account_id } }, ...requests],
  })
  const file = path.join(folder, 'first.cuepoint')
  await chooseFile(app, file)
  await asked(page, ['reports', 'save'], { id })
  document = (await openReportFile(file)).document
})

afterAll(async () => {
  await window.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** A report of the player's traffic by source, with each value's retention, from what was just asked. */
async function freezeTraffic() {
  const { page, account_id } = window
  const { player, period: days } = document.about
  if (!player || !days) throw new Error('the report is of no player')
  const words = requestsAbout(player, days, ZONE)
  const stats = await asked<Answer<TrafficStatistics[]>>(page, ['analytics', 'trafficStats'], {
    ...words.trafficStats(SOURCE).input,
    account_id,
  })
  const values = sortedValues(mostPlayed(stats.value))
  const calls = [
    ...trafficRequests(player, days, ZONE),
    words.userEngagementByOrigin(SOURCE, values),
  ].map(({ name, input }) => ({ noun: 'analytics', verb: name, input: { ...input, account_id } }))
  for (const { noun, verb, input } of calls) await asked(page, [noun, verb], input)
  await asked(page, ['reports', 'freeze'], {
    ...{ screen: 'traffic', title: 'Traffic as it was', account_id, group: null, filters: {} },
    ...{ player_id: player.id, player_ids: [player.id], period: days, comparison: null },
    calls: [
      { noun: 'analytics', verb: 'players', input: { account_id } },
      ...calls,
      { noun: 'annotations', verb: 'list', input: { account_id } },
    ],
  })
  return values
}

/** The same report as somebody else has it, whose first day was counted anew since. */
async function restated() {
  const other = structuredClone(document)
  other.about.title = 'As it is said now'
  other.about.madeAt += 60_000
  other.about.player = other.about.player && { ...other.about.player, pitch_time: 1 }
  for (const { value } of other.calls.filter(({ verb }) => verb === 'statsByDay')) {
    const [first] = (value as Answer<DayStatistics[]>).value
    if (first) first.total_started += 1234
  }
  return packReport({ document: other, tables: [], preview: null })
}

test('two reports are compared side by side, and their differences are marked and exported', async () => {
  const { app, page } = window
  const bytes = (await restated()).toString('base64')
  await asked(page, ['reports', 'take'], { name: 'sent.cuepoint', bytes })
  await openByName(page, 'reports', 'en')
  for (const title of ['As it was', 'As it is said now']) {
    await page.getByLabel(library.select.replace('{{title}}', title)).click()
  }
  await page.getByRole('button', { name: library.compare }).click()
  await page.getByRole('heading', { level: 1, name: text.title }).waitFor()
  await page.getByRole('region', { name: 'Report 1: As it was' }).waitFor()
  await page.getByRole('region', { name: 'Report 2: As it is said now' }).waitFor()
  await page.getByRole('row', { name: new RegExp(text.differing.pitch_time) }).waitFor()
  await page.getByRole('heading', { name: '1 day restated' }).waitFor()
  await page.getByRole('slider', { name: text.curvesLabel }).waitFor()

  const chooser = page.getByRole('combobox', { name: text.table })
  await chooser.selectOption({ label: 'Daily metrics (1 row differs)' })
  const rows = page.getByRole('region', { name: 'Daily metrics', exact: true }).locator('tbody tr')
  expect(await rows.count()).toBe(1)
  expect(await rows.first().innerText()).toContain(text.state.restated)
  const changed = rows.first().locator('[data-changed]')
  expect(await changed.innerText()).toMatch(/≠ [\d,]+ \(\+1,234\)/)

  await page.getByText(text.rowsOf.all).click()
  expect(await rows.count()).toBeGreaterThan(10)
  const overhang = await page
    .locator('main')
    .evaluate((main) => main.scrollWidth - main.clientWidth)
  expect(overhang).toBe(0)
  expect(await violations(page, 'main')).toEqual([])

  const file = path.join(folder, 'differences.csv')
  await chooseFile(app, file)
  await page.getByRole('button', { name: text.save }).click()
  await page.getByText(text.saved.replace('{{name}}', 'differences.csv')).waitFor()
  // Nobody chose a kind of file: it is the CSV for spreadsheets.
  expect(fs.readFileSync(file, 'utf8')).toMatch(/^\uFEFF[^]*1234/)
  await page.getByRole('button', { name: text.close }).click()
  await page.getByRole('button', { name: library.compare }).waitFor()
})

test('a traffic report compared with today shows both retention curves of a value and names new annotations', async () => {
  const { page, account_id } = window
  const values = await freezeTraffic()
  const fields = { player_id: null, period, text: 'A new source', tags: ['ads'] }
  await asked(page, ['annotations', 'add'], { account_id, fields })
  // The two that were compared are still chosen.
  for (const title of ['As it was', 'As it is said now', 'Traffic as it was']) {
    await page.getByLabel(library.select.replace('{{title}}', title), { exact: true }).click()
  }
  await page.getByRole('button', { name: library.compareToday }).click()
  await page.getByRole('row', { name: /: A new source$/ }).waitFor()
  const block = page.getByRole('region', {
    name: text.curvesBy.replace('{{query_key}}', SOURCE),
  })
  const chooser = block.getByRole('combobox', {
    name: text.valueOf.replace('{{query_key}}', SOURCE),
  })
  expect(await chooser.getByRole('option').allTextContents()).toEqual(values)
  await chooser.selectOption(values.at(-1) ?? '')
  await block.getByRole('slider', { name: text.curvesLabel }).waitFor()
  expect(await violations(page, 'main')).toEqual([])
  await page.getByRole('button', { name: text.close }).click()
})

/** The same report of days that it does not share, as many as given: each day moved into them. */
function ofEarlier(title: string, days: number) {
  const other = structuredClone(document)
  const moved = { start: addDays(period.start, -30), end: addDays(period.start, days - 31) }
  const text = JSON.stringify(other.calls).replaceAll(period.end, moved.end)
  other.calls = JSON.parse(text.replaceAll(period.start, moved.start))
  other.about = { ...other.about, title, period: moved, madeAt: other.about.madeAt - 60_000 }
  return packReport({ document: other, tables: [], preview: null })
}

test('days of different periods are matched by position when the periods are equally long; otherwise the screen says why not', async () => {
  const { page } = window
  const cases = [
    { title: 'Month before', days: 21, said: /share no days, so days are matched/, twoDates: true },
    {
      title: 'Week before',
      days: 7,
      said: /^No days are matched: .* 7 days, .* 21 days/,
      twoDates: false,
    },
  ]
  await page.getByRole('button', { name: library.clear }).click()
  for (const { title, days, said, twoDates } of cases) {
    const bytes = (await ofEarlier(title, days)).toString('base64')
    await asked(page, ['reports', 'take'], { name: 'sent.cuepoint', bytes })
    for (const one of ['As it was', title]) {
      await page.getByLabel(library.select.replace('{{title}}', one)).setChecked(true)
    }
    await page.getByRole('button', { name: library.compare }).click()
    const chooser = page.getByRole('combobox', { name: text.table })
    const daily = chooser.getByRole('option', { name: /^Daily metrics/ })
    await chooser.selectOption({ label: (await daily.textContent()) ?? '' })
    await page.getByText(said).waitFor()
    await page.getByText(text.rowsOf.all).click()
    const rows = page
      .getByRole('region', { name: 'Daily metrics', exact: true })
      .locator('tbody tr')
    const dates = await rows.first().getByRole('rowheader').innerText()
    expect(dates.includes('↔')).toBe(twoDates)
    await page.getByRole('button', { name: text.close }).click()
    await page.getByLabel(library.select.replace('{{title}}', title)).setChecked(false)
    await page.getByLabel(library.select.replace('{{title}}', 'As it was')).setChecked(false)
  }
})
