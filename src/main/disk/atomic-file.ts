import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { storageError, storageFailure } from '../database/storage-failure.ts'
import { refuseWhenCancelled, untilCancelled } from '../threads/ending.ts'

/** Who may read what is written: its owner alone, or whoever the system's settings let. */
export type Access = 'private' | 'usual'

const FILE_MODES: Record<Access, number> = { private: 0o600, usual: 0o666 }

/** Keeps the name of an unfinished file until it is in its place or gone; gives how to forget it. */
export interface Begun {
  note: (partial: string) => Promise<() => Promise<void>>
}

export interface WholeOptions<T = void> {
  access: Access
  /** For a file outside the data folder, which no start looks through. */
  begun?: Begun | undefined
  signal?: AbortSignal | undefined
  /** What must be there before the file is: it is on the disk, but not at its place yet. */
  sealed?: (result: T) => Promise<void>
}

export interface Sink {
  write: (bytes: Uint8Array) => Promise<void>
}

/** Of a database that was being filled a journal may be left too. */
const PARTIAL = /^\..+\.[0-9a-f]{8}\.part(-journal)?$/s
// A name has at most 255 bytes, and a letter up to four of them in UTF-8.
const MOST_NAME_LETTERS = 50

/** The name under which a file or folder is written before it is moved to its place beside it. */
export function partialOf(place: string): string {
  const name = path.basename(place).slice(0, MOST_NAME_LETTERS)
  return path.join(path.dirname(place), `.${name}.${randomBytes(4).toString('hex')}.part`)
}

export const isPartial = (place: string) => PARTIAL.test(path.basename(place))

/** Removes what was left unfinished in a folder that this process alone writes to. Never throws. */
export function removePartials(folder: string) {
  for (const name of namesIn(folder).filter(isPartial)) {
    try {
      rmSync(path.join(folder, name), { recursive: true, force: true })
    } catch {
      // It takes room and harms nothing; the next start tries again.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * Writes a file that appears whole or, when anything fails or it is cancelled, not at all: written
 * beside its place under another name, synced, and then moved over what was there. Every step throws
 * a `storage` DeskError that names the place.
 */
export async function writeWhole<T>(
  place: string,
  write: (file: Sink) => Promise<T>,
  { access, begun, signal, sealed }: WholeOptions<T>,
): Promise<T> {
  const partial = partialOf(place)
  const forget = await begun?.note(partial)
  try {
    const handle = await atPlace(place, () => open(partial, 'wx', FILE_MODES[access]))
    try {
      const result = await write({
        write: (bytes) => atPlace(place, () => handle.writeFile(bytes)),
      })
      await atPlace(place, async () => {
        await untilCancelled(handle.sync(), signal)
        await handle.close()
      })
      await sealed?.(result)
      refuseWhenCancelled(signal)
      await move(partial, place)
      return result
    } catch (thrown) {
      const remove = () => rm(partial, { force: true }).catch(() => undefined)
      await remove()
      // A sync under way holds the handle open; where an open file cannot be removed, it goes then.
      void handle.close().then(remove, remove)
      throw thrown
    }
  } finally {
    await forget?.()
  }
}

interface WholeSyncOptions {
  access: Access
  sealed?: () => void
}

/** The same where nothing else may happen meanwhile. `write` fills the empty file that it is given. */
export function writeWholeSync(
  place: string,
  write: (partial: string) => void,
  { access, sealed }: WholeSyncOptions,
) {
  const partial = partialOf(place)
  try {
    closeSync(openSync(partial, 'wx', FILE_MODES[access]))
    write(partial)
    syncFileSync(partial)
    sealed?.()
    moveSync(partial, place)
    syncFolderSync(path.dirname(place))
  } catch (thrown) {
    rmSync(partial, { force: true })
    throw thrown
  }
}

export function writeTextSync(place: string, text: string, options: WholeSyncOptions) {
  writeWholeSync(place, (partial) => writeFileSync(partial, text), options)
}

/** Moves a file or folder over what is there; on the disk when this resolves. Throws `storage`. */
export async function move(from: string, to: string) {
  try {
    await untilFree(() => rename(from, to))
    await syncFolder(path.dirname(to))
  } catch (thrown) {
    throw moveFailure(thrown, to)
  }
}

/** As `move`, but whoever calls it syncs the folders. */
export function moveSync(from: string, to: string) {
  try {
    untilFreeSync(() => renameSync(from, to))
  } catch (thrown) {
    throw moveFailure(thrown, to)
  }
}

// Windows refuses to replace a file that another program holds open, in any of these words.
const HELD = process.platform === 'win32' ? ['EBUSY', 'EPERM', 'EACCES'] : ['EBUSY']

/** Virus scanners and indexers hold a new file for moments; a spreadsheet until it is closed. */
const WAITS_MS = [10, 20, 40, 80, 160, 320, 640, 1280]

const isHeld = (thrown: unknown) =>
  HELD.includes(String((Object(thrown) as { code?: unknown }).code))

function moveFailure(thrown: unknown, place: string) {
  if (!isHeld(thrown)) return storageFailure(thrown, place)
  return storageError('in-use', place, thrown instanceof Error ? thrown.message : String(thrown))
}

/** Tries for two and a half seconds while another program holds a file; then throws what it threw. */
export async function untilFree<T>(act: () => Promise<T>, pause = paused): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await act()
    } catch (thrown) {
      if (!isHeld(thrown)) throw thrown
      await pause(wait)
    }
  }
  return act()
}

/** The same where nothing else may happen meanwhile. */
export function untilFreeSync<T>(act: () => T, pause = pausedSync): T {
  for (const wait of WAITS_MS) {
    try {
      return act()
    } catch (thrown) {
      if (!isHeld(thrown)) throw thrown
      pause(wait)
    }
  }
  return act()
}

const paused = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function pausedSync(ms: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Does something for a place; what the system refuses is a `storage` DeskError that names it. */
export async function atPlace<T>(place: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (thrown) {
    throw storageFailure(thrown, place)
  }
}

/** Without it a power loss may undo a move. */
export async function syncFolder(folder: string) {
  // Windows cannot open a folder as a file, and keeps the move by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export function syncFolderSync(folder: string) {
  if (process.platform !== 'win32') syncSync(folder, 'r')
}

export const syncFileSync = (file: string) => syncSync(file, 'r+')

function syncSync(place: string, flags: 'r' | 'r+') {
  const opened = openSync(place, flags)
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
