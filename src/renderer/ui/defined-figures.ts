import { useEffect } from 'react'
import type { Column } from '../../shared/tables/table.ts'

const drawn = new Set<string>()

/** The figures of all tables that were drawn on paper. */
export const definedFigures = (): ReadonlySet<string> => drawn

/** Notes that a table of these columns is on the paper, whose end says how they are made. */
export function useDefinedFigures(columns: readonly Column[]) {
  useEffect(() => {
    for (const { key } of columns) drawn.add(key.replace(/__.+$/u, ''))
  }, [columns])
}
