import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { newFolder } from '../support/folder.ts'
import { chooseExisting, type Launched, launch } from '../support/launch.ts'
import { tryDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.schedules
const folder = newFolder()
const out = newFolder()
let desk: Launched | undefined

const start = () =>
  launch({ folder, size: { width: 1440, height: 900 }, preferences: { language: 'en' } })

afterAll(async () => {
  await desk?.close()
  for (const each of [folder, out]) fs.rmSync(each, { recursive: true, force: true })
})

test('a report is scheduled in the library, of a player and into a folder', async () => {
  desk = await start()
  const { page, app } = desk
  await tryDemo(page)
  await page.keyboard.press('Alt+Shift+5')
  await page.getByRole('button', { name: text.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: text.save }).click()
  await dialog.getByText(text.incomplete).waitFor()
  await dialog.getByRole('combobox', { name: text.player, exact: true }).click()
  await page.getByRole('listbox').getByRole('option').first().click()
  await chooseExisting(app, out)
  await dialog.getByRole('button', { name: text.chooseFolder }).click()
  await dialog.getByText(out).waitFor()
  await dialog.getByRole('combobox', { name: text.when }).selectOption('day')
  await dialog.getByRole('checkbox', { name: text.file.cuepoint }).check()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: text.save }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(/Every day at 08:00/).waitFor()
  await desk.close()
})

test('what was missed while the app was closed is made up at the next start, and the older is listed', async () => {
  // As if it had been scheduled two days ago.
  const database = new DatabaseSync(path.join(folder, 'desk', 'desk.db'))
  const back = 2 * 86_400_000
  database
    .prepare(
      `UPDATE report_schedules
      SET schedule = json_set(schedule, '$.madeAt', json_extract(schedule, '$.madeAt') - ?)`,
    )
    .run(back)
  database.close()
  desk = await start()
  const { page } = desk
  await page.keyboard.press('Alt+Shift+5')
  await page.getByText(/: Created: .+\.cuepoint|: Created: .+\.pdf/).waitFor({ timeout: 90_000 })
  await page.getByText(text.status.missed).first().waitFor()
  const files = fs.readdirSync(out)
  expect(files.map((file) => path.extname(file)).sort()).toEqual(['.cuepoint', '.pdf'])
  const pdf = files.find((file) => file.endsWith('.pdf')) ?? ''
  expect(fs.readFileSync(path.join(out, pdf)).subarray(0, 5).toString()).toBe('%PDF-')
  await expect.poll(() => page.locator('[data-report-id]').count()).toBe(1)
  await page.locator('[data-report-id] img').waitFor()
  await page
    .getByRole('button', { name: new RegExp(`^${text.makeNowLabel.split('{{')[0]}`) })
    .click()
  await expect.poll(() => fs.readdirSync(out).length, { timeout: 90_000 }).toBe(4)
  // The window learns of it after the files are there.
  await expect.poll(() => page.getByText(text.status.missed).count()).toBe(0)
  expect(await violations(page)).toEqual([])
})

test('a schedule that came with a backup is off until a folder of this computer is chosen', async () => {
  await desk?.close()
  const database = new DatabaseSync(path.join(folder, 'desk', 'desk.db'))
  database.exec(`UPDATE report_schedules SET schedule = json_set(schedule, '$.folder', NULL)`)
  database.close()
  desk = await start()
  const { page, app } = desk
  await page.keyboard.press('Alt+Shift+5')
  await page.getByText(text.off).waitFor()
  expect(await violations(page)).toEqual([])
  await chooseExisting(app, out)
  await page.getByRole('button', { name: /^Choose folder and turn on/ }).click()
  await page.getByText(text.off).waitFor({ state: 'hidden' })
  await page.getByText(out).waitFor()
})
