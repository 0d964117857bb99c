import { expect, test } from 'vitest'
import { liveTable } from '../../../../src/shared/features/live/live-players.ts'
import { missing } from '../../../../src/shared/tables/table.ts'

test('live users are listed per domain', () => {
  const table = liveTable({ value: [{ domain: 'a.com', live_users: 3 }], asOf: 1 })
  expect(table.rows).toEqual([['a.com', 3]])
  expect(table.totals).toEqual([missing('not-applicable'), 3])
})
