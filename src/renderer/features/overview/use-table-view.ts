import type { TFunction } from 'i18next'
import { useCallback, useMemo } from 'react'
import type { Basis } from '../../../shared/api/statistics.ts'
import type { Overview } from '../../../shared/features/overview/overview.ts'
import {
  shownColumns,
  sortAmong,
  withColumnToggled,
} from '../../../shared/features/overview/shown-columns.ts'
import { useSessionState } from '../../kept-list.ts'
import type { Sort } from '../../ui/data-table-props.ts'
import { prefer, preferBasis, useView } from '../../view.ts'

const NONE: string[] = []

/** The tags that narrow the table. */
export const useChosenTags = () => useSessionState<string[]>('tags', NONE)

/** The search, filters, columns and order of the table, and functions to change them. */
export interface TableView {
  search: string
  activeOnly: boolean
  tags: string[]
  basis: Basis
  columns: string[]
  sort: Sort
  onSearch: (search: string) => void
  onActiveOnly: (activeOnly: boolean) => void
  onTags: (tags: string[]) => void
  onBasis: (basis: Basis) => void
  /** Shows or hides a column. */
  onToggleColumn: (column: string) => void
  onResetColumns: () => void
  onSort: (sort: Sort) => void
}

/**
 * The table's settings: the search lasts until the window closes; columns, order and basis are
 * stored.
 */
export function useTableView(overview: Overview): TableView {
  const [search, setSearch] = useSessionState('search', '')
  const [activeOnly, setActiveOnly] = useSessionState('activeOnly', false)
  const [tags, setTags] = useChosenTags()
  const { basis, overviewTable: remembered } = useView(({ preferences }) => preferences)
  const keys = useMemo(
    () => shownColumns(remembered.columns, basis, overview).join(' '),
    [remembered.columns, basis, overview],
  )
  // The same array as long as the columns are equal, even when the figures change.
  const columns = useMemo(() => keys.split(' '), [keys])
  const sort = useMemo(() => sortAmong(columns, remembered.sort), [columns, remembered.sort])
  const onSort = useCallback(
    (next: TableView['sort']) => prefer({ overviewTable: { ...remembered, sort: next } }),
    [remembered],
  )
  const choose = useCallback(
    (chosen: string[]) => prefer({ overviewTable: { ...remembered, columns: chosen } }),
    [remembered],
  )
  const onToggleColumn = useCallback(
    (key: string) => choose(withColumnToggled(key, remembered.columns, basis, overview)),
    [choose, remembered.columns, basis, overview],
  )
  const onResetColumns = useCallback(() => choose([]), [choose])
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
    onBasis: preferBasis,
    onToggleColumn,
    onResetColumns,
    onSort,
  }
}

type Filters = Pick<TableView, 'search' | 'activeOnly' | 'tags'>

/** Why the filters leave no player: because of the only one that is set, or of all together. */
export function emptyReason(
  { search, activeOnly, tags }: Filters,
  t: TFunction<'overview'>,
): { title: string; text: string } {
  const set = { tags: tags.join(', '), search: search.trim() }
  const filters = [
    set.tags && t('filter.tags', set),
    set.search && t('filter.search', set),
    activeOnly && t('filter.active'),
  ].filter(Boolean)
  if (filters.length > 1) {
    return { title: t('noMatch'), text: t('noMatchOfAllText', { filters: filters.join('; ') }) }
  }
  if (set.tags) return { title: t('noTagged'), text: t('noTaggedText', set) }
  return set.search
    ? { title: t('noMatch'), text: t('noMatchText', set) }
    : { title: t('noActive'), text: t('noActiveText') }
}
