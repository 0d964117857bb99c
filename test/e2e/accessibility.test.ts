import fs from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { VideoList } from '../../src/shared/features/publishing/edit.ts'
import {
  DEFAULT_PREFERENCES,
  type Preferences,
} from '../../src/shared/features/settings/preferences.ts'
import { LANGUAGES, type Language } from '../../src/shared/locales/languages.ts'
import { presetWithoutToday, todayIn } from '../../src/shared/time/period.ts'
import { contrastViolations, violations } from '../support/axe.ts'
import { accountsOn, asked } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { complaintsOf } from '../support/complaints.ts'
import { emptyKeychain } from '../support/connect.ts'
import { downloadedDemo } from '../support/downloaded-demo.ts'
import { connectEdited, EDITED_SCREENS } from '../support/edited.ts'
import { tabTo } from '../support/keyboard.ts'
import { isInChromium, type Launched, launch, resizeWindow } from '../support/launch.ts'
import { isProof } from '../support/scale.ts'
import { OVERLAYS, SCREENS, spills } from '../support/screens.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { tryDemo } from '../support/steps.ts'
import { texts } from '../support/texts.ts'

const SHOWN: readonly Language[] = isProof ? LANGUAGES : ['en']
const THEMES = ['dark', 'light'] as const
type Theme = (typeof THEMES)[number]
/** The last is that of the other tests. */
const WIDTHS = isProof ? [1024, 1920, 1440] : [1024]
/** A video opens with the first of its tabs. */
const isOnceMore = (name: string) => name === 'video-tab-0'
const LOOKED_AT = [...SCREENS, ...OVERLAYS].filter(({ name }) => isProof || !isOnceMore(name))
/** As many wear one theme before the other: each change of it draws the whole window. */
const HALF = Math.ceil(LOOKED_AT.length / 2)
/** In a proof all; else one of each kind of screen, and of each kind of overlay. */
const someOf = <One>(all: readonly One[], some: readonly One[]) => (isProof ? all : some)
const ZOOMED_SCREENS = someOf(
  ['overview', 'player', 'video', 'problems', 'settings', 'reports'],
  ['player', 'video'],
)
const ZOOMED_OVERLAYS = OVERLAYS.filter(
  ({ name }) => isProof || ['download-dialog', 'period-picker', 'export-menu'].includes(name),
)
/** The demo's days as they were downloaded, also when another day begins meanwhile. */
const DOWNLOADED: Preferences['overviewPeriod'] = {
  ...DEFAULT_PREFERENCES.overviewPeriod,
  preset: null,
  custom: presetWithoutToday('last30', todayIn(testClock.zone(), testClock.now())),
}
let folder: string
let desk: Launched
let page: Page
let complaints: string[]
let looked = 0

beforeAll(async () => {
  folder = await downloadedDemo()
  desk = await launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: { language: 'en', theme: 'system', overviewPeriod: DOWNLOADED },
  })
  page = desk.page
  complaints = await complaintsOf(page)
  await tryDemo(page)
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

describe.each(SHOWN)('in %s', (language) => {
  beforeAll(() => speak(language))

  test.each(LOOKED_AT)(
    'axe finds nothing on $name, and nothing is cut off at any width',
    async ({ name, show }) => {
      await show(page, language)
      const isOverlay = OVERLAYS.some((overlay) => overlay.name === name)
      // The frame, which is that of all screens, in each theme.
      const whole = isProof || looked % HALF === 0 ? 'html' : 'main'
      const all = isOverlay ? await found('#overlays') : await found(whole, 'main')
      if (isOverlay) await closesByEscape(name)
      expect(all).toEqual([])
    },
  )
})

/** An overlay closes with Escape, and gives the focus back to what opened it. */
async function closesByEscape(name: string) {
  const opened = page.locator('#overlays').locator('[role=dialog], [role=menu]').first()
  await opened.waitFor()
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'hidden' })
  // The palette is opened from anywhere, by its keys.
  if (name === 'palette') return
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: name })
    .toBe('BUTTON')
}

/**
 * What axe finds in a part of the window in each theme, and what is cut off or spills over at each
 * width. What another theme changes is looked for in a smaller part: the frame is that of all screens.
 */
async function found(part: string, changing = part) {
  const all: string[] = []
  // In a proof both; else one half of the screens in the one, and the other half in the other.
  const isFirst = Math.floor(looked++ / HALF) % 2 === 0
  const [theme = 'dark', other = 'light'] = isFirst ? THEMES : THEMES.toReversed()
  await wear(theme)
  all.push(...(await violations(page, part)).map((violation) => `${theme}: ${violation}`))
  if (isProof) {
    await wear(other)
    const wrong = await contrastViolations(page, changing)
    all.push(...wrong.map((violation) => `${other}: ${violation}`))
  }
  for (const width of WIDTHS) {
    await resize(width)
    await drawn(page)
    all.push(...(await spills(page)).map((what) => `${width} wide: ${what}`))
  }
  return all
}

