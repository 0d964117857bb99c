import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Begun, isPartial } from './atomic-file.ts'
import { isTaken } from './atomic-folder.ts'

/** The folder of the notes, in the data folder. */
export const BEGUN = 'begun'

/**
 * Notes of the files begun outside the data folder, each in a small file of its own, so that the
 * next start removes what this process could not finish. A note that cannot be written keeps no file
 * from being written. `ready` resolves once no other process writes to the data folder.
 */
export function makeBegun(
  dataFolder: string,
  ready: Promise<unknown>,
): Begun & { cleared: Promise<void> } {
  const folder = path.join(dataFolder, BEGUN)
  const cleared = ready.then(
    () => clear(folder),
    () => undefined,
  )

  async function note(partial: string) {
    // What was noted before is of another process, what is noted from here on is of this one.
    await cleared
    const file = path.join(folder, randomUUID())
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, partial, { mode: 0o600, flag: 'wx' })
    } catch {
      // Cut off now, the file would stay unfinished where it is.
    }
    return async () => {
      if (!(await isTaken(partial))) await rm(file, { force: true }).catch(() => undefined)
    }
  }

  return { note, cleared }
}

async function clear(folder: string) {
  const names = await readdir(folder).catch(() => [])
  await Promise.all(names.map((name) => clearNoted(path.join(folder, name))))
}

async function clearNoted(note: string) {
  try {
    const partial = await readFile(note, 'utf8')
    // A note that was damaged may name anything.
    if (path.isAbsolute(partial) && isPartial(partial)) {
      await rm(partial, { recursive: true, force: true })
    }
    await rm(note, { force: true })
  } catch {
    // Its disk may be away: the next start tries again.
  }
}
