import { BrowserWindow, type WebContents } from 'electron'
import { AppError } from '../../shared/failure.ts'
import type { FrozenScreen } from '../../shared/features/reports/report.ts'
import type { Language } from '../../shared/locales/languages.ts'
import type { OffscreenPage, PageFrame, Printer } from '../options.ts'
import { refuseWhenCancelled, untilCancelled } from '../threads/ending.ts'
import { makeTurns } from '../threads/turns.ts'
import { ORIGIN, PRINT_PAGE } from './pages.ts'
import type { CallHandlers } from './router.ts'
import { lockedDownWebPreferences, smallPicture } from './window.ts'

/** At this scale an A4 page is as wide as screens need, with letters of print size. */
const SCALE = 0.75
const INCH = 96
const MARGINS = { top: 0.7, bottom: 0.65, left: 0.5, right: 0.5 }
const A4_WIDTH = 8.27
const WIDTH = Math.floor(((A4_WIDTH - MARGINS.left - MARGINS.right) * INCH) / SCALE)
const HEIGHT = 1200
/** The part of a page that a window shows of a screen. */
const TOP = { x: 0, y: 0, width: WIDTH, height: Math.floor(WIDTH * 0.625) }

/** Longer than a screen needs that waits for its service's quota once. */
const LONGEST_MS = 150_000

/** Draws pages in hidden, locked-down windows, one of each use at a time, with their own handlers. */
export function makePrinter(preload: string): Printer & {
  /** The handlers for a printed page; undefined for any other page. */
  pageOf: (sender: WebContents) => { shown: () => CallHandlers } | undefined
  close: () => void
} {
  const pages = new Map<WebContents, CallHandlers>()
  const windows = new Set<BrowserWindow>()
  // Apart, because a page that is read may wait for its service.
  const [reading, printing] = [makeTurns(), makeTurns()]

  async function drawn<T>(
    { handlers, language, signal }: OffscreenPage,
    act: (contents: WebContents, screen: FrozenScreen | null) => Promise<T>,
  ): Promise<T> {
    refuseWhenCancelled(signal)
    const window = hiddenWindow(preload)
    const { webContents } = window
    windows.add(window)
    try {
      const settled = new Promise<FrozenScreen | null>((resolve) => {
        const print = { settled: ({ screen }: { screen: FrozenScreen | null }) => resolve(screen) }
        pages.set(webContents, { ...handlers, print })
      })
      const work = async () => {
        await window.loadURL(addressFor(language))
        return act(webContents, await settled)
      }
      return await Promise.race([work(), stopped(window, signal)])
    } finally {
      pages.delete(webContents)
      windows.delete(window)
      if (!window.isDestroyed()) window.destroy()
    }
  }

  return {
    pageOf(sender) {
      const handlers = pages.get(sender)
      return handlers && { shown: () => handlers }
    },
    read: (page) =>
      untilCancelled(
        reading(() => drawn(page, pictured)),
        page.signal,
      ),
    print: (page, frame) =>
      untilCancelled(
        printing(() => drawn(page, (contents) => printed(contents, frame))),
        page.signal,
      ),
    close() {
      for (const window of windows) window.destroy()
    },
  }
}

const addressFor = (language: Language) => `${ORIGIN}/index.html?${PRINT_PAGE}=${language}`

function hiddenWindow(preload: string) {
  return new BrowserWindow({
    width: WIDTH,
    height: HEIGHT,
    useContentSize: true,
    show: false,
    // Otherwise the window, and so its charts, would be no wider than the screen.
    enableLargerThanScreen: true,
    skipTaskbar: true,
    focusable: false,
    backgroundColor: '#ffffff',
    webPreferences: { ...lockedDownWebPreferences(preload), backgroundThrottling: false },
  })
}

async function pictured(contents: WebContents, screen: FrozenScreen | null) {
  if (!screen) return null
  // A report is complete without its picture.
  const preview = await smallPicture(contents, TOP).catch(() => null)
  return { screen, preview }
}

const NO_MARGINS = { top: 0, bottom: 0, left: 0, right: 0 }

const printed = (contents: WebContents, frame: PageFrame | null) =>
  contents.printToPDF({
    pageSize: 'A4',
    printBackground: true,
    ...(frame
      ? {
          margins: MARGINS,
          scale: SCALE,
          displayHeaderFooter: true,
          headerTemplate: frame.header,
          footerTemplate: frame.footer,
        }
      : { margins: NO_MARGINS, scale: 1 }),
  })

/** Rejects when the page takes too long, crashes or is cancelled. */
function stopped(window: BrowserWindow, signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const late = setTimeout(
      () => reject(new AppError({ kind: 'print', reason: 'late' })),
      LONGEST_MS,
    )
    const gone = () => reject(new AppError({ kind: 'print', reason: 'gone' }))
    const cancel = () => reject(new AppError({ kind: 'cancelled' }))
    window.webContents.on('render-process-gone', gone)
    signal?.addEventListener('abort', cancel, { once: true })
    window.once('closed', () => {
      clearTimeout(late)
      signal?.removeEventListener('abort', cancel)
      gone()
    })
  })
}
