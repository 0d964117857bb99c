import path from 'node:path'
import { openStore } from '../../src/main/database/store.ts'
import { openPreferences } from '../../src/main/features/settings/preferences.ts'
import type { PartsOptions, Screen } from '../../src/main/options.ts'
import { makeParts } from '../../src/main/parts.ts'
import { openLastPage } from '../../src/main/shell/last-page.ts'
import type { Changed } from '../../src/shared/bridge.ts'
import { testClock } from './clock.ts'
import { newFolder } from './folder.ts'
import { memoryKeytar } from './keychain.ts'
import { closedLater } from './opened.ts'
import { storeWorker, threadFiles } from './threads.ts'

/**
 * The whole main process under plain Node: every part is real except the screen and the keychain.
 */
export function openDesk(folder = newFolder(), change: Partial<PartsOptions> = {}) {
  const heard: Changed[] = []
  const desk = makeParts({
    clock: testClock,
    folder: path.join(folder, 'desk'),
    logFolder: path.join(folder, 'logs'),
    store: openStore({
      workerFile: storeWorker,
      folder: path.join(folder, 'desk'),
      clock: testClock,
    }),
    ...threadFiles,
    version: '0.0.0',
    systemLocale: 'en-US',
    updates: { folder: path.join(folder, 'updates'), source: null },
    runtime: { electron: '0', electronSupport: 'supported', platform: 'test' },
    preferences: openPreferences(folder),
    lastPage: openLastPage(path.join(folder, 'desk'), '0.0.0', testClock),
    keytar: () => Promise.resolve(memoryKeytar().keytar),
    changed: (noun) => heard.push(noun),
    screen: quietScreen(folder),
    ...change,
  })
  return { ...desk, close: closedLater(desk.close), folder, heard }
}

/** A screen whose dialogs always return the same places, in `folder`. */
export const quietScreen = (folder: string): Screen => ({
  language: () => 'en',
  chooseFile: (name) => Promise.resolve(path.join(folder, name)),
  choosePicture: () => Promise.resolve(null),
  placeBackup: () => Promise.resolve(null),
  chooseBackup: () => Promise.resolve(null),
  placeReport: (name) => Promise.resolve(path.join(folder, name)),
  chooseReport: () => Promise.resolve(path.join(folder, 'chosen.cuepoint')),
  placeTemplates: (name) => Promise.resolve(path.join(folder, name)),
  chooseTemplates: () => Promise.resolve(path.join(folder, 'chosen.cuepoint-templates')),
  chooseImport: () => Promise.resolve(null),
  placePdf: (name) => Promise.resolve(path.join(folder, name)),
  printer: {
    read: () => Promise.resolve(null),
    print: () => Promise.resolve(Buffer.from('%PDF')),
  },
  keys: { ready: () => undefined, hold: () => undefined, putBack: () => undefined },
  capture: () => Promise.resolve(null),
  reload: () => undefined,
  relaunch: () => undefined,
  chooseFolder: () => Promise.resolve(folder),
  showFile: () => undefined,
  openFile: () => Promise.resolve(),
  openAbout: () => undefined,
  copy: () => Promise.resolve(),
  copyPicture: () => Promise.resolve(),
  resolveProxy: () => Promise.resolve('DIRECT'),
  applyTheme: () => undefined,
  applyLanguage: () => undefined,
})
