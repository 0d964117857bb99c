import fs from 'node:fs'
import path from 'node:path'
import {
  app,
  type BrowserWindow,
  dialog,
  ipcMain,
  nativeTheme,
  powerMonitor,
  type WebContents,
} from 'electron'
import { affectsLastPage, CALL, CHANGED } from '../shared/channels.ts'
import { failureOf } from '../shared/failure.ts'
import { type Language, languageFor } from '../shared/locales/languages.ts'
import { coalesced } from './change-events.ts'
import { type Clock, countingSleep, systemClock } from './clock.ts'
import { takeRestoredChoices } from './database/restored.ts'
import { openStore } from './database/store.ts'
import { updateSource } from './features/updates/source.ts'
import { freezeObjectPrototype } from './frozen-prototype.ts'
import { loadKeytar } from './keychain/keychain.ts'
import type { Session } from './parts.ts'
import type { AboutFacts, BundledLicence } from './shell/about-page.ts'
import { catchFaults } from './shell/faults.ts'
import { type KeyEvent, type Keys, makeKeys } from './shell/keys.ts'
import { type LastPage, openLastPage } from './shell/last-page.ts'
import type { MenuParts } from './shell/menu.ts'
import {
  isCopying,
  isOwnScript,
  makePages,
  ORIGIN,
  type PageAppearance,
  PRINT_PAGE,
} from './shell/pages.ts'
import { makePrinter } from './shell/print.ts'
import { makeRouter } from './shell/router.ts'
import { askAboutFault, makeScreen } from './shell/screen.ts'
import {
  preferencesFile,
  readStartupAppearance,
  type StartupAppearance,
} from './shell/startup-appearance.ts'
import {
  argumentsWith,
  electronSupport,
  IGNORED_VARIABLES,
  refusal,
  refusedSwitch,
  reportsIn,
  SELF_CHECK,
} from './shell/switches.ts'
import { makeAbout, openWindow, prepareWindow, showMenu } from './shell/window.ts'
import { clockSetting, isTestBuild } from './test-options.ts'
import { canExit } from './threads/ending.ts'

/** By then the page reads its script: this process has nothing else to do. */
const SCRIPT_SENT_MS = 15
/**
 * Posting waiting edits must not depend on the page, so a page that never requests its script is
 * not waited for.
 */
const LONGEST_WAIT_FOR_PAGE_MS = 5000

refuseSwitches()
prepareWindow()
if (app.commandLine.hasSwitch(SELF_CHECK)) checkItself(app.commandLine.getSwitchValue(SELF_CHECK))
else if (app.requestSingleInstanceLock()) start()
else app.exit(0)

/**
 * Must run before Chromium or Node act on any switch: some open a port as soon as the app is ready.
 */
function refuseSwitches() {
  for (const name of IGNORED_VARIABLES) delete process.env[name]
  // Development starts and Playwright need some of them.
  if (!app.isPackaged || isTestBuild) return
  const named = refusedSwitch(process.argv, process.platform)
  if (named === null) return
  console.error(refusal(named))
  // On Windows nobody sees a program's standard error.
  if (process.platform === 'win32') dialog.showErrorBox('Cuepoint', refusal(named))
  // Not `app.exit`, which would wait for the start.
  process.exit(2)
}

/**
 * Loads only what the window needs to appear; the rest of main is loaded afterwards (`npm run bench --
 * start`).
 */
