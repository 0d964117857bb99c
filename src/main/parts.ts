import { networkInterfaces } from 'node:os'
import { bridge } from '../shared/bridge.ts'
import type { StoredAccount } from '../shared/features/accounts/account.ts'
import { DEFAULT_PREFERENCES } from '../shared/features/settings/preferences.ts'
import { checkVideo } from '../shared/features/videos/check/check-video.ts'
import { type Base, makeBase } from './base.ts'
import { notifyAfter } from './change-events.ts'
import { storedHandlers } from './database/stored-handlers.ts'
import {
  type Accounts,
  accountsHandlers,
  makeAccounts,
  type WhileStopped,
} from './features/accounts/accounts.ts'
import { makeCompanyCheck } from './features/accounts/company-check.ts'
import { makeFiguresBudget } from './features/analytics/figures-budget.ts'
import { analyticsHandlers, makeReading, type Reading } from './features/analytics/reading.ts'
import { makeThrottle } from './features/downloads/pool.ts'
import { makeRank } from './features/downloads/rank.ts'
import { type Downloads, downloadsHandlers, makeDownloads } from './features/downloads/run.ts'
import { linksHandlers, makeLinks, systemResolve } from './features/links/links.ts'
import { overviewHandlers } from './features/overview/handlers.ts'
import { makePictures, picturesHandlers } from './features/pictures/pictures.ts'
import { makeBaselines } from './features/player/baselines.ts'
import { problemsHandlers } from './features/problems/handlers.ts'
import { makeDrafts } from './features/publishing/drafts.ts'
import { editsHandlers } from './features/publishing/handlers.ts'
import { makeOutbox, type Outbox } from './features/publishing/outbox.ts'
import { makeVideoReading } from './features/publishing/video-reading.ts'
import { makeDiagnostics } from './features/settings/diagnostics.ts'
import { appHandlers } from './features/settings/handlers.ts'
import { openPreferences } from './features/settings/preferences.ts'
import { makeFigures } from './features/sheet/figures.ts'
import { ownBuild } from './features/updates/own-build.ts'
import { makeUpdates } from './features/updates/updates.ts'
import { makeStoredAudience, videosHandlers } from './features/videos/breakdowns.ts'
import { joinFiles } from './files.ts'
import { LONGEST_QUOTA_WAIT_MS } from './http/queue.ts'
import { makeServices, type Services } from './http/services.ts'
import { keysOf } from './keychain/keychain.ts'
import { faultFields } from './log.ts'
import type { PartsOptions } from './options.ts'
import type { CallHandlers } from './shell/router.ts'

export type Session = ReturnType<typeof openSession>

/**
 * Everything that answers the window's calls. Built as one file and loaded while the window's page
 * loads: its schemas and libraries take longer to load than an empty window takes to open.
 */
export function openSession(userData: string, options: Omit<PartsOptions, 'preferences'>) {
  const preferences = openPreferences(userData)
  const parts = makeParts({ ...options, preferences })
  return {
    bridge,
    ...parts,
    preferences,
    async close() {
      await parts.close()
      await preferences.settled()
    },
  }
}

