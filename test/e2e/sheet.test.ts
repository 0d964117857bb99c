import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Edit, EditsList } from '../../src/shared/features/publishing/edit.ts'
import type { SheetPage } from '../../src/shared/features/sheet/sheet-calls.ts'
import { violations } from '../support/axe.ts'
import { asked } from '../support/bridge.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { openByName, readVideos } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const sheet = texts.en.sheet
let desk: Connected
let page: Page

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  desk = await openConnected({ players: 6, days: 5, plan: 'enterprise', limits })
  page = desk.page
  await readVideos(page)
  await openByName(page, 'sheet')
  await grid().waitFor()
})
afterAll(() => desk.close())

const grid = () => page.getByRole('grid', { name: sheet.grid })
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const edits = async (): Promise<Edit[]> =>
  (await asked<EditsList>(page, ['edits', 'list'], { account_id: desk.account_id })).edits
const starts = async () =>
  (await edits()).filter(({ register }) => register === 'window.start').map(({ want }) => want)

/** From wherever the cursor is to the first cell under a column's title. */
async function toColumn(name: string) {
  await grid().focus()
  await press('Control+Home', 'Home')
  const titles = await grid().getByRole('columnheader').allInnerTexts()
  const at = titles.findIndex((title) => title.replaceAll('\n', ' ') === name)
  for (let column = 1; column < at; column++) await press('ArrowRight')
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

test.each(['Appears at', 'Text on the button'])(
  'text typed into %s of the pane stays when earlier input is saved',
  async (name) => {
    await grid().getByRole('checkbox').nth(1).check()
    const pane = page.getByRole('complementary', { name: sheet.pane.label })
    const field = pane.getByRole('textbox', { name, exact: true })
    // Both within one task: the first cannot be saved before the second is typed.
    await field.evaluate((input: HTMLInputElement) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
      const type = (text: string) => {
        set?.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
      input.focus()
      type('9')
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      type('later')
    })
    await expect.poll(async () => (await edits()).length).toBe(1)
    await pane.getByText('Δ 1').waitFor()
    expect(await field.inputValue()).toBe('later')
    expect(await page.locator(':focus').inputValue()).toBe('later')
    await press('Escape')
    await grid().getByRole('checkbox').nth(1).uncheck()
    await grid().focus()
    await press('Control+z')
    await expect.poll(edits).toEqual([])
  },
)

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

test('the sheet is accessible to screen readers and by keyboard', async () => {
  expect(await violations(page)).toEqual([])
})
