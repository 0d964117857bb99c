import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallAction } from '../../src/shared/api/settings/index.ts'
import type { Edit, EditsList } from '../../src/shared/features/publishing/edit.ts'
import type { SheetPage } from '../../src/shared/features/sheet/sheet-calls.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { endSession } from '../support/launch.ts'
import { openByName, readVideos } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const sheet = texts.en.sheet
let desk: Connected
let page: Page

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  desk = await openConnected({ players: 6, days: 5, plan: 'enterprise', limits })
  page = desk.page
  removeAllPixels()
  await readVideos(page)
  await openByName(page, 'sheet')
  await grid().waitFor()
})
afterAll(() => desk.close())

/** So that the account has no item of one kind, from the first list of its videos on. */
function removeAllPixels() {
  const { video, world } = desk.service
  for (const { id } of world.players(testClock.now() / 1000)) {
    const items = video.read(id).pixels?.items?.map((one) => ({ id: one.id, _destroy: true })) ?? []
    if (items.length > 0) video.colleague(id, { pixels: { items } })
  }
}

const grid = () => page.getByRole('grid', { name: sheet.grid })
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const edits = async (): Promise<Edit[]> =>
  (await asked<EditsList>(page, ['edits', 'list'], { account_id: desk.account_id })).edits
const starts = async () =>
  (await edits()).filter(({ register }) => register === 'window.start').map(({ want }) => want)

async function columnAt(name: string) {
  const titles = await grid().getByRole('columnheader').allInnerTexts()
  return titles.findIndex((title) => title.replaceAll('\n', ' ') === name)
}

/** From wherever the cursor is to the first cell under a column's title. */
async function toColumn(name: string) {
  await grid().focus()
  await press('Control+Home', 'Home')
  const at = await columnAt(name)
  for (let column = 1; column < at; column++) await press('ArrowRight')
}

/** All videos as the service has them, with their calls to action. */
const allVideos = async () => {
  const input = { account_id: desk.account_id, group: 'call_actions', after: null }
  return (await asked<SheetPage>(page, ['sheet', 'page'], input)).videos
}
/** The item of each row, without a filter and an order. */
async function allItems() {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return (await allVideos())
    .toSorted((one, other) => compare(one.name, other.name))
    .flatMap(({ id: video_id, settings }) =>
      ((settings?.['items'] ?? []) as unknown as CallAction[]).map(({ id, action }) => ({
        ...{ id, video_id, text: action?.content ?? '' },
      })),
    )
}

/** The cell of a row under a column's title. */
async function cellAt(row: number, name: string) {
  const cells = grid().locator(`[data-row="${row}"]`).getByRole('gridcell')
  return cells.nth(await columnAt(name))
}

async function openMore(name: string) {
  await page.getByRole('button', { name: sheet.more }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Adds an item to every video while none is selected. */
async function addFirst(name: string, kind: string) {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('menuitem', { name: `${kind}…` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'All 6 videos' }).check()
  await dialog.getByRole('button', { name: 'Add to 6 videos' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('a range is typed into, filled down and undone by keys alone, each as one step', async () => {
  await toColumn('Appears at')
  await press('Control+ArrowUp')
  await page.keyboard.type('0:07')
  // At once: what is filled down is not saved yet, or not shown yet.
  await press('Enter', 'ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown')
  await press('Control+d')
  await expect.poll(starts).toEqual([7, 7, 7, 7])
  await press('Control+z')
  await expect.poll(starts).toEqual([7])
  await press('Control+z')
  await expect.poll(edits).toEqual([])
})

test('a text that is no time stays in its cell with what one looks like, and Escape gives it up', async () => {
  await toColumn('Appears at')
  await page.keyboard.type('soon')
  await press('Enter')
  await grid().getByRole('alert').getByText(sheet.expected.time).waitFor()
  expect(await page.locator(':focus').inputValue()).toBe('soon')
  await press('Escape')
  expect(await edits()).toEqual([])
})

test('cells from a spreadsheet are pasted as one step, and invalid texts are reported', async () => {
  await toColumn('Appears at')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '0:11\r\n0:12\r\nlater\r\n')
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true })
    document.activeElement?.dispatchEvent(event)
  })
  await expect.poll(async () => new Set(await starts())).toEqual(new Set([11, 12]))
  await page.getByRole('alert').getByText('“later” in Appears at').waitFor()
  await press('Control+z')
  await expect.poll(edits).toEqual([])
})

