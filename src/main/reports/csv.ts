import { makeCsvWriter } from '../../shared/csv.ts'
import type { ReportDocument } from '../../shared/model/report.ts'
import type { ReportToPack } from './container.ts'
import { builtTables } from './questions.ts'

/** Every table of a report as CSV for machines, for whoever opens its file without the app. */
export async function csvOf(document: ReportDocument): Promise<ReportToPack['tables']> {
  const built = await builtTables(document)
  return built.map(({ table, facts }, index) => {
    const { header, rows } = makeCsvWriter(table.columns, 'machine', 'en')
    const number = String(index + 1).padStart(2, '0')
    return { name: `${number}_${facts.table}`, csv: header() + rows(table.rows) }
  })
}
