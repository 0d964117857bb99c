import type { Changed } from '../shared/bridge.ts'
import type { FrozenScreen } from '../shared/features/reports/report.ts'
import type { Preferences } from '../shared/features/settings/preferences.ts'
import type { AppInfo } from '../shared/features/settings/window-info.ts'
import type { Language } from '../shared/locales/languages.ts'
import type { Clock } from './clock.ts'
import type { Store } from './database/store.ts'
import type { PreferencesFile } from './features/settings/preferences.ts'
import type { UpdateSource } from './features/updates/source.ts'
import type { KeytarLike } from './keychain/keychain.ts'
import type { Keys } from './shell/keys.ts'
import type { LastPage } from './shell/last-page.ts'
import type { CallHandlers } from './shell/router.ts'

/** A page to be drawn in a hidden window. */
export interface OffscreenPage {
  /** The handlers of the page's calls. */
  handlers: CallHandlers
  language: Language
  signal?: AbortSignal | undefined
}

/** Header and footer of every printed page, as HTML. */
export interface PageFrame {
  header: string
  footer: string
}

/** The data from which a report of a drawn page is made. */
export interface DrawnScreen {
  screen: FrozenScreen
  /** A small PNG of the top of the page; null when it could not be captured. */
  preview: Uint8Array | null
}

/** Draws pages in hidden windows. Throws `print` when a page could not be drawn. */
export interface Printer {
  /**
   * Waits until the page is drawn completely; null when it shows nothing that can be frozen as a
   * report.
   */
  read: (page: OffscreenPage) => Promise<DrawnScreen | null>
  /**
   * Renders the page as a PDF; without `frame` the page draws its own margins, header and footer.
   */
  print: (page: OffscreenPage, frame: PageFrame | null) => Promise<Uint8Array>
}

/**
 * Everything that only Electron can do, passed in so that all other parts also run under plain
 * Node.
 */
export interface Screen {
  language: () => Language
  /** Asks where to save a file; null when the user cancelled the dialog. */
  chooseFile: (suggestedName: string) => Promise<string | null>
  /** Asks for a picture; null when the user cancelled the dialog. */
  choosePicture: () => Promise<string | null>
  /** Asks where to save a backup; null when the user cancelled the dialog. */
  placeBackup: (suggestedName: string) => Promise<string | null>
  /** Asks for a backup to open; null when the user cancelled the dialog. */
  chooseBackup: () => Promise<string | null>
  /** Asks where to save a report; null when the user cancelled the dialog. */
  placeReport: (suggestedName: string) => Promise<string | null>
  /** Asks for a report to open; null when the user cancelled the dialog. */
  chooseReport: () => Promise<string | null>
  /** Asks where to save a file of templates; null when the user cancelled the dialog. */
  placeTemplates: (suggestedName: string) => Promise<string | null>
  /** Asks for a file of templates to open; null when the user cancelled the dialog. */
  chooseTemplates: () => Promise<string | null>
  /** Asks for a table or a proposal to import; null when the user cancelled the dialog. */
  chooseImport: () => Promise<string | null>
  /** Asks where to save a PDF; null when the user cancelled the dialog. */
  placePdf: (suggestedName: string) => Promise<string | null>
  printer: Printer
  keys: Pick<Keys, 'ready' | 'hold' | 'putBack'>
  /** A small PNG of the window as it is; null when there is none. */
  capture: () => Promise<Uint8Array | null>
  /** Reloads the window's page. */
  reload: () => void
  /** Restarts the app. */
  relaunch: () => void
  /** Asks for a folder; null when the user cancelled the dialog. */
  chooseFolder: () => Promise<string | null>
  showFile: (file: string) => void
  /**
   * Opens a file with the system's program for it; shows the file in its folder when there is none.
   */
  openFile: (file: string) => Promise<void>
  /** Shows the versions and licences of the app's components. */
  openAbout: () => void
  copy: (text: string) => Promise<void>
  /** Copies a PNG to the clipboard as a picture. */
  copyPicture: (png: Uint8Array<ArrayBuffer>) => Promise<void>
  /**
   * The proxies for an address, in the syntax of a PAC file's result: by the PAC file at a `data:`
   * address or, with null, by the system's other settings.
   */
  resolveProxy: (url: string, pac: string | null) => Promise<string>
  applyTheme: (theme: Preferences['theme']) => void
  /** Updates everything outside of the page, such as menus, to the preferred language. */
  applyLanguage: () => void
}

export interface PartsOptions {
  clock: Clock
  /** The folder of the databases. */
  folder: string
  logFolder: string
  store: Promise<Store>
  /** The built file of the demo service's thread. */
  demoWorker: string
  /** The built file of the thread that checks the services' large answers. */
  answerWorker: string
  /** The built file of the thread that reads the system's certificate authorities. */
  authoritiesWorker: string
  /** The built file of the thread that writes Parquet. */
  ledgerWorker: string
  /** The built file of the thread that reads and packs report files. */
  reportWorker: string
  version: string
  /** Of the system's regional format, as Electron names it. */
  systemLocale: string
  runtime: Pick<AppInfo, 'electron' | 'electronSupport' | 'platform'>
  /** The folder of updates, and where they come from; null when this build has no update address. */
  updates: { folder: string; source: UpdateSource | null }
  preferences: PreferencesFile
  lastPage: Pick<LastPage, 'keep' | 'forget' | 'forgotten'>
  keytar: () => Promise<KeytarLike>
  /** Notifies the window that data of a noun changed. */
  changed: (noun: Changed) => void
  screen: Screen
}
