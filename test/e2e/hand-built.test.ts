import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isHandBuilt, type Variant } from '../../src/shared/api/settings/index.ts'
import type { EditsList } from '../../src/shared/features/publishing/edit.ts'
import type { SheetPage } from '../../src/shared/features/sheet/sheet-calls.ts'
import { asked } from '../support/bridge.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { openByName, readVideos } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

let desk: Connected
let page: Page

beforeAll(async () => {
  const limits = { queriesPerMinute: 6000 }
  desk = await openConnected({ players: 24, days: 5, plan: 'enterprise', limits })
  page = desk.page
  await readVideos(page)
  await openByName(page, 'sheet')
})
afterAll(() => desk.close())

test('a list with an overlay that was built by hand stays when a paste sets the others, and says why', async () => {
  const { account_id } = desk
  await page.getByRole('tab', { name: 'Smart autoplay' }).click()
  const grid = page.getByRole('grid', { name: texts.en.sheet.grid })
  const { videos } = await asked<SheetPage>(page, ['sheet', 'page'], {
    ...{ account_id, group: 'smart_autoplay', after: null },
  })
  const built = videos.filter(({ settings }) =>
    ((settings?.['variants'] ?? []) as Variant[]).some(isHandBuilt),
  )
  expect(built.length).toBeGreaterThan(0)
  await grid.getByRole('columnheader', { name: 'Overlays' }).waitFor()
  const titles = await grid.getByRole('columnheader').allInnerTexts()
  const column = titles.findIndex((title) => title.replaceAll('\n', ' ') === 'Overlays')
  await grid.focus()
  for (const key of ['Control+Home', 'Home']) await page.keyboard.press(key)
  for (let at = 1; at < column; at++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    const overlay = { template_name: 'modern', template_position: 'top-left' }
    clipboardData.setData('text/plain', JSON.stringify([overlay]))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true })
    document.activeElement?.dispatchEvent(event)
  })
  await page.getByRole('alert').getByText('built in the service’s dashboard').waitFor()
  const { edits } = await asked<EditsList>(page, ['edits', 'list'], { account_id })
  const changed = edits.map(({ video_id }) => video_id)
  expect(changed.length).toBeGreaterThan(0)
  expect(changed.filter((id) => built.some((video) => video.id === id))).toEqual([])
})