/** Joins the parts of the main process. Nothing else does. */
export function makeParts(options: PartsOptions) {
  const base = makeBase(options)
  const { store, clock, log } = base
  const diagnostics = makeDiagnostics({ ...options, store, clock, log })
  const services = joinServices(base, options)
  const reading = joinReading(base, services, options)
  const editing = joinEditing(base, services, options)
  const whileStopped = makeWhileStopped(base, editing, () => ({ downloads, links }))
  const figuresBudget = joinFiguresBudget(base, options)
  const accounts = joinAccounts(base, {
    ...{ services, reading, options, whileStopped, goOn: editing.goOn },
    onForgotten: figuresBudget.prune,
  })
  const joined = { services, reading, accounts, options }
  const downloads = joinDownloads(base, { ...joined, onEnd: figuresBudget.prune })
  const links = joinLinks(base, services, options)
  const updates = joinUpdates(base, { services, outbox: editing.outbox }, options)
  const { pictures } = editing
  const files = joinFiles(base, { ...joined, downloads, pictures, handlers: () => handlers })

  const stored = storedHandlers(store, options.changed)
  const storeParts = { store, accounts, clock }
  const handlers: CallHandlers = {
    ...stored,
    analytics: analyticsHandlers(reading.read),
    app: appHandlers({
      ...{ options, store, accounts, services, log, diagnostics, figuresBudget, updates },
    }),
    accounts: accountsHandlers(accounts),
    overview: overviewHandlers(store, accounts),
    curves: {
      ...stored.curves,
      baseline: makeBaselines({ store, stored: reading.stored, accounts }),
    },
    downloads: downloadsHandlers(downloads),
    videos: videosHandlers(editing.reading, makeStoredAudience(storeParts)),
    edits: editsHandlers(editing),
    sheet: { ...stored.sheet, figures: makeFigures(storeParts) },
    links: { ...stored.links, ...linksHandlers(links) },
    problems: { ...stored.problems, ...problemsHandlers(storeParts, editing.reading) },
    pictures: picturesHandlers(editing.pictures),
    activity: { list: () => base.activity.list() },
    updates,
    keys: options.screen.keys,
    ...files.handlers,
    templates: { ...stored.templates, ...files.handlers.templates },
  }
  log.write('started', { version: options.version })
  return {
    handlers,
    /** The handlers for the window: those of the app, or of the report that it shows instead. */
    shown: () => files.reports.shown() ?? handlers,
    /** Adds report files from the system to the library; the window then shows the last one. */
    give: files.reports.externalFiles.give,
    changed: options.changed,
    /** After a sleep, in which no timer ran: what waits may be due. */
    resumeAfterSleep() {
      void base.http.reconnect()
      services.resumeAfterSleep()
      editing.goOnAll()
      reading.retry()
    },
    checkForUpdates: updates.checkFromMenu,
    /** The next page shows the overview, whatever the user had open. */
    leavePlace() {
      files.reports.leave()
      leavePlace(options)
    },
    /** Reports under way are made again at the next start; to be called before their pages are closed. */
    stopSchedules: files.stopSchedules,
    /** Stops all running work; the next start continues with what was not finished. */
    async close() {
      editing.outbox.close()
      reading.close()
      services.close()
      figuresBudget.close()
      const working = [files.close(), downloads.close(), links.close(), updates.close()]
      await Promise.allSettled([...working, base.keysSettled])
      base.authorities.close()
      await Promise.allSettled([base.demo.stop(), store.close(), base.http.close()])
    },
    /** An unexpected error: logged without secrets. */
    unexpected: (what: string, thrown: unknown) =>
      log.write('unexpected', faultFields(what, thrown), 'error'),
    /** After an uncaught exception nothing more is sent: the state is uncertain. */
    stopSending: () => services.halt(),
    copyDiagnostics: async (details: string) => options.screen.copy(await diagnostics(details)),
  }
}

function leavePlace({ preferences, lastPage }: PartsOptions) {
  const { account_id } = preferences.preferences().place
  lastPage.forget()
  preferences.prefer({ place: { ...DEFAULT_PREFERENCES.place, screen: 'overview', account_id } })
}

function joinLinks({ http, clock, store }: Base, services: Services, { changed }: PartsOptions) {
  const links = makeLinks({
    ...{ probe: http.probe, resolve: systemResolve, clock, store },
    pause: () => services.connection().pause,
    async isConnected(account_id) {
      const account = (await store.accounts()).find(({ id }) => id === account_id)
      // The demo's service is on this computer.
      return account?.isDemo ? hasNetwork() : services.isReachable(account_id)
    },
    onChange: () => changed('links'),
  })
  services.onConnection(links.stopOffline)
  return links
}

const hasNetwork = () =>
  Object.values(networkInterfaces()).some((own = []) => own.some(({ internal }) => !internal))

