import type { Analytics } from '../../../shared/api/analytics.ts'
import type { Player } from '../../../shared/api/player.ts'
import { AppError } from '../../../shared/failure.ts'
import {
  type AnnotationList,
  annotationsAbout,
  type OwnAnnotation,
} from '../../../shared/features/annotations/own-annotation.ts'
import { annotationsTable } from '../../../shared/features/annotations/table.ts'
import {
  type AudienceRequest,
  isAudienceRequest,
} from '../../../shared/features/exports/audience-request.ts'
import type { AbTableRequest, TableRequest } from '../../../shared/features/exports/request.ts'
import { liveTable } from '../../../shared/features/live/live-players.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import { overviewTable } from '../../../shared/features/overview/table.ts'
import { breakdownTable } from '../../../shared/features/player/breakdown.ts'
import { daysTable } from '../../../shared/features/player/days.ts'
import { figuresTable } from '../../../shared/features/player/figures.ts'
import { funnelTable } from '../../../shared/features/player/funnel.ts'
import { retentionTable } from '../../../shared/features/player/retention.ts'
import { timingTable } from '../../../shared/features/player/timing.ts'
import type { Input } from '../../../shared/operation.ts'
import type { Table } from '../../../shared/tables/table.ts'
import type { Period } from '../../../shared/time/period.ts'
import { type AbTablesParts, makeAbTables } from './ab-tables.ts'
import { makeAudienceTables } from './audience-tables.ts'
import { type ChangeTablesParts, isOfChanges, makeChangeTables } from './change-tables.ts'
import {
  type CurveNotes,
  curveFilters,
  curveTableOf,
  isOfCurves,
  type OfCurves,
} from './curve-tables.ts'
import type { ExportFacts } from './facts.ts'
import { type About, type ReadStored, requestsFor, stored } from './stored.ts'
import { isOfTraffic, type OfTraffic, trafficFilters, trafficTableOf } from './traffic-tables.ts'

interface TablesParts {
  read: ReadStored
  readOverview: (
    account_id: string,
    range: { period: Period; comparison: Period | null },
  ) => Promise<Overview>
  readTests: AbTablesParts['readTests']
  readTest: AbTablesParts['readTest']
  readVideo: CurveNotes['readVideo']
  readMarkers: CurveNotes['readMarkers']
  readAnnotations: (account_id: string) => Promise<readonly OwnAnnotation[]>
  readPublish: ChangeTablesParts['readPublish']
  readHistory: ChangeTablesParts['readHistory']
  accountOf: (account_id: string) => Promise<{ name: string; timezone: string }>
}

export interface BuiltTable {
  table: Table
  facts: ExportFacts
}

type Named<T extends TableRequest['table']> = Extract<TableRequest, { table: T }>
type OfPlayer = Exclude<
  TableRequest,
  | { table: 'overview' | 'annotations' | 'change_history' | 'publish' }
  | AbTableRequest
  | AudienceRequest
>
type OfItself = Exclude<OfPlayer, OfCurves | OfTraffic>

type Account = Awaited<ReturnType<TablesParts['accountOf']>>

/**
 * Builds the tables of the screens from stored answers. Throws `not-found` for an unknown player,
 * and `refused` when nothing of the table is stored.
 */
export function makeTables(parts: TablesParts) {
  const { read, readOverview, accountOf } = parts
  const abTable = makeAbTables(parts)
  const audienceTable = makeAudienceTables({ read })
  const annotationTable = makeAnnotationTable(parts)
  const changeTable = makeChangeTables(parts)

  async function overview(request: Named<'overview'>, account: Account): Promise<BuiltTable> {
    const { account_id, table: name, period, comparison, ...view } = request
    const table = overviewTable(await readOverview(account_id, { period, comparison }), view)
    const filters = {
      search: view.search,
      activeOnly: view.activeOnly,
      ...(view.tags?.length && { tags: view.tags.join(', ') }),
      sort: view.sort.column,
      descending: view.sort.descending,
    }
    const { timezone } = account
    const facts = { table: name, account: account.name, player: null, timezone }
    return { table, facts: { ...facts, period, comparison, filters } }
  }

  async function ofPlayer(request: OfPlayer, account: Account): Promise<BuiltTable> {
    const { account_id, player_id } = request
    const player = playerOf(await read(account_id, 'players', {}), player_id)
    const { timezone } = account
    const about = { read, account_id, player, timezone }
    const table = await playerTable(request, about, parts)
    if (table.asOf === null) throw notStored()
    return { table, facts: factsOf(request, account, player) }
  }

  async function ofTests(request: AbTableRequest, account: Account): Promise<BuiltTable> {
    const { timezone, name } = account
    const { table, test } = await abTable(request, timezone)
    if (table.asOf === null) throw notStored()
    const facts = { table: request.table, account: name, player: null, timezone }
    const filters: ExportFacts['filters'] = test === '' ? {} : { test }
    return { table, facts: { ...facts, period: daysIn(table), comparison: null, filters } }
  }

  return {
    async build(request: TableRequest): Promise<BuiltTable> {
      const account = await accountOf(request.account_id)
      if (isOfChanges(request)) return assertStored(await changeTable(request, account))
      if (isOfTests(request)) return ofTests(request, account)
      if (isAudienceRequest(request)) return assertStored(await audienceTable(request, account))
      if (request.table === 'annotations')
        return assertStored(await annotationTable(request, account))
      return request.table === 'overview' ? overview(request, account) : ofPlayer(request, account)
    },
  }
}