test('an item copied to every video is published to each, once', async () => {
  await toColumn('Text on the button')
  await page.getByRole('button', { name: sheet.copyTo }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'All 6 videos' }).check()
  expect(await violations(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Copy to 6 videos' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect
    .poll(async () => (await edits()).map(({ kind }) => kind))
    .toEqual(Array.from({ length: 6 }, () => 'create'))
  await asked(page, ['edits', 'post'], { account_id: desk.account_id, video_ids: null })
  await expect.poll(edits).toEqual([])
  const bodies = desk.service.video.applied.map(({ video_id }) => video_id)
  expect(bodies.length).toBe(6)
  expect(new Set(bodies).size).toBe(6)
})

test('a row that is edited under a search stays until the search is applied again', async () => {
  const search = page.getByRole('searchbox', { name: sheet.search })
  const shown = () =>
    page
      .getByRole('status')
      .filter({ hasText: / of \d+ rows?$/ })
      .innerText()
  const typeText = async (text: string) => {
    await toColumn('Text on the button')
    await page.keyboard.type(text)
    await press('Enter')
    await expect.poll(async () => (await edits()).map(({ want }) => want)).toEqual([text])
  }
  await typeText('Zebra')
  await search.fill('zebra')
  await expect.poll(shown).toMatch(/^1 of /)
  await typeText('Gnu')
  await grid().getByText('Gnu').waitFor()
  await page
    .getByRole('button', { name: sheet.applyAgain.replace('{{count, number}}', '1') })
    .click()
  await page.getByText(sheet.noMatch).waitFor()
  await page.getByRole('button', { name: sheet.showAll }).click()
  await grid().focus()
  await press('Control+z', 'Control+z')
  await expect.poll(edits).toEqual([])
})

test.each(['Appears at', 'Text on the button', sheet.pane.both])(
  'text typed into %s of the pane stays when earlier input is saved',
  async (name) => {
    await grid().getByRole('checkbox').nth(1).check()
    const pane = page.getByRole('complementary', { name: sheet.pane.label })
    const field = pane.getByRole('textbox', { name, exact: true })
    // Both within one task: the first cannot be saved before the second is typed.
    await field.evaluate((input: HTMLInputElement) => {
      const { set } =
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input) as object, 'value') ?? {}
      const type = (text: string) => {
        set?.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
      input.focus()
      type('9')
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      type('later')
    })
    await expect.poll(() => pane.getByText(/^Δ \d$/).count()).toBeGreaterThan(0)
    expect(await field.inputValue()).toBe('later')
    expect(await page.locator(':focus').inputValue()).toBe('later')
    await press('Escape')
    await grid().getByRole('checkbox').nth(1).uncheck()
    await grid().focus()
    await press('Control+z')
    await expect.poll(edits).toEqual([])
  },
)

test('text that is typed into the pane is saved to the rows it was typed for, when another is clicked', async () => {
  await toColumn('Text on the button')
  const pane = page.getByRole('complementary', { name: sheet.pane.label })
  const [first] = await allItems()
  const field = pane.getByRole('textbox', { name: 'Text on the button', exact: true })
  // What was undone before may come back a moment later.
  await expect.poll(() => field.inputValue()).toBe(first?.text)
  await field.fill('For the first')
  await (await cellAt(3, 'Text on the button')).click()
  await expect
    .poll(async () => (await edits()).map(({ item_id, want }) => [item_id, want]))
    .toEqual([[first?.id, 'For the first']])
  await grid().focus()
  await press('Control+z')
  await expect.poll(edits).toEqual([])
})