function joinUpdates(
  { http, clock, log, store }: Base,
  { services, outbox }: { services: Services; outbox: Outbox },
  options: PartsOptions,
) {
  const { updates: source, version, screen, changed } = options
  const { preferences } = options.preferences
  const updates = makeUpdates({
    ...{ ...source, version, http, clock, log, screen, own: ownBuild() },
    isAgreed: () => preferences().checksForUpdates === true,
    pause: () => services.connection().pause,
    async posting() {
      const accounts = await store.accounts()
      const counts = await Promise.all(accounts.map(({ id }) => outbox.inFlight(id)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    onChange: () => changed('updates'),
  })
  services.onConnection(updates.stopOffline)
  services.onBack(updates.goOn)
  return updates
}

function joinFiguresBudget({ store, clock, log }: Base, { preferences, changed }: PartsOptions) {
  return makeFiguresBudget({
    ...{ store, clock },
    limitMb: () => preferences.preferences().figuresMb,
    onPruned(bytes) {
      log.write('figures-let-go', { count: bytes, what: 'bytes' })
      changed('backup')
    },
    onFailure: (thrown) =>
      log.write('unexpected', faultFields('downloaded figures', thrown), 'error'),
  })
}

function joinServices(base: Base, { version, preferences, changed }: PartsOptions) {
  const { http, keychain, clock, activity, store, demo, log } = base
  const services = makeServices({
    send: http.send,
    keychain,
    clock,
    random: Math.random,
    activity,
    version,
    onAbsent: (account_id, path) => log.write('operation-absent', { account_id, path }),
    locate: async (account_id) => {
      const account = (await store.accounts()).find(({ id }) => id === account_id)
      if (!account?.isDemo) {
        return { base_url: account?.base_url ?? '', api_base_url: account?.api_base_url ?? null }
      }
      const { base_url, api_base_url, key, token } = await demo.address()
      return { base_url, api_base_url, sessionKey: key, sessionToken: token }
    },
  })
  services.setOffline(preferences.preferences().isOffline)
  services.onConnection(() => changed('connection'))
  return services
}

function joinReading({ store, clock, keychain }: Base, services: Services, options: PartsOptions) {
  const reading = makeReading({
    store,
    ask: ({ account_id, name, input }, priority) => {
      const wait = priority === 'background' ? { longestWaitMs: LONGEST_QUOTA_WAIT_MS } : {}
      return services.ask(account_id, { name, input: input as never }, { priority, ...wait })
    },
    clock,
    onChange: () => options.changed('analytics'),
    onPlayers: () => options.changed('players'),
  })
  services.onBack(reading.retry)
  keychain.onChange(reading.retry)
  return reading
}

/** Videos, their edits, and the posting of edits in the background. */
function joinEditing({ store, clock, keychain }: Base, services: Services, options: PartsOptions) {
  const onChange = () => {
    options.changed('videos')
    options.changed('edits')
  }
  const { videos } = services
  const pictures = joinPictures({ store, clock }, services, options)
  const outbox = makeOutbox({
    store,
    videos,
    clock,
    random: Math.random,
    onChange,
    check: checkVideo,
    upload: pictures.upload,
    deleteUploads: pictures.deleteUploads,
  })
  const reading = makeVideoReading({ store, videos, clock, onChange })
  const drafts = makeDrafts({
    ...{ store, outbox, reading, pictures, clock },
    // Only edits change; the service's data stays as it is.
    onChange: () => options.changed('edits'),
    check: checkVideo,
  })
  const goOn = (isFreed: (account: StoredAccount) => boolean) => {
    store
      .accounts()
      .then((accounts) => outbox.start(accounts.filter(isFreed).map(({ id }) => id)))
      // When the store cannot be opened there is nothing to send.
      .catch(() => undefined)
  }
  const goOnAll = () => goOn(() => true)
  services.onBack(goOnAll)
  services.onBack(reading.goOn)
  keychain.onChange(() => {
    goOn((account) => {
      const held = outbox.blocked(account.id)?.kind
      const isHeld = held === 'key' || held === 'unauthorized'
      const token = keysOf(account).find(({ use }) => use === 'video')
      return isHeld && token !== undefined && keychain.state(token) === 'ready'
    })
  })
  goOnAll()
  // Deletes history older than promised; otherwise the database would only ever grow.
  store.pruneEdits(clock.now()).catch(() => undefined)
  return {
    ...{ outbox, reading, drafts, pictures, goOnAll },
    /**
     * To be called when a token works again. Also requests the list that could not be read before.
     */
    async goOn(account_id: string) {
      reading.forget(account_id)
      await outbox.resume(account_id)
      onChange()
    },
  }
}

function joinPictures(
  { store, clock }: Pick<Base, 'store' | 'clock'>,
  services: Services,
  { folder, screen, changed }: PartsOptions,
) {
  return makePictures({
    ...{ folder, store, clock },
    send: services.videos.upload,
    choosePicture: screen.choosePicture,
    onChange: () => changed('pictures'),
  })
}

/** Removes an account while no work is done for it, and goes on with it when that fails. */
function makeWhileStopped(
  { store }: Base,
  { reading, outbox, pictures, goOn }: ReturnType<typeof joinEditing>,
  others: () => { downloads: Downloads; links: ReturnType<typeof makeLinks> },
): WhileStopped {
  async function stop(account_id: string) {
    const { downloads, links } = others()
    reading.forget(account_id)
    outbox.forget(account_id)
    await downloads.forget(account_id)
    await links.forget(account_id)
    await pictures.putAside(account_id)
  }

  async function goOnWith(account_id: string) {
    others().downloads.remember()
    outbox.remember(account_id)
    await pictures.putBack(account_id)
    await goOn(account_id)
  }

  return async (account_id, remove) => {
    try {
      await stop(account_id)
      return await remove()
    } finally {
      // What cannot be read may still be there.
      const isThere = await store.accounts().then(
        (all) => all.some(({ id }) => id === account_id),
        () => true,
      )
      await (isThere ? goOnWith(account_id) : pictures.eraseAside(account_id))
    }
  }
}

interface Joined {
  services: Services
  reading: Reading
  accounts: Accounts
  options: PartsOptions
}

interface Work {
  whileStopped: WhileStopped
  goOn: (account_id: string) => Promise<void>
  onForgotten: () => Promise<void>
}

function joinAccounts(
  { store, keychain, clock, activity, http }: Base,
  { services, reading, options, ...work }: Omit<Joined, 'accounts'> & Work,
) {
  return makeAccounts({
    store,
    keychain,
    activity,
    assertSameCompany: makeCompanyCheck({ store, send: http.send, version: options.version }),
    ...work,
    services: {
      ...services,
      tryToken: services.videos.tryToken,
      mayKnowVideos: services.videos.mayKnow,
      testToken: services.videos.test,
      test: async (account_id) => {
        const usage = await services.test(account_id)
        reading.keyAccepted()
        return usage
      },
      forget: (account_id) => {
        services.forget(account_id)
        reading.forget()
      },
    },
    clock,
    onChange: () => options.changed('accounts'),
  })
}

const OVERVIEW_EVERY_MS = 3000

function joinDownloads(
  { store, clock }: Base,
  { services, reading, accounts, options, onEnd }: Joined & { onEnd: () => Promise<void> },
) {
  const changed = () => options.changed('overview')
  // Each answer changes the overview, which is read as a whole.
  const thenChanged = notifyAfter(makeThrottle(clock, OVERVIEW_EVERY_MS, changed))
  const downloads = makeDownloads({
    ask: (...[account_id, name, input, how]) =>
      services.ask(account_id, { name, input: input as never }, how),
    keep: (...kept) => thenChanged(reading.keep(...kept)),
    keepAll: (...kept) => thenChanged(reading.keepAll(...kept)),
    completeness: reading.completeness,
    isOffered: services.isOffered,
    assertNotPaused: services.assertNotPaused,
    store,
    onDone: (account_id, downloadedAt) => {
      changed()
      // Fails when the account was removed meanwhile, which does not matter.
      if (downloadedAt !== null)
        accounts.change(account_id, { downloadedAt }).catch(() => undefined)
      void onEnd()
    },
    quotaOf: async (account_id) => {
      // Tested first, so that the plan can tell how long the download takes; if that fails, the
      // plan says that the duration is unknown.
      const isKnown = services.quotaOf(account_id).isKnown
      if (!isKnown) await services.test(account_id).catch(() => undefined)
      const quota = services.quotaOf(account_id)
      return quota.isKnown || quota.windows.length > 0 ? quota : null
    },
    rank: makeRank({ store, clock }),
    clock,
    onChange: () => options.changed('downloads'),
  })
  services.onConnection(() => {
    const reason = services.connection().pause
    if (reason) downloads.stopInBetween({ kind: 'offline', reason, host: '' })
  })
  return downloads
}
