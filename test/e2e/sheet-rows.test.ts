import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CallAction } from '../../src/shared/api/settings/index.ts'
import type { EditsList } from '../../src/shared/features/publishing/edit.ts'
import {
  MOST_VIEWS,
  type SheetPage,
  type SheetView,
} from '../../src/shared/features/sheet/sheet-calls.ts'
import { asked } from '../support/bridge.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { openByName, readVideos } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const sheet = texts.en.sheet
const NAME = 'Text on the button'
let desk: Connected
let page: Page
let account_id: string

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  desk = await openConnected({ players: 4, days: 5, plan: 'enterprise', limits })
  page = desk.page
  account_id = desk.account_id
  await readVideos(page)
  await openByName(page, 'sheet')
  await grid().waitFor()
})
beforeEach(async () => {
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
  await expect.poll(edits).toEqual([])
})
afterAll(() => desk.close())

const grid = () => page.getByRole('grid', { name: sheet.grid })
const pane = () => page.getByRole('complementary', { name: sheet.pane.label })
const field = () => pane().getByRole('textbox', { name: NAME, exact: true })
const edits = async () => (await asked<EditsList>(page, ['edits', 'list'], { account_id })).edits

/** The items of the videos with their texts, in the order of the rows. */
async function allItems() {
  const input = { account_id, group: 'call_actions', after: null }
  const { videos } = await asked<SheetPage>(page, ['sheet', 'page'], input)
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return videos
    .toSorted((one, other) => compare(one.name, other.name))
    .flatMap(({ id: video_id, settings }) =>
      ((settings?.['items'] ?? []) as unknown as CallAction[]).map(({ id, action }) => ({
        ...{ id, video_id, text: action?.content ?? '' },
      })),
    )
}

async function choose(row: number, name = NAME) {
  const titles = await grid().getByRole('columnheader').allInnerTexts()
  const at = titles.findIndex((title) => title.replaceAll('\n', ' ') === name)
  await grid().locator(`[data-row="${row}"]`).getByRole('gridcell').nth(at).click()
}

/** Sets a text of the item of the first row. */
async function setFirst(register: string, value: string) {
  const [item] = await allItems()
  const change = { kind: 'set', group: 'call_actions', item_id: item?.id, register, value }
  const changed = [{ video_id: item?.video_id, changes: [change] }]
  await asked(page, ['edits', 'save'], { account_id, edits: changed })
  await grid().locator('[data-row="0"]').getByText(value.trim()).waitFor()
}
const wants = async () => (await edits()).map(({ want }) => want)

test('a cell that is opened and left keeps a value that would be read otherwise', async () => {
  await setFirst('action.url', ' https://example.com/padded ')
  await choose(0, 'Destination URL')
  await page.keyboard.press('F2')
  await grid().getByRole('textbox').waitFor()
  await page.keyboard.press('Enter')
  await grid().getByRole('textbox').waitFor({ state: 'hidden' })
  // Saved after anything that the cell would have saved.
  await choose(0)
  await page.keyboard.type('Next')
  await page.keyboard.press('Enter')
  await expect.poll(wants).toEqual([' https://example.com/padded ', 'Next'])
})

test('a time is emptied in the pane', async () => {
  await choose(0, 'Appears at')
  const time = pane().getByRole('textbox', { name: 'Appears at', exact: true })
  await expect.poll(() => time.inputValue()).not.toBe('')
  await time.fill('')
  await time.press('Enter')
  await expect
    .poll(async () => (await edits()).map(({ register, want }) => [register, want]))
    .toEqual([['window.start', null]])
  expect(await time.inputValue()).toBe('')
  expect(await time.getAttribute('placeholder')).toBe('5:30')
})

test('a text of several lines keeps them when it is edited in its cell or in the pane', async () => {
  await setFirst('action.content', 'one\ntwo')
  await choose(0)
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('three')
  await page.keyboard.press('Enter')
  await expect.poll(wants).toEqual(['one\ntwo!\nthree'])
  await choose(0)
  await expect.poll(() => field().inputValue()).toBe('one\ntwo!\nthree')
  await field().press('Control+End')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('four')
  await page.keyboard.press('Enter')
  await expect.poll(wants).toEqual(['one\ntwo!\nthree\nfour'])
  await grid().locator('[data-row="0"]').getByText('four').waitFor()
})

