import { expect, test } from 'vitest'
import type { Player } from '../../../../src/shared/api/player.ts'
import {
  playersEventsRequests,
  rankedPlayers,
} from '../../../../src/shared/features/analytics/requests-account.ts'
import { aPlayer, idOf } from '../../../support/statistics.ts'

const period = { start: '2026-01-01', end: '2026-01-31' }
const created = (id: number, created_at: string) => aPlayer({ id: idOf(id), created_at })
const OLD = created(9, '2025-03-01 12:00:00')
const TWIN = created(2, '2025-06-01 12:00:00')
const OTHER_TWIN = created(5, '2025-06-01 12:00:00')

test('a ranking is of the players in the order in which they were created, whatever that of their list', () => {
  const ids = [OLD.id, TWIN.id, OTHER_TWIN.id]
  expect(rankedPlayers([OTHER_TWIN, OLD, TWIN], period, 'UTC')).toEqual(ids)
  expect(rankedPlayers([TWIN, OTHER_TWIN, OLD], period, 'UTC')).toEqual(ids)
})

test('a player that cannot have events in a period is not in its ranking', () => {
  // A player can have events from the day before its creation, which is a later day in Tokyo.
  const next = created(1, '2026-02-01 12:00:00')
  const later = created(3, '2026-02-01 18:00:00')
  expect(rankedPlayers([later, next, OLD], period, 'UTC')).toEqual([OLD.id, next.id, later.id])
  expect(rankedPlayers([later, next, OLD], period, 'Asia/Tokyo')).toEqual([OLD.id, next.id])
})

test('a new player changes no request of past days, and only the last one of days until today', () => {
  const before = Array.from({ length: 150 }, (_, id) => created(id, '2025-06-01 12:00:00'))
  const now = [created(999, '2026-03-10 12:00:00'), ...before]
  const requests = (players: Player[], days: typeof period) =>
    playersEventsRequests(rankedPlayers(players, days, 'UTC'), days, 'UTC')
  expect(requests(now, period)).toEqual(requests(before, period))
  const current = { start: '2026-03-01', end: '2026-03-10' }
  expect(requests(now, current)[0]).toEqual(requests(before, current)[0])
  expect(requests(now, current)[1]).not.toEqual(requests(before, current)[1])
})

test('days before all players are asked about the first alone, so that they have an answer too', () => {
  const days = { start: '2020-01-01', end: '2020-01-31' }
  expect(rankedPlayers([TWIN, OLD], days, 'UTC')).toEqual([OLD.id])
  expect(rankedPlayers([], days, 'UTC')).toEqual([])
})

test('a player whose time of creation is unreadable is in every ranking', () => {
  const unknown = created(4, 'soon')
  expect(rankedPlayers([OLD, unknown], period, 'UTC')).toEqual([OLD.id, unknown.id])
})
