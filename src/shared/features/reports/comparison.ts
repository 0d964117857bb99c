import type { TableName } from '../exports/request.ts'
import type { Curve } from '../player/curves/curve.ts'
import type { ComparedTable } from './compare.ts'
import type { RequestDifference } from './compare-request.ts'
import type { ReportAbout } from './report.ts'

export interface ComparedReport {
  /** Null for the app's current data. */
  id: string | null
  about: ReportAbout
}

export interface NamedTable {
  /** Equal for tables of the same query, whatever their player and days. */
  id: string
  name: TableName
  /** The field, parameter or players that distinguish it from tables of the same name. */
  detail: string | null
}

export interface ComparedTables extends NamedTable {
  compared: ComparedTable
  /** Epoch milliseconds of the oldest answer on each side. */
  asOf: { left: number | null; right: number | null }
}

/** A retention curve of both reports; null on a side without it. */
export interface ComparedCurve {
  /** The arm of an A/B test, or the raw value of a traffic parameter; null for the player's own curve. */
  name: string | null
  /** The query parameter of a traffic curve; null for any other. */
  query_key: string | null
  left: Curve | null
  right: Curve | null
}

/** The comparison of two reports, or of a report with the app's current data. */
export interface ReportComparison {
  left: ComparedReport
  right: ComparedReport
  request: RequestDifference[]
  tables: ComparedTables[]
  /** Tables that only one side has. */
  unpaired: { left: NamedTable[]; right: NamedTable[] }
  curves: ComparedCurve[]
}
