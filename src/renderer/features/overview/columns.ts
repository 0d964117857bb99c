import { OVERVIEW_COLUMNS, type OverviewColumn } from '../../../shared/features/overview/columns.ts'

type ColumnGroup = 'facts' | 'counts' | 'rates' | 'money' | 'comparison' | 'change'

function groupOf({ group, kind, key }: OverviewColumn): ColumnGroup {
  if (group !== 'current') return group
  if (kind === 'money') return 'money'
  if (kind === 'percent') return 'rates'
  return kind === 'count' && key.startsWith('total_') ? 'counts' : 'facts'
}

/** The columns in the order of the chooser, without the name, which is always shown. */
export function columnGroups(): { group: ColumnGroup; columns: OverviewColumn[] }[] {
  const groups: ColumnGroup[] = ['counts', 'rates', 'money', 'change', 'comparison', 'facts']
  return groups.map((group) => ({
    group,
    columns: OVERVIEW_COLUMNS.filter((one) => one.key !== 'name' && groupOf(one) === group),
  }))
}
