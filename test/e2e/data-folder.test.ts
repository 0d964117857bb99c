import fs from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openAVideo } from '../support/connected-window.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { type Launched, launch } from '../support/launch.ts'
import { tryDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

let desk: Launched

const start = async (folder: string) => {
  desk = await launch({ folder, preferences: { language: 'en' } })
  return desk.page
}

afterEach(async () => {
  await desk.close()
  fs.rmSync(desk.folder, { recursive: true, force: true })
})

test('an edit after the data folder was deleted is refused with what to do, and stays as typed', async () => {
  const page = await start(await downloadedDemo())
  await tryDemo(page)
  await openAVideo(page)
  await page.getByRole('tab', { name: 'Traffic filter' }).click()
  fs.rmSync(path.join(desk.folder, 'desk'), { recursive: true })
  const token = page.getByRole('textbox', { name: 'Bypass token', exact: true })
  await token.fill('mine')
  await token.press('Enter')
  await page.getByText(texts.en.failure.storageGoneTitle).first().waitFor()
  await page.getByText(texts.en.failure.storageGoneNext).first().waitFor()
  expect(await token.inputValue()).toBe('mine')
  expect(await page.getByText(texts.en.edits.status.draft).count()).toBe(0)
})

test('a missing desk.db is recovered from its second copy, and the recovery is reported', async () => {
  const folder = await downloadedDemo()
  fs.rmSync(path.join(folder, 'desk', 'desk.db'))
  const page = await start(folder)
  await page.getByText(texts.en.recovery.missing).waitFor()
  const [allBack = ''] = texts.en.recovery.allBack.split(' {{')
  await page.getByText(allBack).waitFor()
  await page.getByRole('button', { name: 'Demo' }).first().waitFor()
})
