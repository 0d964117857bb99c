import Papa from 'papaparse'
import { beforeAll, expect, test } from 'vitest'
import { namePart } from '../../../../src/main/disk/file-name.ts'
import { AB_TABLES } from '../../../../src/main/features/exports/ab-tables.ts'
import type { About, Builder } from '../../../../src/main/features/exports/builder.ts'
import { aboutText } from '../../../../src/main/features/exports/facts.ts'
import type {
  ComparisonAnswer,
  ComparisonGroup,
} from '../../../../src/shared/api/comparison-group.ts'
import { NOTHING_KNOWN } from '../../../../src/shared/api/player.ts'
import {
  type AbChoice,
  type AbSnapshot,
  DEFAULT_GUARDRAILS,
} from '../../../../src/shared/features/ab-tests/ab-test.ts'
import { abRevenueTable } from '../../../../src/shared/features/ab-tests/revenue-table.ts'
import {
  type AbAbout,
  abDecisionsTable,
  abRetentionTable,
  abSidesTable,
  abSplitTable,
  abTestsTable,
  abTimeTable,
  daysOfTest,
  NO_STORED_DATA,
  ofPair,
} from '../../../../src/shared/features/ab-tests/table.ts'
import {
  type ArmPair,
  commonStart,
  comparisonRequest,
  lastDay,
  pairsOf,
  testIn,
  testsIn,
} from '../../../../src/shared/features/ab-tests/times.ts'
import { requestsAbout } from '../../../../src/shared/features/analytics/requests.ts'
import type { Known } from '../../../../src/shared/tables/measures.ts'
import { addDays } from '../../../../src/shared/time/period.ts'
import { testClock } from '../../../support/clock.ts'
import { type ConnectedDesk, connectedDesk } from '../../../support/connected.ts'
import { finishedTest } from '../../../support/pick.ts'
import { sameInFiles } from '../../../support/same-table.ts'
import { idOf } from '../../../support/statistics.ts'

const ZONE = 'America/Sao_Paulo'
const CHOICE: AbChoice = {
  primary: 'play_rate',
  guardrails: { ...DEFAULT_GUARDRAILS, conversions: 1 },
}
let desk: ConnectedDesk
let group: ComparisonGroup
let pair: ArmPair
let account_id: string

const asked = (day: string) => {
  const request = comparisonRequest(group, pair, { zone: ZONE, day })
  if (!request) throw new Error('not begun')
  return request
}

const read = (day: string) =>
  desk.handlers.analytics.comparisonStats({ ...asked(day), account_id }) as Promise<{
    value: ComparisonAnswer
    asOf: number
  }>

const kept = () => desk.handlers.abTests.test({ account_id, group_id: group.id })

beforeAll(async () => {
  desk = await connectedDesk({ timezone: ZONE, service: { players: 24 } })
  account_id = desk.account.id
  await desk.handlers.analytics.players({ account_id })
  const groups = testsIn(
    await desk.handlers.analytics.comparisonGroups({ account_id, timezone: ZONE }),
    ZONE,
  )
  const { id } = finishedTest(desk.service)
  const found = groups.value.find((one) => one.id === id)
  if (!found) throw new Error('a finished test is not listed')
  group = found
  pair = pairsOf(group)[0] ?? ['', '']
})

test('each reading of a test is stored as a snapshot of its day, in the order of the days', async () => {
  const last = lastDay(group, ZONE, testClock.now())
  await read(last)
  await read(addDays(last, -1))
  const { snapshots } = await kept()
  expect(snapshots.map(({ day }) => day)).toEqual([addDays(last, -1), last])
  const [arm] = snapshots.at(-1)?.arms ?? []
  const said = (await read(last)).value.stats[0]
  expect(arm?.shares.play_rate).toEqual({
    part: said?.plays.total_uniq_device,
    whole: said?.views.total_uniq_device,
  })
})

