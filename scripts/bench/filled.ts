import fs from 'node:fs'
import path from 'node:path'
import { systemClock } from '../../src/main/clock.ts'
import { makeVerbs } from '../../src/main/database/verbs.ts'
import { requestsAbout } from '../../src/shared/features/analytics/requests.ts'
import {
  DEFAULT_PREFERENCES,
  type Preferences,
} from '../../src/shared/features/settings/preferences.ts'
import {
  addDays,
  comparisonPeriod,
  daysOf,
  type Period,
  presetWithoutToday,
  todayIn,
} from '../../src/shared/time/period.ts'
import { newFolder } from '../../test/support/folder.ts'
import { aDay, aPlayer, statisticsOf } from '../../test/support/store-data.ts'

const clock = systemClock()

export const ACCOUNT = 'benchaccount'
export const ZONE = 'America/Sao_Paulo'

interface Filling {
  players: number
  days: number
  preferences?: Partial<Preferences>
}

/** The newest stored days of an account; the last of them is today. */
export function storedDays(days: number): Period {
  const end = todayIn(ZONE, clock.now())
  return { start: addDays(end, 1 - days), end }
}

/**
 * A user-data folder as after a download: an account with every day of its players stored, and
 * their answers for whole periods. It works offline, so no service has to run.
 */
export function filledFolder({ players, days, preferences }: Filling): string {
  const folder = newFolder()
  writePreferences(folder, preferences)
  const verbs = makeVerbs(path.join(folder, 'desk'), clock)
  const now = clock.now()
  verbs.putAccount({
    id: ACCOUNT,
    name: 'Bench',
    isDemo: true,
    timezone: ZONE,
    base_url: 'demo',
    api_base_url: null,
    testedAt: now,
    downloadedAt: now,
    createdAt: now,
  })
  const all = Array.from({ length: players }, (_, index) => aPlayer(index))
  verbs.keepAnswer(ACCOUNT, 'players', {}, all, now, false)
  const dates = daysOf(storedDays(days))
  const periods = askedPeriods(days)
  for (const player of all) {
    const { id: player_id, pitch_time, duration: video_duration } = player
    const rows = dates.map((date) => aDay(date, date + player_id))
    verbs.keepDays(ACCOUNT, ZONE, { player_id, pitch_time, video_duration }, rows, now)
    for (const period of periods) {
      const { name, input } = requestsAbout(player, period, ZONE).stats
      const value = statisticsOf(period.start + player_id)
      verbs.keepAnswer(ACCOUNT, name, input, value, now, false)
    }
  }
  verbs.close()
  return folder
}

/**
 * The answers that a download of the overview stores: for its period and its comparison, and for
 * all days.
 */
function askedPeriods(days: number): Period[] {
  const recent = presetWithoutToday('last30', todayIn(ZONE, clock.now()))
  const before = comparisonPeriod(recent, 'matchingWeekdays', null)
  return [recent, ...(before ? [before] : []), storedDays(days)]
}

function writePreferences(folder: string, change: Partial<Preferences> = {}) {
  const preferences: Preferences = {
    ...DEFAULT_PREFERENCES,
    language: 'en',
    isOffline: true,
    place: { screen: 'overview', account_id: ACCOUNT, player_id: null, video_id: null },
    ...change,
  }
  fs.writeFileSync(path.join(folder, 'preferences.json'), JSON.stringify({ preferences }))
}
