import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Begun, FOLDER_REMOVAL, isPartial, isTaken } from './atomic-file.ts'

/** The folder of these records, inside the data folder. */
export const BEGUN = 'begun'

/**
 * Records unfinished files outside the data folder, one small file each, so that the next start
 * removes those that this process could not finish. A record that cannot be written does not stop
 * the write. `ready` resolves once no other process writes to the data folder.
 */
export function makeBegun(
  dataFolder: string,
  ready: Promise<unknown>,
): Begun & { cleared: Promise<void> } {
  const folder = path.join(dataFolder, BEGUN)
  const earlier = ready.then(() => readdir(folder)).catch(() => [])
  const cleared = earlier.then((names) => clear(names.map((name) => path.join(folder, name))))

  async function note(partial: string) {
    // Earlier records are of another process, later ones of this one. Their removal is not waited for: a disk may
    // not respond.
    await earlier
    const file = path.join(folder, randomUUID())
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(file, partial, { mode: 0o600, flag: 'wx' })
    } catch {
      // Without a record an interrupted write leaves its partial file behind.
    }
    return async () => {
      if (!(await isTaken(partial))) await rm(file, { force: true }).catch(() => undefined)
    }
  }

  return { note, cleared }
}

/** One after the other: of the few threads for files, a disk that does not respond holds only one. */
async function clear(notes: readonly string[]) {
  for (const note of notes) await clearNoted(note)
}

async function clearNoted(note: string) {
  try {
    const partial = await readFile(note, 'utf8')
    // A damaged record may name any file.
    if (path.isAbsolute(partial) && isPartial(partial)) {
      await rm(partial, FOLDER_REMOVAL)
    }
    await rm(note, { force: true })
  } catch {
    // The disk may be disconnected: the next start tries again.
  }
}