test('choices and decisions are exported with the figures of their time', async () => {
  const { abTests } = desk.handlers
  await abTests.choose({ account_id, group_id: group.id, choice: CHOICE })
  const decided = {
    hypothesis: 'A shorter lead; "keeps" more',
    who: 'Ana',
    why: '=B stays',
    primary: CHOICE.primary,
    guardrails: CHOICE.guardrails,
    arms: [...pair] as [string, string],
    state: 'leaning' as const,
    lift: 8.4,
    low: -0.6,
    high: 18,
    chance: 91,
    asOf: 1_700_000_000_000,
  }
  await abTests.decide({ account_id, group_id: group.id, decided })
  await abTests.decide({ account_id, group_id: group.id, decided: { ...decided, why: 'Ended' } })
  const { choice, decisions } = await kept()
  expect(choice).toEqual(CHOICE)
  expect(decisions.map(({ why }) => why)).toEqual(['Ended', '=B stays'])
  expect(decisions[1]).toMatchObject(decided)
})

test('every table of an A/B test is exported as it is shown, with the service unreachable', async () => {
  const { analytics } = desk.handlers
  const players = (await analytics.players({ account_id })).value
  const groups = testsIn(await analytics.comparisonGroups({ account_id, timezone: ZONE }), ZONE)
  const tests = await desk.handlers.abTests.list({ account_id })
  const { decisions, snapshots } = await kept()
  const nameOf = (id: string) => players.find((one) => one.id === id)?.name ?? id
  const about: AbAbout = { group, choice: CHOICE, zone: ZONE, nameOf }
  const own = ofPair(about, pair, snapshots)
  const newest = own.at(-1)
  if (!newest) throw new Error('nothing read')
  const answer = await read(newest.day)
  const [a, b] = pair.map((id) => answer.value.stats.find((one) => one.player_id === id))
  if (!a || !b) throw new Error('an arm is missing')
  const days = await Promise.all(
    pair.map(async (id) => {
      const player = players.find((one) => one.id === id)
      if (!player) throw new Error('a player is missing')
      const { input } = requestsAbout(player, daysOfTest(newest), ZONE).statsByDay
      return analytics.statsByDay({ ...input, account_id })
    }),
  )
  const both = { account_id, group_id: group.id, arms: [...pair] as [string, string] }
  await desk.goAway()
  const shown = [
    [
      { table: 'ab_tests', account_id },
      abTestsTable(groups, tests, { ...about, now: testClock.now() }),
    ],
    [{ table: 'ab_sides', ...both }, abSidesTable(newest, about)],
    [{ table: 'ab_split', ...both }, abSplitTable(newest, about)],
    [{ table: 'ab_time', ...both }, abTimeTable(own, about)],
    [{ table: 'ab_retention', ...both }, abRetentionTable({ value: [a, b], asOf: answer.asOf })],
    [
      { table: 'ab_revenue', ...both },
      abRevenueTable({ value: [a, b], asOf: answer.asOf }, [days[0] ?? null, days[1] ?? null], {
        start: newest.start,
        finished_at: group.finished_at,
        zone: ZONE,
      }),
    ],
    [{ table: 'ab_decisions', ...both }, abDecisionsTable(decisions, about)],
  ] as const
  for (const [request, table] of shown) {
    expect(table.rows.length, request.table).toBeGreaterThan(0)
    expect(await sameInFiles(desk, request, table), request.table).toBeGreaterThan(0)
  }
})

test('the revenue of a test is exported too when the player of an arm left the list', async () => {
  const { analytics } = desk.handlers
  const players = (await analytics.players({ account_id })).value
  const [deleted] = pair
  const known = players.find(({ id }) => id === deleted)
  /** The table of revenue reads nothing else. */
  type Read = Pick<About, 'account_id' | 'timezone' | 'players' | 'readTest' | 'lastKnown' | 'read'>
  const about = (listed: About['players']) => {
    const parts: Read = {
      ...{ account_id, timezone: ZONE, players: listed },
      readTest: async () => kept(),
      lastKnown: async () => known ?? NOTHING_KNOWN,
      read: async (_, name, input) =>
        (analytics[name] as (query: object) => Promise<Known<unknown>>)({ ...input, account_id }),
    }
    return parts as About
  }
  const arms = [...pair] as [string, string]
  const tableOf = async (listed: About['players']) => {
    const request = { table: 'ab_revenue' as const, account_id, group_id: group.id, arms }
    return (await AB_TABLES.ab_revenue(request, about(listed))).table
  }
  const without = await tableOf(players.filter(({ id }) => id !== deleted))
  expect(without).toEqual(await tableOf(players))
})

