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
  // A raw value may have several rows, as one for each day.
  const plays = new Map<string, number>()
  for (const row of rows) {
    const raw = row.grouped_field
    plays.set(raw, (plays.get(raw) ?? 0) + row.total_started)
    const { key, value } = read(raw)
    const members = found.get(key) ?? []
    members.push({ name: value, row })
    found.set(key, members)
  }
  const playsOf = (raw: string) => plays.get(raw) ?? 0
  return [...found].map(([key, members]) => {
    const sorted = members.toSorted(
      ({ row: { grouped_field: a } }, { row: { grouped_field: b } }) =>
        playsOf(b) - playsOf(a) || (a < b ? -1 : Number(a > b)),
    )
    return { key, value: sorted[0]?.name ?? '', members: sorted.map(({ row }) => row) }
  })
}
