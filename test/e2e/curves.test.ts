import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ComparisonGroup } from '../../src/shared/api/comparison-group.ts'
import type { Engagement } from '../../src/shared/api/engagement.ts'
import type { CustomMetric } from '../../src/shared/api/event-counts.ts'
import type { Player } from '../../src/shared/api/player.ts'
import type { Statistics } from '../../src/shared/api/statistics.ts'
import { testsIn } from '../../src/shared/features/ab-tests/times.ts'
import { addDays, presetPeriod, todayIn } from '../../src/shared/time/period.ts'
import { videoTime } from '../../src/shared/time/time.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { startChanged, ZONE } from '../support/changed.ts'
import { testClock } from '../support/clock.ts'
import { emptyKeychain } from '../support/connect.ts'
import { hasFocus } from '../support/keyboard.ts'
import { finishedTest } from '../support/pick.ts'
import { quiet } from '../support/quiet.ts'
import { rawAnswer } from '../support/raw-answer.ts'
import { isProof } from '../support/scale.ts'
import { spills } from '../support/screens.ts'
import { workOffline } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const words = texts.en.compare
const trial = texts.en.seconds
// Days that are over: the sandbox goes on living while it is asked.
const WEEK = presetPeriod('lastWeek', todayIn(ZONE, testClock.now()))
const BEFORE = { start: addDays(WEEK.start, -7), end: addDays(WEEK.end, -7) }
const CHOICE = { custom: null, customComparison: null, excludesToday: false } as const
let desk: Awaited<ReturnType<typeof startChanged>>

beforeAll(async () => {
  await emptyKeychain()
  desk = await startChanged({
    playerPeriod: { preset: 'lastWeek', comparison: 'previous', ...CHOICE },
  })
})
afterAll(async () => {
  await desk.close()
  await desk.service.close()
  await emptyKeychain()
  fs.rmSync(desk.folder, { recursive: true, force: true })
})

const block = (name: string) => desk.page.getByRole('region', { name, exact: true })
const compare = () => block(words.title)

function raw<T>(path: string, more: object = {}, range = WEEK, player = desk.player) {
  return rawAnswer<T>(desk.service, path, {
    player_id: player.id,
    start_date: `${range.start} 00:00:00`,
    end_date: `${range.end} 23:59:59`,
    timezone: ZONE,
    video_duration: player.duration,
    ...more,
  })
}

/** Sessions at each second, counted the plain way. */
async function plainCurve(range = WEEK, player: Pick<Player, 'id' | 'duration'> = desk.player) {
  const answer = await raw<Engagement>('/times/user_engagement', {}, range, player as never)
  const from = (second: number) =>
    answer.grouped_timed.reduce(
      (sum, { timed, total_users }) => (timed >= second ? sum + total_users : sum),
      0,
    )
  return { from, all: from(0) }
}

/** Each curve of the list says how many sessions it has once it is read. */
const allCurvesRead = (count: number) =>
  expect
    .poll(() =>
      compare()
        .getByText(/ sessions$/)
        .count(),
    )
    .toBe(count)

const truncated = (part: number, whole: number) => Math.floor((part * 10_000) / whole) / 100

async function tableRow(index: number) {
  const row = compare().getByRole('grid').getByRole('row').nth(index)
  return row.getByRole('gridcell').or(row.getByRole('rowheader')).allTextContents()
}

/** A figure as it is read off the screen, which writes a true minus. */
const figureIn = (cell = '') => Number.parseFloat(cell.replace('−', '-'))

