import fs from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DownloadState } from '../../src/shared/features/downloads/download.ts'
import {
  DEFAULT_PREFERENCES,
  type PeriodChoice,
} from '../../src/shared/features/settings/preferences.ts'
import { addDays, dayEndsAt, todayIn } from '../../src/shared/time/period.ts'
import { asked, connectTo } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { emptyKeychain } from '../support/connect.ts'
import { newFolder } from '../support/folder.ts'
import { clockAt } from '../support/instant.ts'
import { type Launched, launch } from '../support/launch.ts'
import { type Sandbox, startService } from '../support/service.ts'
import { settled } from '../support/settled.ts'

const ZONE = 'America/Sao_Paulo'
const today = todayIn(ZONE, testClock.now())
const midnight = dayEndsAt(today, ZONE)
const HOUR = 3_600_000
const yesterday: PeriodChoice = {
  ...{ preset: 'yesterday', custom: null, excludesToday: false },
  ...{ comparison: 'none', customComparison: null },
}
const folder = newFolder()
let service: Sandbox
let desk: Launched

const start = (before: number, place?: typeof DEFAULT_PREFERENCES.place) =>
  launch({
    folder,
    size: { width: 1440, height: 900 },
    preferences: { language: 'en', overviewPeriod: yesterday, ...(place && { place }) },
    env: clockAt(midnight - before),
  })

beforeAll(async () => {
  await emptyKeychain()
  service = await startService({
    ...{ players: 3, days: 60, plan: 'enterprise', limits: { queriesPerMinute: 6000 } },
    now: () => midnight - HOUR,
  })
})

afterAll(async () => {
  await desk.close()
  await service.close()
  await emptyKeychain()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** Stores the figures of the two days that are yesterday before and after midnight. */
async function storeBothDays() {
  const { page } = desk
  const { id } = await connectTo(page, service, { timezone: ZONE, withVideos: false })
  for (const day of [addDays(today, -1), today]) {
    const period = { start: day, end: day }
    await asked(page, ['downloads', 'start'], {
      ...{ account_id: id, player_ids: null, withPlayers: true },
      ...{ period, comparison: null },
    })
    await expect.poll(() => storedDay(page)).toBe(day)
  }
  return id
}

/** The day whose figures were stored last. */
async function storedDay(page: Page) {
  const [newest] = await asked<DownloadState[]>(page, ['downloads', 'list'])
  return newest?.status === 'done' && newest.scope.period.end
}

/** Notes the days and the figures of the overview, as they stand together, whenever either changes. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen: [days: string, figures: string | null][] = []
    const note = () => {
      const days = document.querySelector('main button[aria-label^="Period:"]')?.textContent ?? ''
      const figures = document.querySelector('[aria-label="Key metrics"]')?.textContent ?? null
      const [last] = seen.slice(-1)
      if (last?.[0] !== days || last[1] !== figures) seen.push([days, figures])
    }
    note()
    const all = { subtree: true, childList: true, characterData: true, attributes: true }
    new MutationObserver(note).observe(document.body, all)
    Object.assign(globalThis, { seen })
    return seen
  })

const seenIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seen: [string, string | null][] }).seen)

test('an overview left open over midnight never shows new days over old figures', async () => {
  const began = testClock.monotonic()
  desk = await start(HOUR)
  const took = testClock.monotonic() - began
  const account_id = await storeBothDays()
  await desk.close()
  // On a busy machine the window needs more of the seconds to come up.
  const left = Math.max(8000, 4 * took)
  desk = await start(left, { ...DEFAULT_PREFERENCES.place, screen: 'overview', account_id })
  const { page } = desk
  await page.getByRole('group', { name: 'Key metrics' }).waitFor()
  const [[before, figures]] = (await watch(page)) as [[string, string]]
  await expect
    .poll(async () => new Set((await seenIn(page)).map(([days]) => days)).size, {
      timeout: left + 30_000,
    })
    .toBe(2)
  const seen = await settled(() => seenIn(page))
  const [after, last] = seen.at(-1) ?? []
  expect([before, after].map((days) => Number(/\d+/.exec(days ?? '')?.[0]))).toEqual(
    [addDays(today, -1), today].map((day) => Number(day.slice(-2))),
  )
  expect(last).not.toBe(figures)
  for (const [days, shown] of seen) {
    if (shown !== null)
      expect([days, shown]).toEqual(days === after ? [after, last] : [before, figures])
  }
  const note = page.getByRole('status').filter({ hasText: 'Days not over when read' })
  await expect.poll(() => note.textContent()).toContain(String(Number(today.slice(-2))))
})
