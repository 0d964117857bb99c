import type { Page } from 'playwright'
import { appTexts, type Language } from '../../src/shared/locales/languages.ts'
import {
  addAccount,
  downloadName,
  openByName,
  openFirstPlayer,
  openFirstVideo,
  readVideos,
} from './steps.ts'
import { texts } from './texts.ts'

export interface Shown {
  name: string
  /** Opens it, from anywhere in the window. */
  show: (page: Page, language: Language) => Promise<void>
}

const overview = async (page: Page, language: Language) => {
  await page.keyboard.press('Alt+1')
  await page.getByRole('grid', { name: texts[language].overview.tableLabel }).waitFor()
}
const settings = async (page: Page, language: Language) => {
  await page.keyboard.press('Alt+3')
  await page.getByRole('heading', { level: 1, name: texts[language].settings.title }).waitFor()
}

const abTests = async (page: Page, language: Language) => {
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Alt+8')
  const grid = page.getByRole('grid', { name: texts[language].abTests.title })
  const back = page.getByRole('button', { name: texts[language].abTests.back })
  await grid.or(back).first().waitFor()
  if (await back.isVisible()) await back.click()
  await grid.waitFor()
}

/** Every screen of the window, after the demo is downloaded. */
export const SCREENS: readonly Shown[] = [
  {
    name: 'welcome',
    async show(page, language) {
      await addAccount(page, language)
      const name = texts[language].ui.screen.welcome
      await page.getByRole('heading', { level: 1, name }).waitFor()
    },
  },
  { name: 'overview', show: overview },
  {
    name: 'player',
    async show(page, language) {
      await overview(page, language)
      await openFirstPlayer(page, language)
      const { breakdown } = texts[language].player.block
      await page.getByRole('region', { name: breakdown }).getByRole('grid').first().waitFor()
      await page.locator('canvas, figure svg').first().waitFor()
    },
  },
  {
    name: 'traffic',
    async show(page, language) {
      await overview(page, language)
      await openFirstPlayer(page, language)
      await openByName(page, 'traffic', language)
      const { block } = texts[language].traffic
      await page.getByRole('region', { name: block.retention }).getByRole('slider').waitFor()
      await page.getByRole('region', { name: block.days }).getByRole('img').first().waitFor()
    },
  },
  { name: 'videos', show: readVideos },
  {
    name: 'sheet',
    async show(page, language) {
      await openByName(page, 'sheet', language)
      await page.getByRole('grid', { name: texts[language].sheet.grid }).waitFor()
    },
  },
  { name: 'video', show: openFirstVideo },
  ...[0, 1, 2, 3, 4, 5, 6].map((place) => ({
    name: `video-tab-${place}`,
    async show(page: Page) {
      await page.keyboard.press('Alt+6')
      await page.getByRole('tab').nth(place).click()
      await page.getByRole('tabpanel').waitFor()
    },
  })),
  {
    name: 'problems',
    async show(page, language) {
      await page.keyboard.press('Alt+Shift+7')
      const name = texts[language].problems.list
      await page.getByRole('navigation', { name }).waitFor()
    },
  },
  {
    name: 'outbox',
    async show(page, language) {
      await page.keyboard.press('Alt+7')
      const name = texts[language].outbox.title
      await page.getByRole('heading', { level: 1, name }).waitFor()
    },
  },
  {
    name: 'activity',
    async show(page, language) {
      await page.keyboard.press('Alt+2')
      const name = texts[language].ui.screen.activity
      await page.getByRole('heading', { level: 1, name }).waitFor()
    },
  },
  { name: 'settings', show: settings },
  {
    name: 'annotations',
    async show(page, language) {
      await openByName(page, 'annotations', language)
      const name = texts[language].annotations.title
      await page.getByRole('heading', { level: 1, name }).waitFor()
    },
  },
  {
    name: 'reports',
    async show(page, language) {
      await overview(page, language)
      await openFirstPlayer(page, language)
      const { freeze, kept, showLibrary } = texts[language].report
      await page.getByRole('button', { name: freeze }).click()
      await page.getByRole('button', { name: kept }).click()
      await page.getByRole('button', { name: showLibrary }).click()
      await page.getByRole('grid', { name: texts[language].reports.list }).waitFor()
    },
  },
  { name: 'ab-tests', show: abTests },
  {
    name: 'ab-test',
    async show(page, language) {
      await abTests(page, language)
      const grid = page.getByRole('grid', { name: texts[language].abTests.title })
      await grid
        .getByText(appTexts(language).tables.codes.test_state.finished, { exact: true })
        .first()
        .click()
      await page.getByRole('button', { name: texts[language].abTests.back }).waitFor()
      const chosen = page.getByRole('region', {
        name: appTexts(language).tables.tables.ab_sides,
      })
      const choice = page.getByRole('button', {
        name: appTexts(language).tables.codes.metric.conversion_rate,
        exact: true,
      })
      await chosen.or(choice).first().waitFor()
      if (await choice.isVisible()) await choice.click()
      await chosen.getByRole('grid').waitFor()
    },
  },
  {
    name: 'variants',
    async show(page, language) {
      await openByName(page, 'variants', language)
      const name = texts[language].variants.block.smartAutoplays
      await page.getByRole('region', { name }).waitFor()
    },
  },
  {
    name: 'leaderboard',
    async show(page, language) {
      await openByName(page, 'leaderboard', language)
      const name = texts[language].leaderboard.event.clicked
      await page.getByRole('grid', { name }).waitFor()
    },
  },
  {
    name: 'live',
    async show(page, language) {
      await openByName(page, 'live', language)
      const name = appTexts(language).endpoints.analytics.clicksByDay
      await page.getByRole('grid', { name }).waitFor()
    },
  },
]

