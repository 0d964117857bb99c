import type { TFunction } from 'i18next'
import type { TableView } from './use-table-view.ts'

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
