import fs from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { type Launched, launch } from '../support/launch.ts'
import { writeAnnotations } from '../support/many-annotations.ts'
import { pressKeys } from '../support/real-keys.ts'
import { openByName, tryDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const MANY = 10_000
const text = texts.en.annotations
let folder: string
let desk: Launched

beforeAll(async () => {
  folder = await downloadedDemo()
  writeAnnotations(folder, MANY)
  desk = await launch({ folder, preferences: { language: 'en' } })
  await tryDemo(desk.page)
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const list = () => desk.page.getByRole('list', { name: text.list })
const remove = (index: number) =>
  list().getByRole('button', { name: `Delete: Promoção número ${index}:` })

test('of ten thousand annotations only the visible ones are rendered, and each can be reached', async () => {
  const { page } = desk
  await openByName(page, 'annotations')
  await page.getByRole('status').getByText('10,000 annotations').waitFor()
  await remove(0).waitFor()
  const drawn = await list().getByRole('listitem').count()
  expect(drawn).toBeGreaterThan(5)
  expect(drawn).toBeLessThan(60)
  expect(await violations(page, 'main')).toEqual([])

  await list().evaluate((one) => one.scrollTo(0, one.scrollHeight))
  await remove(MANY - 1).waitFor()
  expect(await list().getByRole('listitem').last().getAttribute('aria-posinset')).toBe(`${MANY}`)

  await page.getByRole('searchbox', { name: text.search }).fill('promocao numero 7777')
  await remove(7777).waitFor()
  await expect.poll(() => list().getByRole('listitem').count()).toBe(1)
  await remove(7777).click()
  await page.getByText(text.noMatch).waitFor()
  await page.keyboard.press('Control+z')
  await remove(7777).waitFor()
})

test('Tab continues to annotations that were not rendered', async () => {
  const { page } = desk
  await page.getByRole('searchbox', { name: text.search }).fill('')
  await remove(0).waitFor()
  await list().evaluate((one) => one.scrollTo(0, 0))
  await remove(0).focus()
  // Quicker than frames come: main sends all of them at once.
  await pressKeys(desk.app, ...Array<string>(80).fill('Tab'))
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toMatch(/^Delete: Promoção número 40:/)
})
