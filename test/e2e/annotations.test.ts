import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DayStatistics, FieldStatistics, Statistics } from '../../src/shared/api/statistics.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { AGES, dayAgo, startChanged, ZONE } from '../support/changed.ts'
import { emptyKeychain } from '../support/connect.ts'
import { quiet } from '../support/quiet.ts'
import { rawAnswer } from '../support/raw-answer.ts'
import { workOffline } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.changes
const filter = texts.en.dryRun
let desk: Awaited<ReturnType<typeof startChanged>>

beforeAll(async () => {
  await emptyKeychain()
  desk = await startChanged()
})
afterAll(async () => {
  await desk.close()
  await desk.service.close()
  await emptyKeychain()
  fs.rmSync(desk.folder, { recursive: true, force: true })
})

const dialog = () => desk.page.getByRole('dialog')
const mark = (name: RegExp) =>
  desk.page
    .locator('li > button[aria-label]')
    .filter({ visible: true })
    .and(desk.page.getByRole('button', { name }))
const entries = () => desk.page.getByRole('region', { name: text.title }).getByRole('button')
const run = () => desk.page.getByRole('region', { name: filter.title })

function raw<T>(path: string, range: { start: string; end: string }, more: object = {}) {
  const { service, player } = desk
  return rawAnswer<T>(service, path, {
    player_id: player.id,
    start_date: `${range.start} 00:00:00`,
    end_date: `${range.end} 23:59:59`,
    timezone: ZONE,
    pitch_time: player.pitch_time,
    video_duration: player.duration,
    ...more,
  })
}

async function figuresOf(name: string): Promise<string[]> {
  const row = dialog().getByRole('row', { name: new RegExp(`^${name} `) })
  return row.getByRole('cell').allTextContents()
}

test('each published change is marked on the trend, and a moved time also on the timeline', async () => {
  // A drawing outside of the window is drawn, with its marks, when it comes near.
  const { timeline, trend } = texts.en.player.block
  const block = (name: string) => desk.page.getByRole('region', { name, exact: true })
  await block(timeline).scrollIntoViewIfNeeded()
  const moved = block(timeline).getByRole('button', { name: /Appears at: 1:40 → 0:45$/ })
  await moved.waitFor()
  await block(trend).scrollIntoViewIfNeeded()
  await mark(/^Change of .*Text on the button: Buy → Buy today$/).waitFor()
  await expect.poll(() => mark(/Text on the button/).count()).toBe(1)
  await expect.poll(() => mark(/Appears at: 1:40 → 0:45$/).count()).toBe(2)
  await expect.poll(() => entries().count()).toBe(3)
})

test('a mark opened by keyboard shows its change, with figures of exactly the days before and after', async () => {
  const { page } = desk
  await mark(/Text on the button/).focus()
  await page.keyboard.press('Enter')
  await dialog().getByText(text.card.posted).waitFor()
  await dialog().getByText(ZONE, { exact: false }).first().waitFor()
  const after = { start: dayAgo(AGES.late - 1), end: dayAgo(1) }
  const before = { start: dayAgo(AGES.late + 6), end: dayAgo(8) }
  const [was, is] = await Promise.all(
    [before, after].map((range) => raw<Statistics>('/sessions/stats', range)),
  )
  await expect
    .poll(async () => (await figuresOf('Views')).slice(0, 2))
    .toEqual([was, is].map((row) => row?.total_viewed.toLocaleString('en-US')))
  await expect
    .poll(async () => (await figuresOf('Play rate')).slice(0, 2))
    .toEqual([`${was?.play_rate}%`, `${is?.play_rate}%`])
  expect(await dialog().locator('[data-age]').count()).toBe(2)
  await dialog().getByText(text.note.cause).waitFor()
  await dialog().getByText(text.note.fewer).waitFor()
  await dialog()
    .getByText(/^3 days after the change may still grow/)
    .waitFor()
  expect(await violations(desk.page, '#overlays')).toEqual([])
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  const focused = page.locator(':focus')
  await expect.poll(() => focused.getAttribute('aria-label')).toContain('Text on the button')
})

test('a change names the other changes that lie within the compared days', async () => {
  const { page } = desk
  await entries().nth(1).click()
  await dialog().getByText(text.note.othersNone).waitFor()
  const days = text.card.days.replace('{{count}}', '14')
  await dialog().getByRole('radio', { name: days, exact: true }).check({ force: true })
  // Sixteen days ago there are fifteen whole days since: two weeks, which hold the other change.
  await dialog().getByText(text.note.others).waitFor()
  await dialog()
    .getByText(/Text on the button: Buy → Buy today · Published/)
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
})

