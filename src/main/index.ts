import fs from 'node:fs'
import path from 'node:path'
import { app, type BrowserWindow, dialog, ipcMain, nativeTheme, type WebContents } from 'electron'
import { affectsLastPage, CALL, CHANGED } from '../shared/channels.ts'
import { failureOf } from '../shared/failure.ts'
import { type Language, languageFor } from '../shared/locales/languages.ts'
import { coalesced } from './change-events.ts'
import { type Clock, systemClock } from './clock.ts'
import { takeRestoredChoices } from './database/restored.ts'
import { openStore } from './database/store.ts'
import { reportsIn } from './features/reports/external-files.ts'
import { updateSource } from './features/updates/source.ts'
import { loadKeytar } from './keychain/keychain.ts'
import type { Desk } from './parts.ts'
import type { AboutFacts, BundledLicence } from './shell/about-page.ts'
import { catchFaults } from './shell/faults.ts'
import { type Keys, makeKeys } from './shell/keys.ts'
import { type LastPage, openLastPage } from './shell/last-page.ts'
import type { MenuParts } from './shell/menu.ts'
import {
  AFTER_FIRST_FRAME,
  isCopying,
  makePages,
  ORIGIN,
  type PageLook,
  PRINT_PAGE,
} from './shell/pages.ts'
import { makePrinter } from './shell/print.ts'
import { makeRouter } from './shell/router.ts'
import { askAboutFault, makeScreen } from './shell/screen.ts'
import { type Look, preferencesFile, readLook } from './shell/startup-appearance.ts'
import {
  electronSupport,
  IGNORED_VARIABLES,
  refusal,
  refusedSwitch,
  SELF_CHECK,
} from './shell/switches.ts'
import { makeAbout, openWindow, prepareWindow, showMenu } from './shell/window.ts'
import { clockSetting, isTestBuild } from './test-options.ts'
import { haveThreadsEnded } from './threads/ending.ts'

/** By then the page reads its script: this process has nothing else to do. */
const SCRIPT_SENT_MS = 15
/** What waits to be posted does not depend on a page: one that never asks for its script is not waited for. */
const LONGEST_WAIT_FOR_PAGE_MS = 5000

refuseSwitches()
prepareWindow()
if (process.argv.includes(`--${SELF_CHECK}`)) checkItself()
else if (app.requestSingleInstanceLock()) start()
else app.exit(0)

/** Before Chromium or Node acts on any of them: what opens a port does so once the app is ready. */
function refuseSwitches() {
  for (const name of IGNORED_VARIABLES) delete process.env[name]
  // The developer's own start, and Playwright's, need some of them.
  if (!app.isPackaged || isTestBuild) return
  const named = refusedSwitch(process.argv, process.platform)
  if (named === null) return
  console.error(refusal(named))
  // There nobody reads what a program writes.
  if (process.platform === 'win32') dialog.showErrorBox('Cuepoint', refusal(named))
  // Not `app.exit`, which waits for a start that must not go on.
  process.exit(2)
}

