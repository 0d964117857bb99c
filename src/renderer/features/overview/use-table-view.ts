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
  const keys = useMemo(
    () => shownColumns(remembered.columns, basis, overview).join(' '),
    [remembered.columns, basis, overview],
  )
  // The same array while the columns are the same, whatever figures came meanwhile.
  const columns = useMemo(() => keys.split(' '), [keys])
  const sort = useMemo(() => sortAmong(columns, remembered.sort), [columns, remembered.sort])
  const onSort = useCallback(
    (next: TableView['sort']) => prefer({ overviewTable: { ...remembered, sort: next } }),
    [remembered],
  )
  const onColumns = useCallback(
    (chosen: string[] | null) =>
      prefer({ overviewTable: { ...remembered, columns: chosen ?? [] } }),
    [remembered],
  )
  const onNextBasis = useCallback(
    (next: TableView['basis']) =>
      prefer({
        basis: next,
        overviewTable: { ...remembered, columns: onBasis(remembered.columns, next) },
      }),
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
    onBasis: onNextBasis,
    onColumns,
    onSort,
  }
}