test('the file of the tests says how many could not be read', async () => {
  const filtersWith = async (value: object[]) => {
    type Read = Pick<About, 'account_id' | 'timezone' | 'players' | 'readTests' | 'read' | 'now'>
    const parts: Read = {
      now: testClock.now,
      ...{ account_id, timezone: ZONE, players: [], readTests: async () => ({}) },
      read: async () => ({ value, asOf: 1 }),
    }
    const { table, filters } = await AB_TABLES.ab_tests(
      { table: 'ab_tests', account_id },
      parts as About,
    )
    expect(table.rows).toHaveLength(1)
    return filters
  }
  expect(await filtersWith([{ ...group, id: '' }, group])).toEqual({ testsLeftOut: 1 })
  expect(await filtersWith([group])).toEqual({})
})

/** What a file of a test from 2026-03-01 on says of itself, which was read on these days at these instants. */
async function factsRead(
  table: 'ab_sides' | 'ab_split' | 'ab_time',
  finished_at: string | null,
  reads: readonly { day: string; asOf: number }[],
) {
  const started_at = '2026-03-01 12:00:00'
  const players = pair.map((player_id) => ({ player_id, traffic_percentage: 50, started_at }))
  const own = { ...group, started_at, players, finished_at }
  const shares = { play_rate: null, conversion_rate: null, pitch_retention_rate: null }
  const counts = { views: 2, plays: 1, conversions: 0, pitch_time: 0, shares }
  const snapshots = reads.map((one) => ({
    ...{ group_id: group.id, start: commonStart(testIn(own, ZONE), pair) ?? '' },
    ...one,
    arms: pair.map((player_id) => ({ player_id, ...counts })) as AbSnapshot['arms'],
  }))
  type Read = Pick<About, 'account_id' | 'timezone' | 'players' | 'readTest' | 'read'>
  const parts: Read = {
    ...{ account_id, timezone: ZONE, players: [] },
    read: async () => ({ value: [own], asOf: 1 }),
    readTest: async () => ({ ...NO_STORED_DATA, snapshots }),
  }
  const arms = [...pair] as [string, string]
  const request = { account_id, group_id: group.id, arms }
  const built = await (AB_TABLES[table] as Builder<'ab_sides'>)(
    { ...request, table: 'ab_sides' },
    parts as About,
  )
  const facts = { account: '', player: null, timezone: ZONE, comparison: null, filters: {} }
  const written = { language: 'en', rows: 1, exportedAt: 0, version: '' } as const
  const { table: of, period = null } = built
  const text = aboutText('ab.csv', { table: of, facts: { ...facts, table, period }, ...written })
  return JSON.parse(text)
}

test('the day on which a test finished is over once it is read after that', async () => {
  const openAt = async (table: 'ab_sides' | 'ab_split' | 'ab_time', hour: number) => {
    const read = { day: '2026-03-20', asOf: Date.UTC(2026, 2, 20, hour) }
    return (await factsRead(table, '2026-03-20 12:00:00', [read])).not_over
  }
  for (const table of ['ab_sides', 'ab_split', 'ab_time'] as const) {
    expect([await openAt(table, 13), await openAt(table, 11)]).toEqual([
      null,
      { start: '2026-03-20', end: '2026-03-20' },
    ])
  }
})

test.each([null, '2026-03-20 12:00:00'])(
  'a test over time is as old in a file as its oldest day that was not over, when it ends at %s',
  async (finished_at) => {
    const early = { day: '2026-03-05', asOf: Date.UTC(2026, 2, 5, 9) }
    const whole = { day: '2026-03-06', asOf: Date.UTC(2026, 2, 7, 9) }
    const last = { day: '2026-03-20', asOf: Date.UTC(2026, 2, 21, 9) }
    const said = await factsRead('ab_time', finished_at, [early, whole, last])
    expect(said.as_of).toBe('2026-03-05T09:00:00.000Z')
    expect(said.not_over).toEqual({ start: '2026-03-05', end: '2026-03-05' })
  },
)

test('the files of an A/B test name the players behind A and B, in their facts and in their names', async () => {
  const players = (await desk.handlers.analytics.players({ account_id })).value
  const names = pair.map((id) => players.find((one) => one.id === id)?.name ?? '')
  const both = { account_id, group_id: group.id, arms: [...pair] as [string, string] }
  const { job, text } = await desk.exported({ table: 'ab_sides', ...both }, 'spreadsheet', 'en')
  const lines = Papa.parse<string[]>(text, { delimiter: ',' }).data
  for (const [index, name] of names.entries()) {
    expect(lines).toContainEqual([index === 0 ? 'A' : 'B', name])
    expect(job.name).toContain(namePart(name.slice(0, 30)))
  }
})

