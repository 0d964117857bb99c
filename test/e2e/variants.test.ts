import fs from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Headline } from '../../src/shared/api/variant.ts'
import type { Answer } from '../../src/shared/features/analytics/answer.ts'
import type { Preferences } from '../../src/shared/features/settings/preferences.ts'
import { addDays, todayIn, wireRange } from '../../src/shared/time/period.ts'
import { violations } from '../support/axe.ts'
import { accountsOn, asked } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { gridRows } from '../support/grid.ts'
import { chooseFile, type Launched, launch } from '../support/launch.ts'
import { openByName, tryDemo } from '../support/steps.ts'
import { choosePlayer, testedPlayer } from '../support/tested-player.ts'
import { texts } from '../support/texts.ts'

// The tests go on from each other: each needs what the one before it left.

const text = texts.en.variants
// Whole days that are over in UTC, so that nothing changes while it is compared.
const end = addDays(todayIn('UTC', testClock.now()), -1)
const period = { start: addDays(end, -89), end }
const playerPeriod: Preferences['playerPeriod'] = {
  preset: null,
  custom: period,
  excludesToday: false,
  comparison: 'none',
  customComparison: null,
}
const player = testedPlayer()
let folder: string
let account_id: string
let desk: Launched

const start = (preferences: Partial<Preferences> = {}) =>
  launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: {
      language: 'en',
      theme: 'light',
      fileKind: 'machine',
      playerPeriod,
      ...preferences,
    },
  })

beforeAll(async () => {
  folder = await downloadedDemo()
  desk = await start()
  await tryDemo(desk.page)
  const [account] = await accountsOn(desk.page)
  account_id = account?.id ?? ''
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const region = (name: string) => desk.page.getByRole('region', { name })

test('the headlines of a player are the service’s own, in days of UTC, each with a verdict', async () => {
  const { page } = desk
  await openByName(page, 'variants')
  await choosePlayer(page, player.name)
  await page.getByRole('grid', { name: text.block.headlines }).waitFor()
  await region(text.block.headlines).getByText(text.utc, { exact: true }).waitFor()
  const { value } = await asked<Answer<Headline[]>>(page, ['analytics', 'headlines'], {
    account_id,
    player_id: player.id,
    ...wireRange(period),
    video_duration: player.duration,
    pitch_time: player.pitch_time,
  })
  const written = (count: number) => count.toLocaleString('en-US')
  // Until the window has followed, the rows are still those of the player before.
  await expect
    .poll(async () =>
      (await gridRows(page, text.block.headlines)).map((row) => [row[0], ...row.slice(3, 7)]),
    )
    .toEqual(
      value.map(({ number, views, plays, clicks, conversions }) =>
        [number, views, plays, clicks, conversions].map(written),
      ),
    )
  const rows = await gridRows(page, text.block.headlines)
  expect(rows[0]?.[1]).toBe('baseline')
  expect(rows[1]?.[1]).toMatch(/^(collect more data|better|worse|no difference|leans \w+)$/)
})

test('any row can be the baseline of the comparison', async () => {
  const pick = region(text.block.headlines).getByLabel(text.base)
  await pick.selectOption('2')
  await expect
    .poll(async () => (await gridRows(desk.page, text.block.headlines))[1]?.[1])
    .toBe('baseline')
  await pick.selectOption('1')
  await expect
    .poll(async () => (await gridRows(desk.page, text.block.headlines))[0]?.[1])
    .toBe('baseline')
})

test('verdicts follow the guardrails last set for an A/B test', async () => {
  const { page } = desk
  const verdicts = async () =>
    (await gridRows(page, text.block.headlines)).map((row) => row[1]).filter((word) => word)
  const before = await verdicts()
  await page.keyboard.press('Alt+8')
  const tests = page.getByRole('grid', { name: texts.en.abTests.title })
  await tests.getByText('finished', { exact: true }).first().click()
  const days = page.getByRole('textbox', { name: texts.en.abTests.guardrails.days })
  const first = page.getByRole('button', { name: 'Play rate' })
  await days.or(first).first().waitFor()
  if (await first.isVisible()) await first.click()
  await days.fill('365')
  await days.press('Enter')
  await openByName(page, 'variants')
  await region(text.block.headlines)
    .getByText(/needs 365 full days/)
    .waitFor()
  await expect
    .poll(async () => new Set(await verdicts()))
    .toEqual(new Set(['baseline', 'collect more data']))
  await page.keyboard.press('Alt+8')
  await page.getByRole('button', { name: texts.en.abTests.guardrails.reset }).click()
  await openByName(page, 'variants')
  await expect.poll(async () => new Set(await verdicts())).toEqual(new Set(before))
})

test('speeds are drawn as bars that the keyboard can read', async () => {
  const speeds = region(text.block.turbo)
  const bars = speeds.getByRole('slider')
  await bars.focus()
  await desk.page.keyboard.press('End')
  await expect.poll(() => bars.getAttribute('aria-valuetext')).toMatch(/^[\d.]+×: [\d.]+%$/)
  await speeds.getByText(text.generic).waitFor()
})

test('the video’s active autoplay and its mode are shown beside the rows', async () => {
  await region(text.block.smartAutoplays)
    .getByText(/^Video settings now: mode (single|A\/B test), active autoplay \w+/)
    .waitFor()
})

test('the CSV has the rows of the screen, compared with the same baseline', async () => {
  const file = path.join(folder, 'headlines.csv')
  await chooseFile(desk.app, file)
  await region(text.block.headlines).getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  const rows = await gridRows(desk.page, text.block.headlines)
  const { data } = Papa.parse<Record<string, string>>(fs.readFileSync(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  expect(data.map(({ number, views }) => [number, views])).toEqual(
    rows.map((row) => [row[0], row[3]?.replaceAll(',', '')]),
  )
  const verdicts = data.map((row) => row['play_rate_verdict'])
  expect(verdicts.filter((verdict) => verdict === 'base')).toHaveLength(1)
  expect(verdicts.indexOf('base')).toBe(rows.findIndex((row) => row[1] === 'baseline'))
})

test('a player that the service does not know is shown as unknown, and the list of players is checked', async () => {
  await desk.close()
  const place = {
    screen: 'variants',
    account_id,
    player_id: 'f'.repeat(24),
    video_id: null,
  } as const
  desk = await start({ isOffline: false, place })
  const unknown = desk.page.getByText(new RegExp(`^${text.unknown}`))
  await expect.poll(() => unknown.count()).toBe(3)
  await desk.page.getByRole('button', { name: text.check }).first().click()
  await desk.page.getByText(text.unlisted).first().waitFor()
  expect(await violations(desk.page)).toEqual([])
})