const onOverview = (button: (language: Language) => string | RegExp): Shown['show'] => {
  return async (page, language) => {
    await overview(page, language)
    await page
      .getByRole('button', { name: button(language) })
      .first()
      .click()
  }
}

/** Everything that opens over a screen and closes with Escape. */
export const OVERLAYS: readonly Shown[] = [
  {
    name: 'download-dialog',
    async show(page, language) {
      await onOverview(downloadName)(page, language)
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
    },
  },
  {
    name: 'period-picker',
    async show(page, language) {
      const { trigger, presets } = texts[language].period
      await onOverview(() => new RegExp(`^${trigger.split('{{')[0]}`))(page, language)
      await page.getByRole('group', { name: presets }).waitFor()
    },
  },
  { name: 'columns', show: onOverview((language) => texts[language].overview.columns.button) },
  { name: 'export-menu', show: onOverview((language) => texts[language].ui.exports.choose) },
  {
    name: 'palette',
    async show(page, language) {
      await overview(page, language)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: texts[language].ui.palette.title }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    async show(page, language) {
      await overview(page, language)
      await page.getByRole('button', { name: texts[language].ui.header.shortcuts }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'forget-dialog',
    async show(page, language) {
      await settings(page, language)
      await page.getByRole('button', { name: texts[language].settings.accounts.forget }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/**
 * Texts that are cut off or overflow their box, and whether the window scrolls horizontally. Text
 * with an ellipsis or in a scroller may be longer than its box.
 */
export function spills(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ownText = (element: Element) =>
      [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .map((node) => node.textContent?.trim())
        .join('')
    const isCut = (element: Element) => {
      const { textOverflow, overflowX, overflowY } = getComputedStyle(element)
      // A name may end in an ellipsis, but never a figure: cut off it would be another one.
      const isFigure = element.matches('[role=gridcell]:not([title])')
      const isMeant = (textOverflow === 'ellipsis' && !isFigure) || /auto|scroll/.test(overflowX)
      const isWide = !isMeant && element.scrollWidth > element.clientWidth + 1
      return (
        isWide || (/hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2)
      )
    }
    const isOutside = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return (left < -1 || right > window.innerWidth + 1) && !element.closest('[role=grid]')
    }
    const isOverlayOutside = (overlay: Element) => {
      const { left, top, right, bottom } = overlay.getBoundingClientRect()
      return left < 0 || top < 0 || right > window.innerWidth || bottom > window.innerHeight
    }

    const isWindowWide = document.documentElement.scrollWidth > window.innerWidth
    const overlays = [...document.querySelectorAll('[role=dialog], [role=menu]')]
    // Visually hidden texts are one pixel wide.
    const texts = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => ownText(element) && element.checkVisibility() && element.clientWidth > 1,
    )
    const saying = (what: string) => (element: Element) =>
      `${what}: ${element.tagName} ${element.textContent?.trim().slice(0, 40)}`
    return [
      ...(isWindowWide ? ['the window scrolls sideways'] : []),
      ...overlays.filter(isOverlayOutside).map(saying('overlay outside')),
      ...texts.filter(isCut).map(saying('cut')),
      ...texts.filter(isOutside).map(saying('outside')),
    ]
  })
}
