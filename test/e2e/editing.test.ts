import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { type Connected, openAVideo, openConnected } from '../support/connected-window.ts'
import { texts } from '../support/texts.ts'

const videos = texts.en.videos
const outbox = texts.en.outbox
const edits = texts.en.edits
let close: Connected['close']
let page: Page
let service: Connected['service']
let video_id: string

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  const opened = await openConnected({ players: 4, days: 5, plan: 'enterprise', limits })
  ;({ page, service, close } = opened)
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

test('input is saved on Enter, discarded on Escape, and undone and redone by key', async () => {
  await typeToken('first')
  await token().fill('second')
  await token().press('Escape')
  await expect.poll(() => token().inputValue()).toBe('first')

  await tab('Traffic filter').focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => token().inputValue()).not.toBe('first')
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
  expect(await violations(page)).toEqual([])
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
  expect(await violations(page)).toEqual([])

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
  await page.getByText(outbox.nothing).waitFor({ timeout: 30_000 })
  expect(service.video.read(video_id).traffic_filter?.token).toBe('first')
  await page.getByText(/^Published .* verified: 1 change\.$/).waitFor()
  await page.getByText(texts.en.publish.views.history, { exact: true }).click()
  await page.getByRole('row', { name: /The client asked for it/ }).waitFor()
  await page.getByText(/^Changes 0$/).click()
})

test('a conflict shows all three values, and the decision is what the service gets', async () => {
  await typeToken('mine')
  service.video.colleague(video_id, { traffic_filter: { token: 'theirs' } })
  await post()
  const row = page.getByRole('row', { name: /Bypass token/ })
  await row.getByText(outbox.conflict.theirs).waitFor({ timeout: 30_000 })
  const hidden = edits.secret.hidden
  const sides = row.locator('[data-side]')
  const read = async () =>
    (await sides.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  const values = ['When you began first', 'On the service now theirs', 'Mine mine']
  const all = values.map((text) => text.replace(/\S+$/, hidden))
  expect(await read()).toEqual(all)
  for (const [index, value] of values.entries()) {
    await sides.nth(index).getByRole('button', { name: edits.secret.show }).click()
    // Left for this one, that before is hidden again.
    await expect.poll(read).toEqual(all.with(index, value))
  }
  expect(service.video.read(video_id).traffic_filter?.token).toBe('theirs')
  expect(await violations(page)).toEqual([])

  await row.getByRole('button', { name: /^Keep mine/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Keep mine: publish/ })
    .click()
  await expect
    .poll(() => service.video.read(video_id).traffic_filter?.token, { timeout: 30_000 })
    .toBe('mine')
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
  expect(await violations(page)).toEqual([])
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