test('text in the pane that is no time stays with its row, and is not said of another', async () => {
  await toColumn('Appears at')
  const pane = page.getByRole('complementary', { name: sheet.pane.label })
  const field = pane.getByRole('textbox', { name: 'Appears at', exact: true })
  const before = await field.inputValue()
  await field.fill('soon')
  await (await cellAt(3, 'Appears at')).click()
  await expect.poll(() => field.inputValue()).not.toBe('soon')
  expect(await pane.getByRole('alert').count()).toBe(0)
  await (await cellAt(0, 'Appears at')).click()
  await expect.poll(() => field.inputValue()).toBe('soon')
  await pane.getByRole('alert').getByText(sheet.expected.time).waitFor()
  await field.press('Escape')
  expect(await field.inputValue()).toBe(before)
  expect(await pane.getByRole('alert').count()).toBe(0)
})

test('text that is typed is saved when a shortcut leaves the sheet, the mouse goes back, the window closes, or Windows ends the session', async () => {
  const name = 'Text on the button'
  const wants = async () => (await edits()).map(({ want }) => want)
  const undone = async () => {
    await openByName(page, 'sheet')
    await grid().focus()
    await press('Control+z')
    await expect.poll(edits).toEqual([])
    await toColumn(name)
  }
  await toColumn(name)
  const pane = page.getByRole('complementary', { name: sheet.pane.label })
  await pane.getByRole('textbox', { name, exact: true }).fill('Left by a shortcut')
  await press('Alt+1')
  await expect.poll(wants).toEqual(['Left by a shortcut'])
  await undone()
  await page.keyboard.type('Left by the mouse')
  await page.evaluate(() => window.dispatchEvent(new MouseEvent('mouseup', { button: 3 })))
  await expect.poll(wants).toEqual(['Left by the mouse'])
  await undone()
  await pane.getByRole('textbox', { name, exact: true }).fill('Closed')
  await page.reload()
  await grid().waitFor()
  await expect.poll(wants).toEqual(['Closed'])
  await undone()
  await pane.getByRole('textbox', { name, exact: true }).fill('Shut down')
  await endSession(desk.app)
  await expect.poll(wants).toEqual(['Shut down'])
  await undone()
})

test('text that is typed into a cell stays with its row when rows come above it and it is scrolled out', async () => {
  const items = await allItems()
  const above = items[0]?.video_id
  const row = items.findIndex(({ video_id }) => video_id !== above)
  await (await cellAt(row, 'Text on the button')).click()
  await page.keyboard.type('Half')
  const editor = grid().getByRole('textbox', { name: 'Text on the button' })
  const item = { base: { active: false }, action: { content: 'Above' } }
  const changes = Array.from({ length: 60 }, () => ({
    kind: 'create',
    group: 'call_actions',
    item,
  }))
  await asked(page, ['edits', 'save'], {
    account_id: desk.account_id,
    edits: [{ video_id: above, changes }],
  })
  await grid().getByText('Above').first().waitFor()
  const hasEditor = () =>
    editor.evaluate((field: HTMLInputElement) => [field.value, field === document.activeElement])
  expect(await hasEditor()).toEqual(['Half', true])
  const scroll = (top: number) => grid().evaluate((one, to) => one.scrollTo({ top: to }), top)
  await scroll(100_000)
  await grid().locator('[data-row="0"]').waitFor({ state: 'detached' })
  expect(await hasEditor()).toEqual(['Half', true])
  await scroll(0)
  await grid().locator('[data-row="0"]').waitFor()
  expect(await hasEditor()).toEqual(['Half', true])
  await page.keyboard.type(' and half')
  await press('Enter')
  const set = async () => (await edits()).filter(({ kind }) => kind === 'set')
  await expect
    .poll(async () => (await set()).map((one) => [one.item_id, one.want]))
    .toEqual([[items[row]?.id, 'Half and half']])
  await asked(page, ['edits', 'discard'], { account_id: desk.account_id, video_ids: null })
  await grid().getByText('Above').first().waitFor({ state: 'hidden' })
})

