import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ANSWERS } from '../../../../src/main/database/answers-migrations.ts'
import { openDatabase } from '../../../../src/main/database/database.ts'
import { makePeriodsUsed } from '../../../../src/main/features/analytics/periods-used.ts'
import { ACCOUNT, aFolder } from '../../../support/store-folder.ts'

const HOUR_MS = 3_600_000
const NOON = Date.UTC(2026, 2, 10, 12)
const input = { start_date: '2026-03-01 00:00:00', end_date: '2026-03-07 23:59:59' }

function opened() {
  let now = NOON
  const file = join(aFolder(), 'answers.db')
  const database = openDatabase({ file, synchronous: 'NORMAL', migrations: ANSWERS })
  const used = makePeriodsUsed(database, { now: () => now })
  return {
    ...{ database, used },
    keep: () => database.transaction(() => used.kept(ACCOUNT, input)),
    usedAt: () => used.list().map(({ usedAt }) => usedAt),
    at: (next: number) => (now = next),
  }
}

test('a period is noted as used after a first transaction was rolled back', () => {
  const { database, used, keep, usedAt } = opened()
  const failing = () => {
    used.kept(ACCOUNT, input)
    throw new Error('The disk is full.')
  }
  expect(() => database.transaction(failing)).toThrow('The disk is full.')
  expect(usedAt()).toEqual([])
  keep()
  expect(usedAt()).toEqual([NOON])
  database.close()
})

test('a repeated use is noted again after an hour, and at once when the clock was set back', () => {
  const { database, used, keep, usedAt, at } = opened()
  keep()
  at(NOON + HOUR_MS - 1)
  keep()
  used.read(ACCOUNT, input)
  expect(usedAt()).toEqual([NOON])
  at(NOON + HOUR_MS)
  used.read(ACCOUNT, input)
  expect(usedAt()).toEqual([NOON + HOUR_MS])
  at(NOON - 1)
  keep()
  expect(usedAt()).toEqual([NOON - 1])
  database.close()
})
