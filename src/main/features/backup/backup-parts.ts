import type { Clock } from '../../clock.ts'
import type { LaterStore } from '../../database/deferred-store.ts'
import type { Begun } from '../../disk/atomic-file.ts'
import type { Screen } from '../../options.ts'

export interface BackupParts {
  begun?: Begun | undefined
  /** Of the desk's databases. */
  folder: string
  preferencesFile: string
  store: Pick<LaterStore, 'copyDesk' | 'stopCopy' | 'prepareDesk' | 'waitingEdits' | 'accounts'>
  screen: Pick<Screen, 'placeBackup' | 'chooseBackup' | 'relaunch' | 'showFile'>
  clock: Pick<Clock, 'now' | 'monotonic'>
  /** The app's. */
  version: string
  onChange: () => void
}