test('offline a change names the days that are not downloaded, and sums only additive figures', async () => {
  const { page } = desk
  await quiet(page)
  await workOffline(page, true)
  const { service } = desk
  const before = service.log.length
  await entries().last().click()
  const needed = { before: dayAgo(AGES.first + 7), after: dayAgo(AGES.first - 1) }
  await dialog()
    .getByText(/^Not downloaded: /)
    .waitFor()
  await dialog().getByText(text.note.sumsOnly).waitFor()
  const days = await raw<DayStatistics[]>('/sessions/stats_by_day', {
    start: needed.after,
    end: dayAgo(AGES.first - 7),
  })
  const views = days.reduce((sum, { total_viewed }) => sum + total_viewed, 0)
  await expect
    .poll(async () => (await figuresOf('Views')).slice(0, 2))
    .toEqual([
      expect.stringContaining(texts.en.missing.nothing['not-downloaded']),
      views.toLocaleString('en-US'),
    ])
  await expect
    .poll(async () => (await figuresOf('Play rate'))[1])
    .toContain(texts.en.missing.nothing['needs-period'])
  // One is this test's own.
  expect(service.log.length).toBe(before + 1)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await workOffline(page, false)
})

test('the dry run follows the edited filter without a new request', async () => {
  const { page, service } = desk
  await page.keyboard.press('Alt+6')
  await page.getByRole('tab', { name: 'Traffic filter' }).click()
  await run().waitFor()
  await quiet(page)
  const sent = () => service.log.filter(({ path }) => path.includes('stats_by_field')).length
  const before = sent()
  for (const name of ['Countries', 'Devices']) {
    const field = page.getByRole('group', { name, exact: true })
    await field.getByRole('combobox').fill(name === 'Countries' ? 'BR' : 'mobile')
    await field.getByRole('combobox').press('Enter')
  }
  const countries = run().getByRole('row', { name: /^Countries only/ })
  await countries.waitFor()
  expect(sent()).toBe(before)
  const range = { start: dayAgo(89), end: dayAgo(0) }
  const rows = await raw<FieldStatistics[]>('/sessions/stats_by_field', range, { field: 'country' })
  const viewsOf = (all: FieldStatistics[]) => all.reduce((sum, row) => sum + row.total_viewed, 0)
  const away = viewsOf(rows.filter(({ grouped_field }) => grouped_field !== 'Brazil'))
  const cell = await countries.getByRole('cell').first().textContent()
  const [told, all] = [...(cell ?? '').matchAll(/[\d,]+/g)].map(([n]) => Number(n.replace(',', '')))
  // The sandbox goes on living while it is asked, so today may have grown by a few.
  expect(Math.abs((told ?? 0) - away)).toBeLessThan(15)
  expect(Math.abs((all ?? 0) - viewsOf(rows))).toBeLessThan(25)
  const devices = run().getByRole('row', { name: /^Devices only/ })
  await expect.poll(() => devices.textContent()).toContain(filter.missing)
  await run().getByRole('button', { name: filter.ask }).click()
  await devices.getByText(/ of /).first().waitFor()
  expect(sent()).toBe(before + 2)
  expect(await violations(desk.page, 'main')).toEqual([])
})

test('a change that was posted and confirmed is on the charts at once with its note, without figures to compare yet', async () => {
  const { page, account_id, player } = desk
  const filter = { group: 'traffic_filter', item_id: null, register: 'countries' }
  const noted = { kind: 'note', ...filter, note: 'Only Brazil for now' }
  const edits = [{ video_id: player.id, changes: [noted] }]
  await asked(page, ['edits', 'save'], { account_id, edits })
  await asked(page, ['edits', 'post'], { account_id, video_ids: [player.id] })
  await page.keyboard.press('Alt+4')
  await expect.poll(() => entries().count()).toBe(4)
  await expect.poll(() => entries().first().innerText()).toContain('(Only Brazil for now)')
  await entries().first().click()
  await dialog().getByText(text.card.posted).waitFor()
  await dialog().getByText('Traffic filter · Countries: empty → BR').waitFor()
  await dialog().getByText('Only Brazil for now', { exact: true }).waitFor()
  await dialog().getByText(text.card.tooSoon).waitFor()
})
