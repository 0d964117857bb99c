import keytar from 'keytar'
import type { Page } from 'playwright'
import { texts } from './texts.ts'

interface Connection {
  name?: string
  address: string
  key: string
  /** For the videos, which are at the same address. */
  token?: string
}

/** Fills in the form for an account and sends it off, in English. */
export async function connect(page: Page, { name = 'Acme', address, key, token }: Connection) {
  await showAllFields(page)
  await page.getByRole('textbox', { name: 'Account name' }).fill(name)
  await page.getByRole('textbox', { name: 'Address of the analytics service' }).fill(address)
  await page.getByLabel('Analytics key', { exact: true }).fill(key)
  if (token !== undefined) {
    await page.getByRole('textbox', { name: texts.en.welcome.connect.videoAddress }).fill(address)
    await page.getByLabel(texts.en.welcome.connect.token, { exact: true }).fill(token)
  }
  await page.getByRole('button', { name: texts.en.welcome.connect.button, exact: true }).click()
}

/** Includes the fields that have a good default, or can be filled in later. */
async function showAllFields(page: Page) {
  const more = page.getByRole('button', { name: texts.en.welcome.connect.more })
  await page.getByLabel('Analytics key', { exact: true }).waitFor()
  if (await more.isVisible()) await more.click()
}

/** Cuepoint's entries in the system's keychain, read outside of the app. */
export const keysInKeychain = () => keytar.findCredentials('Cuepoint')

/** Removes the entries of earlier tests from this session's keychain. */
export async function emptyKeychain() {
  for (const { account } of await keysInKeychain()) await keytar.deletePassword('Cuepoint', account)
}
