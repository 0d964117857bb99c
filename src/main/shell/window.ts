import path from 'node:path'
import {
  app,
  BrowserWindow,
  type Clipboard,
  ClipboardItem,
  clipboard,
  Menu,
  type NativeImage,
  nativeImage,
  nativeTheme,
  protocol,
  type Rectangle,
  screen,
  session,
  type WebContents,
  type WebPreferences,
} from 'electron'
import type { Language } from '../../shared/locales/languages.ts'
import { KEY_MODIFIERS } from '../../shared/model/key-press.ts'
import type { Clock } from '../clock.ts'
import { ABOUT, aboutTitle } from './about-page.ts'
import { AGAIN, AT_OVERVIEW, COPIED, CRASHED } from './crashed-page.ts'
import type { Keys } from './keys.ts'
import { type MenuParts, menuTemplate } from './menu.ts'
import { ORIGIN } from './pages.ts'
import type { WindowPlace } from './startup-appearance.ts'

/** Before the app is ready: the scheme of our pages, and for every page the sandbox and no network. */
export function prepareWindow() {
  // For root there is no sandbox: Electron then starts only when its launcher says so.
  if (process.getuid?.() !== 0) app.enableSandbox()
  // Peer connections ask neither the page's policy nor onBeforeRequest. Ours go out from Node.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

interface WindowParts {
  clock: Pick<Clock, 'monotonic'>
  preload: string
  pages: (request: Request) => Response
  place: WindowPlace
  onPlace: (place: WindowPlace) => void
  keys: Keys
}

/** Opens the one window. Every way out of its page is closed here. */
export function openWindow({ clock, keys, ...parts }: WindowParts): BrowserWindow {
  const { preload, pages, place, onPlace } = parts
  protocol.handle('app', pages)
  blockNavigation()
  const window = new BrowserWindow({
    ...visible(place),
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Cuepoint',
    autoHideMenuBar: true,
    backgroundColor: background(),
    // Where no desktop entry says it, as of a program that was only unpacked.
    ...(app.isPackaged && process.platform === 'linux' && { icon: windowIcon() }),
    webPreferences: lockedDownWebPreferences(preload),
  })
  if (place.isMaximized) window.maximize()
  showOnceDrawn(window)
  rememberPlace(window, onPlace)
  reloadAfterCrash(window, clock)
  returnToPage(window)
  holdKeys(window.webContents, keys)
  void window.loadURL(`${ORIGIN}/index.html`)
  return window
}

/** Says what the app is made of, in a window that has one page and no bridge; Esc closes it. */
export function makeAbout(language: () => Language, owner: () => BrowserWindow | undefined) {
  let window: BrowserWindow | undefined
  return function openAbout() {
    if (window && !window.isDestroyed()) return window.focus()
    const parent = owner()
    window = new BrowserWindow({
      ...(parent && { parent }),
      ...{ width: 640, height: 680, title: aboutTitle(language()) },
      ...{ minimizable: false, maximizable: false, fullscreenable: false },
      backgroundColor: background(),
      webPreferences: lockedDownWebPreferences(),
    })
    window.setMenuBarVisibility(false)
    window.webContents.on('before-input-event', (_event, { type, key }) => {
      if (type === 'keyDown' && key === 'Escape') window?.close()
    })
    return void window.loadURL(`${ORIGIN}/${ABOUT}`)
  }
}

const windowIcon = () => path.join(process.resourcesPath, 'app-256.png')
const background = () => (nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#f4f5f7')

/** Nobody looks longer for a window, whether it was drawn or not. */
const LONGEST_UNSEEN_MS = 3000

function showOnceDrawn(window: BrowserWindow) {
  const show = () => {
    clearTimeout(late)
    if (!window.isDestroyed() && !window.isVisible()) window.show()
  }
  const late = setTimeout(show, LONGEST_UNSEEN_MS)
  window.once('ready-to-show', show)
}

/** What every page of ours is shut off from; without a preload it has no bridge either. */
export const lockedDownWebPreferences = (preload?: string): WebPreferences => ({
  ...(preload && { preload }),
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  spellcheck: false,
  devTools: !app.isPackaged,
})

/** Every way out of the pages of this process. */
export function blockNavigation() {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, _permission, decide) => decide(false))
  defaultSession.setPermissionCheckHandler(() => false)
  defaultSession.setDevicePermissionHandler(() => false)
  defaultSession.webRequest.onBeforeRequest((request, decide) => {
    decide({ cancel: !isOwn(request.url) })
  })
  defaultSession.on('will-download', (event) => event.preventDefault())
  app.on('web-contents-created', (_event, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    const stay = (event: { preventDefault: () => void; url: string }) => {
      if (!isOutOfCrashed(contents.getURL(), event.url)) event.preventDefault()
    }
    contents.on('will-navigate', stay)
    contents.on('will-frame-navigate', stay)
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
  // Electron's own default refuses a bad certificate; preventing it would be how to accept one.
  app.on('select-client-certificate', (event, ...asked) => {
    event.preventDefault()
    asked[3]()
  })
  app.on('login', (event) => event.preventDefault())
}

/** The page of a window that kept ending has links, and no other page of ours has. */
const isOutOfCrashed = (from: string, to: string) =>
  [CRASHED, COPIED].some((address) => from === `${ORIGIN}/${address}`) &&
  [AGAIN, AT_OVERVIEW, COPIED].some((address) => to === `${ORIGIN}/${address}`)

function isOwn(url: string) {
  return url.startsWith(`${ORIGIN}/`) || (!app.isPackaged && url.startsWith('devtools://'))
}

/** The remembered place, unless no screen shows it any more. */
function visible(place: WindowPlace): Partial<Rectangle> {
  const { x, y, width, height } = place
  if (x === undefined || y === undefined) return { width, height }
  const shown = screen.getAllDisplays().some(({ workArea }) => {
    const across = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x)
    const down = Math.min(y + height, workArea.y + workArea.height) - Math.max(y, workArea.y)
    return across > 100 && down > 50
  })
  return shown ? { x, y, width, height } : { width, height }
}

function rememberPlace(window: BrowserWindow, onPlace: (place: WindowPlace) => void) {
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    if (window.isDestroyed() || window.isMinimized()) return
    onPlace({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(tell, 400)
  }
  for (const moved of ['resize', 'move', 'maximize', 'unmaximize'] as const) {
    window.on(moved as 'resize', later)
  }
  window.on('close', () => {
    clearTimeout(timer)
    tell()
  })
}

const MOST_RELOADS_A_MINUTE = 3

function reloadAfterCrash(window: BrowserWindow, clock: Pick<Clock, 'monotonic'>) {
  let reloads: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    const now = clock.monotonic()
    reloads = [...reloads.filter((at) => at > now - 60_000), now]
    if (reloads.length <= MOST_RELOADS_A_MINUTE) return window.webContents.reload()
    reloads = []
    void window.loadURL(`${ORIGIN}/${CRASHED}`)
  })
}

