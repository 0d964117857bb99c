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
import { access, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { storageError, storageFailure } from '../database/storage-failure.ts'
import { refuseWhenCancelled, untilCancelled } from '../threads/ending.ts'

/** Who may read a written file: its owner alone, or whoever the system's defaults allow. */
export type Access = 'private' | 'usual'

const FILE_MODES: Record<Access, number> = { private: 0o600, usual: 0o666 }

/** Records an unfinished file's name until it is moved or removed; returns how to delete it. */
export interface Begun {
  note: (partial: string) => Promise<() => Promise<void>>
}

interface WholeOptions<T = void> {
  access: Access
  /** For a file outside the data folder: a start looks for unfinished files only inside it. */
  begun?: Begun | undefined
  signal?: AbortSignal | undefined
  /** Runs when the file is synced but not yet at its place. */
  sealed?: (result: T) => Promise<void>
}

export interface Sink {
  write: (bytes: Uint8Array) => Promise<void>
}

/** A partial database may leave its journal or log too. */
const PARTIAL = /^\..+\.[0-9a-f]{8}\.part(-journal|-wal)?$/s
// A file name has at most 255 bytes, and a character up to four of them in UTF-8.
const MOST_NAME_LETTERS = 50

/** The temporary name, in the same folder, of a file or folder before it is moved. */
export function partialOf(place: string): string {
  const name = path.basename(place).slice(0, MOST_NAME_LETTERS)
  return path.join(path.dirname(place), `.${name}.${randomBytes(4).toString('hex')}.part`)
}

export const isPartial = (place: string) => PARTIAL.test(path.basename(place))

/** How a folder is removed: on Windows another program may briefly have a file in it open. */
export const FOLDER_REMOVAL = {
  ...{ recursive: true, force: true },
  ...{ maxRetries: 8, retryDelay: 50 },
} as const

/** Removes unfinished files from a folder that only this process writes to. Never throws. */
export function removePartials(folder: string) {
  for (const name of namesIn(folder).filter(isPartial)) removeLeftOver(path.join(folder, name))
}

/** Never throws. */
export function removeLeftOver(place: string) {
  try {
    rmSync(place, FOLDER_REMOVAL)
  } catch {
    // It takes space but does no harm; the next start tries again.
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
 * Writes a file whole or, on failure or cancellation, not at all: under a temporary name beside its
 * place, synced, then moved over the old file. Throws a `storage` AppError that names the place.
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
      await move(partial, place, syncFor(begun))
      return result
    } catch (thrown) {
      const remove = () => rm(partial, { force: true }).catch(() => undefined)
      await remove()
      // A running sync keeps it open. Where an open file cannot be removed, it is removed now.
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

/** `writeWhole` without yielding. `write` fills the empty file at the path it is given. */
export function writeWholeSync<T>(
  place: string,
  write: (partial: string) => T,
  { access, sealed }: WholeSyncOptions,
): T {
  const partial = partialOf(place)
  try {
    closeSync(openSync(partial, 'wx', FILE_MODES[access]))
    const result = write(partial)
    syncFileSync(partial)
    sealed?.()
    moveSync(partial, place)
    syncFolderSync(path.dirname(place))
    return result
  } catch (thrown) {
    rmSync(partial, { force: true })
    throw thrown
  }
}

export function writeTextSync(place: string, text: string, options: WholeSyncOptions) {
  writeWholeSync(place, (partial) => writeFileSync(partial, text), options)
}

/** Moves a file or folder over what is there; durable when it resolves. Throws `storage`. */
export async function move(from: string, to: string, sync = syncFolder) {
  try {
    await untilFree(() => rename(from, to))
    await sync(path.dirname(to))
  } catch (thrown) {
    throw moveFailure(thrown, to)
  }
}

/** `move` without yielding; the caller syncs the folders. */
export function moveSync(from: string, to: string) {
  try {
    untilFreeSync(() => renameSync(from, to))
  } catch (thrown) {
    throw moveFailure(thrown, to)
  }
}

// Errors of replacing a file that another program has open; Windows uses all three.
const IN_USE_CODES = process.platform === 'win32' ? ['EBUSY', 'EPERM', 'EACCES'] : ['EBUSY']

/** 2.5 seconds in all: virus scanners open a new file briefly, a spreadsheet until closed. */
const WAITS_MS = [10, 20, 40, 80, 160, 320, 640, 1280]

const isInUse = (thrown: unknown) =>
  IN_USE_CODES.includes(String((Object(thrown) as { code?: unknown }).code))

export function moveFailure(thrown: unknown, place: string) {
  if (!isInUse(thrown)) return storageFailure(thrown, place)
  return storageError('in-use', place, thrown instanceof Error ? thrown.message : String(thrown))
}

/** Retries for 2.5 seconds while another program has the file open; then throws the last error. */
export async function untilFree<T>(act: () => Promise<T>, pause = paused): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await act()
    } catch (thrown) {
      if (!isInUse(thrown)) throw thrown
      await pause(wait)
    }
  }
  return act()
}