function start() {
  prepareNode()
  const userData = app.getPath('userData')
  const folder = deskFolder(userData)
  const logFolder = path.join(userData, 'logs')
  const appearance = readStartupAppearance(userData)
  nativeTheme.themeSource = appearance.theme
  const systemLanguage = languageFor(app.getPreferredSystemLanguages()[0] ?? '')
  showFieldsIn(appearance.language)
  let window: BrowserWindow | undefined
  let opened: Session | undefined
  const language = () => {
    const chosen = (opened?.preferences.preferences() ?? appearance).language
    return chosen === 'system' ? systemLanguage : chosen
  }
  const { clock, resumeAfterSleep } = countingSleep(systemClock(clockSetting()))
  const lastPage = openLastPage(folder, app.getVersion(), clock)
  const store = once(() =>
    openStore({ workerFile: builtFile('store-worker.cjs'), folder, clock }).catch(endIfHeld),
  )
  const sendKey = (event: KeyEvent) => open(window)?.webContents.sendInputEvent(event)
  const keys = makeKeys(sendKey, process.platform)
  const printer = makePrinter(builtFile('../preload/index.cjs'))
  const pageOf = (sender: WebContents) => {
    const isOwn = sender === open(window)?.webContents
    return isOwn ? { shown: null } : printer.pageOf(sender)
  }
  const screen = makeScreen(language, () => open(window))
  const openAbout = makeAbout(language, () => open(window))
  const source = updateSource()
  const checkForUpdates =
    source && (() => void session().then((opened) => opened.checkForUpdates()))
  const entries = { ...screen, openAbout, press: keys.press, checkForUpdates }
  const { give, showOwnMenu } = makeGiving(() => session(), entries, language)
  const session = once(async () => {
    const { openSession } = await import('./parts.ts')
    // Before that the system's locale is unknown.
    await app.whenReady()
    opened = openSession(userData, {
      folder,
      clock,
      store: store(),
      logFolder,
      ...thisApp(),
      systemLocale: app.getSystemLocale(),
      keytar: loadKeytar,
      updates: { folder: path.join(userData, 'updates'), source },
      lastPage,
      changed: coalesced((noun) => {
        if (affectsLastPage(noun)) lastPage.forget()
        open(window)?.webContents.send(CHANGED, noun)
      }),
      screen: { ...screen, printer, keys, openAbout, applyLanguage: showOwnMenu },
    })
    nativeTheme.on('updated', () => opened?.changed('theme'))
    return opened
  })

  noteFaults({ session, language, logFolder, clock, relaunch: screen.relaunch })

  void app.whenReady().then(() => {
    powerMonitor.on('resume', () => {
      resumeAfterSleep()
      opened?.resumeAfterSleep()
    })
    ipcMain.handle(CALL, makeRouter({ clock, handlers: session, page: pageOf, origin: ORIGIN }))
    showOwnMenu()
    const leavePlace = () => opened?.leavePlace()
    const copyDiagnostics = () => void opened?.copyDiagnostics('')
    const behind = { language, store, session, leavePlace, copyDiagnostics }
    window = openFirstPage({ clock, appearance, lastPage, keys, ...behind })
    window.once('closed', () => {
      opened?.stopSchedules()
      // A hidden window must not keep the app running.
      printer.close()
    })
  })
  app.on('window-all-closed', () => app.quit())
  const isClosing = closeBeforeQuitting(async () => {
    await (await session()).close()
    await lastPage.settled()
  })
  takeReports(give, { isClosing, show: () => bringToFront(open(window)) })
}

/**
 * Runs the self-check in `folder`, independent of an app that may be running; without one, in a new
 * folder and a process of its own.
 */
function checkItself(folder: string) {
  if (folder === '')
    return void import('./self-check/new-folder.ts').then(({ checkInNewFolder }) =>
      process.exit(checkInNewFolder(app.getPath('temp'))),
    )
  prepareNode()
  app.setPath('userData', folder)
  app.setPath('sessionData', folder)
  // Electron would show a dialog and wait for someone to close it.
  const fail = (thrown: unknown) => {
    process.stdout.write(`FAILED  main: ${String(thrown)}\n`, () => app.exit(1))
  }
  process.once('uncaughtException', fail)
  const check = async () => {
    const { selfCheck } = await import('./self-check/self-check.ts')
    await selfCheck({
      ...thisApp(),
      folder,
      clock: systemClock(clockSetting()),
      storeWorker: builtFile('store-worker.cjs'),
      preload: builtFile('../preload/index.cjs'),
      renderer: builtFile('../renderer'),
    })
  }
  check().catch(fail)
}

/** The window, unless it was closed: the app goes on for a moment, to end its work. */
const open = (window: BrowserWindow | undefined) => (window?.isDestroyed() ? undefined : window)

/** The files of this build's threads, and the facts of the About page. */
const thisApp = () => ({
  demoWorker: builtFile('demo-worker.cjs'),
  answerWorker: builtFile('answer-worker.cjs'),
  authoritiesWorker: builtFile('authorities-worker.cjs'),
  ledgerWorker: builtFile('ledger-worker.cjs'),
  reportWorker: builtFile('report-worker.cjs'),
  version: app.getVersion(),
  runtime: {
    electron: process.versions.electron,
    electronSupport: electronSupport(process.versions.electron, process.env),
    platform: process.platform,
  },
})

