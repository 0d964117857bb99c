import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { systemClock } from '../../src/main/clock.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import type { Engagement } from '../../src/shared/api/engagement.ts'
import { requestsAbout } from '../../src/shared/features/analytics/requests.ts'
import {
  comparisonPeriod,
  type Period,
  presetPeriod,
  todayIn,
} from '../../src/shared/time/period.ts'
import { launch } from '../../test/support/launch.ts'
import { aPlayer } from '../../test/support/store-data.ts'
import { texts } from '../../test/support/texts.ts'
import { type Figure, median, type Say } from './figures.ts'
import { ACCOUNT, filledFolder, ZONE } from './filled.ts'
import { untilDrawn } from './window.ts'

const clock = systemClock()

const ROUNDS = 9
const TWO_HOURS = 7200
const VIDEO = { ...aPlayer(0), duration: TWO_HOURS, pitch_time: 4000 }
const words = texts.en.compare
const CHOICE = { custom: null, customComparison: null, excludesToday: false } as const

/** The curve of a long video under three others of it, from the click until they are drawn. */
export async function measureCurves(say: Say): Promise<Figure[]> {
  const folder = filledFolder({
    players: 1,
    days: 60,
    preferences: {
      place: { screen: 'player', account_id: ACCOUNT, player_id: VIDEO.id, video_id: null },
      playerPeriod: { preset: 'last30', comparison: 'previous', ...CHOICE },
    },
  })
  storeCurves(folder)
  const { page, close } = await launch({ folder })
  try {
    const added: number[] = []
    const anew: number[] = []
    // Content below the window is rendered when it is scrolled near.
    await page.locator(BLOCK).waitFor({ state: 'attached' })
    await page.locator(BLOCK).evaluate((block) => block.scrollIntoView())
    await page.locator(`${BLOCK} canvas`).waitFor()
    await page.waitForTimeout(1500)
    await add(page, 'matchingWeekdays')
    for (let round = 0; round < ROUNDS; round++) {
      added.push(await add(page, 'previousYear'))
      if ((await page.locator(CURVES).count()) !== 4) throw new Error('There are no four curves.')
      await page.locator(BLOCK).getByText(texts.en.block.view.table, { exact: true }).click()
      await page.locator(`${BLOCK} [role=grid]`).waitFor()
      const chart = `document.querySelector('${BLOCK} input[value=chart]').click()`
      anew.push((await untilDrawn(page, chart)).ms)
      await page.locator(CURVES).last().getByRole('button').click()
      await page.waitForTimeout(500)
    }
    say(`curves: added ${median(added).toFixed(0)} ms, anew ${median(anew).toFixed(0)} ms`)
    const limit = { of: 'ours', atMost: 100 } as const
    const what = 'Retention of a 2-hour video with 3 overlays'
    return [
      { what: `${what}, the third added`, unit: 'ms', ours: median(added), limit, runs: { added } },
      { what: `${what}, drawn anew`, unit: 'ms', ours: median(anew), limit, runs: { anew } },
    ]
  } finally {
    await close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const BLOCK = `section:has(ul[aria-label="${words.curves}"])`
const CURVES = `${BLOCK} ul[aria-label="${words.curves}"] > li`

/** Chooses other days in the form, and takes the time from its last click. */
async function add(page: Page, mode: 'matchingWeekdays' | 'previousYear'): Promise<number> {
  await page.getByRole('button', { name: words.add, exact: true }).click()
  const form = page.getByRole('dialog', { name: words.add })
  await form.getByLabel(words.mode).selectOption({ label: texts.en.period.mode[mode] })
  const button = form.getByRole('button', { name: words.addIt, exact: true })
  await button.evaluate((it) => it.setAttribute('data-bench', ''))
  return (await untilDrawn(page, `document.querySelector('[data-bench]').click()`)).ms
}

function storeCurves(folder: string) {
  const verbs = makeVerbs(path.join(folder, 'desk'), clock)
  const now = clock.now()
  verbs.keepAnswer(ACCOUNT, 'players', {}, [VIDEO], now, false)
  const recent = presetPeriod('last30', todayIn(ZONE, now))
  const modes = ['previous', 'matchingWeekdays', 'previousYear'] as const
  const others = modes.map((mode) => comparisonPeriod(recent, mode, null))
  const periods = [recent, ...others].filter((period): period is Period => period !== null)
  periods.forEach((period, index) => {
    const { name, input } = requestsAbout(VIDEO, period, ZONE).userEngagement
    verbs.keepAnswer(ACCOUNT, name, input, curve(index), now, false)
  })
  verbs.close()
}

/** Sessions that left at every second of it, the most of them early. */
function curve(seed: number): Engagement {
  const grouped_timed = Array.from({ length: TWO_HOURS + 1 }, (_, timed) => ({
    timed,
    total_users: Math.round(900 / (1 + timed / 40)) + ((timed * 7919 + seed * 104_729) % 13),
  }))
  return { grouped_timed, average_watched_time: 900.5, engagement_rate: 12.5 }
}
