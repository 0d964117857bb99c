import { access, mkdir, open, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { refuseWhenCancelled } from '../threads/ending.ts'
import { atPlace, type Begun, move, partialOf, syncFolder } from './atomic-file.ts'

export type AtomicFolder = Awaited<ReturnType<typeof openAtomicFolder>>

/**
 * A folder that appears whole or not at all: filled under a temporary name beside its place, then
 * moved there. Throws a `storage` AppError that names the place.
 */
export async function openAtomicFolder(place: string, begun?: Begun) {
  const partial = partialOf(place)
  const forget = await begun?.note(partial)
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
    file,
    write: (name: string, text: string) => atPlace(place, () => writeFile(file(name), text)),
    /** Syncs every file, then moves the folder into place. Throws `cancelled` before that. */
    commit: (signal: AbortSignal) =>
      atPlace(place, async () => {
        for (const each of files) await synced(each, signal)
        for (const each of foldersOf(files, partial)) await syncFolder(each)
        refuseWhenCancelled(signal)
        await move(partial, place)
        await forget?.()
      }),
    /** Removes everything written. Never throws. */
    async discard() {
      await rm(partial, { recursive: true, force: true }).catch(() => undefined)
      await forget?.()
    },
  }
}

/** The first of `name`, `name_2`, … with the ending that is not taken. */
export async function freePlace(folder: string, name: string, ending = ''): Promise<string> {
  for (let number = 1; ; number++) {
    const place = path.join(folder, `${number === 1 ? name : `${name}_${number}`}${ending}`)
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
