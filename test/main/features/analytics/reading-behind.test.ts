import { afterAll, expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { makeReading } from '../../../../src/main/features/analytics/reading.ts'
import type { Priority } from '../../../../src/main/http/queue.ts'
import { testClock, virtualClock } from '../../../support/clock.ts'
import { ACCOUNT, aFolder } from '../../../support/store-folder.ts'

const verbs = makeVerbs(aFolder(), testClock)
afterAll(() => verbs.close())

test('interactive reads do not wait for background requests, which may join them', async () => {
  const clock = virtualClock(Date.UTC(2026, 2, 10, 12))
  const asked: Priority[] = []
  const { read, readBehind } = makeReading({
    store: {
      answer: async (...of) => verbs.answer(...of),
      dayCover: async (...of) => verbs.dayCover(...of),
      listedPlayer: async (...of) => verbs.listedPlayer(...of),
      keepAnswer: async (...kept) => verbs.keepAnswer(...kept),
      keepDays: async (...kept) => verbs.keepDays(...kept),
      keepAll: async (...kept) => verbs.keepAll(...kept),
      days: async (...of) => verbs.days(...of),
    },
    async ask(_request, priority) {
      asked.push(priority)
      await clock.wait(100)
      return { value: [], asOf: clock.now() }
    },
    clock,
    onChange: () => undefined,
    onPlayers: () => undefined,
  })
  const newest = { account_id: ACCOUNT, refresh: true }
  await clock.until(Promise.all([readBehind('players', newest), read('players', newest)]))
  expect(asked).toEqual(['background', 'interactive'])
  await clock.until(Promise.all([read('players', newest), readBehind('players', newest)]))
  expect(asked.slice(2)).toEqual(['interactive'])
})
