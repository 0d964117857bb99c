import os from 'node:os'
import path from 'node:path'
import { failureOf } from '../../../shared/failure.ts'
import type { Clock } from '../../clock.ts'
import type { DeferredStore } from '../../database/store.ts'
import type { FileFacts } from '../../database/verbs.ts'
import type { Log } from '../../log.ts'
import type { PartsOptions } from '../../options.ts'
import { databaseSize } from '../backup/sizes.ts'

const LOG_LINES = 100

interface DiagnosticsParts extends Pick<PartsOptions, 'folder' | 'version' | 'runtime'> {
  store: Pick<DeferredStore, 'facts'>
  log: Pick<Log, 'tail' | 'redact'>
  clock: Pick<Clock, 'now' | 'zone'>
}

/** A text to report a fault with, without keys, names or figures; `details` of the fault. */
export function makeDiagnostics({ folder, version, runtime, store, log, clock }: DiagnosticsParts) {
  return async (details: string): Promise<string> => {
    const { electron, platform } = runtime
    const { node, chrome } = process.versions
    const lines = [
      `Cuepoint ${version}, Electron ${electron}, ${platform}`,
      ...(details === '' ? [] : [details]),
      `Chromium ${chrome}, Node ${node}, ${os.arch()}, ${os.release()}`,
      `Memory: ${megabytes(os.totalmem())} MB, of this process ${megabytes(process.memoryUsage.rss())} MB`,
      `At ${new Date(clock.now()).toISOString()}, ${clock.zone()}`,
      `desk.db: ${await databaseSize(path.join(folder, 'desk.db'))} bytes`,
      `answers.db: ${await databaseSize(path.join(folder, 'answers.db'))} bytes`,
      ...(await store.facts().then(factLines, whyNone)),
      `Last lines of the log:`,
      ...log.tail(LOG_LINES),
    ]
    return log.redact(lines.join('\n'))
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20)

const whyNone = (thrown: unknown) => [`The databases: ${JSON.stringify(failureOf(thrown))}`]

const factLines = (files: Record<string, FileFacts>) =>
  Object.entries(files).map(([file, { version, counts }]) => {
    const rows = Object.entries(counts).map(([table, count]) => `${table} ${count}`)
    return `${file}: schema ${version}; ${rows.join(', ')}`
  })
