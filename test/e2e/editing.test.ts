import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditsList, VideoList } from '../../src/shared/features/publishing/edit.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { type Connected, openAVideo, openConnected } from '../support/connected-window.ts'
import { openByName } from '../support/steps.ts'
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
  const limits = { queriesPerMinute: 6000 }
  const opened = await openConnected({ players: 4, days: 5, plan: 'enterprise', limits })
  ;({ page, service, close, account_id } = opened)
  video_id = await openAVideo(page)
})
afterAll(() => close())

const tab = (name: string) => page.getByRole('tab', { name })
const token = () => page.getByLabel('Bypass token', { exact: true })
const saved = () => page.getByText(edits.status.draft).first()

async function typeToken(text: string) {
  await page.keyboard.press('Alt+6')
  await tab('Traffic filter').click()
  await token().fill(text)
  await token().press('Enter')
  await saved().waitFor()
}

async function post() {
  await page.keyboard.press('Alt+7')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Publish 1 change to 1 video$/ })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish 1 change to 1 video$/ })
    .click()
}

// First: of a video that was just published, a read that shows something else is not believed at once.
test('text that is typed in a new item while it is posted stays in its form, and is saved on the posted item', async () => {
  const item = {
    base: { name: 'New pixel', type: 'google' },
    tag: { html: '<script>g()</script>' },
    dispatch: { active: true, mode: 'time', threshold: 60 },
  }
  const pixels = () => service.video.read(video_id).pixels?.items ?? []
  service.video.colleague(video_id, { pixels: { items: [{ ...item, base: { name: 'First' } }] } })
  await asked(page, ['videos', 'refresh'], { account_id, video_id })
  const change = { kind: 'create', group: 'pixels', item }
  await asked(page, ['edits', 'save'], { account_id, edits: [{ video_id, changes: [change] }] })
  await page.keyboard.press('Alt+6')
  await tab('Pixels').click()
  await page
    .getByRole('navigation', { name: 'Pixels' })
    .getByRole('button', { name: 'New pixel' })
    .click()
  const name = page.getByRole('textbox', { name: 'Internal label', exact: true })
  await expect.poll(() => name.inputValue()).toBe('New pixel')
  service.setFaults([{ match: { method: 'PATCH' }, action: { kind: 'slow-headers', everyMs: 8 } }])
  await asked(page, ['edits', 'post'], { account_id, video_ids: null })
  await name.fill('Typed while it is posted')
  const pending = async () =>
    (await asked<EditsList>(page, ['edits', 'list'], { account_id })).edits
  await expect.poll(async () => (await pending()).length).toBe(0)
  service.setFaults([])
  await page.waitForTimeout(300)
  expect(await name.inputValue()).toBe('Typed while it is posted')
  expect(await name.evaluate((element) => element === document.activeElement)).toBe(true)
  await name.press('Enter')
  const posted = pixels().find(({ base }) => base?.name === 'New pixel')
  await expect
    .poll(async () => (await pending()).map(({ item_id, want }) => [item_id, want]))
    .toEqual([[posted?.id, 'Typed while it is posted']])
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
})

test('input is saved on Enter, discarded on Escape, and undone and redone by key', async () => {
  await typeToken('first')
  await token().fill('second')
  await token().press('Escape')
  await expect.poll(() => token().inputValue()).toBe('first')
  await expect.poll(() => page.title()).toMatch(/^\(1\) .* · Cuepoint$/)

  await tab('Traffic filter').focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => token().inputValue()).not.toBe('first')
  await expect.poll(() => page.title()).toMatch(/^[^(].* · Cuepoint$/)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => token().inputValue()).toBe('first')
})

test('a secret token is revealed by its button, and hidden again when the focus leaves it', async () => {
  const type = () => token().getAttribute('type')
  expect(await type()).toBe('password')
  await token().focus()
  await page.keyboard.press('Tab')
  const name = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await name()).toBe(edits.secret.show)
  await page.keyboard.press('Enter')
  await expect.poll(type).toBe('text')
  expect(await name()).toBe(edits.secret.hide)
  await tab('Traffic filter').focus()
  await expect.poll(type).toBe('password')
  // Nowhere on the screens of what waits and of what was is it read either.
  expect(await page.getByText('first', { exact: true }).count()).toBe(0)
  await page.keyboard.press('Alt+7')
  await page
    .getByRole('row', { name: /Bypass token/ })
    .getByText(edits.secret.hidden)
    .waitFor()
  await page.getByRole('button', { name: /^Details: / }).click()
  await page.getByRole('tab', { name: outbox.tabs.request, selected: true }).waitFor()
  const request = page.locator('pre')
  await request.getByText(`"token": "${edits.secret.hidden}"`).waitFor()
  await page.getByRole('tabpanel').getByRole('button', { name: edits.secret.show }).click()
  await request.getByText('"token": "first"').waitFor()
  await page.keyboard.press('Alt+6')
  await tab('Traffic filter').click()
})

