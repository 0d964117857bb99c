import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { emptyKeychain } from '../support/connect.ts'
import { connectAccount } from '../support/connected-window.ts'
import { newFolder } from '../support/folder.ts'
import { chooseExisting, type Launched, launch } from '../support/launch.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { openAccount } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.schedules
const folder = newFolder()
const out = newFolder()
let desk: Launched | undefined
let service: Sandbox

const start = () =>
  launch({ folder, size: { width: 1440, height: 900 }, preferences: { language: 'en' } })

beforeAll(async () => {
  await emptyKeychain()
  const limits = { queriesPerMinute: 6000 }
  service = await startService({ players: 3, days: 40, plan: 'enterprise', limits })
})
afterAll(async () => {
  await desk?.close()
  await service.close()
  await emptyKeychain()
  for (const each of [folder, out]) fs.rmSync(each, { recursive: true, force: true })
})

/** Schedules a report each day, into the folder; `choose` says of what. */
async function schedule({ page, app }: Launched, choose: (dialog: Locator) => Promise<void>) {
  await page.getByRole('button', { name: text.add }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: text.save }).click()
  await dialog.getByText(text.incomplete).waitFor()
  await choose(dialog)
  await chooseExisting(app, out)
  await dialog.getByRole('button', { name: text.chooseFolder }).click()
  await dialog.getByText(out).waitFor()
  await dialog.getByRole('combobox', { name: text.when }).selectOption('day')
  expect(await violations(page, '#overlays')).toEqual([])
  await dialog.getByRole('button', { name: text.save }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('reports of the account and of a player are scheduled in the library, into a folder', async () => {
  desk = await start()
  const { page } = desk
  await connectAccount(page, service)
  await openAccount(page, 'Acme')
  await page.keyboard.press('Alt+Shift+5')
  await schedule(desk, async () => undefined)
  await schedule(desk, async (dialog) => {
    await dialog.getByRole('combobox', { name: text.what }).selectOption('player')
    await dialog.getByRole('combobox', { name: text.player, exact: true }).click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await dialog.getByRole('checkbox', { name: text.file.cuepoint }).check()
    await dialog.getByRole('checkbox', { name: text.file.pdf }).uncheck()
  })
  const scheduled = page.getByText(/Every day at 08:00 \([A-Z][\w/]+\)/)
  await expect.poll(() => scheduled.count()).toBe(2)
  await page.getByText('Player dashboard · Acme').waitFor()
  await desk.close()
})

/** Missed runs, more than are shown at first. */
const EARLIER = 8

test('the newest run missed while the app was closed is made at the next start, and older ones are listed', async () => {
  // As if it had been scheduled two days ago.
  const database = new DatabaseSync(path.join(folder, 'desk', 'desk.db'))
  const back = 2 * 86_400_000
  database
    .prepare(
      `UPDATE report_schedules
      SET schedule = json_set(schedule, '$.madeAt', json_extract(schedule, '$.madeAt') - ?)`,
    )
    .run(back)
  const earlier = database.prepare(
    `INSERT INTO report_runs SELECT id, ?, '{"status":"missed","triedAt":null,"files":[]}'
    FROM report_schedules ORDER BY rowid LIMIT 1`,
  )
  for (let due = 1; due <= EARLIER; due++) earlier.run(due)
  database.close()
  desk = await start()
  const { page } = desk
  await page.keyboard.press('Alt+Shift+5')
  await expect
    .poll(() => page.getByText(/: Created: .+\.(cuepoint|pdf)/).count(), { timeout: 90_000 })
    .toBe(2)
  await page.getByText(text.status.missed).first().waitFor()
  const files = fs.readdirSync(out)
  expect(files.map((file) => path.extname(file)).sort()).toEqual(['.cuepoint', '.pdf'])
  const pdf = files.find((file) => file.endsWith('.pdf')) ?? ''
  expect(fs.readFileSync(path.join(out, pdf)).subarray(0, 5).toString()).toBe('%PDF-')
  await expect.poll(() => page.locator('[data-report-id] img').count()).toBe(2)
  const [beforeName] = text.makeNowLabel.split('{{')
  const makeNow = page.getByRole('button', { name: new RegExp(`^${beforeName}`) })
  const showEarlier = new RegExp(text.earlier_other.replace(/\{\{.*\}\}/, String.raw`\d+`))
  await page.getByRole('button', { name: showEarlier }).click()
  await expect.poll(() => page.getByText(text.status.missed).count()).toBe(2 + EARLIER)
  await makeNow.first().click()
  await expect.poll(() => fs.readdirSync(out).length, { timeout: 90_000 }).toBe(3)
  // The window learns of it after the files are there.
  await expect.poll(() => page.getByText(text.status.missed).count()).toBe(1 + EARLIER)
  expect(await violations(page)).toEqual([])
})

test('a schedule that came with a backup is off until a folder of this computer is chosen, and is removed once that is confirmed', async () => {
  await desk?.close()
  const database = new DatabaseSync(path.join(folder, 'desk', 'desk.db'))
  database.exec(`UPDATE report_schedules SET schedule = json_set(schedule, '$.folder', NULL)`)
  database.close()
  desk = await start()
  const { page, app } = desk
  await page.keyboard.press('Alt+Shift+5')
  await page.getByText(text.off).first().waitFor()
  expect(await violations(page, 'main')).toEqual([])
  await chooseExisting(app, out)
  await page
    .getByRole('button', { name: /^Choose folder and turn on/ })
    .first()
    .click()
  await expect.poll(() => page.getByText(text.off).count()).toBe(1)
  await page.getByText(out).waitFor()
  const [beforeName] = text.removeLabel.split('{{')
  const remove = page.getByRole('button', { name: new RegExp(`^${beforeName}`) })
  await remove.last().click()
  await page.getByRole('button', { name: text.keep, exact: true }).click()
  await remove.last().click()
  expect(await violations(page, 'main')).toEqual([])
  expect(await remove.count()).toBe(2)
  await page.getByRole('button', { name: text.remove, exact: true }).click()
  await expect.poll(() => remove.count()).toBe(1)
})
