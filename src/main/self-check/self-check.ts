import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { app, BrowserWindow, ipcMain, net, protocol, type WebContents } from 'electron'
import { CALL } from '../../shared/channels.ts'
import { codeCaches } from '../code-cache.ts'
import { openStore } from '../database/store.ts'
import { loadKeytar } from '../keychain/keychain.ts'
import type { PartsOptions } from '../options.ts'
import { openSession } from '../parts.ts'
import { openLastPage } from '../shell/last-page.ts'
import { makePages, ORIGIN } from '../shell/pages.ts'
import { makePrinter } from '../shell/print.ts'
import { makeRouter } from '../shell/router.ts'
import { makeScreen } from '../shell/screen.ts'
import { blockNavigation, lockedDownWebPreferences } from '../shell/window.ts'
import { haveThreadsEnded } from '../threads/ending.ts'
import { type Check, runChecks } from './checks.ts'
import { type PartsToCheck, partChecks } from './parts.ts'

/** Limit for all checks together. */
const LONGEST_MS = 30_000
/** Limit for closing what the checks opened. */
const LONGEST_CLOSE_MS = 3000

interface SelfCheck extends Pick<PartsOptions, 'runtime'>, Omit<PartsToCheck, 'keytar'> {
  preload: string
  /** The folder of the built pages. */
  renderer: string
}

/**
 * Checks whether this build works on this computer: prints a line for each part, then exits with 0
 * when all work. The user's data is not opened: `folder` is new.
 */
export async function selfCheck(parts: SelfCheck): Promise<void> {
  // The window closes before the threads have ended: that must not quit the app.
  app.on('window-all-closed', () => undefined)
  const { version, runtime } = parts
  const { chrome, node } = process.versions
  const { electron, platform } = runtime
  say(`Cuepoint ${version}, Electron ${electron}, Chromium ${chrome}, Node ${node}, ${platform}`)
  const keytar = loadKeytar
  const page = makePage(parts)
  const codeCache = { name: 'code cache', run: async () => codeCacheReport() }
  const checks = [...partChecks({ ...parts, keytar }), ...page.checks, codeCache]
  const { failed, isSettled } = await runChecks(checks, { say, longestMs: LONGEST_MS })
  say(failed === 0 ? 'All of it works.' : `${failed} of ${checks.length} do not work.`)
  await Promise.race([page.close(), wait(LONGEST_CLOSE_MS)])
  const haveEnded = (await haveThreadsEnded()) && isSettled
  await written()
  if (haveEnded) return app.exit(failed === 0 ? 0 : 1)
  // A thread that does not end would keep the process from exiting.
  process.kill(process.pid, 'SIGKILL')
}

