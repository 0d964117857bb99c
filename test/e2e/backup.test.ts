import fs from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../support/axe.ts'
import { accountsOn, asked } from '../support/bridge.ts'
import { emptyKeychain } from '../support/connect.ts'
import { connectAccount } from '../support/connected-window.ts'
import { newFolder } from '../support/folder.ts'
import { fillDesk, tablesOf } from '../support/full-desk.ts'
import { chooseExisting, chooseFile, type Launched, launch } from '../support/launch.ts'
import { relaunchOf } from '../support/relaunched.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { openAccount, openFirstVideo } from '../support/steps.ts'
import { ACCOUNT } from '../support/store-folder.ts'
import { texts } from '../support/texts.ts'

const text = texts.en.settings.backup
const folder = newFolder()
const desk = path.join(folder, 'desk')
/** As a restore puts a desk aside. */
const kept = path.join(folder, 'desk-before-restore-2026-03-04T05-06-07-000Z')
const backups = newFolder()
const file = path.join(backups, 'mine.cuepoint-backup')
const preferences = { language: 'en', theme: 'light' } as const
let service: Sandbox

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({ players: 4, days: 5, plan: 'enterprise' })
})

afterAll(async () => {
  await service.close()
  await emptyKeychain()
  for (const each of [folder, backups]) fs.rmSync(each, { recursive: true, force: true })
})

const start = () => launch({ folder, preferences, size: { width: 1280, height: 900 } })

/** As the desk lies on the disk once the app is closed. */
const stored = () => ({
  desk: tablesOf(path.join(desk, 'desk.db')),
  answers: tablesOf(path.join(desk, 'answers.db')),
  pictures: fs.readdirSync(path.join(desk, 'pictures', ACCOUNT)),
})

async function openSettings(page: Page) {
  await page.keyboard.press('Alt+3')
  await page.getByRole('heading', { name: text.title, exact: true }).waitFor()
}

async function makeBackup(app: ElectronApplication, page: Page) {
  await chooseFile(app, file)
  await openSettings(page)
  await page.getByRole('checkbox', { name: text.tokens }).check()
  await page.getByRole('button', { name: text.make }).click()
  await page.getByText(file).waitFor()
}

async function restoreBackup(app: ElectronApplication, page: Page) {
  await chooseExisting(app, file)
  await openSettings(page)
  await page.getByRole('button', { name: text.restore }).click()
  const dialog = page.getByRole('dialog', { name: text.offer.title })
  await dialog.waitFor()
  return dialog
}

let before: ReturnType<typeof stored>
let worked: Launched

test('the failure of a backup is still shown after the screen was left, until it is dismissed', async () => {
  fillDesk(desk)
  worked = await start()
  const { app, page } = worked
  await connectAccount(page, service)
  await openAccount(page, 'Acme')
  await chooseFile(app, path.join(backups, 'stick', 'mine.cuepoint-backup'))
  await openSettings(page)
  await page.getByText(text.none).waitFor()
  await page.getByRole('button', { name: text.make }).click()
  const failed = page.getByRole('alert').filter({ hasText: text.failed.make })
  await failed.waitFor()
  await page.keyboard.press('Alt+1')
  await failed.waitFor({ state: 'detached' })
  await openSettings(page)
  await failed.waitFor()
  expect(await violations(page, 'main')).toEqual([])
  await failed.getByRole('button', { name: text.dismiss }).click()
  await failed.waitFor({ state: 'detached' })
})

test('a backup of a desk that was worked on is made from the settings', async () => {
  const { app, page, close } = worked
  await openFirstVideo(page)
  await page.getByRole('tab', { name: 'Traffic filter' }).click()
  const token = page.getByLabel('Bypass token', { exact: true })
  await token.fill('not posted')
  await token.press('Enter')
  await page.getByText(texts.en.edits.status.draft).first().waitFor()
  // Stores since when there is each problem, which the window would do a while after the backup.
  const acme = (await accountsOn(page)).find(({ name }) => name === 'Acme')
  await asked(page, ['problems', 'videosWithErrors'], { account_id: acme?.id ?? '' })
  await makeBackup(app, page)
  await close()
  before = stored()
  expect(before.desk['edits']?.length).toBe(2)
})

test('after a wipe, restoring a backup relaunches the app with the restored desk and its stored keys', async () => {
  fs.rmSync(folder, { recursive: true })
  const wiped = await start()
  const first = wiped.app.process().pid
  const dialog = await restoreBackup(wiped.app, wiped.page)
  await dialog.getByText('Acme').waitFor()
  expect(await violations(wiped.page, '#overlays')).toEqual([])
  const isClosed = wiped.app.waitForEvent('close')
  // The window may be gone before the click is known to be done.
  const click = dialog.getByRole('button', { name: text.offer.confirm }).click()
  await Promise.all([isClosed, click.catch(() => undefined)])

  const { pid, page, close } = await relaunchOf(folder, first)
  expect(pid).not.toBe(first)
  const [said = ''] = texts.en.recovery.deskRestored.split('{{')
  await page.getByText(said).waitFor()
  // The keychain of a busy computer may take its time.
  const acme = async () => (await accountsOn(page)).find(({ name }) => name === 'Acme')
  await expect.poll(async () => (await acme())?.keys.analytics).toBe('ready')
  await close()
  expect(stored()).toEqual(before)
})

test('before a restore the dialog counts the unpublished changes, and cancelling leaves the desk unchanged', async () => {
  fs.cpSync(desk, kept, { recursive: true })
  worked = await start()
  const { app, page } = worked
  const dialog = await restoreBackup(app, page)
  await dialog.getByText(/^2 unpublished changes on this computer/).waitFor()
  await dialog.getByRole('button', { name: texts.en.ui.cancel }).click()
  await dialog.waitFor({ state: 'hidden' })
})

test('the desk that a restore put aside is shown with its folder, offered to be restored, and erased when it is confirmed', async () => {
  const { page, close } = worked
  await openSettings(page)
  const list = page.getByRole('list', { name: text.kept.title })
  const line = list.getByRole('listitem').filter({ hasText: kept })
  await line.waitFor()
  await line.getByRole('button', { name: text.kept.restore }).click()
  const offered = page.getByRole('dialog', { name: text.offer.title })
  await offered.getByText(kept).waitFor()
  await offered.getByText('Acme').waitFor()
  await offered.getByRole('button', { name: texts.en.ui.cancel }).click()
  await offered.waitFor({ state: 'hidden' })
  await line.getByRole('button', { name: text.kept.erase }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(kept).waitFor()
  expect(await violations(page, 'main, #overlays')).toEqual([])
  await dialog.getByRole('button', { name: text.kept.confirm }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => fs.existsSync(kept)).toBe(false)
  await close()
  expect(fs.readdirSync(desk)).not.toContain('backup.checked')
  expect(stored()).toEqual(before)
})