test('an invalid time stays in the field with the reason, and is not saved', async () => {
  await tab('Playback').click()
  const field = page.getByRole('textbox', { name: 'Scroll to the action at' })
  await field.fill('soon')
  await field.blur()
  await page.getByText(videos.notTime).waitFor()
  expect(await field.inputValue()).toBe('soon')
  await field.focus()
  await field.press('Escape')
  await field.fill('0:05')
  await field.blur()
  await saved().waitFor()
  await page.getByRole('button', { name: /^Revert Scroll to the action at/ }).click()
  await saved().waitFor({ state: 'hidden' })
  await expect
    .poll(() => field.evaluate((element) => element === document.activeElement))
    .toBe(true)
})

test('a country is found by its name or code, and what is neither is refused as it is typed', async () => {
  await tab('Traffic filter').click()
  const field = page.getByRole('combobox', { name: 'Countries' })
  const add = async (text: string) => {
    await field.fill(text)
    await field.press('Enter')
  }
  await add('Estados Unidos')
  const refusal = videos.notInList.countries.replace('{{value}}', 'Estados Unidos')
  await page.getByText(refusal).waitFor()
  expect(await field.inputValue()).toBe('Estados Unidos')
  await add('germany')
  const remove = (name: string) =>
    page.getByRole('button', { name: videos.removeNamed.replace('{{name}}', name) })
  await remove('Germany (DE)').waitFor()
  await page.getByText(refusal).waitFor({ state: 'detached' })
  await add('jp')
  await remove('Japan (JP)').click()
  await remove('Japan (JP)').waitFor({ state: 'detached' })
  await remove('Germany (DE)').click()
  await remove('Germany (DE)').waitFor({ state: 'detached' })
})

test('a text that is left in a list is added when it is complete, and is otherwise there again', async () => {
  await tab('Traffic filter').click()
  const field = page.getByRole('combobox', { name: 'Countries' })
  const leave = async (text: string) => {
    await field.fill(text)
    await tab('Pixels').click()
    await tab('Traffic filter').click()
  }
  await leave('japan')
  const remove = page.getByRole('button', {
    name: videos.removeNamed.replace('{{name}}', 'Japan (JP)'),
  })
  await remove.waitFor()
  expect(await field.inputValue()).toBe('')
  await leave('Estad')
  expect(await field.inputValue()).toBe('Estad')
  await field.press('Escape')
  expect(await field.inputValue()).toBe('')
  await remove.click()
  await remove.waitFor({ state: 'detached' })
})

test('a fallback video chosen with the arrow keys from what was typed is one step of undo', async () => {
  await tab('Traffic filter').click()
  const { rows } = await asked<VideoList>(page, ['videos', 'list'], { account_id })
  const other = rows.find(({ id }) => id !== video_id)
  if (!other) throw new Error('another video')
  const fallback = async () => {
    const { edits } = await asked<EditsList>(page, ['edits', 'list'], { account_id })
    return edits.find(({ register }) => register === 'fallback_video_id')?.want
  }
  const field = page.getByRole('combobox', { name: 'Fallback video' })
  await field.fill(other.name.slice(1))
  await page.getByRole('option', { name: other.name }).waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect.poll(fallback).toBe(other.id)
  await tab('Traffic filter').focus()
  await page.keyboard.press('Control+z')
  await expect.poll(fallback).toBeUndefined()
})

test('adding to a list, or reverting, does not move the focus away from the field focused meanwhile', async () => {
  const devices = page.getByRole('combobox', { name: 'Devices' })
  /** As whoever is quicker than the disk: nothing is saved between the two. */
  const goOn = (act: string) =>
    page.evaluate((name) => {
      const labelled = (label: string) =>
        document.querySelector<HTMLElement>(`[aria-label^="${label}"]`)
      labelled(name)?.click()
      labelled('Devices')?.querySelector('input')?.focus()
    }, act)
  await page.getByRole('combobox', { name: 'Countries' }).fill('BR')
  for (const act of ['Add to Countries', 'Revert Countries']) {
    await goOn(act)
    const reverts = page.getByRole('button', { name: /^Revert Countries/ })
    await reverts.waitFor({ state: act.startsWith('Add') ? 'visible' : 'detached' })
    await page.waitForTimeout(100)
    expect(await devices.evaluate((field) => field === document.activeElement)).toBe(true)
  }
})

