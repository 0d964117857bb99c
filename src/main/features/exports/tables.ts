import { createdDayOf, missedOf, type Player, unlistedPlayer } from '../../../shared/api/player.ts'
import { AppError } from '../../../shared/failure.ts'
import { liveRequest } from '../../../shared/features/analytics/requests-audience.ts'
import {
  type AnnotationList,
  annotationsAbout,
} from '../../../shared/features/annotations/own-annotation.ts'
import { annotationsTable } from '../../../shared/features/annotations/table.ts'
import type { TableName, TableRequest } from '../../../shared/features/exports/request.ts'
import { liveTable } from '../../../shared/features/live/live-players.ts'
import { compares, overviewTable, youngIn } from '../../../shared/features/overview/table.ts'
import { breakdownTable } from '../../../shared/features/player/breakdown.ts'
import { figuresTable } from '../../../shared/features/player/figures.ts'
import { funnelTable } from '../../../shared/features/player/funnel.ts'
import { retentionTable } from '../../../shared/features/player/retention.ts'
import { timingTable } from '../../../shared/features/player/timing.ts'
import { trendTable } from '../../../shared/features/player/trend-table.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { AB_TABLES } from './ab-tables.ts'
import { AUDIENCE_TABLES } from './audience-tables.ts'
import {
  type About,
  type Builder,
  type Builders,
  type Built,
  ofPlayer,
  requestsFor,
  stored,
  type TablesParts,
} from './builder.ts'
import { CHANGE_TABLES } from './change-tables.ts'
import { CURVE_TABLES } from './curve-tables.ts'
import type { ExportFacts } from './facts.ts'
import { TRAFFIC_TABLES } from './traffic-tables.ts'

export interface BuiltTable {
  table: Table
  facts: ExportFacts
}

const BUILDERS: Builders<TableName> = {
  ...AB_TABLES,
  ...AUDIENCE_TABLES,
  ...CHANGE_TABLES,
  ...CURVE_TABLES,
  ...TRAFFIC_TABLES,
  async overview({ period, comparison, ...view }, { account_id, readOverview, timezone }) {
    const overview = await readOverview(account_id, { period, comparison })
    const table = overviewTable(overview, view)
    const young = youngIn(overview, compares(table.columns) ? comparison : null, timezone)
    const youngPlayers = table.player_ids.filter((id) => young.has(id)).length
    const filters = {
      search: view.search,
      activeOnly: view.activeOnly,
      ...(view.tags?.length && { tags: view.tags.join(', ') }),
      ...(overview.leftOut && { playersLeftOut: overview.leftOut }),
      ...(overview.comparedLeftOut && { comparedPlayersLeftOut: overview.comparedLeftOut }),
      ...(youngPlayers && { youngPlayers }),
      sort: view.sort.column,
      descending: view.sort.descending,
    }
    return { table, filters }
  },
  /** The user's annotations of the whole account. */
  async annotations({ search }, { account_id, players, readAnnotations }) {
    const table = annotationsTable(await readAnnotations(account_id), { search, players })
    return { table, filters: { search } }
  },
  days: ofPlayer(async (request, about) => {
    const { period, comparison = null, unit = 'day' } = request
    const { player, timezone: zone } = about
    const days = await stored(about, requestsFor(request, about).statsByDay)
    const before = comparison && requestsFor({ period: comparison }, about).statsByDay
    const compared = before && (await stored(about, before))
    const table = trendTable({ days, compared }, { player, unit, period, comparison, zone })
    return { table, filters: { unit } }
  }),
  /** A player's figures of a whole period. */
  figures: ofPlayer(async (request, about) => {
    const { period, comparison } = request
    const stats = await stored(about, requestsFor(request, about).stats)
    const before = comparison && requestsFor({ period: comparison }, about).stats
    const compared = before && (await stored(about, before))
    return {
      table: figuresTable({ player: about.player, period, comparison }, { stats, compared }),
    }
  }),
  funnel: ofPlayer(async (request, about) => {
    const { player } = about
    const stats = await stored(about, requestsFor(request, about).stats)
    if (request.comparison === null) return { table: funnelTable({ stats, player }) }
    const before = requestsFor({ period: request.comparison }, about).stats
    return { table: funnelTable({ stats, comparison: await stored(about, before), player }) }
  }),
  breakdown: ofPlayer(async (request, about) => {
    const { field, sort } = request
    const answer = await stored(about, requestsFor(request, about).statsByField(field))
    const table = breakdownTable(answer, { player: about.player, sort })
    return { table, filters: { field, sort: sort.column, descending: sort.descending } }
  }),
  retention: ofPlayer(async (request, about) => {
    const { comparison } = request
    const { player } = about
    const answer = await stored(about, requestsFor(request, about).userEngagement)
    if (!comparison) return { table: retentionTable(answer, player) }
    const before = requestsFor({ period: comparison }, about).userEngagement
    return { table: retentionTable(answer, player, await stored(about, before)) }
  }),
  timing: ofPlayer(async (request, about) => {
    const { clicksTimed, conversionsTimed } = requestsFor(request, about)
    const clicks = await stored(about, clicksTimed)
    return { table: timingTable(clicks, await stored(about, conversionsTimed)) }
  }),
  live: ofPlayer(async ({ player_id, minutes }, about) => ({
    table: liveTable(await stored(about, liveRequest(player_id, minutes))),
    filters: { minutes },
  })),
}

