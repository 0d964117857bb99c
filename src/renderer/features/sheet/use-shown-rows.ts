import { useCallback, useMemo } from 'react'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import {
  type Conditions,
  type KeyedRow,
  keyedRow,
  type RowFacts,
  rowTest,
  sortSteps,
} from '../../../shared/features/sheet/filter.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { useSteps } from './use-steps.ts'

/** More rows are long work. */
const FEW_ROWS = 1500

interface Order {
  column: SheetColumn
  descending: boolean
}

interface Wanted extends Conditions {
  order: Order | null
}

/** The rows that meet the conditions, in their order. */
export function useShownRows(
  all: readonly SheetRow[],
  { filters, search, order }: Wanted,
  facts: RowFacts,
): readonly SheetRow[] {
  const start = useCallback(
    () => shownRows(all, { filters, search, order }, facts),
    [all, filters, search, order, facts],
  )
  const found = useSteps(start, all.length > FEW_ROWS) ?? NONE
  // By key, so that an edit is seen at once in the rows of a last result.
  const byKey = useMemo(() => new Map(all.map((row) => [row.key, row])), [all])
  return useMemo(() => found.flatMap(({ key }) => byKey.get(key) ?? []), [found, byKey])
}

const NONE: readonly SheetRow[] = []

/** Yields after each row, and returns the shown ones. */
function* shownRows(
  all: readonly SheetRow[],
  { order, ...conditions }: Wanted,
  facts: RowFacts,
): Generator<void, readonly SheetRow[]> {
  const test = rowTest(conditions, facts)
  const found: SheetRow[] = []
  for (const row of all) {
    if (test(row)) found.push(row)
    yield
  }
  if (!order) return found
  const keyed: KeyedRow[] = []
  for (const row of found) {
    keyed.push(keyedRow(row, order.column, facts))
    yield
  }
  return yield* sortSteps(keyed, order.descending)
}
