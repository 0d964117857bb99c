import { useCallback, useMemo, useState } from 'react'
import {
  type RowFacts,
  type ShownRows,
  shownSteps,
  type Wanted,
} from '../../../shared/features/sheet/filter.ts'
import type { SheetRow } from '../../../shared/features/sheet/rows.ts'
import { useSteps } from './use-steps.ts'

/** More rows would take too long to compute. */
const FEW_ROWS = 1500

/**
 * The rows that match the filter, in order, and a function that applies filter and order to edited
 * rows again.
 */
export function useShownRows(
  all: readonly SheetRow[],
  { filters, search, order }: Omit<Wanted, 'tried'>,
  facts: RowFacts,
): ShownRows & { applyAgain: () => void } {
  const [applied, setApplied] = useState({})
  const wanted = useMemo(
    (): Wanted => ({ filters, search, order, tried: new Map() }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- applied again, the same conditions are new ones
    [filters, search, order, applied],
  )
  const start = useCallback(() => shownSteps(all, wanted, facts), [all, wanted, facts])
  const found = useSteps(start, all.length > FEW_ROWS) ?? NONE
  // By key, so that an edit is visible at once in the rows of the last result.
  const byKey = useMemo(() => new Map(all.map((row) => [row.key, row])), [all])
  const rows = useMemo(() => found.rows.flatMap(({ key }) => byKey.get(key) ?? []), [found, byKey])
  return { rows, outdated: found.outdated, applyAgain: () => setApplied({}) }
}

const NONE: ShownRows = { rows: [], outdated: 0 }
