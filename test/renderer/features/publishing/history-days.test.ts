import { expect, test } from 'vitest'
import {
  ALL_CHOSEN,
  historyFilterOf,
} from '../../../../src/renderer/features/publishing/history-days.ts'
import { WHOLE_HISTORY } from '../../../../src/shared/features/publishing/change-history.ts'

const sinceOf = (days: 'today' | 'last7' | 'last30', today: string, zone: string) => {
  const { since } = historyFilterOf({ ...ALL_CHOSEN, days }, today, zone)
  return since === null ? null : new Date(since).toISOString()
}

test('the days of the history begin at midnight of the account’s zone, with today as the last one', () => {
  const zone = 'America/Sao_Paulo'
  expect(sinceOf('today', '2026-03-08', zone)).toBe('2026-03-08T03:00:00.000Z')
  expect(sinceOf('last7', '2026-03-08', zone)).toBe('2026-03-02T03:00:00.000Z')
  expect(sinceOf('last30', '2026-03-08', zone)).toBe('2026-02-07T03:00:00.000Z')
  expect(sinceOf('today', '2026-03-08', 'Asia/Tokyo')).toBe('2026-03-07T15:00:00.000Z')
})

test('with nothing chosen the whole history is shown', () => {
  expect(historyFilterOf(ALL_CHOSEN, '2026-03-08', 'UTC')).toEqual(WHOLE_HISTORY)
})