test('another player’s curve is added by keyboard, with the difference to the first at each second', async () => {
  const { page } = desk
  await compare().getByRole('slider').waitFor()
  await expect.poll(() => compare().getByRole('listitem').count()).toBe(2)
  const players = await rawAnswer<Player[]>(desk.service, '/players/list')
  // Some players were played by nobody in a week.
  const others = players.filter(({ id }) => id !== desk.player.id)
  const curves = await Promise.all(others.map((player) => plainCurve(WEEK, player)))
  const other = others[curves.findIndex(({ all }) => all > 0)]
  if (!other) throw new Error('no other player was played')
  await compare().getByRole('button', { name: words.add }).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: words.kindName.player, exact: true })
    .check({ force: true })
  const field = page.getByRole('dialog').getByRole('combobox', { name: words.kindName.player })
  await field.fill(other.name)
  await page.getByRole('option', { name: other.name }).waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
  await page.getByRole('button', { name: words.addIt, exact: true }).press('Enter')
  await allCurvesRead(3)
  await compare()
    .getByRole('radio', { name: texts.en.block.view.table, exact: true })
    .check({ force: true })
  await compare().getByRole('grid').waitFor()
  const [own, before, theirs] = await Promise.all([
    plainCurve(),
    plainCurve(BEFORE),
    plainCurve(WEEK, other),
  ])
  for (const second of [0, 4]) {
    const cells = (await tableRow(second + 1)).map((cell) => cell.trim())
    const shares = [own, before, theirs].map(({ from, all }) => truncated(from(second), all))
    const figures = [own, before, theirs].flatMap(({ from }, index) => [
      from(second).toLocaleString('en-US'),
      `${shares[index]?.toFixed(2)}%`,
    ])
    expect(cells.slice(0, 7)).toEqual([videoTime(second), ...figures])
    const points = (index: number) => Number(shares[index]) - Number(shares[0])
    expect(figureIn(cells[7])).toBeCloseTo(points(1), 6)
    expect(figureIn(cells[8])).toBeCloseTo(points(2), 6)
  }
  await compare()
    .getByRole('radio', { name: texts.en.block.view.chart, exact: true })
    .check({ force: true })
})

test('by pitch the cursor is at the pitch on every curve, and by percent the legend describes the band', async () => {
  const { page } = desk
  await compare()
    .getByRole('radio', { name: words.byName.pitch, exact: true })
    .check({ force: true })
  const slider = compare().getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  const value = async () => Number(await slider.getAttribute('aria-valuenow'))
  await expect.poll(value).toBeLessThanOrEqual(-desk.player.pitch_time)
  const first = await value()
  for (let step = 0; step < Math.floor(-first / 60); step++) await page.keyboard.press('PageUp')
  for (let step = 0; step < -first % 60; step++) await page.keyboard.press('ArrowRight')
  const { from, all } = await plainCurve()
  const share = truncated(from(desk.player.pitch_time), all).toFixed(2)
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toContain(words.atPitch)
  expect(await slider.getAttribute('aria-valuetext')).toContain(`${share}%`)
  await compare()
    .getByRole('radio', { name: words.byName.percent, exact: true })
    .check({ force: true })
  const [start = ''] = words.bandFew.split('{{')
  const [grey = ''] = words.bandNote.split('{{')
  await compare().getByText(start).or(compare().getByText(grey)).waitFor()
})

test('a trial pitch shows the service’s figures for it, sends no request, and is reset by one key', async () => {
  const { page, service, player } = desk
  const range = page.getByRole('slider', { name: trial.trial, exact: true })
  const field = page.getByRole('textbox', { name: trial.trialTime })
  await quiet(page)
  await range.press('Enter')
  await field.fill('0:01')
  await field.press('Escape')
  await field.waitFor({ state: 'detached' })
  expect(await range.inputValue()).toBe(String(player.pitch_time))
  await range.press('Enter')
  // Who watches now is asked every half minute.
  const asks = () => service.log.filter(({ path }) => path !== '/sessions/live_users').length
  const before = asks()
  await field.fill('99:99')
  await field.press('Enter')
  await page.getByText(trial.trialBad.split('{{')[0] ?? '').waitFor()
  expect(await field.inputValue()).toBe('99:99')
  const second = Math.floor(player.duration / 3)
  await field.fill(videoTime(second))
  await field.press('Enter')
  const table = page.getByRole('table', { name: trial.trialTable })
  await table.waitFor()
  expect(asks()).toBe(before)
  const told = await raw<Statistics>('/sessions/stats', { pitch_time: second })
  const row = async (name: string) =>
    await table
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
      .allTextContents()
  await expect
    .poll(async () => (await row(trial.over))[1])
    .toBe(told.total_over_pitch.toLocaleString('en-US'))
  expect((await row(trial.under))[1]).toBe(told.total_under_pitch.toLocaleString('en-US'))
  expect((await row(trial.rate))[1]).toBe(`${told.over_pitch_rate}%`)
  await page.getByText(trial.trialNote).waitFor()
  expect(await hasFocus(range)).toBe(true)
  await page.keyboard.press('ArrowRight')
  expect(await range.inputValue()).toBe(String(second + 1))
  await page.keyboard.press('Escape')
  await table.waitFor({ state: 'hidden' })
  expect(await range.inputValue()).toBe(String(player.pitch_time))
})