/**
 * Builds the tables of the screens from stored answers. Throws `not-found` for an unknown player,
 * and `nothing-stored` when nothing of the table is.
 */
export function makeTables(parts: TablesParts) {
  return {
    async build(request: TableRequest): Promise<BuiltTable> {
      const { account_id } = request
      const { name, timezone } = await parts.accountOf(account_id)
      const listed = await parts.read(account_id, 'players', {})
      const players = (listed?.value ?? []) as Player[]
      const player = 'player_id' in request ? await playerOf(parts, players, request) : null
      // A cast, because a union cannot express that each table's request fits its builder.
      const builder = BUILDERS[request.table] as Builder<TableName>
      const about = { ...parts, account_id, timezone, players, player }
      const { table, ...own } = await builder(request, about)
      if (isMissing(request.table, table)) throw new AppError({ kind: 'nothing-stored' })
      return { table, facts: factsOf(request, own, { name, timezone, player }) }
    },
  }
}

/** A player of the list, or one that left it and whose stored figures can still be found. */
async function playerOf(
  { lastKnown }: TablesParts,
  players: readonly Player[],
  { account_id, player_id }: { account_id: string; player_id: string },
): Promise<Player | null> {
  const listed = players.find(({ id }) => id === player_id)
  if (listed) return listed
  const known = await lastKnown(account_id, player_id)
  return known.duration > 0 ? unlistedPlayer(player_id, known) : null
}

function factsOf(
  request: TableRequest,
  { timezone: ownZone, filters, ...own }: Omit<Built, 'table'>,
  { name, timezone, player }: Pick<About, 'timezone' | 'player'> & { name: string },
): ExportFacts {
  const comparison = 'comparison' in request ? (request.comparison ?? null) : null
  const created = player ? createdDayOf(player, timezone) : ''
  const view = {
    period: 'period' in request ? request.period : null,
    comparison,
    filters: { ...filters, ...(missedOf(created, comparison) && { created }) },
    ...own,
  }
  return {
    table: request.table,
    account: name,
    player: player && { id: player.id, name: player.name },
    // In the order of the written file, where a table's own zone comes last.
    ...(ownZone === undefined ? { timezone, ...view } : { ...view, timezone: ownZone }),
  }
}

/** An overview whose search finds no player is a table too, and so are the person's own marks. */
function isMissing(name: TableName, { asOf, rows }: Table) {
  if (asOf !== null || name === 'overview') return false
  return name !== 'marks' || rows.length === 0
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