/** The facts of the About page; a build without a list of licences shows none. */
function aboutFacts(): AboutFacts {
  const { electron, chrome, node } = process.versions
  const runtime = { Electron: electron, Chromium: chrome, 'Node.js': node }
  let licences: BundledLicence[] = []
  try {
    licences = JSON.parse(fs.readFileSync(builtFile('../licences.json'), 'utf8'))
  } catch {
    // `electron-vite build` alone does not create the list.
  }
  return { version: app.getVersion(), runtime, licences }
}

type Asking = Pick<ReturnType<typeof makeScreen>, 'chooseReport'> &
  Pick<MenuParts, 'openAbout' | 'press' | 'checkForUpdates'>

/**
 * Passes report files from the system on to the reports, and provides the menu entry that opens
 * one.
 */
function makeGiving(
  session: () => Promise<Session>,
  { chooseReport, ...entries }: Asking,
  language: () => Language,
) {
  const give = (places: string[]) => void session().then((opened) => opened.give(places))
  const openReport = () => void chooseReport().then((place) => place && give([place]))
  return { give, showOwnMenu: () => showMenu({ ...entries, language: language(), openReport }) }
}

interface NotingFaults {
  session: () => Promise<Session>
  language: () => Language
  logFolder: string
  clock: Clock
  relaunch: () => void
}

/** Logs uncaught errors of this process, its threads and the processes of its windows. */
function noteFaults({ session, language, logFolder, clock, relaunch }: NotingFaults) {
  const note = (what: string, thrown: unknown) => {
    session().then(
      (opened) => opened.unexpected(what, thrown),
      // When the data could not be opened, no keys were loaded, so none can be in the log.
      async () => {
        const { makeLog, faultFields } = await import('./log.ts')
        const log = makeLog({ folder: logFolder, secrets: [], clock })
        log.write('unexpected', faultFields(what, thrown), 'error')
      },
    )
  }
  catchFaults(process, {
    note,
    async tell(thrown) {
      await app.whenReady()
      const opened = await session()
      opened.stopSending()
      let choice = await askAboutFault(language(), thrown)
      while (choice === 'copy') {
        await opened.copyDiagnostics(String(thrown))
        choice = await askAboutFault(language(), thrown)
      }
      if (choice === 'again') relaunch()
    },
  })
  app.on('render-process-gone', (_event, _contents, { reason, exitCode }) => {
    if (reason !== 'clean-exit') note('window', new Error(`${reason}, ${exitCode}`))
  })
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') note(type, new Error(`${reason}, ${exitCode}`))
  })
  app.on('web-contents-created', (_event, contents) => {
    contents.on('preload-error', (_wrong, _file, error) => note('preload', error))
  })
}

function prepareNode() {
  // Closing the terminal while the app runs must not count as an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  freezeObjectPrototype()
  // Node loads parts of its HTTP code at the first response: done now, while Electron starts.
  void new Response('').text()
}

interface Started {
  isClosing: () => boolean
  show: () => void
}

/**
 * Opens report files that were double-clicked, named on a command line, or dropped on the app's
 * icon. A second start without any also shows the window of the first.
 */
function takeReports(give: (places: string[]) => void, { isClosing, show }: Started) {
  const first = reportsIn(process.argv, process.cwd())
  if (first.length > 0) void app.whenReady().then(() => give(first))
  const take = (named: string[]) => {
    // The window is gone already, so the app is started again once this process has ended.
    if (isClosing()) return app.relaunch({ args: argumentsWith(process.argv, named) })
    show()
    if (named.length > 0) give(named)
  }
  app.on('second-instance', (_event, argv, folder) => take(reportsIn(argv, folder)))
  app.on('open-file', (event, place) => {
    event.preventDefault()
    void app.whenReady().then(() => take([place]))
  })
}

/** With the preferences of a restored backup, if there is one, before anything reads them. */
function deskFolder(userData: string): string {
  const folder = path.join(userData, 'desk')
  takeRestoredChoices(folder, preferencesFile(userData))
  return folder
}

