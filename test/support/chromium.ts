// The built window in the system's Chromium, connected to main under this Node: how both work on
// newer engines than the available Electron. Only native windows, dialogs and menus are missing.
import fs from 'node:fs'
import path from 'node:path'
import { type BrowserContext, chromium, type ElectronApplication, type Page } from 'playwright'
import { coalesced } from '../../src/main/change-events.ts'
import { systemClock } from '../../src/main/clock.ts'
import { openStore } from '../../src/main/database/store.ts'
import { loadKeytar } from '../../src/main/keychain/keychain.ts'
import type { Screen } from '../../src/main/options.ts'
import { openSession } from '../../src/main/parts.ts'
import { type KeyEvent, makeKeys } from '../../src/main/shell/keys.ts'
import { openLastPage } from '../../src/main/shell/last-page.ts'
import { makePages } from '../../src/main/shell/pages.ts'
import { makeRouter } from '../../src/main/shell/router.ts'
import { readStartupAppearance } from '../../src/main/shell/startup-appearance.ts'
import { clockSetting } from '../../src/main/test-options.ts'
import { affectsLastPage } from '../../src/shared/channels.ts'
import { AppError } from '../../src/shared/failure.ts'
import type { Preferences } from '../../src/shared/features/settings/preferences.ts'
import type { Language } from '../../src/shared/locales/languages.ts'
import { storeWorker, threadFiles } from './threads.ts'

/** Stands for `app://desk`, with a scheme that Chromium knows; nothing listens there. */
const ORIGIN = 'https://desk'
const VERSION = '0.1.0'

/** The answers of the dialogs of an app in Chromium. */
interface Chosen {
  save: string | null
  open: string | null
}

const dialogs = new WeakMap<ElectronApplication, Chosen>()

/** The answers of the dialogs of an app that `openInChromium` opened. */
export function chosenIn(app: ElectronApplication): Chosen {
  const chosen = dialogs.get(app)
  if (!chosen) throw new Error('this app is not in Chromium')
  return chosen
}

interface Opened {
  app: ElectronApplication
  page: Page
  output: () => string
  close: () => Promise<void>
}

const USUAL_SIZE = { width: 1440, height: 900 }

/** Opens the app on a user-data folder, with the pages built into a folder. */
export async function openInChromium(
  folder: string,
  pages: string,
  viewport = USUAL_SIZE,
): Promise<Opened> {
  const browser = await chromium.launch({
    executablePath: programNamed('chromium'),
    headless: false,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND'],
  })
  const context = await browser.newContext({ viewport, deviceScaleFactor: 1 })
  const page = await context.newPage()
  let output = ''
  page.on('console', (message) => {
    output += `${message.type()}: ${message.text()}\n`
  })
  page.on('pageerror', (error) => {
    output += `${error.stack ?? error.message}\n`
  })
  const app = withoutElectron()
  const chosen: Chosen = { save: null, open: null }
  dialogs.set(app, chosen)
  const main = await openMain({ folder, page, chosen })
  await servePages(context, main.pagesFrom(pages))
  await joinPage(page, main)
  await page.goto(`${ORIGIN}/index.html`)
  return {
    ...{ app, page },
    output: () => output,
    async close() {
      await browser.close()
      await main.close()
    },
  }
}

/** The path of a program; throws with how to install it. */
export function programNamed(name: string): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const found = folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file))
  if (!found) throw new Error(`${name} is not on this computer: on Debian, apt-get install ${name}`)
  return found
}

/** A test's call to Electron itself fails at once. */
function withoutElectron(): ElectronApplication {
  const refuse = () => {
    throw new Error('Electron is not there: this test cannot run in Chromium.')
  }
  return { evaluate: refuse, process: refuse, close: refuse } as unknown as ElectronApplication
}

interface MainParts {
  folder: string
  page: Page
  chosen: Chosen
}

type Main = Awaited<ReturnType<typeof openMain>>

