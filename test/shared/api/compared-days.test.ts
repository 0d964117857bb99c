import { expect, test } from 'vitest'
import { comparedDays } from '../../../src/shared/api/player.ts'

const days = { start: '2026-03-08', end: '2026-03-14' }

test('a player is not compared with days that were over before it was created, in the zone', () => {
  const compared = (created_at: string, zone = 'UTC') => comparedDays({ created_at }, days, zone)
  expect(compared('2026-03-15 01:00:00')).toBeNull()
  // São Paulo is three hours behind.
  expect(compared('2026-03-15 01:00:00', 'America/Sao_Paulo')).toEqual(days)
  expect(compared('2026-03-12 12:00:00')).toEqual(days)
  expect(compared('unreadable')).toEqual(days)
  expect(comparedDays({ created_at: '2026-03-15 01:00:00' }, null, 'UTC')).toBeNull()
})
