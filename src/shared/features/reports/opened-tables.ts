import type { Failure } from '../../failure.ts'
import type { Column } from '../../tables/table.ts'
import type { FilterValue } from '../../tables/titles.ts'

interface Days {
  start: string
  end: string
}

/** What the file beside a table says of it; a stranger may have written its texts, the zone too. */
export interface TableAbout {
  /** Of the app that wrote it. */
  version: string
  rows: number
  table: string
  account: string
  player: { id: string; name: string } | null
  timezone: string
  period: Days | null
  comparison: Days | null
  /** What was left out, and how it was ordered. */
  filters: Record<string, FilterValue>
  /** In ISO 8601, as `exported_at`. */
  as_of: string | null
  exported_at: string | null
  columns: { key: string; title: string; unit: string; definition: string | null }[]
}

/** Null for an empty cell; the dictionary says why cells of a column are empty. */
export type TableCell = string | number | null

export interface ReadColumn extends Column {
  title: string
}

export interface OpenedTable {
  /** The file's name without its ending. */
  name: string
  about: TableAbout
  columns: ReadColumn[]
  rows: TableCell[][]
}

export interface OpenedTables {
  tables: OpenedTable[]
  /** The files that could not be opened; the others are not worse for it. */
  refused: { name: string; failure: Failure }[]
}

export interface OpenedFolder extends OpenedTables {
  /** The folder's own, without where it is. */
  name: string
}