test('behind a dialog no shortcut acts, and what is typed into it stays', async () => {
  await toColumn('Text on the button')
  await page.keyboard.type('Kept')
  await press('Enter')
  await expect.poll(async () => (await edits()).length).toBe(1)
  await press('Control+h')
  const dialog = page.getByRole('dialog', { name: texts.en.findReplace.title })
  const host = dialog.getByRole('textbox', { name: texts.en.findReplace.newHost })
  await host.fill('kept.example')
  await press('Alt+1', 'Alt+ArrowLeft', 'Control+k')
  await dialog.getByRole('button', { name: texts.en.findReplace.close }).focus()
  await press('Control+z', 'Control+h', 'Alt+1', 'Alt+ArrowLeft', 'Control+k', '?')
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await host.inputValue()).toBe('kept.example')
  expect((await edits()).map(({ want }) => want)).toEqual(['Kept'])
  await press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await openMore(sheet.templates)
  const templates = page.getByRole('dialog', { name: /^Templates/ })
  await templates.waitFor()
  await templates.getByRole('button').first().focus()
  await press('Control+h', 'Control+k', '?')
  expect(await templates.isVisible()).toBe(true)
  await press('Escape')
  await templates.waitFor({ state: 'hidden' })
  await press('Control+z')
  await expect.poll(edits).toEqual([])
})

test('the list of shortcuts opens from a cell, which keeps its value', async () => {
  await toColumn('Text on the button')
  await page.keyboard.type('?')
  await page.getByRole('dialog', { name: texts.en.ui.shortcuts.title }).waitFor()
  await press('Escape')
  expect(await edits()).toEqual([])
})

test('an item that is added while no row matches is shown and selected, until the search is applied again', async () => {
  const search = page.getByRole('searchbox', { name: sheet.search })
  await search.fill('no such text')
  await page.getByText(sheet.noMatch).waitFor()
  await addFirst(sheet.addFirst.call_actions, sheet.kind.button)
  await expect.poll(async () => (await edits()).length).toBe(6)
  await page.getByText('6 selected', { exact: true }).waitFor()
  expect(await grid().getByRole('row').count()).toBe(7)
  await page
    .getByRole('button', { name: sheet.applyAgain.replace('{{count, number}}', '6') })
    .click()
  await page.getByText(sheet.noMatch).waitFor()
  await page.getByRole('button', { name: sheet.showAll }).click()
  await page.getByText('6 selected', { exact: true }).waitFor()
  await asked(page, ['edits', 'discard'], { account_id: desk.account_id, video_ids: null })
})

test('the first item of an account without one is added', async () => {
  await page.getByRole('tab', { name: 'Pixels' }).click()
  await page.getByText(sheet.noRows).waitFor()
  await addFirst(sheet.addFirst.pixels, sheet.kind.facebook)
  await page.getByText('6 selected', { exact: true }).waitFor()
  expect((await edits()).map(({ kind, group }) => [kind, group])).toEqual(
    Array.from({ length: 6 }, () => ['create', 'pixels']),
  )
  await asked(page, ['edits', 'discard'], { account_id: desk.account_id, video_ids: null })
  await page.getByRole('tab', { name: 'Calls to action' }).click()
})

test('a time is counted from a marker of one’s own, in the videos that have it', async () => {
  const { account_id } = desk
  const input = { account_id, group: 'call_actions', after: null }
  const { videos } = await asked<SheetPage>(page, ['sheet', 'page'], input)
  const items = videos.map(({ id, settings }) => ({
    id,
    count: ((settings?.['items'] ?? []) as unknown[]).length,
  }))
  const video = items.find(({ count }) => count > 0)
  const all = items.reduce((sum, { count }) => sum + count, 0)
  const marker = { second: 100, name: 'Offer' }
  await asked(page, ['markers', 'put'], { account_id, player_id: video?.id, marker })
  await page.getByRole('checkbox', { name: sheet.tickAll }).click()
  const pane = page.getByRole('complementary', { name: sheet.pane.label })
  const label = (text: string) => text.replace('{{name}}', 'Appears at')
  await pane
    .getByRole('radiogroup', { name: label(sheet.pane.basis) })
    .getByText(sheet.basis.marker, { exact: true })
    .click()
  expect(await pane.getByRole('combobox', { name: label(sheet.pane.marker) }).inputValue()).toBe(
    'Offer',
  )
  await pane.getByRole('textbox', { name: 'Appears at', exact: true }).fill('-0:30')
  await press('Enter')
  await expect.poll(starts).toEqual(Array.from({ length: video?.count ?? 0 }, () => 70))
  const left = sheet.pane['left-marker_other'].replace(/{{.*?}}/, String(all - (video?.count ?? 0)))
  await pane.getByText(left).waitFor()
  expect(await violations(page, 'aside')).toEqual([])
  await page.getByRole('checkbox', { name: sheet.tickAll }).click()
  await grid().focus()
  await press('Control+z')
  await expect.poll(edits).toEqual([])
})

