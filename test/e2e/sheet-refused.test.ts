import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditsList } from '../../src/shared/features/publishing/edit.ts'
import { asked } from '../support/bridge.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { openByName, readVideos } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const sheet = texts.en.sheet
let desk: Connected

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  desk = await openConnected({ players: 4, days: 5, plan: 'enterprise', limits })
  await readVideos(desk.page)
  await openByName(desk.page, 'sheet')
  await grid().waitFor()
})
afterAll(() => desk.close())

const grid = () => desk.page.getByRole('grid', { name: sheet.grid })
const pending = async () => {
  const { page, account_id } = desk
  const { edits } = await asked<EditsList>(page, ['edits', 'list'], { account_id })
  return edits.map(({ status, want }) => [status, want])
}

/** Types a text into the first row, whose publish then takes long. */
async function sendFirst(text: string) {
  const { page, service, account_id } = desk
  service.setFaults([{ match: { method: 'PATCH' }, action: { kind: 'slow-headers', everyMs: 20 } }])
  const titles = await grid().getByRole('columnheader').allInnerTexts()
  const at = titles.findIndex((title) => title.replaceAll('\n', ' ') === 'Text on the button')
  await grid().locator('[data-row="0"]').getByRole('gridcell').nth(at).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect.poll(pending).toEqual([['draft', text]])
  await asked(page, ['edits', 'post'], { account_id, video_ids: null })
  await expect.poll(pending).toEqual([['sending', text]])
}

test('a cell that is refused is named until it is edited again, with the typed text, and saved', async () => {
  const { page, service } = desk
  await sendFirst('Sent')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('Refused')
  await page.keyboard.press('Enter')
  const notice = page
    .getByRole('alert')
    .filter({ hasText: /^.*Text on the button of .* was not saved/ })
  await notice.waitFor()
  await page.keyboard.type('Another')
  await page.keyboard.press('Enter')
  await expect.poll(pending).toContainEqual(['draft', 'Another'])
  await expect.poll(pending).toEqual([['draft', 'Another']])
  service.setFaults([])
  await page.getByRole('tab', { name: /^Pixels/ }).click()
  await notice.waitFor({ state: 'hidden' })
  await page.getByRole('tab', { name: /^Calls to action/ }).click()
  await notice.getByRole('button', { name: sheet.editAgain }).click()
  expect(await page.locator(':focus').inputValue()).toBe('Refused')
  await page.keyboard.press('Enter')
  await expect.poll(pending).toEqual([
    ['draft', 'Another'],
    ['draft', 'Refused'],
  ])
  await notice.waitFor({ state: 'hidden' })
})

test('a gesture over many cells leaves out the one that is being sent, says so, and saves the others', async () => {
  const { page, service, account_id } = desk
  await asked(page, ['edits', 'discard'], { account_id, video_ids: null })
  await expect.poll(pending).toEqual([])
  await sendFirst('Sent again')
  await page.keyboard.press('ArrowUp')
  for (let row = 0; row < 3; row++) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await expect.poll(pending).toContainEqual(['draft', null])
  expect(await pending()).toContainEqual(['sending', 'Sent again'])
  const note = sheet.inFlight_one.replace('{{count, number}}', '1')
  await page.getByRole('alert').getByText(note).waitFor()
  service.setFaults([])
})