/** Only what the window needs to come up; the desk is loaded behind it (`npm run bench -- start`). */
function start() {
  prepareNode()
  const userData = app.getPath('userData')
  const folder = deskFolder(userData)
  const logFolder = path.join(userData, 'logs')
  const look = readLook(userData)
  nativeTheme.themeSource = look.theme
  let window: BrowserWindow | undefined
  let opened: Desk | undefined
  const language = () => languageOf((opened?.preferences.preferences() ?? look).language)
  const clock = systemClock(clockSetting())
  const lastPage = openLastPage(folder, app.getVersion(), clock)
  const store = once(() =>
    openStore({ workerFile: builtFile('store-worker.cjs'), folder, clock }).catch(endIfHeld),
  )
  const keys = makeKeys((event) => open(window)?.webContents.sendInputEvent(event))
  const printer = makePrinter(builtFile('../preload/index.cjs'))
  const pageOf = (sender: WebContents) => {
    const isOwn = sender === open(window)?.webContents
    return isOwn ? { shown: null } : printer.pageOf(sender)
  }
  const screen = makeScreen(language, () => window)
  const openAbout = makeAbout(language, () => open(window))
  const source = updateSource()
  const checkForUpdates = source && (() => void desk().then((opened) => opened.checkForUpdates()))
  const entries = { ...screen, openAbout, checkForUpdates }
  const { give, showOwnMenu } = makeGiving(() => desk(), entries, language)
  const desk = once(async () => {
    const { openDesk } = await import('./parts.ts')
    opened = openDesk(userData, {
      folder,
      clock,
      store: store(),
      logFolder,
      ...thisApp(),
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

  noteFaults({ desk, language, logFolder, clock, relaunch: screen.relaunch })

  void app.whenReady().then(() => {
    ipcMain.handle(CALL, makeRouter({ clock, desk, page: pageOf, origin: ORIGIN }))
    showOwnMenu()
    const leavePlace = () => opened?.leavePlace()
    const copyDiagnostics = () => void opened?.copyDiagnostics('')
    const behind = { language, store, desk, leavePlace, copyDiagnostics }
    window = openFirstPage({ clock, look, lastPage, keys, ...behind })
    // What is drawn unseen must not hold the app open.
    window.once('closed', printer.close)
  })
  takeReports(give)
  showAgain(() => window)
  app.on('window-all-closed', () => app.quit())
  closeBeforeQuitting(async () => {
    await (await desk()).close()
    await lastPage.settled()
  })
}

/** In a folder of its own, beside an app that runs or not. */
function checkItself() {
  prepareNode()
  const folder = fs.mkdtempSync(path.join(app.getPath('temp'), 'cuepoint-self-check-'))
  app.setPath('userData', folder)
  app.setPath('sessionData', folder)
  // Chromium writes its cache as it ends, when the folder is to be gone.
  app.commandLine.appendSwitch('disable-http-cache')
  // Electron would show a message, and wait until someone reads it.
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

const open = (window: BrowserWindow | undefined) => (window?.isDestroyed() ? undefined : window)

/** The threads of this build, and what it says of itself. */
const thisApp = () => ({
  demoWorker: builtFile('demo-worker.cjs'),
  answerWorker: builtFile('answer-worker.cjs'),
  ledgerWorker: builtFile('ledger-worker.cjs'),
  reportWorker: builtFile('report-worker.cjs'),
  version: app.getVersion(),
  runtime: {
    electron: process.versions.electron,
    electronSupport: electronSupport(process.versions.electron, process.env),
    platform: process.platform,
  },
})

/** What the app says of itself; a build that was not listed has no licences to show. */
function aboutFacts(): AboutFacts {
  const { electron, chrome, node } = process.versions
  const runtime = { Electron: electron, Chromium: chrome, 'Node.js': node }
  let licences: BundledLicence[] = []
  try {
    licences = JSON.parse(fs.readFileSync(builtFile('../licences.json'), 'utf8'))
  } catch {
    // `electron-vite build` alone makes no list.
  }
  return { version: app.getVersion(), runtime, licences }
}

type Asking = Pick<ReturnType<typeof makeScreen>, 'chooseReport'> &
  Pick<MenuParts, 'openAbout' | 'checkForUpdates'>

/** Report files on their way to the desk, and the menu that asks for one. */
function makeGiving(
  desk: () => Promise<Desk>,
  { chooseReport, ...entries }: Asking,
  language: () => Language,
) {
  const give = (places: string[]) => void desk().then((opened) => opened.give(places))
  const openReport = () => void chooseReport().then((place) => place && give([place]))
  return { give, showOwnMenu: () => showMenu({ ...entries, language: language(), openReport }) }
}

interface NotingFaults {
  desk: () => Promise<Desk>
  language: () => Language
  logFolder: string
  clock: Clock
  relaunch: () => void
}

/** Keeps what nothing caught in the log, here, in the threads and in the processes of the windows. */
function noteFaults({ desk, language, logFolder, clock, relaunch }: NotingFaults) {
  const note = (what: string, thrown: unknown) => {
    desk().then(
      (opened) => opened.unexpected(what, thrown),
      // No desk, so no keys that a log would have to leave out.
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
      const opened = await desk()
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
  // A terminal that is closed while the app runs is no fault of the app.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // What a hostile answer could reach through a prototype stays as it is.
  Object.freeze(Object.prototype)
  // Node reads what it needs for its first answer at the first use: now, while Electron comes up.
  void new Response('').text()
}

/** Reports are opened by double click, from a command line, or by their icons on the app's. */
function takeReports(give: (places: string[]) => void) {
  const first = reportsIn(process.argv, process.cwd())
  if (first.length > 0) void app.whenReady().then(() => give(first))
  app.on('second-instance', (_event, argv, folder) => {
    const named = reportsIn(argv, folder)
    if (named.length > 0) give(named)
  })
  app.on('open-file', (event, place) => {
    event.preventDefault()
    void app.whenReady().then(() => give([place]))
  })
}

/** With the choices of a desk that was restored to it, before anything reads them. */
function deskFolder(userData: string): string {
  const folder = path.join(userData, 'desk')
  takeRestoredChoices(folder, preferencesFile(userData))
  return folder
}

interface FirstPage {
  clock: Clock
  look: Look
  lastPage: LastPage
  keys: Keys
  language: () => Language
  store: () => Promise<unknown>
  desk: () => Promise<Desk>
  /** The next page shows the overview, wherever the person was. */
  leavePlace: () => void
  copyDiagnostics: () => void
}

/** Opens the window; what is behind it begins when its page does not need this process for a while. */
function openFirstPage({ look, lastPage, clock, keys, ...behind }: FirstPage): BrowserWindow {
  const { language, store, desk } = behind
  const shown = () => ({ colorScheme: colorScheme(), language: language() })
  const isReadableAtOnce = lastPage.read(shown()) !== null
  const lookOf = ({ searchParams }: URL) => {
    const pressed = searchParams.get(PRINT_PAGE)
    if (pressed !== null) return { ...onPaper(pressed), last: null }
    if (searchParams.get('at') === 'overview') behind.leavePlace()
    if (isCopying(searchParams)) behind.copyDiagnostics()
    const now = shown()
    return { ...now, last: lastPage.read(now) }
  }
  const pages = makePages(builtFile('../renderer'), lookOf, aboutFacts)
  const begin = () => {
    void store()
    void desk()
  }
  const window = openWindow({
    clock,
    preload: builtFile('../preload/index.cjs'),
    pages: afterScript(pages, begin),
    place: look.place,
    keys,
    onPlace: (place) => void desk().then(({ preferences }) => preferences.place(place)),
  })
  setTimeout(begin, LONGEST_WAIT_FOR_PAGE_MS)
  // A last page is on the screen first: nothing may keep it waiting.
  if (!isReadableAtOnce) setImmediate(() => void store())
  return window
}

/** Paper is light, whatever the desk is. */
const onPaper = (language: string): Omit<PageLook, 'last'> => ({
  colorScheme: 'light',
  language: languageFor(language),
})

/** Answers as `pages` does, and begins once the page has its script and is busy reading it. */
function afterScript(pages: (request: Request) => Response, begin: () => void) {
  return (request: Request) => {
    const { url } = request
    if (url.endsWith('.js') && !url.endsWith(AFTER_FIRST_FRAME)) setTimeout(begin, SCRIPT_SENT_MS)
    return pages(request)
  }
}

const colorScheme = () => (nativeTheme.shouldUseDarkColors ? 'dark' : 'light')

/**
 * Electron's lock can be had by two that start in the same moment, the lease on the folder by one:
 * the other has nothing to show and ends as a second start does.
 */
function endIfHeld(thrown: unknown): never {
  if (failureOf(thrown).kind === 'refused') app.exit(0)
  throw thrown
}

/** Made at the first call. That it failed is told to those that wait for it. */
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

/** A second start of the app brings this one's window to the front. */
function showAgain(window: () => BrowserWindow | undefined) {
  app.on('second-instance', () => {
    if (window()?.isMinimized()) window()?.restore()
    window()?.focus()
  })
}

/**
 * Holds the quit until everything is closed: quitting in the middle of a query aborts the process.
 * A thread that does not end would hold the quit for ever, and with it the next start.
 */
function closeBeforeQuitting(close: () => Promise<void>) {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    const giveUp = new Promise((resolve) => setTimeout(resolve, 3000))
    void Promise.race([close().catch(() => undefined), giveUp]).then(async () => {
      isClosed = true
      if (await haveThreadsEnded()) app.quit()
      else process.kill(process.pid, 'SIGKILL')
    })
  })
}

function languageOf(choice: Language | 'system'): Language {
  return choice === 'system' ? languageFor(app.getLocale()) : choice
}
