import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { FaultAction } from '../../src/service/faults.ts'
import type { AppInfo } from '../../src/shared/features/settings/window-info.ts'
import { accountsOn, asked } from '../support/bridge.ts'
import { connect, emptyKeychain, keysInKeychain } from '../support/connect.ts'
import { newFolder } from '../support/folder.ts'
import { gridRows } from '../support/grid.ts'
import { appExecutable, electronArguments, type Launched, launch } from '../support/launch.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { settled } from '../support/settled.ts'
import { addAccount, quietDownloads } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const GRID = 'Players and their metrics'
const KEY = 'a-right-key-0123456789'
const folder = newFolder()
let desk: Launched
let service: Sandbox
let overview: string[][]

beforeAll(async () => {
  await emptyKeychain()
  // The fourteenth player's name is a piece of markup.
  service = await startService({
    players: 16,
    days: 40,
    analyticsKey: KEY,
    plan: 'enterprise',
    limits: { queriesPerMinute: 6000 },
  })
  desk = await start({ language: 'en' })
})
afterAll(async () => {
  await desk.close()
  await service.close()
  await emptyKeychain()
  fs.rmSync(folder, { recursive: true, force: true })
})

const start = (preferences = {}) =>
  launch({ folder, preferences, size: { width: 1440, height: 900 } })

/** Of a company, of the network and of an answer; `accounts.test.ts` has more of each. */
const refusals: [string, FaultAction, string[]][] = [
  [
    'a company without access',
    { kind: 'unauthorized', form: '516' },
    [
      'No access to the analytics API',
      'The company’s plan does not include it (code 516). The service said: This company does not have access to the public analytics API',
      'Ask the service to enable the analytics API for the company.',
    ],
  ],
  [
    'a page of HTML in the place of data',
    { kind: 'captive-portal' },
    [
      'The response did not come from the service',
      'The response (200) came from a proxy, a login page or a firewall in front of the service, not from the API.',
      'If this network requires a login, log in first. The key was not checked.',
    ],
  ],
  [
    'an answer of another shape',
    { kind: 'drift', change: 'retype', path: 'quotas' },
    [
      'A field of the response is not as documented',
      'The field quotas is missing or has another type: array is expected.',
      'Downloaded data was not changed. Cuepoint may need an update.',
    ],
  ],
]

test.each(refusals)(
  '%s: reported in the form, where the key stays, and nothing is stored',
  async (_name, action, sentences) => {
    service.setFaults([{ match: {}, action }])
    await connect(desk.page, { address: service.base_url, key: KEY })
    const alert = desk.page.locator('form').getByRole('alert')
    await alert.getByText(sentences[0] ?? '', { exact: true }).waitFor()
    expect(await alert.locator('p').allInnerTexts()).toEqual(sentences)
    expect(await desk.page.getByLabel('Analytics key', { exact: true }).inputValue()).toBe(KEY)
    await expectNothingKept()
  },
)

test('an Electron without security fixes says so, and accepts no key for a remote service', async (of) => {
  const { page } = desk
  const { electron, electronSupport } = await asked<AppInfo>(page, ['app', 'info'])
  of.skip(electronSupport === 'supported', 'This Electron is supported.')
  const said = page.getByText(texts.en.ui.banner.electron.refused.replace('{{electron}}', electron))
  await said.waitFor()
  await connect(page, { address: 'https://analytics.example.com', key: KEY })
  const alert = page.locator('form').getByRole('alert')
  await alert.getByText(texts.en.failure.keyUnsupportedTitle, { exact: true }).waitFor()
  expect(await page.getByLabel('Analytics key', { exact: true }).inputValue()).toBe(KEY)
  await expectNothingKept()
  // It stays on the other screens.
  await page.keyboard.press('Alt+3')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  expect(await said.isVisible()).toBe(true)
  await addAccount(page)
  await page.getByLabel('Analytics key', { exact: true }).waitFor()
})

test('a wrong key of the real service is refused, and nothing is kept', async () => {
  service.setFaults([])
  await connect(desk.page, { address: service.base_url, key: 'not-the-key' })
  await desk.page.getByText('The key was refused', { exact: true }).waitFor()
  await expectNothingKept()
})

const unsent: [string, { address?: string; key?: string }, string][] = [
  ['a missing key', { key: '   ' }, 'Enter the analytics key.'],
  [
    'an address without https',
    { address: 'http://analytics.example.com' },
    'Enter a full https address. Plain http works only for this computer.',
  ],
]

test.each(unsent)(
  '%s is reported below its field, and nothing is sent',
  async (_name, given, said) => {
    const before = service.heard.length
    await connect(desk.page, { address: service.base_url, key: KEY, ...given })
    await desk.page.locator('form').getByText(said, { exact: true }).waitFor()
    expect(service.heard.length).toBe(before)
    await expectNothingKept()
  },
)