/** The left and right edge of the column of this title. */
async function edgesOf(name: string) {
  const title = grid().getByRole('columnheader', { name, exact: true })
  const { x, width } = (await title.boundingBox()) ?? { x: 0, width: 0 }
  return { left: x, right: x + width }
}

test('columns that are frozen stay in place beside the title, and a saved view keeps them', async () => {
  const [frozen, next] = ['Text on the button', 'Destination URL']
  const columns = page.getByRole('dialog', { name: sheet.columnsButton })
  const pin = columns.getByRole('button', { name: sheet.freezeTo.replace('{{name}}', frozen) })
  const views = page.getByRole('dialog', { name: sheet.views })
  const openMenu = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const scroll = (left: number) => grid().evaluate((one, to) => one.scrollTo({ left: to }), left)
  await scroll(0)
  const before = await edgesOf(frozen)
  const staysWhenScrolled = async () => {
    await scroll(10_000)
    const { left } = await edgesOf(frozen)
    await scroll(0)
    return left === before.left
  }
  expect(await staysWhenScrolled()).toBe(false)
  await openMenu(sheet.columnsButton)
  await pin.click()
  expect(await pin.getAttribute('aria-pressed')).toBe('true')
  await press('Escape')
  await expect.poll(staysWhenScrolled).toBe(true)

  // The keyboard shows a column that is behind the frozen ones.
  await toColumn(next)
  await press('ArrowRight')
  await scroll(10_000)
  expect((await edgesOf(next)).left).toBeLessThan(before.right)
  await press('ArrowLeft')
  expect((await edgesOf(next)).left).toBeGreaterThanOrEqual(before.right)

  await openMenu(sheet.views)
  await views.getByRole('textbox', { name: sheet.saveView }).fill('Beside the text')
  await press('Enter')
  await openMenu(sheet.views)
  await views.getByRole('button', { name: sheet.allRows }).click()
  await expect.poll(staysWhenScrolled).toBe(false)
  await openMenu(sheet.views)
  await views.getByRole('button', { name: 'Beside the text', exact: true }).click()
  await expect.poll(staysWhenScrolled).toBe(true)
  await openMenu(sheet.columnsButton)
  await pin.click()
  expect(await pin.getAttribute('aria-pressed')).toBe('false')
  await press('Escape')
  await expect.poll(staysWhenScrolled).toBe(false)
  await openMenu(sheet.views)
  await views.getByRole('button', { name: sheet.allRows }).click()
})

test('a country is added to the lists of all videos, each of which keeps its others', async () => {
  await page.getByRole('tab', { name: 'Traffic filter' }).click()
  await page.getByRole('checkbox', { name: sheet.tickAll }).click()
  const pane = page.getByRole('complementary', { name: sheet.pane.label })
  await pane
    .getByRole('radiogroup', { name: sheet.pane.basis.replace('{{name}}', 'Countries') })
    .getByText(sheet.basis.add, { exact: true })
    .click()
  await pane.getByRole('textbox', { name: 'Countries', exact: true }).fill('Cyprus')
  await press('Enter')
  await expect.poll(async () => (await edits()).length).toBe(6)
  for (const { kind, base, want } of await edits()) {
    const before = Array.isArray(base) ? base : []
    expect([kind, want]).toEqual(['list', [...before, 'CY']])
  }
  expect(await violations(page, 'aside')).toEqual([])
  await grid().focus()
  await press('Control+z')
  await expect.poll(edits).toEqual([])
})
