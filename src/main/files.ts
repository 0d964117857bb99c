import { callActionsAt } from '../shared/features/publishing/calls-then.ts'
import type { ReportDocument } from '../shared/features/reports/report.ts'
import { type DecimalMark, systemDecimalMark } from '../shared/locales/languages.ts'
import type { Base } from './base.ts'
import type { Begun } from './disk/atomic-file.ts'
import { makeBegun } from './disk/begun.ts'
import type { Accounts } from './features/accounts/accounts.ts'
import { analyticsHandlers, type Reading } from './features/analytics/reading.ts'
import { backupHandlers, makeBackup } from './features/backup/backup.ts'
import type { Downloads } from './features/downloads/run.ts'
import { type Exports, makeExports } from './features/exports/exports.ts'
import { exportsHandlers } from './features/exports/handlers.ts'
import { makeAnnotated, makeTables } from './features/exports/tables.ts'
import { makeLedger } from './features/ledger/ledger.ts'
import type { Pictures } from './features/pictures/pictures.ts'
import { proposalsHandlers } from './features/proposals/proposals.ts'
import { makeBrand } from './features/reports/brand.ts'
import { makeExternalFiles } from './features/reports/external-files.ts'
import { makeFreeze } from './features/reports/freeze.ts'
import { printHandlers, reportsHandlers, schedulesHandlers } from './features/reports/handlers.ts'
import { makePdf } from './features/reports/pdf.ts'
import { makeReportFiles } from './features/reports/report-files.ts'
import { tablesOf } from './features/reports/report-handlers.ts'
import { makeReports } from './features/reports/reports.ts'
import { makeSchedules } from './features/reports/schedule.ts'
import { makeScheduled } from './features/reports/scheduled.ts'
import { makeTemplateFiles } from './features/templates/templates.ts'
import type { PartsOptions } from './options.ts'
import type { CallHandlers } from './shell/router.ts'

interface Joined {
  begun: Begun
  /** Of the system's regional format. */
  decimal: DecimalMark
  reading: Reading
  accounts: Accounts
  downloads: Downloads
  pictures: Pictures
  options: PartsOptions
  /** The handlers of the main app, which are joined after these. */
  handlers: () => CallHandlers
}

/** Joins the parts that write files for the user, or read them. */
export function joinFiles(base: Base, joined: Omit<Joined, 'begun' | 'decimal'>) {
  const { options } = joined
  const begun = makeBegun(options.folder, options.store)
  const decimal = systemDecimalMark(options.systemLocale)
  const exports = joinExports(base, { ...joined, begun, decimal })
  const backup = joinBackup(base, options, begun)
  const reports = joinReports(base, { ...joined, begun, decimal }, exports)
  const schedules = joinSchedules(base, { ...joined, begun, decimal }, reports)
  const { store } = base
  const ledger = makeLedger({ ...base, ...options, ...options.screen, store, exports, begun })
  const templates = makeTemplateFiles({
    ...options.screen,
    store,
    exports,
    begun,
    files: reports.files,
  })
  return {
    handlers: {
      templates,
      exports: exportsHandlers(exports, { ...options.screen, begun }),
      ledger,
      backup: backupHandlers(backup),
      proposals: proposalsHandlers({
        ...{ store, exports, begun, decimal, files: reports.files },
        ...{
          accountOf: joined.accounts.find,
          pictures: joined.pictures,
          clock: base.clock,
          version: options.version,
          ...options.screen,
        },
      }),
      reports: reportsHandlers(reports),
      print: printHandlers(),
      schedules: schedulesHandlers(schedules),
    },
    reports,
    stopSchedules: schedules.close,
    close() {
      schedules.close()
      return Promise.allSettled([exports.close(), backup.close()])
    },
  }
}

function joinBackup({ store, clock, keychain }: Base, options: PartsOptions, begun: Begun) {
  return makeBackup({
    ...{ store, clock, keychain, begun },
    folder: options.folder,
    preferencesFile: options.preferences.file,
    screen: options.screen,
    version: options.version,
    onChange: () => options.changed('backup'),
  })
}

