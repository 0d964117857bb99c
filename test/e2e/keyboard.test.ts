import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Variant } from '../../src/shared/api/settings/index.ts'
import type { EditsList } from '../../src/shared/features/publishing/edit.ts'
import { asked } from '../support/bridge.ts'
import { type Connected, openAVideo, openConnected } from '../support/connected-window.ts'
import { focusNow, hasFocus, press, tabTo } from '../support/keyboard.ts'
import { isProof } from '../support/scale.ts'
import { texts } from '../support/texts.ts'

const videos = texts.en.videos
const outbox = texts.en.outbox
const edits = texts.en.edits
let close: Connected['close']
let page: Page
let service: Connected['service']
let account_id: string
let video_id: string

beforeAll(async () => {
  const opened = await openConnected({ players: 4, days: 5, plan: 'enterprise' })
  ;({ page, service, account_id, close } = opened)
  video_id = await openAVideo(page)
  // All six groups, in each something to work with, and none built by hand.
  service.video.colleague(video_id, {
    smart_autoplay: {
      variants: [{ template_name: 'default', template_position: 'middle-center' }],
    },
    ...{ call_actions: { enabled: true }, pixels: { enabled: true } },
    ...{ playback: { enabled: true, smart_pause: true }, immersive_mode: { enabled: true } },
    traffic_filter: { token: 'first', countries: ['BR', 'PT'] },
  })
  await press(page, page.getByRole('button', { name: videos.refresh }))
  await openTab('Traffic filter')
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'first'),
  )
})
beforeEach(async () => {
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
  await page.keyboard.press('Alt+6')
  await page.getByRole('button', { name: videos.back }).waitFor()
})
afterAll(() => close())