test.each(THEMES)(
  'a coloured button is legible under the pointer in the %s theme',
  async (theme) => {
    await wear(theme)
    await page.evaluate(() => {
      const row = document.createElement('p')
      row.id = 'hovered'
      for (const color of ['indigo', 'red', 'gray']) {
        const label = document.createElement('span')
        label.textContent = color
        label.style.color = `var(--mantine-color-${color}-light-color)`
        label.style.background = `var(--mantine-color-${color}-light-hover)`
        row.append(label)
      }
      document.querySelector('main')?.prepend(row)
    })
    const all = await contrastViolations(page, '#hovered')
    await page.evaluate(() => document.querySelector('#hovered')?.remove())
    expect(all).toEqual([])
  },
)

test.each([1024, 1920])(
  'in each row of tiles the parts are aligned at a width of %i',
  async (width) => {
    await resize(width)
    await speak('en')
    await page.keyboard.press('Alt+1')
    const tiles = page.getByRole('group', { name: texts.en.overview.tiles, exact: true })
    await tiles.locator('svg[aria-hidden]').first().waitFor()
    const rows = () =>
      tiles.getByRole('group').evaluateAll((all) => {
        const topOf = (element: Element) => Math.round(element.getBoundingClientRect().top)
        const found: Record<number, { drawings: number[]; parts: number[] }> = {}
        for (const tile of all) {
          const row = (found[topOf(tile)] ??= { drawings: [], parts: [] })
          row.drawings.push(...[...tile.querySelectorAll('svg')].map(topOf))
          row.parts.push(...[...tile.children].map(topOf))
        }
        return Object.values(found)
      })
    const drawings = async () => (await rows()).flatMap((row) => row.drawings).length
    await expect.poll(drawings).toBeGreaterThan(3)
    const uneven = async () =>
      (await rows()).filter(
        (row) => new Set(row.drawings).size > 1 || new Set(row.parts).size !== 3,
      )
    await expect.poll(uneven).toEqual([])
  },
)

async function speak(language: Language) {
  const before = (await page.locator('html').getAttribute('lang')) as Language
  const header = page.getByRole('banner')
  await header.getByLabel(texts[before].ui.header.language).selectOption(language)
  await page.getByText(texts[language].ui.header.find).first().waitFor()
}

/** The desk goes along with the system; its own button is out of reach under an overlay. */
async function wear(theme: Theme) {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor()
}

test('Control and K opens the palette, and Escape gives the focus back', async () => {
  const { header, palette } = await atHome()
  const focused = page.getByRole('button', { name: header.shortcuts })
  await focused.focus()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: palette.title })
  await field.waitFor()
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
  await expect.poll(() => focused.evaluate((one) => one === document.activeElement)).toBe(true)
})

test('the palette finds a section of the settings, a video and the download of data', async () => {
  const { palette } = await atHome()
  const field = page.getByRole('combobox', { name: palette.title })
  const find = async (text: string) => {
    await page.keyboard.press('Control+k')
    await field.fill(text)
  }
  const { title } = texts.en.settings.backup
  await find(title)
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 2, name: title, exact: true })
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true)

  const [account] = await accountsOn(page)
  const { rows } = await asked<VideoList>(page, ['videos', 'list'], { account_id: account?.id })
  const name = rows[0]?.name ?? ''
  await find(name)
  await page.getByRole('option', { name: `${palette.video} ${name}`, exact: true }).click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  await find(texts.en.overview.download.title)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: texts.en.overview.download.title }).waitFor()
  await page.keyboard.press('Escape')
})

test('table rows are 8 pixels higher at the comfortable density', async () => {
  const { look } = texts.en.settings
  const choose = async (density: string) => {
    await page.keyboard.press('Alt+3')
    await page.getByLabel(look.density).selectOption(density)
    await page.keyboard.press('Alt+1')
    const rows = page.getByRole('grid', { name: texts.en.overview.tableLabel }).getByRole('row')
    const box = await rows.nth(3).boundingBox()
    return box?.height ?? 0
  }
  const compact = await choose(look.compact)
  expect((await choose(look.comfortable)) - compact).toBe(8)
  expect(await choose(look.compact)).toBe(compact)
})

test('Escape closes a panel from the moment it opens, before the focus has come into it', async () => {
  await atHome()
  const button = page.getByRole('button', { name: texts.en.overview.columns.button })
  await button.evaluate((columns: HTMLElement) => {
    columns.click()
    return new Promise<void>((done) => {
      requestAnimationFrame(() => {
        columns.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
        done()
      })
    })
  })
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
})

test('each screen of the account has a keyboard shortcut', async () => {
  const { screen } = await atHome()
  const keys = {
    'Alt+Shift+Digit1': screen.variants,
    'Alt+Shift+Digit2': screen.leaderboard,
    'Alt+Shift+Digit3': screen.live,
    'Alt+Shift+Digit4': screen.annotations,
    'Alt+Shift+Digit5': screen.reports,
    'Alt+Digit8': screen.abTests,
  }
  for (const [key, name] of Object.entries(keys)) {
    await page.keyboard.press(key)
    const current = page.getByRole('navigation', { name: texts.en.ui.sidebar.screens })
    await current.locator('[aria-current=page]').getByText(name, { exact: true }).waitFor()
  }
})

