import type { AnalyticsName } from '../../../shared/api/analytics.ts'
import type {
  ComparisonAnswer,
  ComparisonGroup,
  ComparisonStatistics,
} from '../../../shared/api/comparison-group.ts'
import type { Player } from '../../../shared/api/player.ts'
import { AppError } from '../../../shared/failure.ts'
import type { StoredAbTest } from '../../../shared/features/ab-tests/ab-test.ts'
import { comparisonRequest } from '../../../shared/features/ab-tests/reading.ts'
import { type AbDays, abRevenueTable } from '../../../shared/features/ab-tests/revenue-table.ts'
import {
  type AbAbout,
  abDecisionsTable,
  abRetentionTable,
  abSidesTable,
  abSplitTable,
  abTestsTable,
  abTimeTable,
  DEFAULT_CHOICE,
  daysOfTest,
  newestOf,
  ofPair,
} from '../../../shared/features/ab-tests/table.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import type { AbTableRequest } from '../../../shared/features/exports/request.ts'
import type { Known } from '../../../shared/tables/measures.ts'
import type { Table } from '../../../shared/tables/table.ts'

type Read = (
  account_id: string,
  name: AnalyticsName,
  input: Record<string, unknown>,
) => Promise<Known<unknown> | null>

export interface AbTablesParts {
  read: Read
  readTests: (account_id: string) => Promise<Record<string, StoredAbTest>>
  /** With its full history. */
  readTest: (account_id: string, group_id: string) => Promise<StoredAbTest>
}

type OfTest = Exclude<AbTableRequest, { table: 'ab_tests' }>

interface TestData {
  read: Read
  request: OfTest
  about: AbAbout
  stored: StoredAbTest
  players: readonly Player[]
}

/** Builds the tables of A/B tests from stored data. */
export function makeAbTables({ read, readTests, readTest }: AbTablesParts) {
  return async (request: AbTableRequest, zone: string): Promise<{ table: Table; test: string }> => {
    const { account_id } = request
    const groups = await storedGroups(read, account_id, zone)
    const players = ((await read(account_id, 'players', {}))?.value ?? []) as Player[]
    const nameOf = nameIn(players)
    if (request.table === 'ab_tests') {
      const tests = await readTests(account_id)
      return { table: abTestsTable(groups, tests, { zone, nameOf }), test: '' }
    }
    const group = groups?.value.find(({ id }) => id === request.group_id)
    if (!group) throw noTest(request)
    const stored = await readTest(account_id, group.id)
    const about = { group, choice: stored.choice ?? DEFAULT_CHOICE, zone, nameOf }
    const data: TestData = { read, request, about, stored, players }
    return { table: await TABLES[request.table](data), test: group.name }
  }
}

const storedGroups = async (read: Read, account_id: string, timezone: string) =>
  (await read(account_id, 'comparisonGroups', { timezone })) as Known<ComparisonGroup[]> | null

const noTest = ({ group_id }: OfTest) =>
  new AppError({ kind: 'not-found', text: `The account's list has no test ${group_id}.` })

const TABLES: Record<OfTest['table'], (data: TestData) => Table | Promise<Table>> = {
  ab_sides: (data) => abSidesTable(newestIn(data), data.about),
  ab_split: (data) => abSplitTable(newestIn(data), data.about),
  ab_time: ({ stored, request, about }) =>
    abTimeTable(ofPair(stored.snapshots, request.arms), about),
  ab_decisions: ({ stored, about }) => abDecisionsTable(stored.decisions, about),
  ab_retention: retention,
  async ab_revenue(data) {
    const [a, b] = data.request.arms
    return abRevenueTable([await daysOfArm(data, a), await daysOfArm(data, b)])
  },
}

const newestIn = ({ stored, request }: TestData) => newestOf(stored.snapshots, request.arms)

async function retention(data: TestData): Promise<Table> {
  const { read, request, about } = data
  const newest = newestIn(data)
  const { group, zone } = about
  const input = newest && comparisonRequest(group, request.arms, { zone, day: newest.day })
  const answer = input && (await read(request.account_id, 'comparisonStats', input))
  return abRetentionTable(answer && bothOf(answer as Known<ComparisonAnswer>, request.arms))
}

async function daysOfArm(data: TestData, id: string): Promise<AbDays> {
  const { read, request, about, players } = data
  const player = players.find((one) => one.id === id)
  const newest = newestIn(data)
  if (!player || !newest) return null
  const { input } = requestsAbout(player, daysOfTest(newest), about.zone).statsByDay
  return (await read(request.account_id, 'statsByDay', input)) as AbDays
}

const nameIn = (players: readonly Player[]) => (player_id: string) =>
  players.find(({ id }) => id === player_id)?.name ?? player_id

function bothOf(
  { value, ...age }: Known<ComparisonAnswer>,
  arms: readonly [string, string],
): Known<readonly [ComparisonStatistics, ComparisonStatistics]> | null {
  const [a, b] = arms.map((id) => value.stats.find(({ player_id }) => player_id === id))
  return a && b ? { value: [a, b], ...age } : null
}
