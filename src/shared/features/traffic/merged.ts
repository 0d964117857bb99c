import type { AdditiveTotals } from '../../api/statistics.ts'
import { type MergeRules, makeReader } from './merge-rules.ts'

type Valued = AdditiveTotals & { grouped_field: string }

/** The rows that the rules merge into one value. */
export interface Merged<R> {
  /** Equal in other responses under the same rules. */
  key: string
  value: string
  /** Most played first; a single row when nothing was merged. */
  members: R[]
}

/** Merges rows under the rules, in the order in which the values first occur. */
export function merged<R extends Valued>(
  rows: readonly R[],
  rules: MergeRules,
  query_key: string,
): Merged<R>[] {
  const read = makeReader(rules, query_key)
  const found = new Map<string, { name: string; row: R }[]>()
  for (const row of rows) {
    const { key, value } = read(row.grouped_field)
    const members = found.get(key) ?? []
    members.push({ name: value, row })
    found.set(key, members)
  }
  return [...found].map(([key, members]) => {
    const sorted = [...members].sort(mostPlayedFirst)
    return { key, value: sorted[0]?.name ?? '', members: sorted.map(({ row }) => row) }
  })
}

interface Named {
  name: string
  row: Valued
}

const mostPlayedFirst = (a: Named, b: Named) =>
  b.row.total_started - a.row.total_started || (a.row.grouped_field < b.row.grouped_field ? -1 : 1)
