import path from 'node:path'

/** The programs of the app's threads. */
export const SOURCES = {
  answer: 'src/main/http/answer-worker.ts',
  authorities: 'src/main/http/authorities-worker.ts',
  demo: 'src/service/worker.ts',
  ledger: 'src/main/features/ledger/worker.ts',
  report: 'src/main/features/reports/worker.ts',
  store: 'src/main/database/worker.ts',
}

/** The folder with the bundled programs, in a run of the unit tests. */
const BUNDLED = process.env['CUEPOINT_THREADS']

function fileOf(name: keyof typeof SOURCES): string {
  return BUNDLED === undefined
    ? path.resolve(import.meta.dirname, '../..', SOURCES[name])
    : path.join(BUNDLED, `${name}.mjs`)
}

export const answerWorker = fileOf('answer')
export const authoritiesWorker = fileOf('authorities')
export const demoWorker = fileOf('demo')
export const ledgerWorker = fileOf('ledger')
export const reportWorker = fileOf('report')
export const storeWorker = fileOf('store')

/** All threads but the store's, as the app hands them to its parts. */
export const threadFiles = {
  answerWorker,
  authoritiesWorker,
  demoWorker,
  ledgerWorker,
  reportWorker,
}
