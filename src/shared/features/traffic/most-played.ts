import type { AdditiveTotals } from '../../api/statistics.ts'

/** As many as are offered side by side. */
const OFFERED = 8

/** The raw values with most plays: those whose retention is asked, all in one question. */
export function mostPlayed(
  rows: readonly (Pick<AdditiveTotals, 'total_started'> & { grouped_field: string })[],
): string[] {
  return rows
    .filter(({ grouped_field, total_started }) => grouped_field !== '' && total_started > 0)
    .sort((a, b) => b.total_started - a.total_started)
    .slice(0, OFFERED)
    .map(({ grouped_field }) => grouped_field)
}

/** In an order of their own: an answer that ranks them anew asks the same question. */
export const askedValues = (values: readonly string[]) => [...values].sort()
