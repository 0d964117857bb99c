import { expect, test } from 'vitest'
import { makeVerbs } from '../../../../src/main/database/verbs.ts'
import { makeReading } from '../../../../src/main/features/analytics/reading.ts'
import { testClock } from '../../../support/clock.ts'
import { closedLater } from '../../../support/opened.ts'
import { idOf } from '../../../support/statistics.ts'
import { ACCOUNT, aFolder, ZONE } from '../../../support/store-folder.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const DAY = 86_400_000
const LONG_OVER = '2026-02-07'
const TODAY = '2026-03-10'
const WATCHED = {
  plays: { total: 10 },
  engagement: { grouped_timed: [{ timed: 0, total_users: 9 }] },
}
const LOST = { plays: { total: 10 }, engagement: { grouped_timed: [] } }

/** A desk whose service gives these arms, and how often it was asked. */
function aDesk(stats: object[]) {
  const verbs = makeVerbs(aFolder(), testClock)
  closedLater(verbs.close)
  const state = { now: NOW, asked: 0 }
  const reading = makeReading({
    store: {
      answer: async (...asked) => verbs.answer(...asked),
      dayCover: async (...asked) => verbs.dayCover(...asked),
      listedPlayer: async (...asked) => verbs.listedPlayer(...asked),
      keepAnswer: async (...kept) => verbs.keepAnswer(...kept),
      keepDays: async (...kept) => verbs.keepDays(...kept),
      keepAll: async (...kept) => verbs.keepAll(...kept),
      days: async (...asked) => verbs.days(...asked),
    },
    ask: async () => {
      state.asked++
      const arms = stats.map((one, at) => ({ player_id: idOf(at + 1), ...one }))
      return { value: { stats: arms }, asOf: state.now }
    },
    clock: { ...testClock, now: () => state.now, wait: async () => undefined },
    onChange: () => undefined,
    onPlayers: () => undefined,
  })
  const read = (...ends: string[]) =>
    reading.read('comparisonStats', {
      account_id: ACCOUNT,
      comparison_group_id: 'group',
      items: ends.map((end, at) => ({ player_id: idOf(at + 1), end_date: `${end} 23:59:59` })),
      timezone: ZONE,
    })
  return { read, state }
}

test('the answer about an A/B test that ended long ago is settled, and never requested again', async () => {
  const { read, state } = aDesk([WATCHED, WATCHED])
  expect(await read(LONG_OVER, LONG_OVER)).toMatchObject({ isSettled: true })
  state.now += 30 * DAY
  expect(await read(LONG_OVER, LONG_OVER)).toMatchObject({ from: 'store', isSettled: true })
  expect(state.asked).toBe(1)
})

test('the answer about two arms is not settled while one of them still runs', async () => {
  const { read } = aDesk([WATCHED, WATCHED])
  expect(await read(LONG_OVER, TODAY)).toMatchObject({ isSettled: false })
})

test('an answer without engagement is not settled, however long ago the test ended', async () => {
  const { read, state } = aDesk([WATCHED, LOST])
  expect(await read(LONG_OVER, LONG_OVER)).toMatchObject({ isSettled: false })
  state.now += DAY
  await read(LONG_OVER, LONG_OVER)
  expect(state.asked).toBe(2)
})

test('an answer that lacks an arm is not settled, however long ago the test ended', async () => {
  const { read, state } = aDesk([WATCHED])
  expect(await read(LONG_OVER, LONG_OVER)).toMatchObject({ isSettled: false })
  state.now += DAY
  await read(LONG_OVER, LONG_OVER)
  expect(state.asked).toBe(2)
})