const tab = (name: string) => page.getByRole('tab', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const changes = async () =>
  (await asked<EditsList>(page, ['edits', 'list'], { account_id })).edits.length

/** Opens a group as its tabs are walked: Tab to the chosen one, arrows to the next. */
async function openTab(name: string) {
  await tabTo(page, page.getByRole('tab', { selected: true }).first())
  for (let steps = 0; steps < 8; steps++) {
    if (
      await tab(name)
        .getAttribute('aria-selected')
        .then((is) => is === 'true')
    )
      return
    await page.keyboard.press('ArrowRight')
  }
  throw new Error(`there is no tab ${name}`)
}

/** The focus is on something, and one sees on what; what takes over from what is gone comes a frame later. */
const seesFocus = (step: string) =>
  expect.poll(() => focusNow(page), { message: step }).toMatchObject({ isVisible: true })

/** Makes a change, sees it marked at its field and at its group, and reverts it. */
async function changedAndReverted(group: string, change: () => Promise<void>) {
  await openTab(group)
  await change()
  await expect.poll(changes, { message: group }).toBe(1)
  await seesFocus(`${group}, changed`)
  await page.getByRole('tabpanel').getByText(edits.status.draft).first().waitFor()
  await tab(group).getByText('Δ 1', { exact: true }).waitFor()
  await press(
    page,
    page
      .getByRole('tabpanel')
      .getByRole('button', { name: /^Revert/ })
      .first(),
  )
  await expect.poll(changes).toBe(0)
  await tab(group).getByText('Δ 1', { exact: true }).waitFor({ state: 'hidden' })
  await seesFocus(`${group}, reverted`)
}

const toggle = (name: string) => () => press(page, page.getByRole('switch', { name }), 'Space')

async function typeInto(at: Locator, text: string) {
  await press(page, at, 'Control+a')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const groups: [string, () => Promise<void>][] = [
  ['Calls to action', toggle('Active')],
  ['Pixels', () => typeInto(field('Internal label'), 'By keyboard')],
  ['Traffic filter', () => typeInto(page.getByRole('combobox', { name: 'Countries' }), 'Germany')],
  ['Smart autoplay', toggle('Smart autoplay is on')],
  ['Playback', () => typeInto(field('Scroll to the action at'), '0:07')],
  ['Immersive mode', toggle('On desktop')],
]

/** One of each kind of field; in a proof each group. */
const chosen = isProof ? groups : groups.slice(1, 3).concat(groups.slice(-1))

test.each(chosen)('%s: a change is made, marked and reverted', changedAndReverted)

test('an overlay is moved by arrows, added and deleted', async () => {
  await openTab('Smart autoplay')
  await press(page, page.getByRole('radio', { name: 'Middle', exact: true }), 'ArrowRight')
  await expect.poll(changes).toBe(1)
  await seesFocus('moved')
  await press(page, button(videos.add.variant))
  await press(page, button('Delete Overlay 2'))
  await button('Delete Overlay 2').waitFor({ state: 'hidden' })
  await seesFocus('overlay deleted')
  await press(page, button(/^Revert Overlays/))
  await button(/^Revert Overlays/).waitFor({ state: 'hidden' })
  await seesFocus('reverted')
})

test('a field that is left by the click that adds or deletes an overlay is kept', async () => {
  await openTab('Smart autoplay')
  await page.getByLabel(videos.templateName).selectOption('image')
  const scale = page.getByLabel(videos.scale, { exact: true })
  const scales = async () => {
    const { edits: all } = await asked<EditsList>(page, ['edits', 'list'], { account_id })
    const want = all.find(({ register }) => register === 'variants')?.want as Variant[] | undefined
    return want?.map((variant) => variant.scale ?? null)
  }
  await scale.fill('0.5')
  await button(videos.add.variant).click()
  await button('Delete Overlay 2').waitFor()
  await expect.poll(scales).toEqual([0.5, null])
  expect(await scale.inputValue()).toBe('0.5')
  await scale.fill('0.25')
  await button('Delete Overlay 2').click()
  await button('Delete Overlay 2').waitFor({ state: 'hidden' })
  await expect.poll(scales).toEqual([0.25])
  expect(await scale.inputValue()).toBe('0.25')
})

test('a value is taken out of a list and put back', async () => {
  await openTab('Traffic filter')
  await press(page, button(/^Remove Brazil/))
  await expect.poll(changes).toBe(1)
  await seesFocus('removed')
  await press(page, button(/^Restore Brazil/))
  await button(/^Restore Brazil/).waitFor({ state: 'hidden' })
  await seesFocus('put back')
})

test('an item is created, duplicated, discarded, deleted and restored, and the focus stays nearby', async () => {
  await openTab('Pixels')
  const lines = page.getByRole('navigation', { name: 'Pixels' }).getByRole('listitem')
  const many = await lines.count()
  await press(page, button(videos.add.google))
  await expect.poll(() => lines.count()).toBe(many + 1)
  await seesFocus('made')
  await press(page, button(/^Duplicate/))
  await expect.poll(() => lines.count()).toBe(many + 2)
  for (const left of [many + 1, many]) {
    await press(page, lines.nth(left).getByRole('button'))
    await press(page, button(/^Discard: /))
    await expect.poll(() => lines.count()).toBe(left)
    await seesFocus('discarded')
  }
  await press(page, lines.first().getByRole('button'))
  await press(page, button(/^Delete /))
  await page.getByText(videos.removedText).waitFor()
  await seesFocus('deleted')
  await expect.poll(async () => (await focusNow(page)).name).toMatch(/^Restore/)
  await page.keyboard.press('Enter')
  await page.getByText(videos.removedText).waitFor({ state: 'hidden' })
  await seesFocus('put back')
  await expect.poll(changes).toBe(0)
})

test('the timeline moves a call to action, which is marked, undone and redone', async () => {
  const slider = page.getByRole('slider', { name: /^Call to action/ }).first()
  await tabTo(page, slider)
  await seesFocus('on the timeline')
  const before = await slider.getAttribute('aria-valuenow')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Enter')
  await expect.poll(changes).toBeGreaterThan(0)
  await tab('Calls to action')
    .getByText(/^Δ [12]$/)
    .waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => slider.getAttribute('aria-valuenow')).not.toBe(before)
  await page.keyboard.press('Control+z')
  await tab('Calls to action')
    .getByText(/^Δ [12]$/)
    .waitFor({ state: 'hidden' })
  await seesFocus('undone')
})

test('changes are reverted, discarded and restored in the list of changes', async () => {
  await openTab('Traffic filter')
  await typeInto(page.getByLabel('Bypass token', { exact: true }), 'mine')
  await toggle('The traffic filter is on')()
  await expect.poll(changes).toBe(2)
  await page.keyboard.press('Alt+7')
  await press(page, button(/^Revert Traffic filter · Bypass token/))
  await button(/^Revert Traffic filter · Bypass token/).waitFor({ state: 'hidden' })
  await seesFocus('reverted')
  await press(page, button(/^Details: /))
  await page.getByText(outbox.request.note).waitFor()
  await press(page, button(/^Discard the changes of/))
  await seesFocus('asked before discarding')
  await press(page, page.getByRole('dialog').getByRole('button', { name: /^Discard 1 change/ }))
  await page.getByText(outbox.nothing).waitFor()
  await seesFocus('discarded')
  await press(page, button(edits.undo).first())
  await expect.poll(changes).toBe(1)
  await press(page, button(outbox.discard))
  await press(page, page.getByRole('dialog').getByRole('button', { name: /^Discard 1 change/ }))
  await page.getByText(outbox.nothing).waitFor()
  await seesFocus('all discarded')
  const message = page.getByText(outbox.discarded.replace('{{what}}', '1 change'))
  await message.waitFor()
  // The next change ends it for good, although none is left again.
  const changed = { kind: 'set', group: 'traffic_filter', item_id: null, register: 'token' }
  const made = { video_id, changes: [{ ...changed, value: 'later' }] }
  await asked(page, ['edits', 'save'], { account_id, edits: [made] })
  await expect.poll(changes).toBe(1)
  await message.waitFor({ state: 'hidden' })
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
  await page.getByText(outbox.nothing).waitFor()
  expect(await message.count()).toBe(0)
})

test('Escape ends the edit of a template, and then closes the templates', async () => {
  const { templates } = texts.en
  const fields = { group: 'playback', name: 'Ours', note: '', values: { smart_pause: true } }
  await asked(page, ['templates', 'save'], { templates: [{ id: null, fields }] })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: texts.en.ui.palette.title }).fill(templates.open)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: templates.title })
  const change = dialog.getByRole('button', { name: /^Rename .*: Ours$/ })
  const name = dialog.getByRole('textbox', { name: templates.name, exact: true })
  for (const left of [name, dialog.getByRole('button', { name: templates.cancel, exact: true })]) {
    await change.click()
    await name.fill('Another name')
    await left.press('Escape')
    await name.waitFor({ state: 'hidden' })
    await change.waitFor()
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})

