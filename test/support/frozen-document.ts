import fs from 'node:fs'
import path from 'node:path'
import { makeReportFiles } from '../../src/main/features/reports/report-files.ts'
import type { ReportDocument } from '../../src/shared/features/reports/report.ts'
import type { ConnectedDesk } from './connected.ts'
import { reportWorker } from './threads.ts'

const files = makeReportFiles({ workerFile: reportWorker })

/** Reads and adds reports of the library as documents. */
export function documentsOf({ handlers, folder }: Pick<ConnectedDesk, 'handlers' | 'folder'>) {
  return {
    async read(id: string): Promise<ReportDocument> {
      const name = await handlers.reports.save({ id })
      const { json } = await files.open(path.join(folder, name ?? ''))
      return JSON.parse(Buffer.from(json).toString('utf8')) as ReportDocument
    },
    /** Adds it as a report from someone else; returns its id. */
    async take(document: ReportDocument): Promise<string> {
      const bytes = await files.pack({ document, tables: [], preview: null })
      fs.writeFileSync(path.join(folder, 'chosen.cuepoint'), bytes)
      return (await handlers.reports.choose(undefined)) ?? ''
    },
  }
}