/** `untilFree` without yielding. */
export function untilFreeSync<T>(act: () => T, pause = pausedSync): T {
  for (const wait of WAITS_MS) {
    try {
      return act()
    } catch (thrown) {
      if (!isInUse(thrown)) throw thrown
      pause(wait)
    }
  }
  return act()
}

const paused = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function pausedSync(ms: number) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Runs `act`; an error of the system becomes a `storage` AppError that names the place. */
async function atPlace<T>(place: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (thrown) {
    throw storageFailure(thrown, place)
  }
}

/** Without it a power loss may undo a move in the folder. */
export async function syncFolder(folder: string) {
  // Windows cannot open a folder as a file; NTFS journals the move by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Some network and USB file systems cannot sync a folder, and some folders may be written to but not
 * opened. A file there is complete all the same; only the data folder promises more.
 */
export const syncFor = (begun: Begun | undefined) =>
  begun ? (folder: string) => syncFolder(folder).catch(() => undefined) : syncFolder

export function syncFolderSync(folder: string) {
  if (process.platform !== 'win32') syncSync(folder, 'r')
}

const syncFileSync = (file: string) => syncSync(file, 'r+')

function syncSync(place: string, flags: 'r' | 'r+') {
  const opened = openSync(place, flags)
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

export type AtomicFolder = Awaited<ReturnType<typeof openAtomicFolder>>

/**
 * A folder that appears whole or not at all: filled under a temporary name beside its place, then
 * moved there. Throws a `storage` AppError that names the place.
 */
export async function openAtomicFolder(place: string, begun?: Begun) {
  const partial = partialOf(place)
  const forget = await begun?.note(partial)
  const sync = syncFor(begun)
  const files: string[] = []
  try {
    await atPlace(place, () => mkdir(partial))
  } catch (thrown) {
    await forget?.()
    throw thrown
  }

  /** The path at which to write a file of the folder. The caller creates subfolders. */
  function file(...names: string[]): string {
    const at = path.join(partial, ...names)
    files.push(at)
    return at
  }

  return {
    /** Of the folder until it is moved. */
    place: partial,
    file,
    write: (name: string, text: string) => atPlace(place, () => writeFile(file(name), text)),
    /** Syncs every file, then moves the folder into place. Throws `cancelled` before that. */
    commit: (signal: AbortSignal) =>
      atPlace(place, async () => {
        for (const each of files) await synced(each, signal)
        for (const each of foldersOf(files, partial)) await sync(each)
        refuseWhenCancelled(signal)
        await move(partial, place, sync)
        await forget?.()
      }),
    /** Removes everything written. Never throws. */
    async discard() {
      await rm(partial, FOLDER_REMOVAL).catch(() => undefined)
      await forget?.()
    },
  }
}

/** The first of `name`, `name_2`, … that is not taken. */
export async function freePlace(folder: string, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const place = path.join(folder, number === 1 ? name : `${name}_${number}`)
    if (!(await isTaken(place))) return place
  }
}

export const isTaken = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    () => false,
  )

async function synced(file: string, signal: AbortSignal) {
  refuseWhenCancelled(signal)
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Every folder that contains one of the files, up to the root. */
function foldersOf(files: readonly string[], root: string): string[] {
  const folders = new Set([root])
  for (const file of files)
    for (let at = path.dirname(file); at !== root; at = path.dirname(at)) folders.add(at)
  return [...folders]
}
