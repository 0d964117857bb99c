import type { CSSProperties, ReactNode } from 'react'
import type { Table } from '../../shared/tables/table.ts'
import type { Drawing } from './data-table-rows.tsx'

export interface Sort {
  column: string
  descending: boolean
}

export interface DataTableProps {
  table: Table
  /** What the table shows, for screen readers. */
  label: string
  titles: (key: string) => string
  /** What a column means, shown on its title. */
  definitions?: ((key: string) => string | null) | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Pixels that columns of text need where there is no room for the longest, by their keys. */
  widths?: Readonly<Record<string, number>> | undefined
  onOpenRow?: ((index: number, key: string) => void) | undefined
  rowKey?: ((index: number) => string) | undefined
  rowHeight?: number | undefined
  /** A picture in each row after the first column: no figures, so not part of an export. */
  drawing?: Drawing | undefined
  /** Words after the first cell of some rows, by their places: no figures, so not part of an export. */
  remarks?: ReadonlyMap<number, string> | undefined
  /** Told which rows are drawn, first and last. */
  onRange?: ((first: number, last: number) => void) | undefined
  /** Pixels are rounded to whole rows. */
  maxHeight?: CSSProperties['maxHeight'] | undefined
  /** In the place of the rows when there are none; the header stays. */
  empty?: ReactNode
  totalsLabel?: string | undefined
}
