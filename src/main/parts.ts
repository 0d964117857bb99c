import fs from 'node:fs'
import type { Changed } from '../shared/bridge.ts'
import { DeskError, failureOf } from '../shared/failure.ts'
import type { DeskInfo, Language, Preferences } from '../shared/model/desk.ts'
import { makeAccounts } from './accounts.ts'
import { makeActivity } from './api/activity.ts'
import { makeRequest } from './api/request.ts'
import { makeServices } from './api/services.ts'
import { systemClock } from './clock.ts'
import { makeDemo } from './demo.ts'
import { makeDownloads } from './download/run.ts'
import { makeExports } from './exports/exports.ts'
import { makeTables } from './exports/tables.ts'
import { accountsHandlers } from './handlers/accounts.ts'
import { analyticsHandlers } from './handlers/analytics.ts'
import { deskHandlers } from './handlers/desk.ts'
import { exportsHandlers } from './handlers/exports.ts'
import { overviewHandlers } from './handlers/overview.ts'
import { type KeytarLike, makeKeychain } from './keychain.ts'
import { makeLog } from './log.ts'
import type { PreferencesFile } from './preferences.ts'
import { makeReading } from './reading.ts'
import type { DeskHandlers } from './router.ts'
import { laterStore } from './store/later.ts'
import { openStore } from './store/store.ts'

/** What only Electron can do, handed in so that everything here runs under plain Node too. */
export interface Screen {
  language: () => Language
  chooseFile: (suggestedName: string) => Promise<string | null>
  showFile: (file: string) => void
  copy: (text: string) => void
  applyTheme: (theme: Preferences['theme']) => void
}

export interface PartsOptions {
  /** The folder of the desk's databases. */
  folder: string
  logFolder: string
  workers: { store: string; demo: string }
  version: string
  runtime: Pick<DeskInfo, 'electron' | 'platform'>
  preferences: PreferencesFile
  keytar: () => Promise<KeytarLike>
  changed: (noun: Changed) => void
  screen: Screen
}

/** Joins the parts of the main process. Nothing else does. */
export function makeParts(options: PartsOptions) {
  const { folder, workers, version, preferences, changed, screen } = options
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const clock = systemClock()
  const secrets = new Set<string>()
  const log = makeLog({ folder: options.logFolder, secrets })
  const store = laterStore(openStore({ workerFile: workers.store, folder }))
  const demo = makeDemo({ workerFile: workers.demo, remember: (key) => secrets.add(key) })
  const keychain = makeKeychain({
    keytar: options.keytar,
    clock,
    serviceName: 'Cuepoint',
    remember: (key) => secrets.add(key),
  })
  keychain.onChange(() => changed('accounts'))
  const activity = makeActivity({ clock })
  activity.onChange(() => changed('activity'))
  const http = makeRequest({ clock })

  const services = makeServices({
    send: http.send,
    version,
    keychain,
    clock,
    random: Math.random,
    activity,
    locate: async (account_id) => {
      const account = await accounts.find(account_id)
      if (!account.isDemo) return { base_url: account.base_url }
      const { base_url, key } = await demo.address()
      return { base_url, sessionKey: key }
    },
  })
  services.setOffline(preferences.preferences().isOffline)
  services.onConnection(() => changed('connection'))

  const reading = makeReading({
    store,
    ask: (account_id, name, input) =>
      services.ask(account_id, { name, input: input as never }, { priority: 'interactive' }),
    clock,
    onChange: () => changed('analytics'),
  })
  const accounts = makeAccounts({
    store,
    keychain,
    services: {
      tryKey: services.tryKey,
      test: services.test,
      forget: (account_id) => {
        services.forget(account_id)
        reading.forget()
      },
    },
    clock,
    onChange: () => changed('accounts'),
  })
  const downloads = makeDownloads({
    ask: (account_id, name, input, how) =>
      services.ask(account_id, { name, input: input as never }, how),
    keep: reading.keep,
    store,
    onDone: (account_id, downloadedAt) => void accounts.change(account_id, { downloadedAt }),
    quotaOf: async (account_id) => {
      // Looked at once, so that a plan can say how long it takes; without it the plan says so.
      if (!services.quotaOf(account_id).isKnown) await services.test(account_id).catch(() => undefined)
      return services.quotaOf(account_id)
    },
    clock,
    onChange: () => {
      changed('downloads')
      changed('overview')
    },
  })
  const exports = makeExports({
    tables: makeTables({
      read: reading.stored,
      readOverview: async (account_id, { period, comparison }) => {
        const { timezone } = await accounts.find(account_id)
        return store.overview(account_id, timezone, period, comparison)
      },
      accountOf: accounts.find,
    }).build,
    chooseFile: screen.chooseFile,
    clock,
    onChange: () => changed('exports'),
    version,
  })

  const handlers: DeskHandlers = {
    analytics: analyticsHandlers(reading),
    desk: deskHandlers({ options, store, accounts, services, clock }),
    accounts: accountsHandlers(accounts),
    overview: overviewHandlers(store, accounts),
    downloads: {
      plan: (scope) => downloads.plan(scope),
      start: (scope) => downloads.start(scope),
      resume: ({ account_id }) => downloads.resume(account_id),
      cancel: ({ account_id }) => downloads.cancel(account_id),
      list: () => downloads.list(),
    },
    activity: { list: () => activity.list() },
    exports: exportsHandlers(exports, screen.showFile),
  }

  async function close() {
    await Promise.allSettled([exports.close(), downloads.close()])
    await Promise.allSettled([demo.stop(), store.close(), http.close()])
  }

  log.write('started', { version })
  return {
    handlers,
    close,
    unexpected: (what: string, thrown: unknown) => {
      const failure = failureOf(thrown)
      log.write('unexpected', { what, kind: failure.kind, text: thrown instanceof DeskError ? '' : String(thrown) })
    },
  }
}