test('the name on reports is kept when a shortcut leaves the settings', async () => {
  await page.keyboard.press('Control+k')
  await page
    .getByRole('combobox', { name: texts.en.ui.palette.title })
    .fill(texts.en.settings.reports.title)
  await page.keyboard.press('Enter')
  const name = page.getByRole('textbox', { name: texts.en.clientReport.brand.name })
  const kept = async () => (await asked<{ name: string }>(page, ['reports', 'brand'])).name
  await name.fill('Duarte')
  await page.keyboard.press('Enter')
  await expect.poll(kept).toBe('Duarte')
  await name.fill('Duarte e filhos')
  await page.keyboard.press('Alt+6')
  await expect.poll(kept).toBe('Duarte e filhos')
})

test('a conflict is resolved, the publish result is read, and the history restores the old value', async () => {
  await openTab('Traffic filter')
  await typeInto(page.getByLabel('Bypass token', { exact: true }), 'mine')
  await expect.poll(changes).toBe(1)
  service.video.colleague(video_id, { traffic_filter: { token: 'theirs' } })
  await page.keyboard.press('Alt+7')
  await press(page, button(/^Publish 1 change/))
  await page.getByRole('dialog').waitFor()
  await seesFocus('asked before posting')
  await press(page, page.getByRole('dialog').getByRole('button', { name: /^Publish 1 change/ }))
  await button(/^Keep mine:/).waitFor()
  await seesFocus('in conflict')
  await press(page, button(/^Keep mine:/))
  await seesFocus('asked before keeping mine')
  await press(page, page.getByRole('dialog').getByRole('button', { name: /^Keep mine: publish/ }))
  await page.getByText(outbox.nothing).waitFor()
  await seesFocus('decided')
  expect(service.video.read(video_id).traffic_filter?.token).toBe('mine')

  await page.keyboard.press('Alt+6')
  await openTab(edits.history.tab)
  const restore = page
    .getByRole('tabpanel')
    .getByRole('button', { name: /^Restore/ })
    .first()
  await press(page, restore)
  await expect.poll(changes).toBe(1)
  await seesFocus('restored')
  await expect.poll(() => hasFocus(restore)).toBe(true)
})
