import path from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, nativeTheme, shell } from 'electron'
import type { Changed } from '../shared/bridge.ts'
import { CHANGED } from '../shared/channels.ts'
import type { Language } from '../shared/model/desk.ts'
import { loadKeytar } from './keychain.ts'
import type { Screen } from './options.ts'
import { makePages } from './pages.ts'
import { makeParts } from './parts.ts'
import { openPreferences, type PreferencesFile } from './preferences.ts'
import { startRouter } from './router.ts'
import { ORIGIN, openWindow, prepareWindow } from './window.ts'

prepareWindow()
if (app.requestSingleInstanceLock()) start()
else app.exit(0)

function start() {
  // What a hostile answer could reach through a prototype stays as it is.
  Object.freeze(Object.prototype)
  const folder = app.getPath('userData')
  const file = openPreferences(folder)
  nativeTheme.themeSource = file.preferences().theme
  let window: BrowserWindow | undefined

  const parts = makeParts({
    folder: path.join(folder, 'desk'),
    logFolder: path.join(folder, 'logs'),
    workers: {
      store: path.join(import.meta.dirname, 'store-worker.cjs'),
      demo: path.join(import.meta.dirname, 'demo-worker.cjs'),
    },
    version: app.getVersion(),
    runtime: { electron: process.versions.electron, platform: process.platform },
    preferences: file,
    keytar: loadKeytar,
    changed: coalesced((noun) => {
      if (window && !window.isDestroyed()) window.webContents.send(CHANGED, noun)
    }),
    screen: makeScreen(file, () => window),
  })

  void app.whenReady().then(() => {
    startRouter({
      handlers: parts.handlers,
      contents: () => window?.webContents,
      origin: ORIGIN,
      onUnexpected: parts.unexpected,
    })
    window = open(file)
    nativeTheme.on('updated', () => parts.changed('theme'))
  })
  app.on('second-instance', () => {
    if (window?.isMinimized()) window.restore()
    window?.focus()
  })
  app.on('window-all-closed', () => app.quit())
  closeBeforeQuitting(async () => {
    await parts.close()
    await file.settled()
  })
}

function open(file: PreferencesFile) {
  const pages = makePages(path.join(import.meta.dirname, '../renderer'), () => ({
    colorScheme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
    language: languageOf(file.preferences().language),
  }))
  return openWindow({
    preload: path.join(import.meta.dirname, '../preload/index.cjs'),
    pages,
    place: file.window(),
    onPlace: file.place,
  })
}

function makeScreen(file: PreferencesFile, window: () => BrowserWindow | undefined): Screen {
  return {
    language: () => languageOf(file.preferences().language),
    async chooseFile(name) {
      const options = {
        defaultPath: path.join(app.getPath('downloads'), name),
        filters: [{ name: 'CSV', extensions: ['csv'] }],
      }
      const owner = window()
      const asking = owner ? dialog.showSaveDialog(owner, options) : dialog.showSaveDialog(options)
      const { canceled, filePath } = await asking
      return canceled || !filePath ? null : filePath
    },
    showFile: (chosen) => shell.showItemInFolder(chosen),
    copy: (text) => void clipboard.writeText(text),
    applyTheme: (theme) => {
      nativeTheme.themeSource = theme
    },
  }
}

/** Tells the first change of a noun at once, and those that follow within 100 ms together. */
function coalesced(tell: (noun: Changed) => void) {
  const waiting = new Map<Changed, boolean>()
  return function changed(noun: Changed) {
    if (waiting.has(noun)) return void waiting.set(noun, true)
    tell(noun)
    waiting.set(noun, false)
    setTimeout(() => {
      const isAgain = waiting.get(noun)
      waiting.delete(noun)
      if (isAgain) changed(noun)
    }, 100)
  }
}

/** Holds the quit until everything is closed: quitting in the middle of a query aborts the process. */
function closeBeforeQuitting(close: () => Promise<void>) {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    const giveUp = new Promise((resolve) => setTimeout(resolve, 3000))
    void Promise.race([close().catch(() => undefined), giveUp]).then(() => {
      isClosed = true
      app.quit()
    })
  })
}

function languageOf(choice: Language | 'system'): Language {
  if (choice !== 'system') return choice
  return app.getLocale().toLowerCase().startsWith('pt') ? 'pt-BR' : 'en'
}