/** Without a code cache all works as well, only slower. */
function codeCacheReport(): string {
  const { taken, refused } = codeCaches
  if (refused.length > 0) return `refused by V8 for ${refused.join(', ')}`
  return taken > 0 ? `taken by V8 for ${taken} scripts` : 'there is none'
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Resolves when stdout is flushed. */
const written = () => new Promise<void>((done) => process.stdout.write('', () => done()))

/** The app's own page in a hidden window, with handlers of its own. */
function makePage(parts: SelfCheck): { checks: Check[]; close: () => Promise<void> } {
  const opened = app.whenReady().then(() => openPage(parts))
  const report = (script: string) => async () => {
    const { window, gone } = await opened
    const seen: unknown = await Promise.race([window.webContents.executeJavaScript(script), gone])
    return String(seen)
  }
  return {
    checks: [
      { name: 'protocol', run: () => opened.then(checkProtocol) },
      { name: 'window', run: report(windowReport) },
      { name: 'fonts', run: report(fontsReport) },
      { name: 'policy', run: report(policyReport) },
    ],
    async close() {
      const { window, desk } = await opened
      window.destroy()
      await desk.close()
    },
  }
}

async function openPage(parts: SelfCheck) {
  const { clock, preload, renderer } = parts
  const folder = path.join(parts.folder, 'desk')
  const printer = makePrinter(preload)
  const session = openSession(parts.folder, {
    ...parts,
    systemLocale: 'en-US',
    folder,
    logFolder: path.join(parts.folder, 'logs'),
    store: openStore({ workerFile: parts.storeWorker, folder, clock }),
    keytar: loadKeytar,
    lastPage: openLastPage(folder, parts.version, clock),
    changed: () => undefined,
    updates: { folder: path.join(parts.folder, 'updates'), source: null },
    screen: {
      ...makeScreen(
        () => 'en',
        () => window,
      ),
      ...{
        printer,
        keys: { ready: () => undefined, hold: () => undefined, putBack: () => undefined },
      },
      ...{ applyLanguage: () => undefined, openAbout: () => undefined },
    },
  })
  protocol.handle(
    'app',
    makePages(renderer, () => ({ colorScheme: 'light', language: 'en', last: null })),
  )
  blockNavigation()
  const window: BrowserWindow = new BrowserWindow({
    show: false,
    webPreferences: { ...lockedDownWebPreferences(preload), backgroundThrottling: false },
  })
  const { webContents } = window
  const answer = makeRouter<WebContents>({
    ...{ clock, origin: ORIGIN },
    handlers: () => Promise.resolve(session),
    page: (sender) => (sender === webContents ? { shown: null } : undefined),
  })
  ipcMain.handle(CALL, answer)
  const gone = new Promise<never>((_, reject) => {
    webContents.once('render-process-gone', (_event, { reason }) =>
      reject(new Error(`the process of the window ended: ${reason}`)),
    )
  })
  gone.catch(() => undefined)
  await Promise.race([window.loadURL(`${ORIGIN}/index.html`), gone])
  return { window, desk: session, gone }
}

async function checkProtocol(): Promise<string> {
  const found = await net.fetch(`${ORIGIN}/index.html`)
  const policy = found.headers.get('content-security-policy') ?? ''
  if (found.status !== 200) throw new Error(`the page was answered with ${found.status}`)
  if (!policy.startsWith("default-src 'none'"))
    throw new Error(`the content security policy was “${policy}”`)
  const { status } = await net.fetch(`${ORIGIN}/none.html`)
  if (status !== 404) throw new Error(`a missing page was answered with ${status}`)
  return 'the page has its content security policy, and a missing page is not served'
}

// Scripts that run in the page. Each returns what it found or throws the reason.

/** Shows that the page's script, the bridge and main work: the first screen is drawn. */
const windowReport = `(async () => {
  const reply = await window.cuepoint.call('app', 'info')
  if (!reply.ok) throw new Error('the app answered ' + JSON.stringify(reply.failure))
  const heading = () => document.querySelector('h1')?.textContent
  while (!heading()) await new Promise((next) => setTimeout(next, 50))
  return 'the first screen is drawn: ' + heading()
})()`

const fontsReport = `(async () => {
  const faces = await document.fonts.load('1em "Inter Variable"', 'Aã')
  if (faces.length === 0) throw new Error('no face of the font Inter matches')
  const missing = faces.filter(({ status }) => status !== 'loaded')
  if (missing.length > 0) throw new Error('faces of the font Inter were not loaded')
  return faces.length + ' faces of Inter loaded'
})()`

const policyReport = `(async () => {
  const refused = []
  document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
  const elsewhere = 'https://elsewhere.example.com/'
  await fetch(elsewhere).catch(() => undefined)
  new Image().src = elsewhere
  const style = document.createElement('style')
  style.append('h1 { display: none }')
  document.head.append(style)
  style.remove()
  const script = document.createElement('script')
  try {
    script.text = 'window.wasRun = true'
    document.body.append(script)
  } catch {}
  const wanted = ['connect-src', 'img-src', 'style-src-elem', 'require-trusted-types-for']
  const isRefused = () => wanted.every((each) => refused.includes(each))
  for (let times = 0; times < 40 && !isRefused(); times++) await new Promise((next) => setTimeout(next, 50))
  const allowed = wanted.filter((each) => !refused.includes(each))
  if (window.wasRun) allowed.push('script-src')
  if (allowed.length > 0) throw new Error('not enforced: ' + allowed)
  return 'refused by ' + wanted.join(', ')
})()`
