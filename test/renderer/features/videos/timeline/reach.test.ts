import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeReach } from '../../../../../src/renderer/features/videos/timeline/reach.ts'
import { reached } from '../../../../../src/shared/api/engagement.ts'
import type {
  ClicksTimed,
  ConversionsTimed,
} from '../../../../../src/shared/features/player/timing.ts'
import { perWeek } from '../../../../../src/shared/features/sheet/figures.ts'

const timed = fc.record({ timed: fc.nat(121), total_users: fc.nat(60) })
const engagementOf = (grouped_timed: { timed: number; total_users: number }[]) => ({
  grouped_timed,
  average_watched_time: 0,
  engagement_rate: 0,
})
const sold = (items: { timed: number; total_users: number }[]) =>
  items.map((item) => ({
    timed: item.timed,
    timed_conversions: item.total_users,
  })) as ConversionsTimed

test('the sessions that reach each second equal the engagement distribution', () => {
  fc.assert(
    fc.property(fc.array(timed, { maxLength: 60 }), (distribution) => {
      const engagement = engagementOf(distribution)
      const reach = makeReach({ engagement, clicks: null, sales: null, days: 30 }, 120)
      const all = reached(distribution, 0)
      for (let second = 0; second <= 120; second++) {
        const sessions = reached(distribution, second)
        const at = reach.at(second)
        expect(at?.sessions).toBe(sessions)
        // Truncated to two decimals, as the service truncates: in whole hundredths.
        const share = all === 0 ? null : Math.floor((sessions * 10_000) / all) / 100
        expect(at?.share).toBe(share)
        expect(at?.firesPerWeek).toBe(perWeek(sessions, 30))
      }
    }),
  )
})

test('some hours of viewers are not made a week', () => {
  const engagement = engagementOf([{ timed: 5, total_users: 70 }])
  const weekOf = (days: number) =>
    makeReach({ engagement, clicks: null, sales: null, days }, 120).at(5)?.firesPerWeek
  expect([0.5, 1, 1.75].map(weekOf)).toEqual([null, 490, 280])
})

test('clicks and sales before a second are all those dated earlier', () => {
  fc.assert(
    fc.property(fc.array(timed, { maxLength: 40 }), (items) => {
      const clicks: ClicksTimed = items
      const reach = makeReach({ engagement: null, clicks, sales: sold(items), days: 30 }, 120)
      const all = items.reduce((sum, item) => sum + item.total_users, 0)
      for (let second = 0; second <= 120; second++) {
        const earlier = items.filter((item) => item.timed < second)
        const count = earlier.reduce((sum, item) => sum + item.total_users, 0)
        expect(reach.clicksBefore(second)).toEqual({ count, all })
        expect(reach.salesBefore(second)).toEqual({ count, all })
      }
    }),
  )
})

test('a fraction of a second counts the sessions that reached the next whole second', () => {
  const engagement = engagementOf([
    { timed: 5, total_users: 2 },
    { timed: 6, total_users: 1 },
  ])
  const reach = makeReach({ engagement, clicks: [], sales: [], days: 7 }, 10)
  expect([5, 5.5, 6, 6.1].map((second) => reach.at(second)?.sessions)).toEqual([3, 1, 1, 0])
})

test('data that is not stored is null rather than zero, and past the end the count is zero', () => {
  const nothing = makeReach({ engagement: null, clicks: null, sales: null, days: 30 }, 10)
  expect([nothing.at(3), nothing.clicksBefore(3), nothing.salesBefore(3)]).toEqual([
    null,
    null,
    null,
  ])
  const engagement = engagementOf([{ timed: 11, total_users: 4 }])
  const reach = makeReach({ engagement, clicks: null, sales: null, days: 30 }, 10)
  expect([reach.at(10)?.sessions, reach.at(11)?.sessions]).toEqual([4, 0])
})
