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
import type { DeskHandlers } from './shell/router.ts'

/** A page to be drawn where nobody sees it. */
export interface Sheet {
  /** What answers it. */
  handlers: DeskHandlers
  language: Language
  signal?: AbortSignal | undefined
}

/** What stands over and under every page of paper, as HTML. */
export interface Paper {
  header: string
  footer: string
}

/** What a report of a page is made from. */
export interface DrawnScreen {
  screen: FrozenScreen
  /** A small PNG of the top of the page; null when it cannot be had. */
  preview: Uint8Array | null
}

/** Draws pages that nobody sees. Throws `print` when one is not drawn. */
export interface Printer {
  /** The page once all of it is drawn; null when it shows nothing that a report could be of. */
  read: (sheet: Sheet) => Promise<DrawnScreen | null>
  /** The page as a PDF; without `paper` it draws its own margins, header and footer. */
  print: (sheet: Sheet, paper: Paper | null) => Promise<Uint8Array>
}

/** What only Electron can do, handed in so that all other parts run under plain Node too. */
export interface Screen {
  language: () => Language
  /** Asks the person where to keep a file; null when nowhere. */
  chooseFile: (suggestedName: string) => Promise<string | null>
  /** Asks the person for a picture to use; null when none. */
  choosePicture: () => Promise<string | null>
  /** Asks the person where to keep a backup; null when nowhere. */
  placeBackup: (suggestedName: string) => Promise<string | null>
  /** Asks the person which backup to open; null when none. */
  chooseBackup: () => Promise<string | null>
  /** Asks the person where to keep a report; null when nowhere. */
  placeReport: (suggestedName: string) => Promise<string | null>
  /** Asks the person which report to open; null when none. */
  chooseReport: () => Promise<string | null>
  /** Asks the person where to keep a file of templates; null when nowhere. */
  placeTemplates: (suggestedName: string) => Promise<string | null>
  /** Asks the person which file of templates to open; null when none. */
  chooseTemplates: () => Promise<string | null>
  /** Asks the person for a table or a proposal to import; null when none. */
  chooseImport: () => Promise<string | null>
  /** Asks the person where to keep a PDF; null when nowhere. */
  placePdf: (suggestedName: string) => Promise<string | null>
  printer: Printer
  keys: Pick<Keys, 'ready' | 'putBack'>
  /** A small PNG of the window as it is; null when there is none. */
  capture: () => Promise<Uint8Array | null>
  /** Has the window read its page anew. */
  reload: () => void
  /** Closes the app and starts it again. */
  relaunch: () => void
  /** Asks the person for a folder; null when none. */
  chooseFolder: () => Promise<string | null>
  showFile: (file: string) => void
  /** Has the system open a file with the program that it has for it; where there is none, shows the file. */
  openFile: (file: string) => Promise<void>
  /** Shows the versions and licences of what the app contains. */
  openAbout: () => void
  copy: (text: string) => Promise<void>
  /** Puts the bytes of a PNG on the clipboard as a picture. */
  copyPicture: (png: Uint8Array<ArrayBuffer>) => Promise<void>
  /**
   * What the PAC file at a data: address, or with null the system's other settings, say of the way to
   * an address, in the words of a PAC file.
   */
  resolveProxy: (url: string, pac: string | null) => Promise<string>
  applyTheme: (theme: Preferences['theme']) => void
  /** Says what is outside of the page in the language that is preferred now. */
  applyLanguage: () => void
}

export interface PartsOptions {
  clock: Clock
  /** The folder of the desk's databases. */
  folder: string
  logFolder: string
  store: Promise<Store>
  /** The built file of the demo service's thread. */
  demoWorker: string
  /** The built file of the thread that checks large answers of the services. */
  answerWorker: string
  /** The built file of the thread that writes Parquet. */
  ledgerWorker: string
  /** The built file of the thread that reads and packs report files. */
  reportWorker: string
  version: string
  runtime: Pick<AppInfo, 'electron' | 'electronSupport' | 'platform'>
  /** The folder of updates, and where they come from; null when this build has no update address. */
  updates: { folder: string; source: UpdateSource | null }
  preferences: PreferencesFile
  lastPage: Pick<LastPage, 'keep' | 'forget'>
  keytar: () => Promise<KeytarLike>
  /** Tells the window that something of a noun changed. */
  changed: (noun: Changed) => void
  screen: Screen
}
