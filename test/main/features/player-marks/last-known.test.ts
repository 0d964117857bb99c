import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { NOTHING_KNOWN, unlistedPlayer } from '../../../../src/shared/api/player.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import { testClock } from '../../../support/clock.ts'
import { closedLater } from '../../../support/opened.ts'
import { aDay, aPlayer } from '../../../support/store-data.ts'
import { ACCOUNT, aFolder, anAccount, ZONE } from '../../../support/store-folder.ts'

const player = aPlayer(1)
const about = { account_id: ACCOUNT, player_id: player.id }
const OLD = { player_id: player.id, pitch_time: 30, video_duration: 60 }

function openStore() {
  const verbs = makeVerbs(aFolder(), testClock)
  closedLater(verbs.close)
  verbs.putAccount(anAccount())
  return verbs
}

test('of a player that left the list, the length and pitch of its newest stored day are known', () => {
  const verbs = openStore()
  expect(verbs.players.lastKnown(about)).toEqual(NOTHING_KNOWN)
  const inForce = { ...OLD, pitch_time: player.pitch_time, video_duration: player.duration }
  verbs.keepDays(ACCOUNT, ZONE, inForce, [aDay('2026-03-02', 'b')], 2)
  verbs.keepDays(ACCOUNT, ZONE, OLD, [aDay('2026-03-01', 'a')], 3)
  const known = verbs.players.lastKnown(about)
  expect(known).toEqual({ duration: player.duration, pitch_time: player.pitch_time })
  // So its requests are those whose answers are stored.
  const period = { start: '2026-03-01', end: '2026-03-02' }
  expect(requestsAbout(unlistedPlayer(player.id, known), period, ZONE).stats).toEqual(
    requestsAbout(player, period, ZONE).stats,
  )
})

test('days of an unknown length say nothing about it', () => {
  const verbs = openStore()
  verbs.keepDays(ACCOUNT, ZONE, OLD, [aDay('2026-03-01', 'a')], 2)
  const unknown = { ...OLD, pitch_time: 0, video_duration: 0 }
  verbs.keepDays(ACCOUNT, ZONE, unknown, [aDay('2026-03-02', 'b')], 3)
  expect(verbs.players.lastKnown(about)).toEqual({ duration: 60, pitch_time: 30 })
})