test('the files of an A/B test say of which days they are', async () => {
  const { snapshots } = await kept()
  const newest = ofPair({ group, zone: ZONE }, pair, snapshots).at(-1)
  if (!newest) throw new Error('nothing read')
  const { start, end } = daysOfTest(newest)
  const both = { account_id, group_id: group.id, arms: [...pair] as [string, string] }
  for (const table of ['ab_sides', 'ab_split', 'ab_retention', 'ab_revenue'] as const) {
    const { text } = await desk.exported({ table, ...both }, 'spreadsheet', 'en')
    expect(text, table).toContain(`\r\nPeriod,${start},${end}\r\n`)
  }
  // Decisions are of any time.
  const { text } = await desk.exported({ table: 'ab_decisions', ...both }, 'spreadsheet', 'en')
  expect(text).not.toContain('\r\nPeriod,')
}, 60_000)

test('the files with verdicts say by which metric and which guardrails', async () => {
  const both = { account_id, group_id: group.id, arms: [...pair] as [string, string] }
  const { days, probability, smallestLift, loss } = CHOICE.guardrails
  for (const table of ['ab_sides', 'ab_time'] as const) {
    const { text } = await desk.exported({ table, ...both }, 'spreadsheet', 'en')
    const lines = Papa.parse<string[]>(text, { delimiter: ',' }).data
    for (const line of [
      ['Deciding metric', 'Play rate'],
      ['Guardrail: full days', String(days)],
      ['Guardrail: conversions per variant', '1'],
      ['Guardrail: confidence (%)', String(probability)],
      ['Guardrail: smallest lift (%)', String(smallestLift)],
      ['Guardrail: loss (%)', String(loss)],
    ])
      expect(lines, table).toContainEqual(line)
  }
}, 60_000)

test('a report of an A/B test contains the test’s whole history', async () => {
  const { handlers } = desk
  const calls = [
    { noun: 'analytics', verb: 'comparisonGroups', input: { account_id, timezone: ZONE } },
    { noun: 'abTests', verb: 'list', input: { account_id } },
    { noun: 'abTests', verb: 'test', input: { account_id, group_id: group.id } },
    {
      noun: 'analytics',
      verb: 'comparisonStats',
      input: { ...asked(lastDay(group, ZONE, testClock.now())), account_id },
    },
  ]
  const id = await handlers.reports.freeze({
    ...{ screen: 'abTests', title: group.name, account_id, player_id: null },
    ...{ player_ids: [...pair], group: { id: group.id, name: group.name }, period: null },
    ...{ comparison: null, filters: {}, calls },
  })
  const whole = await kept()
  expect(whole.snapshots.length).toBeGreaterThan(1)
  expect((await handlers.abTests.list({ account_id }))[group.id]?.snapshots).toHaveLength(1)
  await handlers.reports.open({ id })
  const { abTests } = desk.shown()
  expect(await abTests.list({ account_id })).toEqual({ [group.id]: whole })
  expect(await abTests.test({ account_id, group_id: group.id })).toEqual(whole)
  expect(await abTests.test({ account_id, group_id: 'other' })).toEqual(NO_STORED_DATA)
  await handlers.reports.close(undefined)
})

test('the CSV of a test over time includes the annotations of its days', async () => {
  const days = (await kept()).snapshots.map(({ day }) => day)
  const [start = ''] = days
  const write = (text: string, day: string, player_id: string | null = null) =>
    desk.handlers.annotations.add({
      account_id,
      fields: { player_id, period: { start: day, end: day }, text, tags: [] },
    })
  await write('A new offer', start)
  await write('Of an arm', start, pair[1])
  await write('Of another player', start, idOf(99))
  await write('Long before', addDays(start, -30))
  const request = {
    table: 'ab_time',
    account_id,
    group_id: group.id,
    arms: [...pair] as [string, string],
  } as const
  const { text } = await desk.exported(request, 'spreadsheet', 'en')
  expect(text).toContain(`Annotation,${start},${start},A new offer`)
  expect(text).toContain('\r\nDeciding metric,Play rate\r\n')
  expect(text).toContain('Of an arm')
  expect(text).not.toContain('Of another player')
  expect(text).not.toContain('Long before')
})