function joinReports(
  { store, clock }: Base,
  { reading, accounts, options, handlers, begun, decimal }: Joined,
  exports: Exports,
) {
  const { screen, version, changed, reportWorker } = options
  const { preferences } = options.preferences
  const exportsOf = (document: ReportDocument) =>
    exportsHandlers(exports.withTables(tablesOf(document)), { ...screen, begun })
  const files = makeReportFiles({ workerFile: reportWorker })
  const reports = makeReports({
    freeze: makeFreeze({
      ...{ clock, version, preferences },
      handlers,
      stored: reading.stored,
      find: accounts.find,
    }),
    ...screen,
    ...{ files, version, begun, decimal, store, clock, handlers, exportsOf, preferences },
    finish: exports.finish,
    onChange: () => changed('reports'),
  })
  const brand = makeBrand({
    store,
    choosePicture: screen.choosePicture,
    onChange: () => changed('reports'),
  })
  const pdf = makePdf({
    read: reports.read,
    cover: reports.cover,
    ...{ handlers, exportsOf, preferences, begun },
    brand: brand.read,
    placePdf: screen.placePdf,
    printer: screen.printer,
    begin: exports.begin,
  })
  const externalFiles = makeExternalFiles({
    ...reports,
    onChange: () => changed('reports'),
  })
  return { ...reports, files, pdf, externalFiles, brand, chooseReport: screen.chooseReport }
}

/** Makes due reports in the background. */
function joinSchedules(
  { store, clock }: Base,
  { accounts, downloads, options, handlers, reading, begun }: Joined,
  reports: ReturnType<typeof joinReports>,
) {
  const schedules = makeSchedules({
    make: makeScheduled({
      begun,
      ...{
        handlers,
        reports,
        downloads,
        printer: options.screen.printer,
        pdf: reports.pdf,
        files: reports.files,
      },
      analytics: analyticsHandlers(reading.readBehind),
      zoneOf: async (account_id) => (await accounts.find(account_id)).timezone,
      clock,
    }),
    accounts: store.accounts,
    clockAheadMinutes: async () => (await handlers().app.connection(undefined)).clockAheadMinutes,
    chooseFolder: options.screen.chooseFolder,
    ...{ store, clock },
    onChange: () => options.changed('schedules'),
  })
  // Runs until the app is closed.
  schedules.start().catch(() => undefined)
  return schedules
}

function joinExports(
  { store, clock }: Base,
  { reading, accounts, options, handlers, begun, decimal }: Joined,
) {
  const tables = makeTables({
    read: reading.stored,
    readTests: (account_id) => store.abTests.list({ account_id }),
    readTest: (account_id, group_id) => store.abTests.test({ account_id, group_id }),
    readOverview: async (account_id, { period, comparison }) =>
      handlers().overview.read({ account_id, period, comparison }),
    readVideo: async (account_id, video_id, at) => {
      const base = await store.videoBase(account_id, video_id)
      const history = await store.history(account_id, video_id)
      return base && { ...base.video, ...callActionsAt(base.video, history, at) }
    },
    lastKnown: (account_id, player_id) => store.players.lastKnown({ account_id, player_id }),
    readMarkers: async (account_id, player_id) =>
      (await store.markers.list({ account_id, player_id })).markers,
    readAnnotations: async (account_id) =>
      (await store.annotations.list({ account_id })).annotations,
    readPublish: (account_id, publish) => store.publishes.open({ account_id, publish }),
    readHistory: (account_id, filter, before) =>
      store.changeHistory.page({ account_id, filter, before }),
    accountOf: accounts.find,
    now: clock.now,
  })
  return makeExports({
    tables: makeAnnotated(tables.build, (account_id) => store.annotations.list({ account_id })),
    chooseFile: options.screen.chooseFile,
    copy: options.screen.copy,
    decimal,
    clock,
    begun,
    onChange: () => options.changed('exports'),
    version: options.version,
  })
}