test('a check marks each change, a finding leads to its field, and an edit voids the check', async () => {
  await page.keyboard.press('Alt+6')
  await tab('Pixels').click()
  await page.keyboard.press('Alt+7')
  const row = page.getByRole('row', { name: /Bypass token/ })
  const panel = page.getByRole('region', { name: outbox.checkTitle, exact: true })
  await row.getByText(edits.status.draft).waitFor()
  await panel.getByText(outbox.checkText).waitFor()
  await panel.getByRole('button', { name: outbox.check, exact: true }).click()
  await row.getByText(outbox.severity.warning).waitFor()
  await panel.getByText(outbox.checkClean).waitFor()

  await panel.getByRole('button', { name: /^Open .* · Bypass token$/ }).click()
  await page.getByRole('tab', { name: 'Traffic filter', selected: true }).waitFor()
  await typeToken('second')
  await page.keyboard.press('Alt+7')
  await row.getByText(edits.status.draft).waitFor()
  await panel.getByText(outbox.checkText).waitFor()
  await page.keyboard.press('Control+z')
  await row.getByText(outbox.severity.warning).waitFor()
})

test('a note on a change is written beside it, kept by a click elsewhere, and one undo takes it back', async () => {
  const row = page.getByRole('row', { name: /Bypass token/ })
  const note = page.getByLabel(outbox.note.label)
  await row.getByRole('button', { name: outbox.note.write }).click()
  await note.fill('A wrong word')
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'hidden' })
  await row.getByRole('button', { name: outbox.note.write }).press('Enter')
  await note.fill('The client asked for it')
  expect(await violations(page)).toEqual([])
  await note.press('Control+Enter')
  await row.getByText('The client asked for it').waitFor()
  await page.keyboard.press('Control+z')
  await row.getByText('The client asked for it').waitFor({ state: 'hidden' })
  await row.getByRole('button', { name: outbox.note.write }).click()
  await note.fill('Left by a click')
  await page.getByRole('heading', { level: 1 }).click()
  await note.waitFor({ state: 'hidden' })
  await row.getByText('Left by a click').waitFor()
  await page.keyboard.press('Control+z')
  await row.getByText('Left by a click').waitFor({ state: 'hidden' })
  await row.getByRole('button', { name: outbox.note.write }).click()
  await note.fill('The client asked for it')
  await note.press('Control+Enter')
  await row.getByRole('button', { name: outbox.note.change }).waitFor()
})

test('a published value is on the service, and the message counts the verified changes', async () => {
  await post()
  await page.getByText(outbox.nothing).waitFor()
  expect(service.video.read(video_id).traffic_filter?.token).toBe('first')
  await page.getByText(/^Published .* verified: 1 change\.$/).waitFor()
  await page.getByText(texts.en.publish.views.history, { exact: true }).click()
  await page.getByRole('row', { name: /The client asked for it/ }).waitFor()
  await page.getByText(/^Changes 0$/).click()
})

test('restoring what is so already says that there is nothing to restore', async () => {
  await typeToken('third')
  await post()
  await page.getByText(edits.status.draft).first().waitFor({ state: 'hidden' })
  await page.keyboard.press('Alt+6')
  await tab(edits.history.tab).click()
  const restore = page
    .getByRole('button', { name: /^Restore previous value: .*Bypass token/ })
    .first()
  const { history } = texts.en.publish
  await restore.click()
  await page.getByText(history.made).waitFor()
  await restore.click()
  await page.getByText(history.already).waitFor()
  await tab('Traffic filter').click()
  await page.getByRole('button', { name: /^Revert Bypass token/ }).click()
})

test('a note that is being written when its change is sent goes into the history with it', async () => {
  await typeToken('second')
  await page.keyboard.press('Alt+7')
  const row = page.getByRole('row', { name: /Bypass token/ })
  await row.getByRole('button', { name: outbox.note.write }).click()
  await page.getByLabel(outbox.note.label).fill('Written while it is sent')
  service.setFaults([{ match: { method: 'PATCH' }, action: { kind: 'slow-headers', everyMs: 8 } }])
  await asked(page, ['edits', 'post'], { account_id, video_ids: null })
  await row.getByText('Written while it is sent').waitFor()
  expect(await page.getByLabel(outbox.note.label).isVisible()).toBe(true)
  await page.getByText(outbox.nothing).waitFor()
  service.setFaults([])
  await page.getByText(texts.en.publish.views.history, { exact: true }).click()
  await page.getByRole('row', { name: /Written while it is sent/ }).waitFor()
  await page.getByText(/^Changes 0$/).click()
})

