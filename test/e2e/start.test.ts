import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Player } from '../../src/shared/api/player.ts'
import type { Account } from '../../src/shared/features/accounts/account.ts'
import type { Answer } from '../../src/shared/features/analytics/answer.ts'
import { accountsOn, asked } from '../support/bridge.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { isInChromium, type Launched, launch } from '../support/launch.ts'
import { tryDemo } from '../support/steps.ts'

// The tests go on from each other: each needs what the one before it left.

const HOSTILE = '<img src=x onerror=alert(1)>'

let folder: string
let kept: string
let desk: Launched
beforeAll(async () => {
  folder = await downloadedDemo()
  kept = path.join(folder, 'desk', 'last-page.json')
  fs.rmSync(kept, { force: true })
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('the overview is stored once it has settled', async () => {
  const { page, close } = await launch({ folder, preferences: { language: 'en', theme: 'light' } })
  await tryDemo(page)
  // Names come from whoever typed them.
  const [account] = await accountsOn(page)
  await asked(page, ['accounts', 'update'], { account_id: account?.id, name: HOSTILE })
  await page.getByText(HOSTILE).first().waitFor()
  await expect.poll(() => fs.existsSync(kept)).toBe(true)
  await close()
})

test('the next start shows the stored overview before the script runs, without ages and states', async () => {
  const { html } = JSON.parse(fs.readFileSync(kept, 'utf8')).page as { html: string }
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  const { page, close } = await launch({ folder })
  const marks = await marksOf(page)
  expect(marks['readable']).toBeLessThan(marks['answering'] ?? 0)
  const last = await page.evaluate(lookAt, html)
  expect(last.cells.length).toBeGreaterThan(100)
  await expect.poll(async () => (await page.evaluate(lookAt, null)).cells).toEqual(last.cells)
  expect(last.freshness).toMatch(/^as of \w+ \d+, \d{4}, \d+:\d+\s[AP]M$/)
  expect(last.status).toBe('hidden')
  expect(last.foreign).toBe(0)
  expect(await page.evaluate(() => document.getElementById('root')?.inert)).toBe(false)
  await close()
})

test("a change of a player's tags discards the last page, which is stored again once the overview has settled", async () => {
  let keptAt = keptWhen()
  const keptAgain = () => expect.poll(() => keptWhen() > keptAt, { interval: 100 }).toBe(true)
  desk = await launch({ folder })
  const { page } = desk
  // A start gives it anew; only after that does nothing but the tag bring it again.
  await keptAgain()
  keptAt = keptWhen()
  const [account] = await asked<Account[]>(page, ['accounts', 'list'])
  const account_id = account?.id
  const { value } = await asked<Answer<Player[]>>(page, ['analytics', 'players'], { account_id })
  const player_ids = value.slice(0, 1).map(({ id }) => id)
  await asked(page, ['players', 'tag'], { account_id, player_ids, add: ['vsl'], remove: [] })
  await expect.poll(() => fs.existsSync(kept)).toBe(false)
  await keptAgain()
})

test('switching to another screen deletes the stored overview at once', async () => {
  const { page, close } = desk
  await page.keyboard.press('Alt+3')
  await expect.poll(() => fs.existsSync(kept)).toBe(false)
  await close()
})

// Electron tells Chromium the language.
test.skipIf(isInChromium)(
  'date and time fields are in the language that was chosen before the start',
  async () => {
    const { page, close } = await launch({
      ...{ folder, preferences: { language: 'pt-BR' } },
      // On Linux it comes before what Electron sets.
      env: { LANGUAGE: 'en_US:en' },
    })
    await page.locator('html[lang=pt-BR]').waitFor()
    expect(await page.evaluate(() => navigator.language)).toBe('pt-BR')
    await close()
  },
)

const keptWhen = () => fs.statSync(kept, { throwIfNoEntry: false })?.mtimeMs ?? 0

async function marksOf(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName('answering').length > 0)
  const marks = await page.evaluate(() =>
    performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime] as const),
  )
  return Object.fromEntries(marks)
}

/** What stands in markup, in a document where nothing loads and nothing runs; or in the page. */
function lookAt(html: string | null) {
  const { trustedTypes } = window as never as {
    trustedTypes: {
      createPolicy: (name: string, rules: object) => { createHTML: (of: string) => string }
    }
  }
  const { body } = html === null ? document : document.implementation.createHTMLDocument()
  if (html !== null) {
    // The page's policy knows no other name, and an overview has not made this one.
    const trusting = { createHTML: (text: string) => text }
    body.innerHTML = trustedTypes.createPolicy('sandboxed-frame', trusting).createHTML(html)
  }
  // The stored page has the rows in view only; in a document without a window all have a top of 0.
  const rows = [...body.querySelectorAll('[role=grid] [role=row]')].filter(
    (row) => row.getBoundingClientRect().top <= window.innerHeight,
  )
  const textOf = (selector: string) => body.querySelector(selector)?.textContent ?? ''
  return {
    cells: rows.flatMap((row) =>
      [...row.querySelectorAll('[role=gridcell]')].map((cell) => cell.textContent),
    ),
    freshness: textOf('[data-age]'),
    status: body.querySelector<HTMLElement>('[role=status]')?.style.visibility,
    foreign: body.querySelectorAll('img, script, iframe, link, meta').length,
  }
}
