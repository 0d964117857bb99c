import { makeCsvWriter } from '../../../shared/csv.ts'
import type { ReportDocument } from '../../../shared/features/reports/report.ts'
import type { Language } from '../../../shared/locales/languages.ts'
import type { ReportToPack } from './container.ts'
import { builtTables } from './questions.ts'

/** Every table of a report as CSV for spreadsheets, for whoever opens its file without the app. */
export async function csvOf(
  document: ReportDocument,
  language: Language,
): Promise<ReportToPack['tables']> {
  const built = await builtTables(document)
  return built.map(({ table, facts }, index) => {
    const { header, rows } = makeCsvWriter(table.columns, 'spreadsheet', language)
    return { name: numbered(index, facts.table), csv: header() + rows(table.rows) }
  })
}

/** The name of a table's file: in the order of the screen. */
export const numbered = (index: number, table: string) =>
  `${String(index + 1).padStart(2, '0')}_${table}`