test('an address with a query is refused at its field, which names the character', async () => {
  const before = service.heard.length
  await connect(desk.page, { address: `${service.base_url}/?a=1`, key: KEY })
  await desk.page.getByText('The address of a service has no “?”.').first().waitFor()
  expect(service.heard.length).toBe(before)
  await expectNothingKept()
})

test('a valid key connects the account, and is stored in the keychain', async () => {
  await connect(desk.page, { address: service.base_url, key: KEY })
  await desk.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const [account] = await accountsOn(desk.page)
  expect(account).toMatchObject({ name: 'Acme', keys: { analytics: 'ready' } })
  expect((await keysInKeychain()).map(({ password }) => password)).toEqual([KEY])
})

test('the first download states its cost, starts with one click, and fills the tables', async () => {
  const { page } = desk
  const cost = /is not downloaded yet\. Requests: \d+ · Time: under a minute\. Figures appear/
  await page.getByText(cost).waitFor()
  await page.getByRole('button', { name: 'Start download' }).click()
  await page.getByRole('group', { name: 'Key metrics' }).waitFor()
  expect(await page.getByText(cost).count()).toBe(0)
  await quietDownloads(page)
  // The figures on screen follow the end of the download with a delay.
  await page.reload()
  await page.getByRole('grid', { name: GRID }).waitFor()
  overview = await settled(() => gridRows(page, GRID))
  expect(overview).toHaveLength(16)
})

test('a player’s name that is markup is shown as text', async () => {
  const { page } = desk
  const name = '<img src=x onerror=alert(1)>'
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  expect(overview.map(([first]) => first)).toContain(name)

  await page.getByRole('searchbox', { name: 'Search players' }).fill('onerror')
  await page.getByRole('gridcell', { name, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  expect(await page.locator('img').count()).toBe(0)
  expect(dialogs).toEqual([])
  await page.keyboard.press('Alt+1')
  // The search is still there, as it was left.
  await page.getByRole('searchbox', { name: 'Search players' }).fill('')
})

test('when the service is unreachable the figures stay, and the header says that the app is offline', async () => {
  const { page } = desk
  await service.close()
  await page.keyboard.press('Alt+3')
  await page.getByRole('button', { name: 'Test now' }).click()
  await page.getByText('The service cannot be reached', { exact: true }).waitFor()
  await page.getByText(`${new URL(service.base_url).host} did not respond.`).waitFor()
  await page.getByRole('button', { name: 'Offline', exact: true }).click()
  await page.getByText(/^Offline\. Showing the data on this computer\./).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Alt+1')
  await page.getByRole('grid', { name: GRID }).waitFor()
  await expect.poll(() => gridRows(page, GRID)).toEqual(overview)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a second start opens no second window and exits', async () => {
  const second = spawn(appExecutable(), electronArguments(folder), { stdio: 'ignore' })
  const status = await new Promise((done) => second.once('exit', done))
  expect(status).toBe(0)
  expect(desk.app.windows()).toHaveLength(1)
  expect(await gridRows(desk.page, GRID)).toEqual(overview)
})

test('a damaged answers.db is set aside, reported, and replaced by an empty one', async () => {
  const kept = await restartWithDamage()
  await desk.page
    .getByText(
      `The file of downloaded data was damaged and has been replaced by an empty one. Download again. The old file is saved as ${kept}.`,
    )
    .waitFor()
  await desk.page.getByText('No data for these dates').waitFor()
  expect(await accountsOn(desk.page)).toHaveLength(1)
})

/** Still at the form, without an account or a key. */
async function expectNothingKept() {
  expect(await accountsOn(desk.page)).toEqual([])
  expect(await keysInKeychain()).toEqual([])
  expect(await desk.page.getByRole('heading', { level: 1 }).innerText()).toBe(
    texts.en.welcome.title,
  )
}

/** Writes over the beginning of the answers while the app is closed; gives the name they were kept as. */
async function restartWithDamage(): Promise<string> {
  await desk.close()
  const name = 'answers.db'
  const file = path.join(folder, 'desk', name)
  const damaged = fs.openSync(file, 'r+')
  fs.writeSync(damaged, Buffer.alloc(100, 'x'), 0, 100, 0)
  fs.closeSync(damaged)
  desk = await start()
  await desk.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const [kept] = fs.readdirSync(path.dirname(file)).filter((one) => one.startsWith(`${name}.dam`))
  if (!kept) throw new Error(`${name} was not set aside`)
  return path.join(path.dirname(file), kept)
}
