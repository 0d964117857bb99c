import type { Changed } from '../shared/bridge.ts'
import type { DeskInfo, Language, Preferences } from '../shared/model/desk.ts'
import type { KeytarLike } from './keychain.ts'
import type { LastPage } from './last-page.ts'
import type { PreferencesFile } from './preferences.ts'
import type { Store } from './store/store.ts'

/** What only Electron can do, handed in so that all other parts run under plain Node too. */
export interface Screen {
  language: () => Language
  /** Asks the person where to keep a file; null when nowhere. */
  chooseFile: (suggestedName: string) => Promise<string | null>
  /** Asks the person for a picture to use; null when none. */
  choosePicture: () => Promise<string | null>
  showFile: (file: string) => void
  copy: (text: string) => void
  applyTheme: (theme: Preferences['theme']) => void
}

export interface PartsOptions {
  /** The folder of the desk's databases. */
  folder: string
  logFolder: string
  store: Promise<Store>
  /** The built file of the demo service's thread. */
  demoWorker: string
  version: string
  runtime: Pick<DeskInfo, 'electron' | 'platform'>
  preferences: PreferencesFile
  lastPage: Pick<LastPage, 'keep' | 'forget'>
  keytar: () => Promise<KeytarLike>
  /** Tells the window that something of a noun changed. */
  changed: (noun: Changed) => void
  screen: Screen
}
