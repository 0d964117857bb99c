import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { moveSync, syncFolderSync, writeTextSync } from '../disk/atomic-file.ts'
import { BEGUN } from '../disk/begun.ts'
import { failpoint } from '../failpoint.ts'
import type { Recovery } from './recovery.ts'

/** A desk that was checked and only waits for its place: its name says that it is whole. */
export const RESTORED = 'restored'
/** What it is called while it is put in its place, the desk before it being out of the way. */
const MOVING_IN = 'restored-in'
/** What it is called once all of it is in its place: only to be removed. */
const MOVED_IN = 'restored-done'
/** In it: under which name the desk before is kept. */
export const KEPT_AS = 'kept-as'

/** What is noted of the keychain's keys: of this computer, whichever desk is on it. */
export const KEY_NOTES = 'keys.json'
const NO_KEY_NOTES = '{"unbound":{},"toErase":[]}'

/** Of a desk that was put aside, beside the data folder. */
export const KEPT_NAME = /^desk-before-restore-[\w-]+$/
// What was cut off of making, reading or restoring a backup is not part of a desk.
const LEFT_OVER = ['backup.making', 'backup.checked', MOVED_IN]
const STAYING = [BEGUN, 'last-backup.json', KEY_NOTES]
const stays = (name: string) =>
  name.startsWith('store.lock') || name.startsWith(RESTORED) || STAYING.includes(name)

type Rename = (from: string, to: string) => void

function dyingRename(from: string, to: string) {
  failpoint('restore-move')
  moveSync(from, to)
}

/** The choices that came with a restored desk, to be taken before anything reads them; those before go with their desk. */
export function takeRestoredChoices(folder: string, preferencesFile: string) {
  const taken = join(folder, RESTORED, 'preferences.json')
  if (!existsSync(join(folder, RESTORED))) return
  try {
    rmSync(join(folder, 'last-page.json'), { force: true })
    if (!existsSync(taken)) return
    const kept = join(folder, 'preferences.json')
    if (existsSync(preferencesFile) && !existsSync(kept)) moveSync(preferencesFile, kept)
    failpoint('restore-choices')
    moveSync(taken, preferencesFile)
  } catch {
    // They are choices of how things look; another start that came first may have taken them.
  }
}

/**
 * Puts a restored desk in its place, and the one before it aside. Every step is one rename, and the
 * next start goes on where this one was cut off: until then nothing of the desk is opened. Renames
 * of files, not of the folder, because the lease on it holds a file open in it.
 */
export function finishRestore(folder: string, rename: Rename = dyingRename): Recovery | null {
  for (const name of LEFT_OVER) rmSync(join(folder, name), { recursive: true, force: true })
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
    if (name !== KEPT_AS) rename(join(movingIn, name), join(folder, name))
  }
  syncFolderSync(folder)
  // Removed in its place and cut off, it would be a desk that moves in and has no name for the one before.
  rename(movingIn, join(folder, MOVED_IN))
  failpoint('restore-move')
  rmSync(join(folder, MOVED_IN), { recursive: true })
  return { kind: 'desk-restored', keptAs: kept }
}

/** Without any note the next start would take the restored accounts for those that keys were given for. */
function noteUnboundKeys(folder: string) {
  const notes = join(folder, KEY_NOTES)
  if (!existsSync(notes)) writeTextSync(notes, NO_KEY_NOTES, { access: 'private' })
}

function keptName(place: string): string {
  const name = readFileSync(join(place, KEPT_AS), 'utf8')
  if (!KEPT_NAME.test(name)) throw new Error(`Not a name for a desk that is kept: ${name}`)
  return name
}
