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
import { CHANGED } from '../../shared/channels.ts'
import type { Language } from '../../shared/locales/languages.ts'
import { KEY_MODIFIERS } from '../../shared/model/key-press.ts'
import type { Clock } from '../clock.ts'
import { ABOUT, aboutTitle } from './about-page.ts'
import { AGAIN, AT_OVERVIEW, COPIED, CRASHED } from './crashed-page.ts'
import type { Keys } from './keys.ts'
import { type MenuParts, menuTemplate } from './menu.ts'
import { ORIGIN } from './pages.ts'
import {
  canBeMoved,
  placeWithin,
  showOnceDrawn,
  sizeWithin,
  type WindowPlace,
} from './startup-appearance.ts'

/** To be called before the app is ready: our scheme, the sandbox, and no network. */
export function prepareWindow() {
  // Chromium has no sandbox when run as root, and Electron then starts only with a switch that says so.
  if (process.getuid?.() !== 0) app.enableSandbox()
  // WebRTC obeys neither the page's policy nor onBeforeRequest. Our own requests are made by Node.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, codeCache: true } },
  ])
}

interface WindowParts {
  clock: Pick<Clock, 'monotonic'>
  preload: string
  pages: (request: Request) => Response
  /** The next page shows the overview, whatever the user had open. */
  leavePlace: () => void
  place: WindowPlace
  onPlace: (place: WindowPlace) => void
  keys: Keys
}

/** Opens the window, and blocks everything that leads out of its page. */
export function openWindow({ clock, keys, ...parts }: WindowParts): BrowserWindow {
  const { preload, pages, leavePlace, place, onPlace } = parts
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
    // For an unpacked program, which has no desktop entry to name the icon.
    ...(app.isPackaged && process.platform === 'linux' && { icon: windowIcon() }),
    webPreferences: lockedDownWebPreferences(preload),
  })
  // A window that is closed before it is shown keeps the place that it had.
  showOnceDrawn(window, place, () => rememberPlace(window, onPlace))
  commitAtSessionEnd(window)
  reloadAfterCrash(window, clock)
  leaveByLink(window, leavePlace)
  returnToPage(window)
  bufferKeys(window.webContents, keys)
  void window.loadURL(`${ORIGIN}/index.html`)
  return window
}

/** Opens the About page in a window of its own, without a bridge; Esc closes it. */
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
const background = () => (nativeTheme.shouldUseDarkColors ? '#16171b' : '#f5f6f8')

/** Web preferences of every page of ours; without a preload it has no bridge. */
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

/** Blocks navigation, permissions, downloads, new windows and requests of every page. */
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
  // Without a listener Electron refuses invalid certificates, so there must be none.
  app.on('select-client-certificate', (event, ...parameters) => {
    event.preventDefault()
    parameters[3]()
  })
  app.on('login', (event) => event.preventDefault())
}

/** Whether this is a link of the crash page, the only page of ours with links. */
const isOutOfCrashed = (from: string, to: string) =>
  [CRASHED, COPIED].some((address) => from === `${ORIGIN}/${address}`) &&
  [AGAIN, AT_OVERVIEW, COPIED].some((address) => to === `${ORIGIN}/${address}`)

function isOwn(url: string) {
  return url.startsWith(`${ORIGIN}/`) || (!app.isPackaged && url.startsWith('devtools://'))
}

/** The remembered bounds as far as the displays show them, unless none shows the title bar any more. */
function visible({ x, y, width, height }: WindowPlace): Partial<Rectangle> {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const isPlaced = x !== undefined && y !== undefined && canBeMoved({ x, y, width }, areas)
  if (isPlaced) return placeWithin({ x, y, width, height }, areas)
  return sizeWithin({ width, height }, screen.getPrimaryDisplay().workArea)
}

function rememberPlace(window: BrowserWindow, onPlace: (place: WindowPlace) => void) {
  let timer: NodeJS.Timeout | undefined
  const notify = () => {
    if (window.isDestroyed() || window.isMinimized()) return
    onPlace({ ...window.getNormalBounds(), isMaximized: window.isMaximized() })
  }
  const notifyLater = () => {
    clearTimeout(timer)
    timer = setTimeout(notify, 400)
  }
  for (const moved of ['resize', 'move', 'maximize', 'unmaximize'] as const) {
    window.on(moved as 'resize', notifyLater)
  }
  window.on('close', () => {
    clearTimeout(timer)
    notify()
  })
}

/**
 * Windows ends a session without closing the window. Older versions of Electron have only the later of
 * these events, and no other system has any.
 */
function commitAtSessionEnd(window: BrowserWindow) {
  const commit = () => window.webContents.send(CHANGED, 'session-end')
  for (const name of ['query-session-end', 'session-end'] as const) {
    window.on(name as 'session-end', commit)
  }
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

/** At the click: the page keeps the link's address, and may be loaded again with another place open. */
function leaveByLink({ webContents }: BrowserWindow, leavePlace: () => void) {
  webContents.on('will-navigate', ({ url }) => {
    const isLink = isOutOfCrashed(webContents.getURL(), url)
    if (isLink && url === `${ORIGIN}/${AT_OVERVIEW}`) leavePlace()
  })
}

/** For some addresses Chromium navigates to an empty page of its own without asking. */
function returnToPage({ webContents }: BrowserWindow) {
  const returnFrom = (address: string) => {
    if (!isOwn(address)) webContents.loadURL(`${ORIGIN}/index.html`).catch(() => undefined)
  }
  webContents.on('did-navigate', (_event, address) => returnFrom(address))
  webContents.on('did-fail-load', (...[, , , address, isMainFrame]) => {
    if (isMainFrame) returnFrom(address)
  })
}

function bufferKeys(contents: WebContents, keys: Keys) {
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) keys.load()
  })
  contents.on('did-navigate', keys.loaded)
  contents.on('before-input-event', (event, { type, key, code, isComposing, ...input }) => {
    const pressed = input.modifiers.map((each) => each.toLowerCase())
    const modifiers = KEY_MODIFIERS.filter((each) => pressed.includes(each))
    if (!isComposing && keys.suppress(type, { key, code, modifiers })) event.preventDefault()
  })
}

export function showMenu(parts: Omit<MenuParts, 'isMac' | 'isPackaged'>) {
  const { isPackaged } = app
  const template = menuTemplate({ ...parts, isPackaged, isMac: process.platform === 'darwin' })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

/** `writeImage` exists before Electron 44 only; the types of 45 lack it. */
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

/** A small PNG of a page or of a part of it; null when the page shows nothing. */
export async function smallPicture(
  contents: WebContents | undefined,
  part?: Rectangle,
): Promise<Uint8Array | null> {
  const picture = await contents?.capturePage(part)
  if (!picture || picture.isEmpty()) return null
  return picture.resize({ width: PREVIEW_WIDTH, quality: 'good' }).toPNG()
}