/** The first and last day of a table by day, to find their annotations. */
function daysIn({ columns, rows }: Table): Period | null {
  if (columns[0]?.key !== 'date_key') return null
  const days = rows.map(([day]) => day).filter((day) => typeof day === 'string')
  const [start, end] = [days[0], days.at(-1)]
  return start !== undefined && end !== undefined ? { start, end } : null
}

const isOfTests = (request: TableRequest): request is AbTableRequest =>
  request.table.startsWith('ab_')

const factsOf = (request: OfPlayer, account: Account, { id, name }: Player): ExportFacts => ({
  table: request.table,
  account: account.name,
  player: { id, name },
  timezone: account.timezone,
  period: 'period' in request ? request.period : null,
  comparison: 'comparison' in request ? request.comparison : null,
  filters: filtersOf(request),
})

function assertStored(built: BuiltTable) {
  if (built.table.asOf === null) throw notStored()
  return built
}

const notStored = () =>
  new AppError({
    kind: 'refused',
    text: 'This data is not on this computer: open or download it first.',
  })

async function playerTable(request: OfPlayer, about: About, notes: CurveNotes) {
  if (isOfCurves(request)) return curveTableOf(request, about, notes)
  return isOfTraffic(request) ? trafficTableOf(request, about) : tableOf(request, about)
}

async function tableOf(request: OfItself, about: About): Promise<Table> {
  const { player } = about
  switch (request.table) {
    case 'days':
      return daysTable(
        await stored('statsByDay', about, requestsFor(request, about).statsByDay),
        player,
      )
    case 'figures':
      return figuresTableOf(request, about)
    case 'funnel':
      return funnelTable(await funnelAnswers(request, about))
    case 'breakdown': {
      const { field, sort } = request
      const wording = requestsFor(request, about).statsByField(field)
      return breakdownTable(await stored('statsByField', about, wording), { player, sort })
    }
    case 'retention': {
      const { userEngagement } = requestsFor(request, about)
      return retentionTable(await stored('userEngagement', about, userEngagement), player)
    }
    case 'timing': {
      const { clicksTimed, conversionsTimed } = requestsFor(request, about)
      const clicks = await stored('clicksTimed', about, clicksTimed)
      return timingTable(clicks, await stored('conversionsTimed', about, conversionsTimed))
    }
    case 'live': {
      const { player_id, minutes } = request
      const input: Input<Analytics['liveUsers']> = { player_id, minutes }
      return liveTable(await stored('liveUsers', about, { name: 'liveUsers', input }))
    }
  }
}

async function funnelAnswers(request: Named<'funnel'>, about: About) {
  const { player } = about
  const stats = await stored('stats', about, requestsFor(request, about).stats)
  if (request.comparison === null) return { stats, player }
  const before = requestsFor({ period: request.comparison }, about)
  return { stats, comparison: await stored('stats', about, before.stats), player }
}

function playerOf(players: { value: unknown } | null, player_id: string): Player {
  const player = (players?.value as Player[] | undefined)?.find(({ id }) => id === player_id)
  if (player) return player
  throw new AppError({ kind: 'not-found', text: `The account's list has no player ${player_id}.` })
}

function filtersOf(request: OfPlayer): ExportFacts['filters'] {
  if (isOfCurves(request)) return curveFilters(request)
  if (isOfTraffic(request)) return trafficFilters(request)
  switch (request.table) {
    case 'breakdown':
      return {
        field: request.field,
        sort: request.sort.column,
        descending: request.sort.descending,
      }
    case 'live':
      return { minutes: request.minutes }
    case 'days':
    case 'figures':
    case 'funnel':
    case 'retention':
    case 'timing':
      return {}
  }
}

/** A player's figures of a whole period, from stored answers. */
async function figuresTableOf(request: Named<'figures'>, about: About): Promise<Table> {
  const { period, comparison } = request
  const stats = await stored('stats', about, requestsFor(request, about).stats)
  const before = comparison && requestsFor({ period: comparison }, about).stats
  const compared = before && (await stored('stats', about, before))
  return figuresTable({ player: about.player, period, comparison }, { stats, compared })
}

type Build = (request: TableRequest) => Promise<BuiltTable>
type ReadAnnotations = (account_id: string) => Promise<AnnotationList>

/** Adds the annotations of the table's period to the facts of its file. */
export function makeAnnotated(build: Build, readAnnotations: ReadAnnotations): Build {
  return async (request) => {
    const built = await build(request)
    const { period, player } = built.facts
    if (!period) return built
    const players = 'arms' in request ? request.arms : player ? [player.id] : []
    const { annotations } = await readAnnotations(request.account_id)
    const about = annotationsAbout(annotations, players, period).map((one) => ({
      start: one.period.start,
      end: one.period.end,
      player_id: one.player_id,
      text: one.text,
      tags: one.tags,
    }))
    return { ...built, facts: { ...built.facts, annotations: about } }
  }
}

/** The user's annotations of the whole account. */
function makeAnnotationTable({
  read,
  readAnnotations,
}: Pick<TablesParts, 'read' | 'readAnnotations'>) {
  return async ({ account_id, search }: Named<'annotations'>, { name, timezone }: Account) => {
    const listed = await read(account_id, 'players', {})
    const players = (listed?.value ?? []) as Player[]
    const facts: ExportFacts = {
      ...{ table: 'annotations', account: name, player: null, timezone },
      ...{ period: null, comparison: null, filters: { search } },
    }
    return {
      table: annotationsTable(await readAnnotations(account_id), { search, players }),
      facts,
    }
  }
}