/** For some addresses Chromium shows an empty page of its own, and asks nobody before. */
function returnToPage({ webContents }: BrowserWindow) {
  const returnFrom = (address: string) => {
    if (!isOwn(address)) webContents.loadURL(`${ORIGIN}/index.html`).catch(() => undefined)
  }
  webContents.on('did-navigate', (_event, address) => returnFrom(address))
  webContents.on('did-fail-load', (...[, , , address, isMainFrame]) => {
    if (isMainFrame) returnFrom(address)
  })
}

function holdKeys(contents: WebContents, keys: Keys) {
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) keys.load()
  })
  contents.on('did-navigate', keys.loaded)
  contents.on('before-input-event', (event, { type, key, code, isComposing, ...input }) => {
    const told = input.modifiers.map((each) => each.toLowerCase())
    const modifiers = KEY_MODIFIERS.filter((each) => told.includes(each))
    if (!isComposing && keys.hold(type, { key, code, modifiers })) event.preventDefault()
  })
}

export function showMenu(parts: Omit<MenuParts, 'isMac' | 'isPackaged'>) {
  const { isPackaged } = app
  const template = menuTemplate({ ...parts, isPackaged, isMac: process.platform === 'darwin' })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** The clipboard of the Electrons before 44, which the newest one's types no longer know. */
type EitherClipboard = Clipboard & { writeImage?: (image: NativeImage) => void }

export async function copyPicture(png: Uint8Array<ArrayBuffer>) {
  const either: EitherClipboard = clipboard
  if (either.writeImage) {
    either.writeImage(nativeImage.createFromBuffer(Buffer.from(png)))
    return
  }
  await clipboard.write([new ClipboardItem({ 'image/png': new Blob([png]) })])
}

const PREVIEW_WIDTH = 480

/** A small PNG of what a page shows, or of a part of it; null when it shows nothing. */
export async function smallPicture(
  contents: WebContents | undefined,
  part?: Rectangle,
): Promise<Uint8Array | null> {
  const picture = await contents?.capturePage(part)
  if (!picture || picture.isEmpty()) return null
  return picture.resize({ width: PREVIEW_WIDTH, quality: 'good' }).toPNG()
}