test('text that is typed into the pane stays with its row when one above it goes', async () => {
  const items = await allItems()
  const [above] = items
  const at = items.findIndex(({ video_id }) => video_id !== above?.video_id)
  const item = { base: { active: false }, action: { content: 'Above' } }
  const changes = [{ kind: 'create', group: 'call_actions', item }]
  const added = [{ video_id: above?.video_id, changes }]
  await asked(page, ['edits', 'save'], { account_id, edits: added })
  await grid().getByText('Above').waitFor()
  await choose(at + 1)
  await expect.poll(() => field().inputValue()).toBe(items[at]?.text)
  await field().fill('For this row')
  await asked(page, ['edits', 'discard'], { account_id, video_ids: [above?.video_id] })
  await grid().getByText('Above').waitFor({ state: 'hidden' })
  expect(await field().inputValue()).toBe('For this row')
  await field().press('Enter')
  await expect
    .poll(async () => (await edits()).map(({ item_id, want }) => [item_id, want]))
    .toEqual([[items[at]?.id, 'For this row']])
})

const created = async () =>
  (await edits())
    .filter(({ kind }) => kind === 'create')
    .map(({ want }) => (want as unknown as CallAction).action?.content)

/** Types the text of the first row into the pane, once that has followed to this row. */
async function typeInFirstRow(text: string) {
  const [first] = await allItems()
  await choose(0)
  await expect.poll(() => field().inputValue()).toBe(first?.text)
  await field().fill(text)
}

test('a row is duplicated with what the same click saved', async () => {
  await typeInFirstRow('Typed first')
  await pane().getByRole('button', { name: sheet.duplicate }).click()
  await expect.poll(created).toEqual(['Typed first'])
  // Both rows, so that the pane knows what was saved before the next test discards it.
  await expect.poll(() => grid().getByText('Typed first').count()).toBe(2)
})

test('a row is copied to other videos with what the same click saved', async () => {
  await typeInFirstRow('Typed again')
  await pane().getByRole('button', { name: sheet.copyTo }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').nth(1).check()
  await dialog.getByRole('button', { name: 'Copy to 1 video' }).click()
  await expect.poll(created).toEqual(['Typed again'])
})

test('a filter value that could be thousands or decimals is refused where it is typed', async () => {
  await page.getByRole('button', { name: sheet.addFilter }).click()
  const panel = page.getByRole('dialog', { name: sheet.addFilter })
  const [column, condition, value] = [
    sheet.filter.column,
    sheet.filter.comparison,
    sheet.filter.value,
  ]
  await panel.getByLabel(column).selectOption('Appears at')
  await panel.getByLabel(condition).selectOption(sheet.comparison.greater)
  await panel.getByLabel(value).fill('1.000')
  await panel.getByText(sheet.filter.unread).waitFor()
  expect(await panel.getByRole('button', { name: sheet.filter.add }).isDisabled()).toBe(true)
  await panel.getByLabel(value).fill('16:40')
  await panel.getByText(sheet.filter.unread).waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
})

test('a saved view is replaced or removed knowingly, and a name that could not be saved stays', async () => {
  const panel = page.getByRole('dialog', { name: sheet.views })
  const name = panel.getByRole('textbox', { name: sheet.saveView })
  const button = (text: string) => panel.getByRole('button', { name: text, exact: true })
  const open = async () => {
    await page.getByRole('button', { name: sheet.views, exact: true }).click()
    await panel.waitFor()
  }
  const named = async () =>
    (await asked<SheetView[]>(page, ['sheet', 'views'], { account_id })).map((view) => view.name)
  await open()
  await name.fill('Late')
  await button(sheet.save).click()
  await panel.waitFor({ state: 'hidden' })
  await open()
  await name.fill('Late')
  await panel.getByText(sheet.viewReplaces).waitFor()
  expect(await button(sheet.save).count()).toBe(0)
  await button(sheet.replaceView).click()
  await panel.waitFor({ state: 'hidden' })
  expect(await named()).toEqual(['Late'])

  const [known] = await asked<SheetView[]>(page, ['sheet', 'views'], { account_id })
  const more = Array.from({ length: MOST_VIEWS - 1 }, (_, index) => `${index}`)
  await Promise.all(
    more.map((one) => {
      const view = { ...known, group: 'pixels', name: one }
      return asked(page, ['sheet', 'saveView'], { account_id, view })
    }),
  )
  await open()
  await name.fill('One too many')
  await page.keyboard.press('Enter')
  await panel.getByRole('alert').waitFor()
  expect(await name.inputValue()).toBe('One too many')

  await button(sheet.removeView.replace('{{name}}', 'Late')).click()
  await button(sheet.keepView).click()
  expect(await named()).toContain('Late')
  await button(sheet.removeView.replace('{{name}}', 'Late')).click()
  await panel.getByText(sheet.removeViewText.replace('{{name}}', 'Late')).waitFor()
  await button(sheet.removeViewDo).click()
  await expect.poll(named).not.toContain('Late')
  await page.keyboard.press('Escape')
})
