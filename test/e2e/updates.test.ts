import fs from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHECK_UPDATES } from '../../src/main/shell/menu.ts'
import { PACKAGES, PROCESSORS } from '../../src/shared/features/updates/manifest.ts'
import { violations } from '../support/axe.ts'
import { emptyKeychain } from '../support/connect.ts'
import { connectAccount } from '../support/connected-window.ts'
import { newFolder } from '../support/folder.ts'
import { type Launched, launch } from '../support/launch.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { openAccount } from '../support/steps.ts'
import { texts } from '../support/texts.ts'
import {
  fileOf,
  manifestOf,
  newSigningKey,
  signed,
  startUpdateServer,
  type UpdateServer,
} from '../support/update-server.ts'

const text = texts.en.updates
const key = newSigningKey()
const BYTES = Buffer.alloc(400_000, 'a package of Cuepoint ')
const folder = newFolder()
let server: UpdateServer
let service: Sandbox
let desk: Launched

/** Under whatever system the tests run, a file of each kind for each processor. */
const files = PACKAGES.flatMap((kind) =>
  PROCESSORS.map((processor) =>
    fileOf(BYTES, {
      system: kind === 'dmg' ? 'darwin' : kind === 'exe' ? 'win32' : 'linux',
      processor,
      package: kind,
      name: `cuepoint-${processor}.${kind}`,
    }),
  ),
)
const genuine = signed(JSON.stringify(manifestOf(BYTES, { files })), key)
const address = /^\/cuepoint-/

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({ players: 1, days: 5 })
  server = await startUpdateServer()
  server.give('/manifest.json', genuine)
  for (const { name } of files) server.give(`/${name}`, BYTES)
  desk = await start()
})
afterAll(async () => {
  await desk.close()
  await server.close()
  await service.close()
  await emptyKeychain()
  fs.rmSync(folder, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}) {
  const source = { address: server.address, keys: [key.publicKey] }
  return launch({
    folder,
    preferences: { language: 'en', theme: 'light' },
    size: { width: 1280, height: 900 },
    env: { CUEPOINT_UPDATES: JSON.stringify(source), ...env },
  })
}

const heldFiles = () => fs.readdirSync(path.join(folder, 'updates')).sort()
const card = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: text.title, exact: true }) })

async function openSettings(page: Page) {
  await page.keyboard.press('Alt+3')
  await card(page).waitFor()
}

/** What the system is given to open or to show, instead of a program of this computer. */
async function watchOpening(app: ElectronApplication) {
  await app.evaluate(({ shell }) => {
    const given: string[] = []
    Object.assign(globalThis, { given })
    shell.openPath = (file) => {
      given.push(file)
      return Promise.resolve('')
    }
    shell.showItemInFolder = (file) => void given.push(file)
  })
  return () => app.evaluate(() => (globalThis as unknown as { given: string[] }).given)
}

test('no update is requested before the user agrees, and the question comes after the first account', async () => {
  const { page } = desk
  const question = page.getByText(text.question.split('}}')[1] as string)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(await question.count()).toBe(0)
  await connectAccount(page, service)
  await openAccount(page, 'Acme')
  await question.waitFor()
  expect(server.asked).toEqual([])
})

test('once the user agrees, the newer version is announced at once, and its notes are in the settings', async () => {
  const { page } = desk
  await page.getByRole('button', { name: text.yes }).click()
  const line = page.getByText('Cuepoint 2.0.0 is available.')
  await line.waitFor()
  expect(server.paths()).toEqual(['/manifest.json'])
  expect(await page.getByText(text.question.split('}}')[1] as string).count()).toBe(0)
  await page.getByRole('button', { name: text.show }).click()
  const part = page.getByRole('heading', { level: 2, name: text.title, exact: true })
  await expect.poll(() => part.evaluate((one) => one === document.activeElement)).toBe(true)
  await card(page).getByRole('heading', { name: 'Cuepoint 2.0.0 is available' }).waitFor()
  expect(await card(page).getByRole('checkbox', { name: text.daily }).isChecked()).toBe(true)
  // What came is text, whatever it looks like.
  await card(page).getByText('Curves are drawn <b>faster</b>.').waitFor()
  expect(await violations(page, 'main')).toEqual([])
})

test('a download shows its progress, and leaves no file when cancelled', async () => {
  const { page } = desk
  for (const { name } of files) {
    server.give(`/${name}`, (response) => void response.write(BYTES.subarray(0, 100_000)))
  }
  await card(page).getByRole('button', { name: text.download }).click()
  const bar = card(page).getByRole('progressbar')
  await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('25')
  expect(await violations(page, 'main')).toEqual([])
  await card(page).getByRole('button', { name: text.cancel }).click()
  await card(page).getByRole('button', { name: text.download }).waitFor()
  expect(heldFiles()).toEqual(['state.json'])
})

test('a downloaded and verified file is opened by the system when the user confirms', async () => {
  const { app, page } = desk
  for (const { name } of files) server.give(`/${name}`, BYTES)
  const given = await watchOpening(app)
  await card(page).getByRole('button', { name: text.download }).click()
  await card(page).getByText(text.downloaded).waitFor()
  expect(await given()).toEqual([])
  await card(page).getByRole('button', { name: text.open, exact: true }).click()
  await card(page).getByText(text.opened).waitFor()
  const [file = ''] = await given()
  expect(path.dirname(file)).toBe(path.join(folder, 'updates'))
  expect(fs.readFileSync(file).equals(BYTES)).toBe(true)
})

test('a check from the menu reports a tampered manifest on the current screen', async () => {
  const { app, page } = desk
  await page.keyboard.press('Alt+1')
  server.give('/manifest.json', genuine.replace('2.0.0', '2.0.1'))
  await app.evaluate(({ Menu }, id) => {
    Menu.getApplicationMenu()?.getMenuItemById(id)?.click()
  }, CHECK_UPDATES)
  await page.getByText(texts.en.failure.updateSignatureTitle).waitFor()
  await page.getByRole('button', { name: 'Dismiss' }).first().click()
  await page.getByText(texts.en.failure.updateSignatureTitle).waitFor({ state: 'hidden' })
  expect(server.paths().filter((each) => each !== '/manifest.json' && !address.test(each))).toEqual(
    [],
  )
})

test('a build without an update address says so, and has no update controls', async () => {
  await desk.close()
  desk = await start({ CUEPOINT_UPDATES: '' })
  const { app, page } = desk
  await openSettings(page)
  await card(page).getByText(text.none).waitFor()
  expect(await card(page).getByRole('checkbox').count()).toBe(0)
  expect(await card(page).getByRole('button').count()).toBe(0)
  const isInMenu = await app.evaluate(
    ({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id) !== null,
    CHECK_UPDATES,
  )
  expect(isInMenu).toBe(false)
})