interface FirstPage {
  clock: Clock
  appearance: StartupAppearance
  lastPage: LastPage
  keys: Keys
  language: () => Language
  store: () => Promise<unknown>
  session: () => Promise<Session>
  /** The next page shows the overview, whatever the user had open. */
  leavePlace: () => void
  copyDiagnostics: () => void
}

/** Opens the window. The other parts start once its page leaves this process idle for a while. */
function openFirstPage({ appearance, lastPage, clock, keys, ...behind }: FirstPage): BrowserWindow {
  const { language, store, session, leavePlace } = behind
  const shown = () => ({ colorScheme: colorScheme(), language: language() })
  const isReadableAtOnce = lastPage.read(shown()) !== null
  const appearanceOf = ({ searchParams }: URL) => {
    const pressed = searchParams.get(PRINT_PAGE)
    if (pressed !== null) return { ...printedAppearance(pressed), last: null }
    if (isCopying(searchParams)) behind.copyDiagnostics()
    const now = shown()
    return { ...now, last: lastPage.read(now) }
  }
  const pages = makePages(builtFile('../renderer'), appearanceOf, aboutFacts)
  const begin = () => {
    void store()
    void session()
  }
  const window = openWindow({
    clock,
    preload: builtFile('../preload/index.cjs'),
    pages: afterScript(pages, begin),
    leavePlace,
    place: appearance.place,
    keys,
    onPlace: (place) => void session().then(({ preferences }) => preferences.place(place)),
  })
  setTimeout(begin, LONGEST_WAIT_FOR_PAGE_MS)
  // When the last page can be shown at once, nothing may delay it.
  if (!isReadableAtOnce) setImmediate(() => void store())
  return window
}

/** Printed pages are always light. */
const printedAppearance = (language: string): Omit<PageAppearance, 'last'> => ({
  colorScheme: 'light',
  language: languageFor(language),
})

/**
 * Answers like `pages`, and calls `begin` once the page has its script and is busy evaluating it.
 */
function afterScript(pages: (request: Request) => Response, begin: () => void) {
  return (request: Request) => {
    if (isOwnScript(request.url)) setTimeout(begin, SCRIPT_SENT_MS)
    return pages(request)
  }
}

const colorScheme = () => (nativeTheme.shouldUseDarkColors ? 'dark' : 'light')

/**
 * Two processes that start at the same moment can both get Electron's lock, but only one gets the
 * lock on the folder. The other has nothing to show and exits as a second start does.
 */
function endIfHeld(thrown: unknown): never {
  if (failureOf(thrown).kind === 'refused') app.exit(0)
  throw thrown
}

/** Calls `make` at the first call only. A failure is passed to every caller. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    if (!made) {
      made = make()
      made.catch(() => undefined)
    }
    return made
  }
}

function builtFile(name: string) {
  return path.join(import.meta.dirname, name)
}

function bringToFront(window: BrowserWindow | undefined) {
  if (window?.isMinimized()) window.restore()
  window?.focus()
  // macOS gives the focus to a window only when its app has it.
  if (process.platform === 'darwin') app.focus({ steal: true })
}

/**
 * Delays quitting until everything is closed: exiting in the middle of a query aborts the process.
 * The delay is limited, because a thread that does not end would block the quit and the next start
 * for ever. Returns whether that has begun.
 */
function closeBeforeQuitting(close: () => Promise<void>): () => boolean {
  let isClosing = false
  let isClosed = false
  app.on('will-quit', (event) => {
    isClosing = true
    if (isClosed) return
    event.preventDefault()
    const giveUp = new Promise((resolve) => setTimeout(resolve, 3000))
    void Promise.race([close().catch(() => undefined), giveUp]).then(async () => {
      isClosed = true
      if (await canExit()) app.quit()
      else process.kill(process.pid, 'SIGKILL')
    })
  })
  return () => isClosing
}

/** Date and time fields are in Chromium's language, which also replaces the one that Electron calls the system's. */
function showFieldsIn(language: Language | 'system') {
  if (language === 'system') return
  app.commandLine.appendSwitch('lang', language)
  // Linux: Electron passes the language in LC_ALL, before which this one comes.
  if (process.platform === 'linux') delete process.env['LANGUAGE']
}
