import type { Failure } from '../../failure.ts'
import type { Column } from '../../tables/table.ts'
import type { FilterValue } from '../../tables/titles.ts'

interface Days {
  start: string
  end: string
}

/** The JSON file next to an exported table. Not trusted: others may have written it. */
export interface TableAbout {
  /** Version of the app that wrote it. */
  version: string
  rows: number
  table: string
  account: string
  player: { id: string; name: string } | null
  timezone: string
  period: Days | null
  comparison: Days | null
  /** The filters and the sort order of the export. */
  filters: Record<string, FilterValue>
  /** In ISO 8601, like `exported_at`. */
  as_of: string | null
  exported_at: string | null
  columns: { key: string; title: string; unit: string; definition: string | null }[]
}

/** Null for an empty cell; the dictionary file says why a column's cells are empty. */
export type TableCell = string | number | null

export interface ReadColumn extends Column {
  title: string
}

export interface OpenedTable {
  /** The file name without its extension. */
  name: string
  about: TableAbout
  columns: ReadColumn[]
  rows: TableCell[][]
}

export interface OpenedTables {
  tables: OpenedTable[]
  /** Files that could not be opened; they do not affect the others. */
  refused: { name: string; failure: Failure }[]
}

export interface OpenedFolder extends OpenedTables {
  /** The folder's name, without its path. */
  name: string
}
