import fs from 'node:fs'
import path from 'node:path'
import { expect, inject, vi } from 'vitest'
import { openPreferences } from '../../src/main/features/settings/preferences.ts'
import { isInProgress } from '../../src/shared/features/downloads/download.ts'
import { comparisonPeriod, presetWithoutToday, todayIn } from '../../src/shared/time/period.ts'
import { testClock } from './clock.ts'
import { openDesk } from './desk.ts'
import type {} from './desktops.ts'
import { newFolder } from './folder.ts'

/**
 * A new user-data folder whose demo account is downloaded, with every player's dashboard. Made by
 * the first test that needs one; the others get a copy.
 */
export async function downloadedDemo(): Promise<string> {
  const shared = inject('demo')
  const [made, done] = [path.join(shared, 'made'), path.join(shared, 'done')]
  if (isFirst(path.join(shared, 'begun'))) {
    await downloadInto(made)
    fs.writeFileSync(done, '')
  }
  await vi.waitUntil(() => fs.existsSync(done), { timeout: 90_000 })
  const folder = newFolder()
  fs.cpSync(made, folder, { recursive: true, verbatimSymlinks: true })
  return folder
}

/** Downloads the days that the window shows at first, without a window, which takes longer. */
async function downloadInto(folder: string) {
  fs.mkdirSync(folder)
  const preferences = openPreferences(folder)
  const desk = openDesk(folder, { preferences })
  const { accounts, downloads, videos } = desk.handlers
  const timezone = testClock.zone()
  const { id: account_id } = await accounts.demo({ timezone })
  const period = presetWithoutToday('last30', todayIn(timezone, testClock.now()))
  const comparison = comparisonPeriod(period, 'matchingWeekdays', null)
  const scope = { account_id, period, comparison, withPlayers: true, player_ids: null }
  await downloads.start(scope)
  const end = await vi.waitUntil(
    async () => (await downloads.list(undefined)).find((one) => !isInProgress(one)),
    { timeout: 90_000 },
  )
  expect(end).toMatchObject({ status: 'done', failures: [] })
  await videos.refresh({ account_id, video_id: null })
  const { place } = preferences.preferences()
  preferences.prefer({ language: 'en', place: { ...place, screen: 'overview', account_id } })
  await desk.close()
  await preferences.settled()
}

function isFirst(mark: string) {
  try {
    fs.mkdirSync(mark)
    return true
  } catch {
    return false
  }
}
