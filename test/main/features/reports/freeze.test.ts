import { expect, test } from 'vitest'
import { makeFreeze } from '../../../../src/main/features/reports/freeze.ts'
import type { CallHandlers } from '../../../../src/main/shell/router.ts'
import {
  type AnalyticsRequest,
  requestsAbout,
} from '../../../../src/shared/features/analytics/requests.ts'
import {
  type FrozenScreen,
  fairComparison,
} from '../../../../src/shared/features/reports/report.ts'
import { DEFAULT_PREFERENCES } from '../../../../src/shared/features/settings/preferences.ts'
import type { Period } from '../../../../src/shared/time/period.ts'
import { virtualClock } from '../../../support/clock.ts'

const zone = 'America/Sao_Paulo'
const period = { start: '2026-11-20', end: '2026-11-26' }
const comparison = { start: '2026-11-13', end: '2026-11-19' }
const NOW = Date.parse('2026-11-27T15:00:00Z')
const account = { id: 'abcdefghijkl', name: 'Acme', timezone: zone }
const player = {
  ...{ id: 'a'.repeat(24), name: 'Sales video', duration: 600, pitch_time: 60 },
  created_at: '2026-01-01 12:00:00',
}

/** The names that a report of the dashboard holds of each period, when these answers are stored. */
async function frozen(
  stored: { request: AnalyticsRequest; at: string }[],
  shown: string[] = [],
  created_at = player.created_at,
) {
  const answers = stored.map(({ request: { name, input }, at }) => ({
    ...{ name, text: JSON.stringify(input, Object.keys(input).sort()) },
    answer: { value: [], asOf: Date.parse(at), isSettled: false, from: 'store', trouble: null },
  }))
  const freeze = makeFreeze({
    handlers: () => ({ players: { lastKnown: () => player } }) as unknown as CallHandlers,
    stored: async (_account, name, input) => {
      if (name === 'players')
        return { value: [{ ...player, created_at }], asOf: NOW, isSettled: false } as never
      const text = JSON.stringify(input, Object.keys(input).sort())
      const found = answers.find((one) => one.name === name && one.text === text)
      return (found?.answer ?? null) as never
    },
    find: async () => account,
    preferences: () => DEFAULT_PREFERENCES,
    clock: virtualClock(NOW),
    version: '0.0.0',
  })
  const screen: FrozenScreen = {
    ...{ screen: 'player', title: player.name, account_id: account.id, player_id: player.id },
    ...{ player_ids: [player.id], group: null, period, comparison, filters: {} },
    calls: stored
      .filter(({ request }) => shown.includes(request.name))
      .map(({ request: { name, input } }) => ({
        ...{ noun: 'analytics', verb: name, input: { ...input, account_id: account.id } },
      })),
  }
  const { about, calls } = await freeze(screen)
  const namesOf = ({ start }: Period) =>
    calls
      .filter(({ input }) => JSON.stringify(input).includes(`"${start}`))
      .map(({ verb }) => verb)
      .sort()
  return { about, current: namesOf(period), before: namesOf(comparison) }
}

const about = (days: Period) => requestsAbout(player, days, zone)
const now = '2026-11-27T14:00:00Z'
const midday = '2026-11-26T15:00:00Z'

test('of the comparison, a report of a dashboard has only what is read of it', async () => {
  const { stats, userEngagement, statsByDay, ...more } = about(comparison)
  const read = [stats, userEngagement, statsByDay].map((request) => ({ request, at: now }))
  const unread = [more.clicksTimed, more.conversionsTimed, more.customMetrics].map((request) => ({
    ...{ request, at: '2026-11-18T15:00:00Z' },
  }))
  const field = { request: more.statsByField('country'), at: '2026-11-18T15:00:00Z' }
  const current = { request: about(period).stats, at: now }
  const made = await frozen([current, ...read, ...unread, field])
  expect(made.before).toEqual(['stats', 'statsByDay', 'userEngagement'])
  expect(made.about.unfinished).toBeNull()
  expect(fairComparison(made.about)).toEqual(comparison)
})

test('an answer that no screen showed is left out when it has half a day that the totals have whole', async () => {
  const { stats, clicksTimed, statsByField } = about(period)
  const stored = [
    { request: stats, at: now },
    { request: clicksTimed, at: now },
    { request: statsByField('country'), at: midday },
  ]
  const made = await frozen(stored)
  expect(made.current).toEqual(['clicksTimed', 'stats'])
  expect(made.about.unfinished).toBeNull()
  expect(made.about.asOf?.oldest).toBe(Date.parse(now))
  expect(made.about.leftOut).toEqual(['statsByField'])
  const shown = await frozen(stored, ['statsByField'])
  expect(shown.current).toEqual(['clicksTimed', 'stats', 'statsByField'])
  expect(shown.about.unfinished).toBe('2026-11-26')
  expect(shown.about).not.toHaveProperty('leftOut')
})

test('what a report leaves out is not named where it has another answer of its kind', async () => {
  const { stats, statsByField } = about(period)
  const made = await frozen([
    { request: stats, at: now },
    { request: statsByField('country'), at: now },
    { request: statsByField('browser'), at: midday },
  ])
  expect(made.current).toEqual(['stats', 'statsByField'])
  expect(made.about).not.toHaveProperty('leftOut')
})

test('a report has nothing about compared days that were over before its player was created', async () => {
  const [current, before] = [about(period).stats, about(comparison).stats]
  const later = '2026-11-27T14:30:00Z'
  const stored = [
    { request: current, at: now },
    { request: before, at: later },
  ]
  const made = await frozen(stored, [], '2026-11-20 12:00:00')
  expect(made.before).toEqual([])
  expect(made.about.asOf?.newest).toBe(Date.parse(now))
  expect(made.about.comparison).toEqual(comparison)
})

test('answers of the same half day as the totals stay in a report', async () => {
  const { stats, statsByField } = about(period)
  const stored = [stats, statsByField('country')].map((request) => ({ request, at: midday }))
  const made = await frozen(stored)
  expect(made.current).toEqual(['stats', 'statsByField'])
  expect(made.about.unfinished).toBe('2026-11-26')
})
