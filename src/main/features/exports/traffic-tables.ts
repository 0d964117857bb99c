import type { TableRequest } from '../../../shared/features/exports/request.ts'
import { trafficParametersTable } from '../../../shared/features/traffic/parameters.ts'
import { trafficTable } from '../../../shared/features/traffic/table.ts'
import { trafficDaysTable } from '../../../shared/features/traffic/traffic-days.ts'
import { trafficRetentionTable } from '../../../shared/features/traffic/traffic-retention.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { daysOf } from '../../../shared/time/period.ts'
import type { ExportFacts } from './facts.ts'
import { type About, requestsFor, stored } from './stored.ts'

type Named<T extends TableRequest['table']> = Extract<TableRequest, { table: T }>
export type OfTraffic = Named<
  'traffic' | 'traffic_parameters' | 'traffic_days' | 'traffic_retention'
>

export const isOfTraffic = (request: TableRequest): request is OfTraffic =>
  request.table.startsWith('traffic')

/** The tables of the traffic screen, from stored answers. */
export async function trafficTableOf(request: OfTraffic, about: About): Promise<Table> {
  const words = requestsFor(request, about)
  switch (request.table) {
    case 'traffic_parameters':
      return trafficParametersTable(await stored('validUtms', about, words.validUtms))
    case 'traffic':
      return performance(request, about)
    case 'traffic_days': {
      const wording = words.trafficStatsByDay(request.query_key)
      const answer = await stored('trafficStatsByDay', about, wording)
      return trafficDaysTable(answer, { ...request, days: daysOf(request.period) })
    }
    case 'traffic_retention': {
      const { query_key, values, shown } = request
      const wording = words.userEngagementByOrigin(query_key, values)
      const answer = await stored('userEngagementByOrigin', about, wording)
      return trafficRetentionTable(answer, shown, about.player)
    }
  }
}

async function performance(request: Named<'traffic'>, about: About) {
  const { query_key, comparison } = request
  const wording = requestsFor(request, about).trafficStats(query_key)
  const current = await stored('trafficStats', about, wording)
  const earlier = comparison && requestsFor({ period: comparison }, about).trafficStats(query_key)
  const before = earlier && (await stored('trafficStats', about, earlier))
  return trafficTable(current, before, { ...request, player: about.player })
}

export function trafficFilters(request: OfTraffic): ExportFacts['filters'] {
  if (request.table === 'traffic_parameters') return {}
  const { query_key } = request
  if (request.table === 'traffic_retention') return { query_key, values: request.shown.join(' · ') }
  const { decodes, ignoresCase, dropsIds, aliases } = request.rules
  const own = aliases.filter((one) => one.query_key === query_key)
  return {
    query_key,
    ...(request.table === 'traffic'
      ? { sort: request.sort.column, descending: request.sort.descending }
      : {}),
    decodes,
    ignoresCase,
    dropsIds,
    aliases: own.map(({ value, canonical }) => `${value} → ${canonical}`).join(' · '),
  }
}
