import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reached } from '../../src/shared/api/engagement.ts'
import type { Change } from '../../src/shared/features/publishing/edit.ts'
import { LANGUAGES } from '../../src/shared/locales/languages.ts'
import { violations } from '../support/axe.ts'
import { isProof } from '../support/scale.ts'
import { centreOf, dragCosts } from '../support/timeline-drag.ts'
import { ENGAGEMENT, LENGTH, PITCH } from '../support/timeline-page/crowded.ts'
import { openTimeline } from '../support/timeline-window.ts'

let window: Awaited<ReturnType<typeof openTimeline>>
let page: Page

beforeAll(async () => {
  window = await openTimeline()
  page = window.page
})
afterAll(() => window.close())
beforeEach(() => show('en', 'light'))

async function show(language: string, scheme: string) {
  await page.goto('about:blank')
  await page.goto(`${window.address}#${language},${scheme}`)
  await page.getByRole('slider').first().waitFor()
}

const slider = (name: string) => page.getByRole('slider', { name, exact: true })
const valueOf = (item: Locator) => item.getAttribute('aria-valuetext')
const secondOf = async (item: Locator) => Number(await item.getAttribute('aria-valuenow'))
const given = () => page.evaluate(() => (globalThis as unknown as { given: Change[][] }).given)

const reachedAt = (second: number) => reached(ENGAGEMENT.grouped_timed, second)

/** What the figures must say at a second, from the distribution itself. */
function sessionsAt(second: number): string {
  const all = reached(ENGAGEMENT.grouped_timed, 0)
  const sessions = reachedAt(second)
  const share = (Math.floor((sessions * 10_000) / all) / 100).toFixed(2)
  return `${sessions.toLocaleString('en-US')} (${share}%)`
}

const set = (item_id: string, register: string, value: number) => ({
  kind: 'set',
  group: 'call_actions',
  item_id,
  register,
  value,
})

test('a drag shows how many sessions reached each second, and saves the change when it ends', async () => {
  const item = slider('Call to action Button 10')
  const { x, y } = await centreOf(item)
  await page.mouse.move(x, y)
  await page.mouse.down()
  let last = 600
  for (const step of [40, 90, 141, 200]) {
    await page.mouse.move(x + step, y)
    await expect.poll(() => secondOf(item)).toBeGreaterThan(last)
    last = await secondOf(item)
    expect(await valueOf(item)).toContain(`Would have reached: ${sessionsAt(last)}`)
    const figure = page.locator('dt', { hasText: 'Would have reached' }).locator('+ dd')
    const less = reachedAt(600) - reachedAt(last)
    const percent = (Math.floor((less * 10_000) / reachedAt(600)) / 100).toFixed(2)
    expect(await figure.textContent()).toBe(
      `${sessionsAt(600)} → ${sessionsAt(last)} (−${percent}%)`,
    )
  }
  expect(await given()).toEqual([])
  const start = last
  await page.mouse.up()
  await expect
    .poll(given)
    .toEqual([[set('cta-10', 'window.start', start), set('cta-10', 'window.end', start + 400)]])
  await expect.poll(() => secondOf(item)).toBe(start)
})

test('by keyboard alone a window, its end and a threshold are moved, kept or cancelled', async () => {
  const item = slider('Call to action Button 0')
  await item.focus()
  for (const key of ['ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key)
  expect(await valueOf(item)).toContain('3:31 to 10:11')
  await page.keyboard.press('Escape')
  expect(await valueOf(item)).toContain('3:20 to 10:00')
  await page.keyboard.press('p')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').getAttribute('aria-label')).toContain('Button 0: end')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const pixel = slider('Pixel Pixel 1')
  await pixel.focus()
  await page.keyboard.press('ArrowRight')
  // Going on to something else keeps what was moved.
  await page.keyboard.press('Tab')
  expect(await given()).toEqual([
    [set('cta-0', 'window.start', PITCH), set('cta-0', 'window.end', PITCH + 400)],
    [set('cta-0', 'window.end', LENGTH)],
    [{ ...set('pixel-1', 'dispatch.threshold', 3), group: 'pixels' }],
  ])
})

test('a move that was neither saved nor cancelled is saved when the page is left', async () => {
  await slider('Pixel Pixel 1').focus()
  await page.keyboard.press('ArrowRight')
  await page.evaluate('window.dispatchEvent(new Event("pagehide"))')
  expect(await given()).toEqual([[{ ...set('pixel-1', 'dispatch.threshold', 3), group: 'pixels' }]])
})

test('Escape ends a drag, and nothing is saved when the pointer moves on and is released', async () => {
  const item = slider('Call to action Button 10')
  const { x, y } = await centreOf(item)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y)
  await expect.poll(() => secondOf(item)).toBeGreaterThan(600)
  await page.keyboard.press('Escape')
  await page.mouse.move(x + 60, y)
  await page.mouse.up()
  expect(await secondOf(item)).toBe(600)
  expect(await given()).toEqual([])
})

test('a drag with 200 items draws only the dragged one', async () => {
  const { costs, touched } = await dragCosts(page, 40)
  expect(touched).toEqual(['Call to action Button 60'])
  expect(costs.length).toBeGreaterThan(10)
})

const looks = (isProof ? LANGUAGES : ['en']).flatMap((language) =>
  (isProof ? ['light', 'dark'] : ['dark']).map((scheme) => ({ language, scheme })),
)

test.each(looks)(
  'axe finds nothing in $language, $scheme, while an item is being moved',
  async (look) => {
    await show(look.language, look.scheme)
    await page.getByRole('slider').first().focus()
    await page.keyboard.press('ArrowRight')
    const folder = process.env['CUEPOINT_PICTURES']
    if (folder)
      await page.screenshot({ path: `${folder}/timeline-${look.language}-${look.scheme}.png` })
    expect(await violations(page)).toEqual([])
  },
)