test('the search in the items of a video is not that of another, and can be cleared with few items', async () => {
  const create = (of: string, count: number, name: string) => {
    const change = { kind: 'create', group: 'pixels', item: { base: { name } } }
    const changes = Array.from({ length: count }, () => change)
    return asked(page, ['edits', 'save'], { account_id, edits: [{ video_id: of, changes }] })
  }
  const items = page.getByRole('navigation', { name: 'Pixels' })
  const search = items.getByRole('searchbox', { name: videos.searchItems })
  const opened = () => page.locator('[data-video-id]').getAttribute('data-video-id')
  const rows = () => page.getByRole('grid', { name: videos.title }).getByRole('row')
  const listed = () => rows().filter({ has: page.getByRole('gridcell') })
  await page.keyboard.press('Alt+6')
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await create(video_id, 12, 'Of the first')
  await tab('Pixels').click()
  await search.fill('no such name')
  await items.getByText(videos.noItemMatch).waitFor()
  await page.keyboard.press('Alt+5')
  await listed().filter({ hasNotText: name }).first().click()
  await page.getByRole('button', { name: videos.back }).waitFor()
  await create((await opened()) ?? '', 12, 'Of another')
  await tab('Pixels').click()
  await items.getByText('Of another').first().waitFor()
  expect(await search.inputValue()).toBe('')
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
  await create(video_id, 1, 'Of the first')
  await page.keyboard.press('Alt+5')
  await listed().filter({ hasText: name }).first().click()
  await tab('Pixels').click()
  expect(await search.inputValue()).toBe('no such name')
  await page.getByRole('button', { name: videos.showAllItems }).click()
  await items.getByText('Of the first').waitFor()
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
})

test('a size that was a number is one again after a unit was typed and taken away', async () => {
  await page.keyboard.press('Alt+6')
  await tab('Calls to action').click()
  const size = page.getByRole('group', { name: 'Typography' }).getByLabel('Size', { exact: true })
  const before = await size.inputValue()
  const pending = async () =>
    (await asked<EditsList>(page, ['edits', 'list'], { account_id })).edits.length
  for (const [text, count] of [
    [`${before}px`, 1],
    [before, 0],
  ] as const) {
    await size.fill(text)
    await size.press('Enter')
    await expect.poll(pending).toBe(count)
  }
})

test('a picture in place of a text button takes away its text and design, takes a label, and is posted', async () => {
  await page.keyboard.press('Alt+6')
  await tab('Calls to action').click()
  const text = page.getByRole('textbox', { name: 'Text on the button' })
  const design = page.getByRole('group', { name: 'Typography' })
  const label = page.getByRole('textbox', { name: 'Internal label' })
  await text.waitFor()
  expect([await design.count(), await label.count()]).toEqual([1, 0])
  const picture = page.getByRole('switch', { name: 'Image instead of a text button' })
  await picture.press('Space')
  await label.waitFor()
  expect([await text.count(), await design.count()]).toEqual([0, 0])
  await page.getByText(videos.pictureHint).waitFor()
  await post()
  const [first] = service.video.read(video_id).call_actions?.items ?? []
  await expect
    .poll(
      () =>
        service.video.read(video_id).call_actions?.items?.find(({ id }) => id === first?.id)
          ?.image_as_button,
      { timeout: 30_000 },
    )
    .toBe(true)
})

test('markup of a call to action is drawn in a frame that runs nothing and reaches nothing', async () => {
  await page.keyboard.press('Alt+6')
  await tab('Calls to action').click()
  await page.getByRole('button', { name: videos.add.html, exact: true }).click()
  const field = page.getByRole('textbox', { name: 'HTML', exact: true })
  await field.fill(
    `<b>Kit</b><script>top.ran = true</script><img src="${service.base_url}/spy.png" onerror="top.ran = true">`,
  )
  await field.blur()
  await page.getByRole('button', { name: videos.showHtml }).click()
  await page.frameLocator('iframe').getByText('Kit').waitFor()
  await page.waitForTimeout(300)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(service.heard.filter(({ rest }) => rest.includes('spy.png'))).toEqual([])
})

test('the HTML of a call to action stays in view without “Custom HTML” until it is cleared', async () => {
  const field = page.getByRole('textbox', { name: 'HTML', exact: true })
  await page.getByRole('switch', { name: 'Custom HTML instead of a button' }).press('Space')
  await page.getByText(texts.en.problem['html-needs-as-html']).first().waitFor()
  await field.fill('')
  await field.blur()
  await field.waitFor({ state: 'detached' })
})

test('a click beside a dialog keeps what is typed in it, and Escape drops it', async () => {
  const { annotations } = texts.en
  await openByName(page, 'annotations')
  const dialog = page.getByRole('dialog', { name: annotations.addLong })
  await page.getByRole('main').getByRole('button', { name: annotations.addLong }).click()
  const field = dialog.getByLabel(annotations.text)
  await field.fill('Budget doubled')
  await page.mouse.click(12, 12)
  expect(await field.inputValue()).toBe('Budget doubled')
  await field.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
})
