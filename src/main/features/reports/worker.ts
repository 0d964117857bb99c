import { parentPort } from 'node:worker_threads'
import { failureOf, type Reply } from '../../../shared/failure.ts'
import type { ReportCover } from '../../../shared/features/reports/cover.ts'
import type { ReportAbout } from '../../../shared/features/reports/report.ts'
import { type ImportedFile, openImportedFile } from '../proposals/imported-file.ts'
import { readTemplateFile } from '../templates/template-file.ts'
import { openReportFile, packReport, type ReportToPack } from './container.ts'
import { openTablesFolder } from './tables-folder.ts'

export type Task =
  | { verb: 'open'; place: string }
  | { verb: 'openTables'; place: string }
  | { verb: 'openTemplates'; place: string }
  | { verb: 'openImport'; place: string }
  | { verb: 'pack'; report: ReportToPack }

export interface TaskResults {
  open: SentReport
  /** `OpenedTables` as JSON bytes, for the same reason as `SentReport`. */
  openTables: Uint8Array
  /** The templates as JSON bytes. */
  openTemplates: Uint8Array
  openImport: SentImport
  pack: Uint8Array
}

/** A report between threads: its document as bytes, because copying its values would block main. */
export interface SentReport {
  id: string
  about: ReportAbout
  /** The document in canonical JSON. */
  json: Uint8Array
  preview: Uint8Array | null
  cover: ReportCover
}

/** A file between threads: the cells of a table as JSON bytes, for the same reason. */
type SentImport = Exclude<ImportedFile, { is: 'table' }> | { is: 'table'; json: Uint8Array }

parentPort?.on('message', (task: Task) => void serve(task))

async function serve(task: Task) {
  let reply: Reply<TaskResults[Task['verb']]>
  try {
    reply = { ok: true, value: await runTask(task) }
  } catch (thrown) {
    reply = { ok: false, failure: failureOf(thrown) }
  }
  parentPort?.postMessage(reply)
}

async function runTask(task: Task): Promise<TaskResults[Task['verb']]> {
  if (task.verb === 'openTables') {
    return Buffer.from(JSON.stringify(await openTablesFolder(task.place)))
  }
  if (task.verb === 'openTemplates') {
    return Buffer.from(JSON.stringify(await readTemplateFile(task.place)))
  }
  if (task.verb === 'openImport') {
    const file = await openImportedFile(task.place)
    return file.is === 'table'
      ? { is: 'table', json: Buffer.from(JSON.stringify(file.table)) }
      : file
  }
  if (task.verb === 'pack') {
    const { preview } = task.report
    // A Buffer arrives from another thread as a Uint8Array.
    return packReport({ ...task.report, preview: preview && Buffer.from(preview) })
  }
  const { id, document, json, preview, cover } = await openReportFile(task.place)
  return { id, about: document.about, json, preview, cover }
}
