import { useCallback, useMemo, useState } from 'react'
import type { Overview } from '../../../shared/model/desk.ts'
import { prefer, useView } from '../../view.ts'
import { onBasis, shownColumns, sortAmong } from './columns.ts'
import type { TableView } from './player-table.tsx'

/** How the table is seen: the search is of this visit; columns, order and basis are remembered. */
export function useTableView(overview: Overview): TableView {
  const [search, setSearch] = useState('')
  const [activeOnly, setActiveOnly] = useState(false)
  const [tags, setTags] = useState<string[]>([])
  const { basis, overviewTable: remembered } = useView(({ preferences }) => preferences)
  const columns = useMemo(
    () => shownColumns(remembered.columns, basis, overview),
    [remembered.columns, basis, overview],
  )
  const sort = useMemo(() => sortAmong(columns, remembered.sort), [columns, remembered.sort])
  const onSort = useCallback(
    (next: TableView['sort']) => prefer({ overviewTable: { ...remembered, sort: next } }),
    [remembered],
  )
  return {
    search,
    activeOnly,
    tags,
    basis,
    columns,
    sort,
    onSearch: setSearch,
    onActiveOnly: setActiveOnly,
    onTags: setTags,
    onBasis: (next) =>
      prefer({
        basis: next,
        overviewTable: { ...remembered, columns: onBasis(remembered.columns, next) },
      }),
    onColumns: (chosen) => prefer({ overviewTable: { ...remembered, columns: chosen ?? [] } }),
    onSort,
  }
}
