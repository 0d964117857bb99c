import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { moveSync, removeLeftOver, syncFolderSync, writeTextSync } from '../disk/atomic-file.ts'
import { BEGUN } from '../disk/begun.ts'
import { failpoint } from '../failpoint.ts'
import { readRecord } from '../shell/startup-appearance.ts'
import type { Recovery } from './recovery.ts'

/** A folder of this name has a complete, checked backup that is to replace the present data. */
export const RESTORED = 'restored'
/** Its name while its files are moved into place, after the previous ones were moved away. */
const MOVING_IN = 'restored-in'
/** Its name once all files are in place; then it is only removed. */
const MOVED_IN = 'restored-done'
/** A file in it, with the name of the folder that keeps the previous data. */
export const KEPT_AS = 'kept-as'

/** Notes on this computer's keychain, whichever data is restored. */
export const KEY_NOTES = 'keys.json'
const NO_KEY_NOTES = '{"unbound":{},"toErase":[]}'

/** Folders with replaced data, beside the data folder. */
export const KEPT_NAME = /^desk-before-restore-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/
// Left over by an interrupted backup or restore.
const LEFT_OVER = ['backup.making', 'backup.checked', MOVED_IN]
const STAYING = [BEGUN, 'last-backup.json', KEY_NOTES, ...LEFT_OVER]
const stays = (name: string) =>
  name.startsWith('store.lock') || name.startsWith(RESTORED) || STAYING.includes(name)

type Rename = (from: string, to: string) => void

function renameOrDie(from: string, to: string) {
  failpoint('restore-move')
  moveSync(from, to)
}

/** What a backup does not decide: whether this computer goes online, and by itself. */
const STAYING_CHOICES = ['isOffline', 'checksForUpdates']

/**
 * Replaces the preferences by those of a restored backup, before anything reads them. The previous
 * ones are kept with the previous data. The window's place and the choices of going online stay.
 */
export function takeRestoredChoices(folder: string, preferencesFile: string) {
  const taken = join(folder, RESTORED, 'preferences.json')
  if (!existsSync(join(folder, RESTORED))) return
  try {
    rmSync(join(folder, 'last-page.json'), { force: true })
    if (!existsSync(taken)) return
    const kept = join(folder, 'preferences.json')
    if (!existsSync(kept)) {
      keepStayingChoices(taken, preferencesFile)
      if (existsSync(preferencesFile)) moveSync(preferencesFile, kept)
    }
    failpoint('restore-choices')
    moveSync(taken, preferencesFile)
  } catch {
    // These are display preferences only; a parallel start may have moved them already.
  }
}

function keepStayingChoices(taken: string, preferencesFile: string) {
  const [restored, present] = [readRecord(taken), readRecord(preferencesFile)]
  const choicesOf = (record: typeof restored) => Object.entries(record?.['preferences'] ?? {})
  const isStaying = ([name]: [string, unknown]) => STAYING_CHOICES.includes(name)
  const preferences = Object.fromEntries([
    ...choicesOf(restored).filter((choice) => !isStaying(choice)),
    // What cannot be read may have said so.
    ...(present ? choicesOf(present).filter(isStaying) : [['isOffline', true]]),
  ])
  const text = JSON.stringify({ preferences, window: present?.['window'] })
  writeTextSync(taken, text, { access: 'private' })
}

/** Choices that could not be taken: in the data folder, the next restore would take them for the previous ones. */
const STAYS_BEHIND: readonly string[] = [KEPT_AS, 'preferences.json']

/**
 * Replaces the present data by a restored backup. Every step is one rename, and an interrupted
 * restore continues at the next start, before any file is opened. Files are renamed, not the
 * folder, since its lock is an open file in it.
 */
export function finishRestore(folder: string, rename: Rename = renameOrDie): Recovery | null {
  for (const name of LEFT_OVER) removeLeftOver(join(folder, name))
  const restored = join(folder, RESTORED)
  const movingIn = join(folder, MOVING_IN)
  if (!existsSync(restored) && !existsSync(movingIn)) return null
  const isAside = !existsSync(restored)
  const kept = join(dirname(folder), keptName(isAside ? movingIn : restored))
  if (!isAside) {
    noteUnboundKeys(folder)
    mkdirSync(kept, { recursive: true, mode: 0o700 })
    const present = readdirSync(folder).filter((name) => !stays(name))
    for (const name of present) rename(join(folder, name), join(kept, name))
    syncFolderSync(kept)
    syncFolderSync(dirname(folder))
    rename(restored, movingIn)
    syncFolderSync(folder)
  }
  for (const name of readdirSync(movingIn)) {
    if (!STAYS_BEHIND.includes(name)) rename(join(movingIn, name), join(folder, name))
  }
  syncFolderSync(folder)
  // Renamed before it is removed: half removed under its old name, it would look like a restore
  // that is still moving, without the name for the previous data.
  rename(movingIn, join(folder, MOVED_IN))
  failpoint('restore-move')
  removeLeftOver(join(folder, MOVED_IN))
  return { kind: 'desk-restored', keptAs: kept }
}

/** Without this file the next start would bind keys to the restored accounts' addresses. */
function noteUnboundKeys(folder: string) {
  const notes = join(folder, KEY_NOTES)
  if (!existsSync(notes)) writeTextSync(notes, NO_KEY_NOTES, { access: 'private' })
}

function keptName(place: string): string {
  const name = readFileSync(join(place, KEPT_AS), 'utf8')
  if (!KEPT_NAME.test(name)) throw new Error(`Not the name of a kept desk folder: ${name}`)
  return name
}
