import type { RequestOf } from '../../../shared/features/exports/request.ts'
import { trafficParametersTable } from '../../../shared/features/traffic/parameters.ts'
import { trafficTable } from '../../../shared/features/traffic/table.ts'
import { trafficDaysTable } from '../../../shared/features/traffic/traffic-days.ts'
import { trafficRetentionTable } from '../../../shared/features/traffic/traffic-retention.ts'
import { daysOf } from '../../../shared/time/period.ts'
import { type Builders, ofPlayer, requestsFor, stored } from './builder.ts'

/** The tables of the traffic screen, from stored answers. */
export const TRAFFIC_TABLES: Builders<
  'traffic' | 'traffic_parameters' | 'traffic_days' | 'traffic_retention'
> = {
  traffic_parameters: ofPlayer(async (request, about) => ({
    table: trafficParametersTable(await stored(about, requestsFor(request, about).validUtms)),
  })),
  traffic: ofPlayer(async (request, about) => {
    const { query_key, comparison } = request
    const { column: sort, descending } = request.sort
    const current = await stored(about, requestsFor(request, about).trafficStats(query_key))
    const earlier = comparison && requestsFor({ period: comparison }, about).trafficStats(query_key)
    const before = earlier && (await stored(about, earlier))
    const table = trafficTable(current, before, { ...request, player: about.player })
    return { table, filters: { query_key, sort, descending, ...ruleFilters(request) } }
  }),
  traffic_days: ofPlayer(async (request, about) => {
    const { query_key, period, measure, top } = request
    const answer = await stored(about, requestsFor(request, about).trafficStatsByDay(query_key))
    const { table, leftOut } = trafficDaysTable(answer, { ...request, days: daysOf(period) })
    const filters = {
      ...{ query_key, sort: measure, limit: top },
      ...(leftOut > 0 && { valuesLeftOut: leftOut }),
      ...ruleFilters(request),
    }
    return { table, filters }
  }),
  traffic_retention: ofPlayer(async (request, about) => {
    const { query_key, values, shown } = request
    const retention = requestsFor(request, about).userEngagementByOrigin(query_key, values)
    const table = trafficRetentionTable(await stored(about, retention), shown, about.player)
    return { table, filters: { query_key, values: shown.join(' · ') } }
  }),
}

function ruleFilters({ query_key, rules }: RequestOf<'traffic' | 'traffic_days'>) {
  const { decodes, ignoresCase, dropsIds } = rules
  const aliases = rules.aliases
    .filter((one) => one.query_key === query_key)
    .map(({ value, canonical }) => `${value} → ${canonical}`)
  return { decodes, ignoresCase, dropsIds, aliases: aliases.join(' · ') }
}
