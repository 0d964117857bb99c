import { useCallback, useMemo, useState } from 'react'
import {
  noneTried,
  type RowFacts,
  type ShownRows,
  shownSteps,
  shownWhileEditing,
  type Wanted,
} from '../../../shared/features/sheet/filter.ts'
import { rowsByKey, type SheetRow } from '../../../shared/features/sheet/rows.ts'
import { useSteps } from './use-steps.ts'

/** More rows would take too long to compute. */
const FEW_ROWS = 1500

/**
 * The rows that match the filter, in order, and a function that applies filter and order to edited
 * rows again. The row with the key `editing` stays.
 */
export function useShownRows(
  all: readonly SheetRow[],
  { filters, search, order }: Omit<Wanted, 'tried'>,
  facts: RowFacts,
  editing: string | null,
): Pick<ShownRows, 'rows' | 'outdated'> & { applyAgain: () => void } {
  const [applied, setApplied] = useState({})
  const wanted = useMemo(
    (): Wanted => ({ filters, search, order, tried: noneTried() }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- applied again, the same conditions are new ones
    [filters, search, order, applied],
  )
  const start = useCallback(
    () => shownSteps(all, wanted, facts, editing),
    [all, wanted, facts, editing],
  )
  const newest = useSteps(start, all.length > FEW_ROWS) ?? NONE
  const [last, setLast] = useState(newest)
  const found = shownWhileEditing(last, newest, editing)
  if (found !== last) setLast(found)
  const rows = useMemo(() => asNow(found, all), [found, all])
  return { rows, outdated: found.outdated, applyAgain: () => setApplied({}) }
}

const NONE: ShownRows = { rows: [], indexes: [], outdated: 0 }

/** The rows of a result as they are among `all`, so that an edit is visible before the next one. */
function asNow({ rows, indexes }: ShownRows, all: readonly SheetRow[]): SheetRow[] {
  return rows.flatMap(({ key }, at) => {
    // Most edits leave each row at its index.
    const row = all[indexes[at] ?? -1]
    return (row?.key === key ? row : rowsByKey(all).get(key)) ?? []
  })
}
