import { expect, test } from 'vitest'
import type { About } from '../../../../src/main/features/exports/builder.ts'
import { TRAFFIC_TABLES } from '../../../../src/main/features/exports/traffic-tables.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import type { RequestOf } from '../../../../src/shared/features/exports/request.ts'
import { NO_MERGE_RULES } from '../../../../src/shared/features/traffic/merge-rules.ts'
import { trafficTable } from '../../../../src/shared/features/traffic/table.ts'
import { aPlayer, aStatistics } from '../../../support/statistics.ts'

const ZONE = 'America/Sao_Paulo'
const PLAYER = aPlayer()
const PERIOD = { start: '2026-03-02', end: '2026-03-03' }
const BEFORE = { start: '2026-02-28', end: '2026-03-01' }
const KEY = 'utm_source'
const RULES = { ...NO_MERGE_RULES, ignoresCase: true }

const row = (grouped_field: string, total_started = 800) => ({
  ...aStatistics({ total_started }),
  grouped_field,
})
const words = requestsAbout(PLAYER, PERIOD, ZONE)
const earlier = requestsAbout(PLAYER, BEFORE, ZONE)
const CURRENT = [row('fb'), row('FB')]
const EARLIER = [row('fb', 400)]
const GROUPS = [{ grouped_key: 'fb', grouped_values: [{ timed: 5, total_users: 2 }] }]
const FOUND = [{ gclid: 3 }, { utm_source: 2 }, { '': 4 }]
const STORED = [
  [words.validUtms, FOUND],
  [words.trafficStats(KEY), CURRENT],
  [earlier.trafficStats(KEY), EARLIER],
  [words.trafficStatsByDay(KEY), [{ ...row('fb'), date_key: '2026-03-02', query_key: KEY }]],
  [words.userEngagementByOrigin(KEY, ['fb', 'google']), GROUPS],
] as const

/** Answers only what was asked in these very words; the traffic tables read nothing else. */
const about = {
  account_id: 'acc000000001',
  player: PLAYER,
  timezone: ZONE,
  async read(_account, name, input) {
    const found = STORED.find(
      ([asked]) => JSON.stringify(asked) === JSON.stringify({ name, input }),
    )
    return found ? { value: found[1], asOf: 1 } : null
  },
} as About
const of = { account_id: about.account_id, player_id: PLAYER.id, period: PERIOD, query_key: KEY }
const sort = { column: 'total_started', descending: true }
const PERFORMANCE: RequestOf<'traffic'> = {
  ...of,
  table: 'traffic',
  comparison: BEFORE,
  rules: RULES,
  sort,
  top: 10,
}

test('the performance is built from the answers, the comparison and the rules of the screen', async () => {
  const { table } = await TRAFFIC_TABLES.traffic(PERFORMANCE, about)
  const view = { query_key: KEY, rules: RULES, sort, top: 10, player: PLAYER }
  expect(table).toEqual(
    trafficTable({ value: CURRENT, asOf: 1 }, { value: EARLIER, asOf: 1 }, view),
  )
  expect(table.rows).toHaveLength(1)
})

test('the days and the curves are those that the screen requested', async () => {
  const { table: days } = await TRAFFIC_TABLES.traffic_days(
    { ...of, table: 'traffic_days', rules: RULES, measure: 'total_started', top: 6 },
    about,
  )
  expect(days.rows.map(([value, day]) => [value, day])).toEqual([
    ['fb', '2026-03-02'],
    ['fb', '2026-03-03'],
  ])
  const values = ['fb', 'google']
  const { table: curves } = await TRAFFIC_TABLES.traffic_retention(
    { ...of, table: 'traffic_retention', values, shown: ['fb'] },
    about,
  )
  expect(curves.rows[0]).toEqual(['fb', 0, 2, 100])
})

test('the days of the top values say how many values there are besides', async () => {
  const day = (value: string) => ({ ...row(value), date_key: '2026-03-02', query_key: KEY })
  const days = ['fb', 'FB', 'google', 'x'].map(day)
  const reads = { ...about, read: async () => ({ value: days, asOf: 1 }) } as About
  const filtersOf = async (top: number) => {
    const request = { ...of, rules: RULES, measure: 'total_started', top } as const
    return (await TRAFFIC_TABLES.traffic_days({ ...request, table: 'traffic_days' }, reads)).filters
  }
  expect(await filtersOf(2)).toMatchObject({ limit: 2, valuesLeftOut: 1 })
  expect(await filtersOf(3)).not.toHaveProperty('valuesLeftOut')
})

test('the parameters found stand in the order of the screen, the one without a name too', async () => {
  const { query_key: _, ...ofPlayer } = of
  const request = { ...ofPlayer, table: 'traffic_parameters' as const }
  const { table, filters } = await TRAFFIC_TABLES.traffic_parameters(request, about)
  expect(table.rows).toEqual([
    ['utm_source', 'usual', 2],
    ['', 'other', 4],
    ['gclid', 'other', 3],
  ])
  expect(table.asOf).toBe(1)
  expect(filters).toBeUndefined()
})

test('a table without stored data has no time, so that no empty file is written', async () => {
  const { table } = await TRAFFIC_TABLES.traffic({ ...PERFORMANCE, query_key: 'src' }, about)
  expect(table.asOf).toBeNull()
})

test('the file states the merge rules of its values', async () => {
  const aliases = [
    { query_key: KEY, value: 'fb', canonical: 'Meta' },
    { query_key: 'src', value: 'x', canonical: 'y' },
  ]
  const request = { ...PERFORMANCE, rules: { ...RULES, aliases } }
  const { filters } = await TRAFFIC_TABLES.traffic(request, about)
  expect(filters).toMatchObject({ query_key: KEY, ignoresCase: true, aliases: 'fb → Meta' })
})
