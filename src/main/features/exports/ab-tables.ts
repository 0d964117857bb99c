import { AppError } from '../../../shared/failure.ts'
import type { StoredAbTest } from '../../../shared/features/ab-tests/ab-test.ts'
import { type BothArms, bothArms } from '../../../shared/features/ab-tests/arms.ts'
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
import { comparisonRequest, isAfterEnd } from '../../../shared/features/ab-tests/times.ts'
import { requestsAbout } from '../../../shared/features/analytics/requests.ts'
import type { AbTableRequest } from '../../../shared/features/exports/request.ts'
import { namesIn } from '../../../shared/model/ids.ts'
import type { Table } from '../../../shared/tables/table.ts'
import type { Period } from '../../../shared/time/period.ts'
import {
  type About,
  type Builders,
  type Built,
  knownPlayer,
  stored,
  storedTests,
} from './builder.ts'

type OfTest = Exclude<AbTableRequest, { table: 'ab_tests' }>

interface TestData {
  about: About
  request: OfTest
  view: AbAbout
  test: StoredAbTest
}

/** The tables of A/B tests, from stored data. */
export const AB_TABLES: Builders<AbTableRequest['table']> = {
  async ab_tests(_, about) {
    const groups = await storedTests(about)
    const tests = await about.readTests(about.account_id)
    const filters: Built['filters'] = groups?.leftOut ? { testsLeftOut: groups.leftOut } : {}
    return { table: abTestsTable(groups, tests, { ...viewOf(about), now: about.now() }), filters }
  },
  ab_sides: ofTest((data) => abSidesTable(newestIn(data), data.view)),
  ab_split: ofTest((data) => abSplitTable(newestIn(data), data.view)),
  ab_time: ofTest(({ test, request, view }) =>
    abTimeTable(ofPair(view, request.arms, test.snapshots), view),
  ),
  ab_decisions: ofTest(({ test, view }) => abDecisionsTable(test.decisions, view)),
  ab_retention: ofTest(async (data) => abRetentionTable(await armsOf(data))),
  ab_revenue: ofTest(async (data) => {
    const [a, b] = data.request.arms
    const newest = newestIn(data)
    const { zone, group } = data.view
    const time = newest && { start: newest.start, finished_at: group.finished_at, zone }
    const days = [await daysOfArm(data, a), await daysOfArm(data, b)] as const
    return abRevenueTable(await armsOf(data), days, time)
  }),
}

function ofTest(build: (data: TestData) => Table | Promise<Table>) {
  return async (request: OfTest, about: About): Promise<Built> => {
    const { account_id, group_id } = request
    const group = (await storedTests(about))?.value.find(({ id }) => id === group_id)
    if (!group) {
      const text = `The account's list has no test ${group_id}.`
      throw new AppError({ kind: 'not-found', what: 'local', text })
    }
    const test = await about.readTest(account_id, group.id)
    const view = { ...viewOf(about), group, choice: test.choice ?? DEFAULT_CHOICE }
    const data = { about, request, view, test }
    const table = withEnd(await build(data), view)
    return { table, period: daysIn(table) ?? newestDays(data), filters: filtersOf(request, view) }
  }
}

/**
 * Read after the end of its test, a table has no day that was not over, whatever the hour of that end, unless
 * its days were read one by one.
 */
function withEnd(table: Table, { group, zone }: AbAbout): Table {
  const isOver = !table.open && table.asOf !== null && isAfterEnd(group, table.asOf, zone)
  return isOver ? { ...table, open: { own: null, compared: null } } : table
}

/** The test, the players behind A and B, and what a verdict is by; a decision names its own. */
function filtersOf(
  { table, arms: [a, b] }: OfTest,
  { group, nameOf, choice }: AbAbout,
): NonNullable<Built['filters']> {
  const test = group.name === '' ? {} : { test: group.name }
  if (table === 'ab_decisions') return test
  const arms = { ...test, sideA: nameOf(a), sideB: nameOf(b) }
  if (table !== 'ab_sides' && table !== 'ab_time') return arms
  const { days, conversions, probability, smallestLift, loss } = choice.guardrails
  return {
    ...arms,
    metric: choice.primary,
    guardrail_days: days,
    guardrail_conversions: conversions,
    guardrail_probability: probability,
    guardrail_smallest_lift: smallestLift,
    guardrail_loss: loss,
  }
}

const viewOf = ({ timezone, players }: About) => ({
  zone: timezone,
  nameOf: namesIn(players),
})

/** The first and last day of a table by day. */
function daysIn({ columns, rows }: Table): Period | null {
  if (columns[0]?.key !== 'date_key') return null
  const days = rows.map(([day]) => day).filter((day) => typeof day === 'string')
  const [start, end] = [days[0], days.at(-1)]
  return start !== undefined && end !== undefined ? { start, end } : null
}

/** The days of a table of the newest result; decisions are of any time. */
function newestDays(data: TestData): Period | null {
  const newest = data.request.table === 'ab_decisions' ? null : newestIn(data)
  return newest && daysOfTest(newest)
}

const newestIn = ({ test, request, view }: TestData) => newestOf(view, request.arms, test.snapshots)

async function armsOf(data: TestData): Promise<BothArms | null> {
  const { about, request, view } = data
  const newest = newestIn(data)
  const { group, zone } = view
  const input = newest && comparisonRequest(group, request.arms, { zone, day: newest.day })
  const answer = input && (await stored(about, { name: 'comparisonStats', input }))
  return bothArms(answer, request.arms)
}

async function daysOfArm(data: TestData, id: string): Promise<AbDays> {
  const { about } = data
  const newest = newestIn(data)
  if (!newest) return null
  const player = await knownPlayer(about, id)
  return stored(about, requestsAbout(player, daysOfTest(newest), about.timezone).statsByDay)
}
