import { useMemo } from 'react'
import { definition } from '../../../shared/tables/definitions.ts'
import type { Table } from '../../../shared/tables/table.ts'
import { cellText, title } from '../../../shared/tables/titles.ts'
import { useFormat } from '../../ui/format.ts'

/** A shared table with our codes in the person's language, its titles and what they mean. */
export function useShownTable(table: Table) {
  const { language } = useFormat()
  return useMemo(() => {
    const rows = table.rows.map((row) =>
      row.map((cell, at) =>
        typeof cell === 'string' ? cellText(table.columns[at]?.key ?? '', cell, language) : cell,
      ),
    )
    return {
      table: { ...table, rows },
      titles: (key: string) => title(key, language),
      definitions: (key: string) => definition(key, language),
    }
  }, [table, language])
}
