import { useEffect, useMemo, useState } from 'react'
import type { SheetColumn } from '../../../shared/features/sheet/columns.ts'
import {
  type Conditions,
  type KeyedRow,
  keyedRow,
  type RowFacts,
  rowTest,
  sortedRows,
} from '../../../shared/features/sheet/filter.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'

/** So many rows are looked through at once; more in slices, so that the window answers in between. */
const AT_ONCE = 1500
const SLICE_ROWS = 400

interface Order {
  column: SheetColumn
  descending: boolean
}

interface Wanted extends Conditions {
  order: Order | null
}

/** The rows that meet the conditions, in their order. Of many rows the last result stays until the next is there. */
export function useShownRows(
  all: readonly SheetRow[],
  { filters, search, order }: Wanted,
  facts: RowFacts,
): readonly SheetRow[] {
  const wanted = useMemo(() => ({ filters, search, order }), [filters, search, order])
  const isMany = all.length > AT_ONCE
  const atOnce = useMemo(
    () => (isMany ? null : shownRows(all, wanted, facts)),
    [isMany, all, wanted, facts],
  )
  const [keys, setKeys] = useState<readonly string[] | null>(null)
  useEffect(() => {
    if (!isMany) return
    const run = inSlices(all, wanted, facts)
    void run.result.then((rows) => rows && setKeys(rows.map(({ key }) => key)))
    return run.stop
  }, [isMany, all, wanted, facts])
  // By key, so that an edit is seen in the rows of the last result at once.
  const byKey = useMemo(
    () => (isMany ? new Map(all.map((row) => [row.key, row])) : null),
    [isMany, all],
  )
  const inSteps = useMemo(
    () => (byKey && keys ? keys.flatMap((key) => byKey.get(key) ?? []) : NONE),
    [byKey, keys],
  )
  return atOnce ?? inSteps
}

const NONE: readonly SheetRow[] = []

function shownRows(all: readonly SheetRow[], { order, ...conditions }: Wanted, facts: RowFacts) {
  const found = all.filter(rowTest(conditions, facts))
  if (!order) return found
  return sortedRows(
    found.map((row) => keyedRow(row, order.column, facts)),
    order.descending,
  )
}

/** The same in slices; resolves to null when it was stopped. */
function inSlices(all: readonly SheetRow[], { order, ...conditions }: Wanted, facts: RowFacts) {
  const test = rowTest(conditions, facts)
  let isStopped = false
  async function run(): Promise<SheetRow[] | null> {
    const found: KeyedRow[] = []
    for (const [index, row] of all.entries()) {
      if (test(row)) found.push(order ? keyedRow(row, order.column, facts) : { row, key: null })
      if ((index + 1) % SLICE_ROWS !== 0) continue
      await new Promise((next) => setTimeout(next))
      if (isStopped) return null
    }
    return order ? sortedRows(found, order.descending) : found.map(({ row }) => row)
  }
  return {
    result: run(),
    stop: () => {
      isStopped = true
    },
  }
}
