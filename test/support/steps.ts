import type { Page } from 'playwright'
import type { Language } from '../../src/shared/locales/languages.ts'
import { texts } from './texts.ts'

/** The actions of a user, by the texts on the screen in a language. */
export async function tryDemo(page: Page, language: Language = 'en') {
  const heading = page.getByRole('heading', { name: texts[language].overview.title, exact: true })
  const button = page.getByRole('button', { name: texts[language].welcome.demo.button })
  await button.or(heading).first().waitFor()
  if (await button.isVisible()) await button.click()
  await heading.waitFor()
}

/** Downloads the shown period with every player's dashboard, and waits for its end. */
export async function downloadDemo(page: Page, language: Language = 'en') {
  await startDownload(page, language)
  await downloadEnds(page, language)
}

/** Waits for the end of a download whose dialog is open, and closes the dialog. */
export async function downloadEnds(page: Page, language: Language = 'en') {
  const [done = ''] = texts[language].overview.download.done.split('{{')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('status').filter({ hasText: done }).waitFor({ timeout: 90_000 })
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

/** The button for the download's dialog, which has another name when there are figures. */
export function downloadName(language: Language = 'en') {
  const { button, options, refresh } = texts[language].overview.download
  return new RegExp(`^(${button}|${options}|${refresh})$`)
}

/** Chooses in the window's menu whether to work offline, and closes the menu. */
export async function workOffline(page: Page, isOffline: boolean, language: Language = 'en') {
  const { online, offline, workOffline: name } = texts[language].ui.header
  const menu = page.getByRole('banner').getByRole('button', {
    name: new RegExp(`^(${online}|${offline})$`),
  })
  await menu.click()
  const choice = page.getByRole('dialog').getByRole('switch', { name })
  await choice.setChecked(isOffline, { force: true })
  const words = page.getByRole('dialog').getByText(texts[language].ui.banner.chosen)
  await words.waitFor({ state: isOffline ? 'visible' : 'hidden' })
  await page.keyboard.press('Escape')
  await choice.waitFor({ state: 'hidden' })
}

/** Opens the form to add an account. */
export async function addAccount(page: Page, language: Language = 'en') {
  const { accounts, addAccount: name } = texts[language].ui.sidebar
  await page.getByRole('button', { name: new RegExp(`^${accounts}: `) }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Opens an account by its name, from anywhere in the window. */
export async function openAccount(page: Page, name: string) {
  const known = page.getByRole('main').getByRole('button', { name }).first()
  const switcher = page.getByRole('button', { name: /^Accounts: / })
  await known.or(switcher).first().waitFor()
  if (await known.isVisible()) return known.click()
  await switcher.click()
  await page.getByRole('menuitem', { name }).click()
}

/** The demo downloads its players' dashboards by itself, in the background. */
export const quietDownloads = (page: Page) =>
  page.waitForFunction(
    async () => {
      const { cuepoint } = globalThis as unknown as { cuepoint: { call: typeof ask } }
      const reply = await cuepoint.call('downloads', 'list')
      const all = (reply as { value?: { status: string }[] }).value ?? []
      return all.every(({ status }) => status !== 'running' && status !== 'waiting')
    },
    undefined,
    { timeout: 90_000 },
  )

declare function ask(noun: string, verb: string): Promise<unknown>

export async function startDownload(page: Page, language: Language = 'en') {
  const text = texts[language].overview.download
  await quietDownloads(page)
  // The demo's own download may have begun since.
  await page
    .getByRole('button', { name: downloadName(language) })
    .first()
    .click({ timeout: 90_000 })
  const dialog = page.getByRole('dialog')
  const all = dialog.getByRole('checkbox', { name: text.withPlayers })
  await all.waitFor()
  if (!(await all.isChecked())) await all.check()
  const start = dialog.getByRole('button', { name: text.start })
  await start.click()
}

export async function openFirstPlayer(page: Page, language: Language = 'en') {
  const grid = page.getByRole('grid', { name: texts[language].overview.tableLabel })
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: texts[language].player.back }).waitFor()
}

/** Opens the videos of the current account, reading them from the service when none are stored. */
export async function readVideos(page: Page, language: Language = 'en') {
  const { title, none, download } = texts[language].videos
  await page.keyboard.press('Alt+5')
  const grid = page.getByRole('grid', { name: title })
  const empty = page.getByText(none)
  await grid.or(empty).first().waitFor()
  if (await empty.isVisible()) {
    await page.getByRole('button', { name: download }).first().click()
    await grid.waitFor()
  }
}

export async function openFirstVideo(page: Page, language: Language = 'en') {
  await readVideos(page, language)
  await page.getByRole('grid', { name: texts[language].videos.title }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: texts[language].videos.back }).waitFor()
}

/** Opens a screen by its line in the sidebar. */
export async function openByName(
  page: Page,
  screen: keyof (typeof texts)['en']['ui']['screen'],
  language: Language = 'en',
) {
  const { sidebar, screen: names } = texts[language].ui
  const screens = page.getByRole('navigation', { name: sidebar.screens })
  await screens.getByRole('button', { name: names[screen], exact: true }).click()
}
