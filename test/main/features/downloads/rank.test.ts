import { expect, test } from 'vitest'
import { makeVerbs, type Verbs } from '../../../../src/main/database/verbs.ts'
import { playersInOrder } from '../../../../src/main/features/downloads/plan.ts'
import { makeRank } from '../../../../src/main/features/downloads/rank.ts'
import type { DownloadScope } from '../../../../src/shared/features/downloads/download.ts'
import { NO_STATISTICS } from '../../../../src/shared/tables/measures.ts'
import { addDays, daysOf, todayIn } from '../../../../src/shared/time/period.ts'
import { testClock, virtualClock } from '../../../support/clock.ts'
import { aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, ZONE } from '../../../support/store-folder.ts'

const clock = virtualClock()
const today = todayIn(ZONE, clock.now())
const month = { start: addDays(today, -29), end: today }
const SCOPE: DownloadScope = {
  account_id: ACCOUNT,
  period: month,
  comparison: null,
  withPlayers: false,
  player_ids: null,
}

/** The same answers, later: as from the store's own thread. */
const later = (verbs: Verbs) => ({
  accounts: async () => verbs.accounts(),
  players: { marks: async (of: { account_id: string }) => verbs.players.marks(of) },
  overview: async (...asked: Parameters<Verbs['overview']>) => verbs.overview(...asked),
})

test('a download requests pinned players first, then those opened last, then those with most plays', async () => {
  let openedAt = clock.now() - 5000
  const verbs = makeVerbs(aFolder(), { ...testClock, now: () => openedAt })
  verbs.putAccount(anAccount())
  const players = [1, 2, 3, 4, 5].map(aPlayer)
  const [quiet, played, opened, pinned, openedBefore] = players.map(({ id }) => id)
  verbs.keepAnswer(ACCOUNT, 'players', {}, players, clock.now(), false)
  players.forEach(({ id: player_id, pitch_time, duration: video_duration }) => {
    const total_started = player_id === played ? 9 : 0
    const rows = daysOf(month).map((date_key) => ({ ...NO_STATISTICS, date_key, total_started }))
    verbs.keepDays(ACCOUNT, ZONE, { player_id, pitch_time, video_duration }, rows, clock.now())
  })
  verbs.players.opened({ account_id: ACCOUNT, player_id: openedBefore ?? '' })
  openedAt = clock.now()
  verbs.players.opened({ account_id: ACCOUNT, player_id: opened ?? '' })
  verbs.players.pin({ account_id: ACCOUNT, player_id: pinned ?? '', isPinned: true })
  const rank = await makeRank({ store: later(verbs), clock })(ACCOUNT)
  const order = playersInOrder(players, SCOPE, rank).map(({ id }) => id)
  expect(order).toEqual([pinned, opened, openedBefore, played, quiet])
  verbs.close()
})
