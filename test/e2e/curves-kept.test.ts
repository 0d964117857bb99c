import fs from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engagement } from '../../src/shared/api/engagement.ts'
import type { CurvesView } from '../../src/shared/features/player/curves/view.ts'
import { presetPeriod, todayIn } from '../../src/shared/time/period.ts'
import { videoTime } from '../../src/shared/time/time.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { startChanged, ZONE } from '../support/changed.ts'
import { testClock } from '../support/clock.ts'
import { emptyKeychain } from '../support/connect.ts'
import { launch } from '../support/launch.ts'
import { rawAnswer } from '../support/raw-answer.ts'
import { spills } from '../support/screens.ts'
import { settled } from '../support/settled.ts'
import { texts } from '../support/texts.ts'

const words = texts.en.compare
const seconds = texts.en.seconds
const WEEK = presetPeriod('lastWeek', todayIn(ZONE, testClock.now()))
const CHOICE = { custom: null, customComparison: null, excludesToday: false } as const
const ARM_STATS = '/comparison_groups/stats'
let desk: Awaited<ReturnType<typeof startChanged>>
let page: Page
let closeAgain = async () => {}

beforeAll(async () => {
  await emptyKeychain()
  desk = await startChanged({
    playerPeriod: { preset: 'lastWeek', comparison: 'previous', ...CHOICE },
  })
  page = desk.page
})
afterAll(async () => {
  await closeAgain()
  await desk.service.close()
  await emptyKeychain()
  fs.rmSync(desk.folder, { recursive: true, force: true })
})

const compare = () => page.getByRole('region', { name: words.title, exact: true })
const marks = () => page.getByRole('region', { name: seconds.metrics, exact: true })
const trialTable = () => page.getByRole('table', { name: seconds.trialTable })
const curves = () => compare().getByRole('listitem').allTextContents()
const field = (name: string) => page.getByRole('textbox', { name, exact: true })

/** What the cursor says some pages of the axis after its beginning. */
async function spokenAt(steps: number) {
  const slider = compare().getByRole('slider')
  await slider.focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < steps; step++) await page.keyboard.press('PageUp')
  return slider.getAttribute('aria-valuetext')
}

test('an A/B arm without engagement shows a message, and is drawn after a refresh', async () => {
  await compare().getByRole('slider').waitFor()
  desk.service.setFaults([
    { match: { path: ARM_STATS }, action: { kind: 'lookup-gap', item: 'every' } },
  ])
  await compare().getByRole('button', { name: words.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(words.kindName.arm, { exact: true }).click()
  await dialog.getByRole('combobox', { name: words.arm }).click()
  await dialog.locator('[data-combobox-option]').first().click()
  await page.getByRole('button', { name: words.addIt, exact: true }).click()
  const [zeroed = ''] = words.zeroed.split('{{')
  await compare().getByText(zeroed).waitFor()
  await expect.poll(() => compare().getByRole('listitem').count()).toBe(3)
  expect((await curves())[2]).not.toMatch(/ sessions/)
  await compare().getByText(words.armNote).waitFor()
  desk.service.setFaults([])
  await compare().getByRole('button', { name: words.askAgain }).click()
  await compare().getByText(zeroed).waitFor({ state: 'hidden' })
  await expect.poll(async () => (await curves())[2]).toMatch(/ sessions/)
})

test('a marker is in the table and in its lane, an invalid time stays in the field, and undo removes the marker', async () => {
  await field(seconds.markTime).fill('99:59:59')
  await field(seconds.markName).fill('Lead')
  await field(seconds.markName).press('Enter')
  await marks().getByRole('alert').waitFor()
  expect(await field(seconds.markTime).inputValue()).toBe('99:59:59')
  await field(seconds.markTime).fill('0:20')
  await field(seconds.markTime).press('Enter')
  const row = marks().getByRole('grid').getByRole('row').filter({ hasText: 'Lead' })
  await row.waitFor()
  await expect.poll(() => field(seconds.markTime).inputValue()).toBe('')
  const { service, player } = desk
  const { grouped_timed } = await rawAnswer<Engagement>(service, '/times/user_engagement', {
    player_id: player.id,
    start_date: `${WEEK.start} 00:00:00`,
    end_date: `${WEEK.end} 23:59:59`,
    timezone: ZONE,
    video_duration: player.duration,
  })
  const from = (second: number) =>
    grouped_timed.reduce(
      (sum, { timed, total_users }) => (timed >= second ? sum + total_users : sum),
      0,
    )
  const share = (Math.floor((from(20) * 10_000) / from(0)) / 100).toFixed(2)
  await expect.poll(() => row.textContent()).toContain(from(20).toLocaleString('en-US'))
  expect(await row.textContent()).toContain(`${share}%`)
  await page.getByTitle(`Lead · ${share}%`).waitFor()
  await page.getByRole('button', { name: seconds.undoMark }).click()
  await row.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: seconds.redoMark }).click()
  await row.waitFor()
  await page.keyboard.press('Control+z')
  await row.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+Shift+z')
  await row.waitFor()
  await compare().getByRole('button', { name: words.add }).focus()
  await page.keyboard.press('Control+z')
  const { account_id } = desk
  const kept = await asked<object>(page, ['markers', 'ofAccount'], { account_id })
  expect(JSON.stringify(kept)).toContain('Lead')
  expect(await violations(page)).toEqual([])
  expect(await spills(page)).toEqual([])
})

test('after a restart without the service the same curves, alignment, trial pitch and marks are shown', async () => {
  const trial = Math.floor(desk.player.duration / 3)
  await page.getByRole('slider', { name: seconds.trial, exact: true }).press('Enter')
  await field(seconds.trialTime).fill(videoTime(trial))
  await field(seconds.trialTime).press('Enter')
  const tried = await settled(() => trialTable().textContent())
  const view = (name: string) =>
    page
      .getByRole('region', { name: texts.en.player.block.timeline, exact: true })
      .getByText(name, { exact: true })
  await view(texts.en.block.view.table).click()
  await trialTable().waitFor({ state: 'hidden' })
  await view(texts.en.block.view.chart).click()
  await expect.poll(() => trialTable().textContent()).toBe(tried)
  await compare().getByText(words.byName.percent, { exact: true }).click()
  const shown = await settled(curves)
  const spoken = await spokenAt(3)
  const figures = await trialTable().textContent()
  await expect
    .poll(async () => {
      const of = { account_id: desk.account_id, player_id: desk.player.id }
      return (await asked<CurvesView>(page, ['curves', 'view'], of)).trial
    })
    .toBe(trial)
  await desk.close()
  await desk.service.close()
  const again = await launch({ folder: desk.folder })
  page = again.page
  closeAgain = again.close
  await compare().getByRole('slider').waitFor()
  await expect.poll(curves).toEqual(shown)
  await expect.poll(() => spokenAt(3)).toBe(spoken)
  await expect.poll(() => trialTable().textContent()).toBe(figures)
  await marks().getByRole('grid').getByRole('row').filter({ hasText: 'Lead' }).waitFor()
})