test('the keyboard alone reaches the table, moves between its cells, opens a player and returns', async () => {
  await atHome()
  const grid = page.getByRole('grid', { name: texts.en.overview.tableLabel })
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await tabTo(page, grid, 60)

  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  const id = await grid.getAttribute('aria-activedescendant')
  const cell = page.locator(`[id="${id}"]`)
  expect(await cell.getAttribute('aria-colindex')).toBe('2')
  const row = page.getByRole('row').filter({ has: cell })
  expect(await row.getAttribute('aria-rowindex')).toBe('4')
  const name = await row.getByRole('gridcell').first().innerText()

  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await page.keyboard.press('Alt+1')
  await grid.waitFor()
})

test('the table header sorts by keyboard, and aria-sort says how', async () => {
  await atHome()
  const grid = page.getByRole('grid', { name: texts.en.overview.tableLabel })
  await grid.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const head = grid.getByRole('columnheader').first()
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('ascending')
  await page.keyboard.press('Enter')
  await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')
})

test('the first Tab stop skips the sidebar and leads to the content', async () => {
  await atHome()
  // Elsewhere Tab begins at what had the focus last.
  await page.reload()
  await page.getByRole('grid', { name: texts.en.overview.tableLabel }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
})

test('under forced colors the selected option has a background of its own', async () => {
  await atHome()
  await page.emulateMedia({ forcedColors: 'active' })
  const backgrounds = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  const chosen = [
    ['[data-switch] input:checked + span', '[data-switch] input:not(:checked) + span'],
    ['nav button[aria-current=page]', 'nav button:not([aria-current])'],
  ] as const
  for (const [one, other] of chosen) {
    const [[first], others] = await Promise.all([backgrounds(one), backgrounds(other)])
    expect(first).toMatch(/^rgb/)
    expect(others).not.toContain(first)
  }
  await page.emulateMedia({ forcedColors: 'none' })
})

test.runIf(isProof)(
  'in Portuguese the player and the reports fit in the smallest window',
  async () => {
    await atHome()
    await speak('pt-BR')
    await resize(900)
    expect(await tooWide(['player', 'reports'], 'pt-BR')).toEqual([])
    await resize(1440)
  },
)

describe.skipIf(isInChromium)('at a zoom of 200 %', () => {
  const zoom = (factor: number) =>
    desk.app.evaluate(({ BrowserWindow }, value) => {
      BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(value)
    }, factor)
  beforeAll(async () => {
    await atHome()
    await zoom(2)
  })
  afterAll(() => zoom(1))

  test('no screen is wider than its window', async () => {
    expect(await tooWide(ZOOMED_SCREENS, 'en')).toEqual([])
  })

  test.each(ZOOMED_OVERLAYS)('$name is within the window', async ({ show }) => {
    await show(page, 'en')
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll('[role=dialog], [role=menu]')]
            .map((overlay) => overlay.getBoundingClientRect())
            .filter(({ left, right }) => left < 0 || right > window.innerWidth),
        ),
      )
      .toEqual([])
    await page.keyboard.press('Escape')
  })
})

describe('with an account that has unpublished changes', () => {
  let service: Sandbox
  beforeAll(async () => {
    await emptyKeychain()
    service = await startService({ players: 4, days: 5, plan: 'enterprise' })
    await speak('en')
    await connectEdited(desk, service)
  })
  afterAll(async () => {
    await service.close()
    await emptyKeychain()
  })

  test.each(SHOWN.flatMap((language) => EDITED_SCREENS.map((screen) => ({ ...screen, language }))))(
    'axe finds nothing on $name in $language, and nothing is cut off',
    async ({ show, language }) => {
      await speak(language)
      await show(page, language)
      const all = await found(isProof ? 'html' : 'main, #overlays')
      await page.keyboard.press('Escape')
      expect(all).toEqual([])
    },
  )
})

test('no screen or overlay violated the content security policy or logged an error to the console', () => {
  expect(complaints).toEqual([])
})

/** What follows a new size takes a frame to be measured, and another to be drawn. */
const drawn = (on: Page) =>
  on.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) {
      await new Promise((next) => requestAnimationFrame(next))
    }
  })

/** The screens that scroll horizontally, or have a row of a list that is wider than the list. */
async function tooWide(names: readonly string[], language: Language) {
  const wide: string[] = []
  for (const { name, show } of SCREENS.filter((one) => names.includes(one.name))) {
    await show(page, language)
    await drawn(page)
    const over = await page
      .locator('main, main [role=row]')
      .evaluateAll((all) =>
        Math.max(...all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)),
      )
    if (over > 0) wide.push(`${name}: ${over} px`)
  }
  return wide
}

async function atHome() {
  await resize(1440)
  await speak('en')
  await page.keyboard.press('Alt+1')
  await page.getByRole('grid', { name: texts.en.overview.tableLabel }).waitFor()
  return texts.en.ui
}

const resize = (width: number) => resizeWindow(desk, { width, height: Math.round(width * 0.625) })
