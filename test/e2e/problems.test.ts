import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Player } from '../../src/shared/api/player.ts'
import type { Answer } from '../../src/shared/features/analytics/answer.ts'
import type { EditsList, VideoList } from '../../src/shared/features/publishing/edit.ts'
import { violations } from '../support/axe.ts'
import { asked, connectTo } from '../support/bridge.ts'
import { emptyKeychain } from '../support/connect.ts'
import { newFolder } from '../support/folder.ts'
import { type Launched, launch } from '../support/launch.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { openAccount } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.problems
const LATE = text.rule['call-action-after-end']
let service: Sandbox
let desk: Launched
let account_id: string
const folder = newFolder()

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({ players: 12, days: 5 })
  desk = await launch({
    folder,
    preferences: { language: 'en' },
    size: { width: 1280, height: 800 },
  })
  const { page } = desk
  account_id = (await connectTo(page, service)).id
  await openAccount(page, 'Acme')
  await asked(page, ['videos', 'refresh'], { account_id, video_id: null })
  await makeLate(2)
})
afterAll(async () => {
  await desk.close()
  await service.close()
  await emptyKeychain()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** A colleague moves a call to action of some videos with a pitch past the end. */
async function makeLate(count: number) {
  const { page } = desk
  const { rows } = await asked<VideoList>(page, ['videos', 'list'], { account_id })
  const { value: players } = await asked<Answer<Player[]>>(page, ['analytics', 'players'], {
    account_id,
  })
  const pitched = players.filter(({ pitch_time }) => pitch_time > 0).map(({ id }) => id)
  const chosen = rows.filter(({ id, callActions }) => callActions > 0 && pitched.includes(id))
  for (const { id, duration } of chosen.slice(0, count)) {
    const [item] = service.video.read(id).call_actions?.items ?? []
    const start = (duration ?? 0) + 60
    service.video.colleague(id, {
      call_actions: {
        enabled: true,
        items: [{ id: item?.id, base: { active: true }, window: { start, end: start + 60 } }],
      },
    })
    // One after the other, as a person would read them.
    // oxlint-disable-next-line no-await-in-loop
    await asked(page, ['videos', 'refresh'], { account_id, video_id: id })
  }
}

const drafts = () => asked<EditsList>(desk.page, ['edits', 'list'], { account_id })
const rules = () => desk.page.getByRole('navigation', { name: text.list })
const rule = (name: string) => rules().getByRole('button', { name })
const pane = (name: string) => desk.page.getByRole('region', { name })
const fixButton = (count: number) =>
  desk.page.getByRole('button', {
    name: text[count === 1 ? 'fix_one' : 'fix_other'].replace('{{count, number}}', `${count}`),
  })

test('where nothing was downloaded no video has plays, and all are shown again on request', async () => {
  const { page } = desk
  await page.keyboard.press('Alt+Shift+7')
  await rule(LATE).waitFor()
  await page.getByRole('checkbox', { name: text.activeOnly }).click()
  await page.getByText(text.noActive, { exact: true }).waitFor()
  await page.getByRole('button', { name: text.showAll }).click()
  await rule(LATE).waitFor()
})

test('by keys a rule is fixed as drafts, which one step of undo takes back', async () => {
  const { page } = desk
  await page.keyboard.press('Alt+Shift+7')
  await rule(LATE).click()
  await pane(LATE)
    .getByText(/, pitch$/)
    .first()
    .waitFor()
  await fixButton(2).waitFor()
  expect(await violations(page, 'main')).toEqual([])
  await page.keyboard.press('k')
  await page.keyboard.press('j')
  // Held: it does not go on with the rule that is selected next.
  await page.keyboard.down('f')
  await rule(LATE).waitFor({ state: 'detached' })
  await page.keyboard.down('f')
  await page.keyboard.up('f')
  const { edits } = await drafts()
  expect(new Set(edits.map(({ video_id }) => video_id)).size).toBe(2)
  expect(edits.some(({ register }) => register === 'window.start')).toBe(true)
  await page.getByRole('main').getByRole('button', { name: texts.en.edits.undo }).click()
  await rule(LATE).waitFor()
  expect((await drafts()).edits).toEqual([])
})

test('a problem is muted with a note, which the muted ones show', async () => {
  const { page } = desk
  await rule(LATE).click()
  await page.getByRole('heading', { level: 2, name: LATE }).waitFor()
  await page.keyboard.press('m')
  await page.getByRole('textbox', { name: text.mute.note }).fill('Shown on the replay page')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await fixButton(1).waitFor()
  await page.getByText(text.views.muted.replace('{{count, number}}', '1'), { exact: true }).click()
  await pane(LATE).getByText('“Shown on the replay page”').waitFor()
  await pane(LATE)
    .getByRole('button', { name: /^Unmute / })
    .click()
  await page.getByText(text.noMatch).waitFor()
  await page.getByRole('button', { name: text.showAll }).click()
  await rule(LATE).waitFor()
})

test("the user's own rule is described in a sentence, finds problems, and leads to the item", async () => {
  const { page } = desk
  await page.getByRole('button', { name: text.rules, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: text.own.title })
  await dialog.getByRole('button', { name: text.own.add }).click()
  await dialog.getByLabel(text.own.name).fill('No price')
  await dialog.getByLabel(text.own.value).fill('R$ 1')
  await dialog.getByText('“Text on the button” does not contain “R$ 1”').waitFor()
  expect(await violations(page, '#overlays')).toEqual([])
  await dialog.getByRole('button', { name: text.own.save }).click()
  await dialog.getByRole('button', { name: 'Edit No price' }).waitFor()
  await dialog.getByRole('button', { name: 'Remove No price' }).click()
  await dialog.getByRole('button', { name: text.own.keep, exact: true }).click()
  await dialog.getByRole('button', { name: 'Edit No price' }).waitFor()
  await page.keyboard.press('Escape')
  await rule('No price').click()
  await pane('No price').getByRole('row').nth(2).click()
  const open = page.getByRole('button', { name: /^Open / })
  const name = (await open.getAttribute('aria-label')) ?? ''
  await open.click()
  const item = page
    .getByRole('navigation', { name: 'Calls to action' })
    .locator('[aria-current=true]')
  await item.waitFor()
  const title = (await item.locator('[title]').first().getAttribute('title')) ?? 'none'
  expect(name.endsWith(title)).toBe(true)
})

test('the findings of a rule open in the sheet, on their tab and with their rows only', async () => {
  const { page } = desk
  await page.keyboard.press('Alt+Shift+7')
  await rule(LATE).click()
  await pane(LATE).waitFor()
  await page.getByRole('button', { name: text.inSheet }).click()
  const grid = page.getByRole('grid', { name: texts.en.sheet.grid })
  await grid.waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: /^2 of \d+ rows$/ })
    .waitFor()
})

test('more than 200 problems of a rule are listed on request', async () => {
  const { page } = desk
  const { rows } = await asked<VideoList>(page, ['videos', 'list'], { account_id })
  const [video] = rows.filter(({ callActions }) => callActions > 0)
  if (!video) throw new Error('no video has a call to action')
  const { items = [] } = service.video.read(video.id).call_actions ?? {}
  const window = { start: (video.duration ?? 0) + 60, end: (video.duration ?? 0) + 120 }
  const late = Array.from({ length: 210 }, () => {
    const { id: _, ...item } = items[0] ?? { id: '' }
    return { ...item, base: { ...items[0]?.base, active: true }, window }
  })
  service.video.colleague(video.id, { call_actions: { enabled: true, items: late } })
  await asked(page, ['videos', 'refresh'], { account_id, video_id: video.id })
  await page.keyboard.press('Alt+Shift+7')
  await rule(LATE).click()
  const listed = pane(LATE).getByRole('row')
  const more = pane(LATE).getByRole('button', { name: text.showMore })
  await more.waitFor()
  // One is the header.
  expect(await listed.count()).toBe(201)
  await more.click()
  await more.waitFor({ state: 'detached' })
  expect(await listed.count()).toBeGreaterThanOrEqual(211)
})
