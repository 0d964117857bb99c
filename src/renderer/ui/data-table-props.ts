import type { CSSProperties, ReactNode } from 'react'
import type { Table } from '../../shared/tables/table.ts'
import type { Drawing } from './data-table-rows.tsx'

export interface Sort {
  column: string
  descending: boolean
}

export interface DataTableProps {
  table: Table
  /** Accessible name of the table. */
  label: string
  /** The titles of columns where they are not the usual ones. */
  titles?: ((key: string) => string) | undefined
  /** The title of the column `grouped_field`. */
  groupTitle?: string | undefined
  /** Definitions of columns, shown on their titles. Own titles are without, unless they are given. */
  definitions?: ((key: string) => string | null) | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  /** Widths in pixels of text columns, by key, where the longest text would not fit. */
  widths?: Readonly<Record<string, number>> | undefined
  onOpenRow?: ((index: number, key: string) => void) | undefined
  rowKey?: ((index: number) => string) | undefined
  /** Of a compact row, in pixels. */
  rowHeight?: number | undefined
  /** A picture in each row: no figures, so not part of an export. */
  drawing?: Drawing | undefined
  /** Text after the first cell of some rows, by row index. Not exported. */
  remarks?: ReadonlyMap<number, string> | undefined
  /** Called with the first and last rendered row. */
  onRange?: ((first: number, last: number) => void) | undefined
  /** In pixels, rounded to whole rows. */
  maxHeight?: CSSProperties['maxHeight'] | undefined
  /** Shown instead of rows when there are none; the header stays. */
  empty?: ReactNode
  totalsLabel?: string | undefined
}

/** Of a table whose texts are chosen. */
export type TitledTableProps = DataTableProps & { titles: (key: string) => string }