test('key moments, marks and call-to-action windows are listed with exact figures', async () => {
  const seconds = block(trial.title)
  const { from, all } = await plainCurve()
  const held = `${truncated(from(30), all).toFixed(2)}% reached 0:30`
  await seconds.getByText(held).waitFor()
  const metrics = await raw<CustomMetric[]>('/custom_metrics/list')
  for (const { name, users_above } of metrics) {
    const row = seconds.getByRole('row').filter({ hasText: name })
    const users = users_above.toLocaleString('en-US')
    await expect.poll(() => row.first().textContent()).toContain(users)
  }
  const actions = desk.service.video.read(desk.player.id).call_actions?.items ?? []
  expect(actions.length).toBeGreaterThan(0)
  const grid = seconds.getByRole('region', { name: trial.calls }).getByRole('grid')
  await expect.poll(() => grid.getByRole('row').count()).toBe(actions.length + 1)
  const start = actions.map(({ window }) => window?.start ?? 0).sort((a, b) => a - b)[0] ?? 0
  await expect
    .poll(() => grid.getByRole('row').nth(1).textContent())
    .toContain(from(start).toLocaleString('en-US'))
})

test('offline the stored curves stay, and a curve that is not stored says so', async () => {
  const { page, service } = desk
  await workOffline(page, true)
  await compare()
    .getByRole('button', { name: words.remove.split('{{')[0] ?? '' })
    .last()
    .click()
  await compare().getByRole('button', { name: words.add }).click()
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: words.kindName.segment, exact: true })
    .check({ force: true })
  await page.getByRole('dialog').getByRole('combobox', { name: words.value }).click()
  await page.getByRole('dialog').locator('[data-combobox-option]').first().click()
  await page.getByRole('button', { name: words.addIt, exact: true }).click()
  await expect.poll(() => compare().getByRole('listitem').count()).toBe(3)
  await compare().getByRole('alert').waitFor()
  await compare().getByRole('slider').waitFor()
  // It may also be asked for again by itself: it is not answered before the button was pressed.
  const release = service.hold('/times/user_engagement_by_field')
  await workOffline(page, false)
  await compare().getByRole('alert').getByRole('button').click()
  release()
  await compare().getByRole('alert').waitFor({ state: 'hidden' })
  await allCurvesRead(3)
})

test('the values with most plays have small charts of their days, at most six', async () => {
  const days = block(texts.en.byDay.title)
  await days.getByRole('listitem').getByRole('img').first().waitFor()
  const pictures = days.getByRole('listitem').getByRole('img')
  await expect.poll(() => pictures.count()).toBeGreaterThan(1)
  expect(await pictures.count()).toBeLessThanOrEqual(6)
})

test('the curve of a variant of a finished test ends with the test', async () => {
  const { page, service } = desk
  const { id, name, players } = finishedTest(service)
  await compare().getByRole('button', { name: words.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: words.kindName.arm, exact: true }).check({ force: true })
  const field = dialog.getByRole('combobox', { name: words.arm })
  const arm = `${name}: ${players[0]?.name ?? ''}`
  await field.fill(arm)
  // There are none until the list of tests is read.
  await page.getByRole('option', { name: arm }).waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
  await page.getByRole('button', { name: words.addIt, exact: true }).press('Enter')
  await allCurvesRead(4)
  const value = await rawAnswer<ComparisonGroup[]>(service, '/comparison_groups/list', {})
  const groups = testsIn({ value }, ZONE).value
  const end = groups.find((group) => group.id === id)?.finished_at
  const sent = service.log.filter(({ path }) => path === '/comparison_groups/stats')
  expect(sent.map(({ body }) => JSON.parse(body))).toMatchObject([
    { items: [{ end_date: end }], timezone: ZONE },
  ])
})

test.runIf(isProof)(
  'in Portuguese and dark, at 1024, nothing is cut off and axe finds nothing',
  async () => {
    const { page } = desk
    await page.setViewportSize({ width: 1024, height: 800 })
    await asked(page, ['app', 'prefer'], { language: 'pt-BR', theme: 'dark' })
    await page.reload()
    await page
      .getByRole('region', { name: texts['pt-BR'].player.block.timeline })
      .getByRole('slider')
      .first()
      .waitFor()
    await page
      .getByRole('region', { name: texts['pt-BR'].compare.title })
      .getByRole('slider')
      .waitFor()
    expect(await violations(desk.page)).toEqual([])
    expect(await spills(page)).toEqual([])
  },
)
