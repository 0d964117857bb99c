import type { TableName } from '../exports/question.ts'
import type { Curve } from '../player/curves/curve.ts'
import type { ComparedTable } from './compare.ts'
import type { QuestionDifference } from './compare-question.ts'
import type { ReportAbout } from './report.ts'

export interface ComparedReport {
  /** Null for the desk as it is now. */
  id: string | null
  about: ReportAbout
}

export interface NamedTable {
  /** The same for tables of the same question, whosever and of whichever days they are. */
  id: string
  name: TableName
  /** The field, the parameter or the players that tell it from others of its name. */
  detail: string | null
}

export interface ComparedTables extends NamedTable {
  compared: ComparedTable
  /** Epoch milliseconds of the oldest answer behind either. */
  asOf: { left: number | null; right: number | null }
}

/** A retention curve of both reports; null where one holds none. */
export interface ComparedCurve {
  /** Of an A/B test the arm, of traffic the raw value; null for that of the player. */
  name: string | null
  /** Of traffic the query parameter; null for any other. */
  query_key: string | null
  left: Curve | null
  right: Curve | null
}

/** Two reports, or a report and the desk as it is now, against each other. */
export interface ReportComparison {
  left: ComparedReport
  right: ComparedReport
  question: QuestionDifference[]
  tables: ComparedTables[]
  /** Tables that only one of them holds. */
  unpaired: { left: NamedTable[]; right: NamedTable[] }
  curves: ComparedCurve[]
}
