import type { TableQuestion } from '../../../shared/features/exports/question.ts'
import { trafficParametersTable } from '../../../shared/features/traffic/parameters.ts'
import { trafficTable } from '../../../shared/features/traffic/table.ts'
import { trafficDaysTable } from '../../../shared/features/traffic/traffic-days.ts'
import { trafficRetentionTable } from '../../../shared/features/traffic/traffic-retention.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { daysOf } from '../../../shared/time/period.ts'
import type { ExportFacts } from './facts.ts'
import { type About, questionsFor, stored } from './stored.ts'

type Named<T extends TableQuestion['table']> = Extract<TableQuestion, { table: T }>
export type OfTraffic = Named<
  'traffic' | 'traffic_parameters' | 'traffic_days' | 'traffic_retention'
>

export const isOfTraffic = (question: TableQuestion): question is OfTraffic =>
  question.table.startsWith('traffic')

/** The tables of the traffic screen, from stored answers. */
export async function trafficTableOf(question: OfTraffic, about: About): Promise<Table> {
  const words = questionsFor(question, about)
  switch (question.table) {
    case 'traffic_parameters':
      return trafficParametersTable(await stored('validUtms', about, words.validUtms))
    case 'traffic':
      return performance(question, about)
    case 'traffic_days': {
      const wording = words.trafficStatsByDay(question.query_key)
      const answer = await stored('trafficStatsByDay', about, wording)
      return trafficDaysTable(answer, { ...question, days: daysOf(question.period) })
    }
    case 'traffic_retention': {
      const { query_key, values, shown } = question
      const wording = words.userEngagementByOrigin(query_key, values)
      const answer = await stored('userEngagementByOrigin', about, wording)
      return trafficRetentionTable(answer, shown, about.player)
    }
  }
}

async function performance(question: Named<'traffic'>, about: About) {
  const { query_key, comparison } = question
  const wording = questionsFor(question, about).trafficStats(query_key)
  const current = await stored('trafficStats', about, wording)
  const earlier = comparison && questionsFor({ period: comparison }, about).trafficStats(query_key)
  const before = earlier && (await stored('trafficStats', about, earlier))
  return trafficTable(current, before, { ...question, player: about.player })
}

export function trafficFilters(question: OfTraffic): ExportFacts['filters'] {
  if (question.table === 'traffic_parameters') return {}
  const { query_key } = question
  if (question.table === 'traffic_retention')
    return { query_key, values: question.shown.join(' · ') }
  const { decodes, ignoresCase, dropsIds, aliases } = question.rules
  const own = aliases.filter((one) => one.query_key === query_key)
  return {
    query_key,
    ...(question.table === 'traffic'
      ? { sort: question.sort.column, descending: question.sort.descending }
      : {}),
    decodes,
    ignoresCase,
    dropsIds,
    aliases: own.map(({ value, canonical }) => `${value} → ${canonical}`).join(' · '),
  }
}
