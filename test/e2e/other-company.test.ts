import { afterAll, beforeAll, expect, test } from 'vitest'
import { asked } from '../support/bridge.ts'
import { keysInKeychain } from '../support/connect.ts'
import { type Connected, openConnected } from '../support/connected-window.ts'
import { texts } from '../support/texts.ts'

const settings = texts.en.settings
let desk: Connected

beforeAll(async () => {
  desk = await openConnected({ players: 3 })
})
afterAll(() => desk.close())

test('a key of another company is kept only when the user insists', async () => {
  const { page, service, account_id } = desk
  const { noQuota } = service.keys
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const passwords = async () => (await keysInKeychain()).map(({ password }) => password)
  await asked(page, ['analytics', 'players'], { account_id })
  await page.keyboard.press('Alt+3')
  await button(settings.accounts.replace).click()
  const field = page.getByLabel(settings.accounts.newKey, { exact: true })
  await field.fill(noQuota)
  await button(settings.accounts.useKey).click()
  await page.getByText(texts.en.failure.otherCompanyTitle, { exact: true }).waitFor()
  await field.fill('another key')
  expect(await button(texts.en.ui.notice.useAnyway).count()).toBe(0)
  await field.fill(noQuota)
  await button(settings.accounts.useKey).click()
  await button(texts.en.ui.notice.useAnyway).waitFor()
  expect(await passwords()).not.toContain(noQuota)
  await button(texts.en.ui.notice.useAnyway).click()
  await page.getByText(settings.accounts.replaced, { exact: true }).waitFor()
  expect(await passwords()).toContain(noQuota)
})
