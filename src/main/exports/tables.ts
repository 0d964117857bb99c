import type { Analytics, AnalyticsName } from '../../shared/api/analytics.ts'
import { DeskError } from '../../shared/failure.ts'
import type { Overview } from '../../shared/model/desk.ts'
import type { Period } from '../../shared/model/period.ts'
import type { Player } from '../../shared/model/player.ts'
import type { Input, Output } from '../../shared/operation.ts'
import { questionsAbout } from '../../shared/questions.ts'
import { breakdownTable } from '../../shared/tables/breakdown.ts'
import { daysTable } from '../../shared/tables/days.ts'
import { funnelTable } from '../../shared/tables/funnel.ts'
import { liveTable } from '../../shared/tables/live.ts'
import type { Known } from '../../shared/tables/measures.ts'
import { overviewTable } from '../../shared/tables/overview.ts'
import type { TableQuestion } from '../../shared/tables/question.ts'
import { retentionTable } from '../../shared/tables/retention.ts'
import type { Table } from '../../shared/tables/table.ts'
import { timingTable } from '../../shared/tables/timing.ts'
import type { ExportFacts } from './facts.ts'

/** A question of the contract by its name, as `questionsAbout` words it. */
type Asked = { name: AnalyticsName; input: object }

export interface TablesParts {
  /** The stored answer to a question, or null; never asks a service. */
  read: (
    account_id: string,
    name: AnalyticsName,
    input: Record<string, unknown>,
  ) => Promise<{ value: unknown; asOf: number } | null>
  readOverview: (
    account_id: string,
    range: { period: Period; comparison: Period | null },
  ) => Promise<Overview>
  accountOf: (account_id: string) => Promise<{ name: string; timezone: string }>
}

export interface BuiltTable {
  table: Table
  facts: ExportFacts
}

type Named<T extends TableQuestion['table']> = Extract<TableQuestion, { table: T }>
type OfPlayer = Exclude<TableQuestion, { table: 'overview' }>

type Account = Awaited<ReturnType<TablesParts['accountOf']>>

interface About {
  read: TablesParts['read']
  account_id: string
  player: Player
  timezone: string
}

/**
 * Builds from stored answers the very table that a screen shows. Throws `not-found` for a player
 * that is not in the list, and `refused` when nothing of the table is stored.
 */
export function makeTables({ read, readOverview, accountOf }: TablesParts) {
  async function overview(question: Named<'overview'>, account: Account): Promise<BuiltTable> {
    const { account_id, table: name, period, comparison, ...view } = question
    const table = overviewTable(await readOverview(account_id, { period, comparison }), view)
    const filters = {
      search: view.search,
      activeOnly: view.activeOnly,
      sort: view.sort.column,
      descending: view.sort.descending,
    }
    const { timezone } = account
    const facts = { table: name, account: account.name, player: null, timezone }
    return { table, facts: { ...facts, period, comparison, filters } }
  }

  async function ofPlayer(question: OfPlayer, account: Account): Promise<BuiltTable> {
    const { account_id, player_id } = question
    const player = playerOf(await read(account_id, 'players', {}), player_id)
    const { timezone } = account
    const table = await tableOf(question, { read, account_id, player, timezone })
    if (table.asOf === null) throw notStored()
    const facts: ExportFacts = {
      table: question.table,
      account: account.name,
      player: { id: player.id, name: player.name },
      timezone,
      period: 'period' in question ? question.period : null,
      comparison: question.table === 'funnel' ? question.comparison : null,
      filters: filtersOf(question),
    }
    return { table, facts }
  }

  return {
    async build(question: TableQuestion): Promise<BuiltTable> {
      const account = await accountOf(question.account_id)
      return question.table === 'overview'
        ? overview(question, account)
        : ofPlayer(question, account)
    },
  }
}

const notStored = () =>
  new DeskError({
    kind: 'refused',
    text: 'These figures are not on this desk: open or download them first.',
  })

async function tableOf(question: OfPlayer, about: About): Promise<Table> {
  const { player } = about
  switch (question.table) {
    case 'days':
      return daysTable(await stored('statsByDay', about, asked(question, about).statsByDay), player)
    case 'funnel':
      return funnelTable(await funnelAnswers(question, about))
    case 'breakdown': {
      const { field, sort } = question
      const wording = asked(question, about).statsByField(field)
      return breakdownTable(await stored('statsByField', about, wording), { player, sort })
    }
    case 'retention': {
      const { userEngagement } = asked(question, about)
      return retentionTable(await stored('userEngagement', about, userEngagement), player)
    }
    case 'timing': {
      const { clicksTimed, conversionsTimed } = asked(question, about)
      const clicks = await stored('clicksTimed', about, clicksTimed)
      return timingTable(clicks, await stored('conversionsTimed', about, conversionsTimed))
    }
    case 'live': {
      const { player_id, minutes } = question
      const input: Input<Analytics['liveUsers']> = { player_id, minutes }
      return liveTable(await stored('liveUsers', about, { name: 'liveUsers', input }))
    }
  }
}

async function funnelAnswers(question: Named<'funnel'>, about: About) {
  const { player } = about
  const stats = await stored('stats', about, asked(question, about).stats)
  if (question.comparison === null) return { stats, player }
  const before = asked({ period: question.comparison }, about)
  return { stats, comparison: await stored('stats', about, before.stats), player }
}

async function stored<N extends AnalyticsName>(
  name: N,
  { read, account_id }: About,
  { input }: Asked,
) {
  const answer = await read(account_id, name, { ...input })
  return answer as Known<Output<Analytics[N]>> | null
}

function playerOf(players: { value: unknown } | null, player_id: string): Player {
  const player = (players?.value as Player[] | undefined)?.find(({ id }) => id === player_id)
  if (player) return player
  throw new DeskError({ kind: 'not-found', text: `The account's list has no player ${player_id}.` })
}

const asked = ({ period }: { period: Period }, { player, timezone }: About) =>
  questionsAbout(player, period, timezone)

function filtersOf(question: OfPlayer): ExportFacts['filters'] {
  switch (question.table) {
    case 'breakdown':
      return {
        field: question.field,
        sort: question.sort.column,
        descending: question.sort.descending,
      }
    case 'live':
      return { minutes: question.minutes }
    case 'days':
    case 'funnel':
    case 'retention':
    case 'timing':
      return {}
  }
}
