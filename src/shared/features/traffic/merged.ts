import type { AdditiveTotals } from '../../api/statistics.ts'
import { type MergeRules, makeReader } from './merge-rules.ts'

type Valued = AdditiveTotals & { grouped_field: string }

/** Rows of the service that the rules read as one value. */
export interface Merged<R> {
  /** The same in another answer under the same rules. */
  key: string
  value: string
  /** The most played first; one when nothing was merged. */
  members: R[]
}

/** Every row in exactly one place, in the order in which the values first come. */
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
    return {
      key,
      value: sorted[0]?.name ?? '',
      members: sorted.map(({ row }) => row),
    }
  })
}

interface Named {
  name: string
  row: Valued
}

const mostPlayedFirst = (a: Named, b: Named) =>
  b.row.total_started - a.row.total_started || (a.row.grouped_field < b.row.grouped_field ? -1 : 1)
