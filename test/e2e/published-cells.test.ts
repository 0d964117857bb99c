import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EditsList } from '../../src/shared/features/publishing/edit.ts'
import { asked } from '../support/bridge.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { count, isProof } from '../support/scale.ts'
import { openByName, readVideos } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

// In `npm run proof`: only with many videos does reading them take so long that it is seen.

const sheet = texts.en.sheet
const VIDEOS = count('videos', { usual: 48, full: 900 })
const TEXT = 'Published text'
let desk: Connected
let page: Page

beforeAll(async () => {
  if (!isProof) return
  const limits = { queriesPerMinute: 60_000 }
  desk = await openConnected({ players: VIDEOS, days: 5, plan: 'enterprise', limits })
  page = desk.page
  await readVideos(page)
  await openByName(page, 'sheet')
})
afterAll(() => desk?.close())

/** Notes from now on, whenever it changes, whether the text is in the grid. */
const watch = () =>
  page.evaluate((text) => {
    const seen: boolean[] = []
    const note = () => {
      const isThere = document.querySelector('[role=grid]')?.textContent?.includes(text) ?? false
      if (seen.at(-1) !== isThere) seen.push(isThere)
    }
    note()
    const all = { subtree: true, childList: true, characterData: true }
    new MutationObserver(note).observe(document.body, all)
    Object.assign(globalThis, { seen })
  }, TEXT)
const seen = () => page.evaluate(() => (globalThis as unknown as { seen: boolean[] }).seen)

test.runIf(isProof)(
  'an edit that was published stays in its cell while all videos are read again',
  async () => {
    const { account_id } = desk
    const grid = page.getByRole('grid', { name: sheet.grid })
    await grid.locator('[data-row="0"]').waitFor()
    const titles = await grid.getByRole('columnheader').allInnerTexts()
    const at = titles.findIndex((title) => title.replaceAll('\n', ' ') === 'Text on the button')
    await grid.locator('[data-row="0"]').getByRole('gridcell').nth(at).click()
    await page.keyboard.type(TEXT)
    await page.keyboard.press('Enter')
    await grid.getByText(TEXT).waitFor()
    await watch()
    await asked(page, ['edits', 'post'], { account_id, video_ids: null })
    const edits = () => asked<EditsList>(page, ['edits', 'list'], { account_id })
    await expect.poll(async () => (await edits()).edits).toEqual([])
    // Marked as changed until its video was read.
    await expect.poll(() => grid.locator('[data-changed]').count()).toBe(0)
    expect(await seen()).toEqual([true])
  },
)
