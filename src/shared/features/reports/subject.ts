import type { TrafficDayStatistics, TrafficStatistics } from '../../api/traffic.ts'
import { fieldsOf } from '../../plain.ts'
import { type Period, spanOf } from '../../time/period.ts'
import type { StoredAbTest } from '../ab-tests/ab-test.ts'
import { daysOfTest } from '../ab-tests/table.ts'
import type { Answer } from '../analytics/answer.ts'
import type { CurvesView } from '../player/curves/view.ts'
import type { ValuesOf } from '../traffic/merge-rules.ts'
import type { FrozenCall, ReportAbout } from './report.ts'

/** The days of a report; without a period those that were read of its test; null when it is of none. */
export function reportDays(
  { period, group }: Pick<ReportAbout, 'period' | 'group'>,
  calls: readonly FrozenCall[],
): Period | null {
  if (period || !group) return period
  const tests = calls.filter(({ noun, verb }) => noun === 'abTests' && verb === 'list')
  const read = tests.flatMap(
    ({ value }) =>
      (value as Record<string, StoredAbTest>)[group.id]?.snapshots.map(daysOfTest) ?? [],
  )
  return spanOf(read)
}

/** The players of the curves that a report compares its own with. */
export function comparedPlayers(calls: readonly FrozenCall[]): string[] {
  const views = calls.filter(({ noun, verb }) => noun === 'curves' && verb === 'view')
  return views.flatMap(({ value }) =>
    ((value as CurvesView).overlays ?? []).flatMap(({ choice }) =>
      choice && 'player_id' in choice ? choice.player_id : [],
    ),
  )
}

/** The raw values of query parameters in answers. */
export function trafficValues(calls: readonly FrozenCall[]): ValuesOf {
  const known = new Map<string, Set<string>>()
  const add = (query_key: string, raw: string) =>
    known.set(query_key, (known.get(query_key) ?? new Set()).add(raw))
  for (const { noun, verb, input, value } of calls) {
    if (noun !== 'analytics') continue
    if (verb === 'trafficStats') {
      const { query_key } = fieldsOf(input)
      for (const row of (value as Answer<TrafficStatistics[]>).value) {
        add(String(query_key), row.grouped_field)
      }
    }
    if (verb === 'trafficStatsByDay') {
      for (const row of (value as Answer<TrafficDayStatistics[]>).value) {
        add(row.query_key, row.grouped_field)
      }
    }
  }
  return (query_key) => [...(known.get(query_key) ?? [])]
}