/** Joins the parts of main as `main/index.ts` does, except what only Electron can do. */
async function openMain({ folder, page, chosen }: MainParts) {
  const clock = systemClock(clockSetting())
  const desks = path.join(folder, 'desk')
  const appearance = readStartupAppearance(folder)
  const lastPage = openLastPage(desks, VERSION, clock)
  const keys = makeKeys(keySender(page), process.platform)
  const language = (): Language => {
    const { language: choice } = desk.preferences.preferences()
    return choice === 'system' ? 'en' : choice
  }
  const applyTheme = (theme: Preferences['theme']) => {
    appearance.theme = theme
    void page.emulateMedia({ colorScheme: schemeOf(theme) }).then(() => desk.changed('theme'))
  }
  await page.emulateMedia({ colorScheme: schemeOf(appearance.theme) })
  const desk = openSession(folder, {
    ...{ folder: desks, logFolder: path.join(folder, 'logs'), clock, lastPage, version: VERSION },
    store: openStore({
      workerFile: storeWorker,
      folder: desks,
      clock,
    }),
    ...threadFiles,
    systemLocale: 'en-US',
    runtime: { electron: 'none', electronSupport: 'supported', platform: process.platform },
    keytar: loadKeytar,
    updates: { folder: path.join(folder, 'updates'), source: null },
    changed: coalesced((noun) => {
      if (affectsLastPage(noun)) lastPage.forget()
      // A page that is being closed needs no events.
      page.evaluate(tellOf, noun).catch(() => undefined)
    }),
    screen: { ...screenOf(page, chosen), language, keys, applyTheme },
  })
  const own = {
    mainFrame: {
      get url() {
        return page.url()
      },
    },
  }
  return {
    ...{ keys, own },
    answer: makeRouter<object & { mainFrame: object }>({
      ...{ clock, origin: ORIGIN },
      handlers: () => Promise.resolve(desk),
      page: (sender) => (sender === own ? { shown: null } : undefined),
    }),
    pagesFrom: (built: string) =>
      makePages(built, () => {
        const shown = { colorScheme: schemeOf(appearance.theme), language: language() }
        return { ...shown, last: lastPage.read(shown) }
      }),
    async close() {
      await desk.close()
      await lastPage.settled()
    },
  }
}

const schemeOf = (theme: Preferences['theme']) => (theme === 'dark' ? 'dark' : 'light')

/** The screen of a user whose choices the test determines; hidden pages are not drawn. */
function screenOf(page: Page, chosen: Chosen): Omit<Screen, 'language' | 'keys' | 'applyTheme'> {
  const save = () => Promise.resolve(chosen.save)
  const open = () => Promise.resolve(chosen.open)
  const unseen = () => Promise.reject(new AppError({ kind: 'print', reason: 'gone' }))
  return {
    ...{ chooseFile: save, placeBackup: save, placeReport: save, placePdf: save },
    ...{ placeTemplates: save, chooseTemplates: open },
    ...{ choosePicture: open, chooseBackup: open, chooseReport: open, chooseFolder: open },
    chooseImport: open,
    printer: { read: unseen, print: unseen },
    capture: () => page.screenshot(),
    reload: () => void page.reload(),
    relaunch: () => undefined,
    ...{ showFile: () => undefined, openFile: () => Promise.resolve(), openAbout: () => undefined },
    copy: () => Promise.resolve(),
    copyPicture: () => Promise.resolve(),
    resolveProxy: () => Promise.resolve('DIRECT'),
    applyLanguage: () => undefined,
  }
}

async function servePages(context: BrowserContext, pages: (request: Request) => Response) {
  await context.route('**', async (route) => {
    const url = route.request().url()
    if (!url.startsWith(`${ORIGIN}/`)) return route.abort()
    const answer = pages(new Request(url, { method: route.request().method() }))
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    })
  })
}

const CALL = 'callOfDesk'
const TELL = 'tellOfDesk'

/**
 * Provides the page with the preload's functions, over Playwright instead of Electron's messages.
 */
async function joinPage(page: Page, { own, keys, answer }: Main) {
  await page.exposeBinding(CALL, ({ frame }, ...asked: unknown[]) => {
    const senderFrame = frame === page.mainFrame() ? own.mainFrame : { url: frame.url() }
    return answer({ sender: own, senderFrame }, ...asked)
  })
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    keys.load()
    keys.loaded()
  })
  await page.addInitScript(exposeCalls, { call: CALL, tell: TELL })
}

type Heard = (noun: string) => void

function exposeCalls({ call, tell }: { call: string; tell: string }) {
  const names = globalThis as unknown as Record<string, (...asked: unknown[]) => Promise<unknown>>
  const send = names[call]
  const listeners = new Set<Heard>()
  const heard = (noun: string) => {
    for (const listen of listeners) listen(noun)
  }
  const exposed = {
    call: (...asked: unknown[]) => send?.(...asked),
    onChanged(listen: Heard) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
  Object.defineProperty(globalThis, 'cuepoint', { value: Object.freeze(exposed) })
  Object.defineProperty(globalThis, tell, { value: heard })
}

function tellOf(noun: string) {
  const { tellOfDesk } = globalThis as unknown as { tellOfDesk?: Heard }
  tellOfDesk?.(noun)
}

/** Presses buffered keys one after the other, as Electron would send them. */
function keySender(page: Page) {
  let before: Promise<unknown> = Promise.resolve()
  return ({ type, keyCode, modifiers }: KeyEvent) => {
    // Playwright makes the other events of a press itself.
    if (type !== 'rawKeyDown') return
    const held = modifiers.map((each) => HELD[each]).filter(Boolean)
    const chord = [...held, NAMED[keyCode] ?? keyCode].join('+')
    before = before.then(() => page.keyboard.press(chord)).catch(() => undefined)
  }
}

const HELD: Record<string, string> = {
  ...{ alt: 'Alt', control: 'Control', meta: 'Meta', shift: 'Shift' },
}
const NAMED: Record<string, string> = {
  ...{ Left: 'ArrowLeft', Right: 'ArrowRight', Up: 'ArrowUp', Down: 'ArrowDown' },
}
