import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { SpoilAction } from '../../src/service/faults.ts'
import type { ServiceOptions } from '../../src/service/service.ts'
import { type AnalyticsName, analytics } from '../../src/shared/api/analytics.ts'
import type { Preferences } from '../../src/shared/features/settings/preferences.ts'
import { addDays, todayIn } from '../../src/shared/time/period.ts'
import { testClock } from './clock.ts'
import { isProof } from './scale.ts'
import type { Sandbox } from './service.ts'
import { settled } from './settled.ts'
import { texts } from './texts.ts'

const NOW = testClock.now()
// Too recent to be settled, so that they are requested again.
const end = addDays(todayIn('UTC', NOW), -1)
const PERIOD = { start: addDays(end, -13), end }
export const RANGE = { start_date: `${PERIOD.start} 00:00:00`, end_date: `${PERIOD.end} 23:59:59` }
/** Selects a period as a user does. */
export const CHOSEN: Preferences['playerPeriod'] = {
  ...{ preset: null, custom: PERIOD, excludesToday: false },
  ...{ comparison: 'none', customComparison: null },
}
export const MANY_PLAYERS: Partial<ServiceOptions> = {
  ...{ players: 32, days: 45, plan: 'enterprise' },
  // Sessions after midnight count for the day before, so no figures grow during the comparison.
  now: () => NOW,
  limits: { queriesPerMinute: 6000 },
}

/** A change in one of the service's answers. */
export interface Spoil {
  name: AnalyticsName
  change: (SpoilAction & { kind: 'drift' })['change']
  path: string
  match?: { nth?: number; times?: number }
}

export interface Bad extends Spoil {
  /** The blocks that cannot be displayed without it. */
  blocks: readonly string[]
}

/** In a proof all of them; in each run of the tests, one per answer. */
export const someOf = <B extends Bad>(bads: readonly B[]): readonly B[] =>
  isProof ? bads : bads.filter(({ name }, at) => bads.findIndex((bad) => bad.name === name) === at)

/** A block of the screen. */
interface Shown {
  name: string
  alerts: string[]
  isWaiting: boolean
  text: string
}

export const NO_FIGURE = /NaN|Infinity|undefined|\bnull\b|\[object/

/** The blocks of the screen; nested ones count as parts of the outer one. */
const blocksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main section[aria-labelledby]')]
      .filter((block) => !block.parentElement?.closest('section[aria-labelledby]'))
      .map((block): Shown => {
        const alerts = [...block.querySelectorAll<HTMLElement>('[role=alert]')]
        return {
          name: block.querySelector('h2')?.textContent ?? '',
          alerts: alerts.map((alert) => alert.innerText),
          isWaiting: block.querySelector('[role=status][aria-label]') !== null,
          // Ages grow by themselves, and are only displayed where they differ from the page's.
          text: alerts
            .reduce((text, alert) => text.replace(alert.innerText, ''), block.innerText)
            .replaceAll(/\n*as of [^\n]*/g, ''),
        }
      }),
  )

/** Expects the text to say what happened, why (with the field), and what to do next. */
export function saysShape(text: string, path: string) {
  expect(text).toMatch(
    new RegExp(`${texts.en.failure.shapeTitle}|${texts.en.failure.shapeTypeTitle}`),
  )
  expect(text).toContain(path.split('.').at(-1))
  expect(text).toContain(texts.en.failure.shapeNext)
}

/** The age of an answer when a newer one was unreadable at this field. */
export const notNewer = (path: string) =>
  new RegExp(`as of .*could not be refreshed: .*${path.split('.').at(-1)}`)

/** Unreadable answers of the service, and what the screen displays. */
export function badAnswers(page: () => Page, service: () => Pick<Sandbox, 'setFaults'>) {
  const blocks = () => blocksOf(page())

  /** Content below the window is rendered when it is scrolled near. */
  async function drawnBlocks() {
    await page().evaluate(async () => {
      for (const block of document.querySelectorAll('main section[aria-labelledby]')) {
        block.scrollIntoView()
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      }
    })
    return settled(blocks)
  }

  const spoil = (...all: Spoil[]) =>
    service().setFaults(
      all.map(({ name, change, path, match }) => ({
        match: { path: analytics[name].path, ...match },
        action: { kind: 'drift', change, path },
      })),
    )

  /**
   * Waits until exactly these blocks fail, each with a complete message, while the others are
   * intact.
   */
  async function onlyFailing(...bads: Bad[]) {
    const message = bads.map(({ name }) => name).join(', ')
    const failing = async () =>
      (await blocks()).filter(({ alerts }) => alerts.length > 0).map(({ name }) => name)
    const expected = bads.flatMap((bad) => bad.blocks).toSorted()
    await expect.poll(async () => (await failing()).toSorted(), { message }).toEqual(expected)
    await expect.poll(async () => (await blocks()).filter((block) => block.isWaiting)).toEqual([])
    const shown = await drawnBlocks()
    for (const { name, alerts, text } of shown) {
      const own = bads.find((bad) => bad.blocks.includes(name))
      for (const alert of alerts) saysShape(alert, own?.path ?? '')
      expect(text, `${message}: ${name}`).not.toMatch(NO_FIGURE)
    }
    return shown.filter(({ alerts }) => alerts.length === 0)
  }

  /** The service answers correctly again: each failed block recovers by its own button. */
  async function recovers(whole: Shown[], changing: readonly string[] = []) {
    service().setFaults([])
    const retry = page().getByRole('main').getByRole('button', { name: texts.en.ui.notice.retry })
    // Once each, because a block that requests again drops the answer that is on its way.
    for (let left = await retry.count(); left > 0; left = await retry.count()) {
      await retry.first().click()
      await expect.poll(() => retry.count()).toBeLessThan(left)
    }
    await expect
      .poll(async () =>
        (await blocks()).filter(({ alerts, isWaiting }) => isWaiting || alerts.length > 0),
      )
      .toEqual([])
    const after = new Map((await drawnBlocks()).map(({ name, text }) => [name, text]))
    for (const { name, text } of whole) {
      if (!changing.includes(name)) expect(after.get(name), name).toBe(text)
    }
  }

  /** An unreadable newer answer leaves the block's content, with its age and the reason. */
  async function olderStays(bad: Spoil, block: string, button: string) {
    const textOf = async () => (await blocks()).find(({ name }) => name === block)?.text
    const region = page().getByRole('region', { name: block, exact: true })
    // Of the block itself, or of its page.
    await region.waitFor()
    await page().getByRole('main').locator('[data-age]').first().waitFor()
    await region.locator('.mantine-Skeleton-root').waitFor({ state: 'detached' })
    const before = await settled(textOf)
    spoil(bad)
    await page().getByRole('button', { name: button, exact: true }).click()
    const why = region.getByText(notNewer(bad.path)).first()
    await why.waitFor()
    expect(await textOf()).toBe(before)
    expect(await page().getByRole('main').getByRole('alert').allInnerTexts()).toEqual([])
    service().setFaults([])
    await page().getByRole('button', { name: button, exact: true }).click()
    await why.waitFor({ state: 'hidden' })
    expect(await page().getByRole('main').innerText()).not.toMatch(NO_FIGURE)
  }

  return { blocks, spoil, onlyFailing, recovers, olderStays }
}
