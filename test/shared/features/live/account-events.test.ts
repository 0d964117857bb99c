import { expect, test } from 'vitest'
import { accountEventsTable } from '../../../../src/shared/features/live/account-events.ts'

test('the account’s events are final once they can no longer change', () => {
  const answer = { value: [], asOf: 1 }
  expect(accountEventsTable({ ...answer, isSettled: true }).isSettled).toBe(true)
  expect(accountEventsTable(answer)).toMatchObject({ asOf: 1, totals: null })
  expect(accountEventsTable(answer).isSettled).toBeUndefined()
  expect(accountEventsTable(null)).toMatchObject({ asOf: null, rows: [] })
})
