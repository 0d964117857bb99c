import type { Table } from '../../shared/tables/table.ts'
import type { Drawing } from './data-table-rows.tsx'
import classes from './share-bar.module.css'

/**
 * A bar in each row as long as its second cell is beside the largest one, grey for few data.
 * `named` says the first cells as the service does.
 */
export function shareBars(
  { rows }: Table,
  fewData: readonly boolean[],
  named: readonly (string | undefined)[] = [],
): Drawing {
  const shares = rows.map((row) => Number(row[1]) || 0)
  const most = Math.max(...shares, 1)
  const draw = (index: number) => (
    <div className={classes.share} data-few={fewData[index] || undefined} title={named[index]}>
      <div style={{ width: `${(100 * (shares[index] ?? 0)) / most}%` }} />
    </div>
  )
  return { title: '', width: 100, draw }
}
