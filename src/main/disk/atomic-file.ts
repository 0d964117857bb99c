import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { refuseWhenCancelled, untilCancelled } from '../cancelled.ts'
import { storageFailure } from '../store/storage-failure.ts'

/**
 * A file that is there whole or not at all: written beside its place under another name, then
 * moved over what was there. Every step throws a `storage` DeskError that names the place.
 */
async function openAtomicFile(place: string) {
  const folder = path.dirname(place)
  const suffix = randomBytes(4).toString('hex')
  const partial = path.join(folder, `.${path.basename(place).slice(0, 200)}.${suffix}.part`)
  const handle = await atPlace(place, () => open(partial, 'wx', 0o600))

  /** Everything is on the disk, under the other name. Throws `cancelled` as soon as the signal says so. */
  const seal = (signal?: AbortSignal) =>
    atPlace(place, async () => {
      await untilCancelled(handle.sync(), signal)
      await handle.close()
    })

  const commit = () =>
    atPlace(place, async () => {
      await rename(partial, place)
      await syncFolder(folder)
    })

  /** Leaves nothing behind; what was at the place stays. Never throws. */
  async function discard() {
    const remove = () => rm(partial, { force: true }).catch(() => undefined)
    await remove()
    // A sync under way holds the handle open; where an open file cannot be removed, it goes then.
    void handle.close().then(remove, remove)
  }

  return {
    write: (bytes: Uint8Array) => atPlace(place, () => handle.writeFile(bytes)),
    seal,
    commit,
    discard,
  }
}

export type Sink = Pick<Awaited<ReturnType<typeof openAtomicFile>>, 'write'>

interface WholeOptions<T> {
  signal?: AbortSignal | undefined
  /** What must be there before the file is: it is on the disk, but not at its place yet. */
  sealed?: (result: T) => Promise<void>
}

/** Writes a file that appears whole or, when anything fails or it is cancelled, not at all. */
export async function writeWhole<T>(
  place: string,
  write: (file: Sink) => Promise<T>,
  { signal, sealed }: WholeOptions<T> = {},
): Promise<T> {
  const file = await openAtomicFile(place)
  try {
    const result = await write(file)
    await file.seal(signal)
    await sealed?.(result)
    refuseWhenCancelled(signal)
    await file.commit()
    return result
  } catch (thrown) {
    await file.discard()
    throw thrown
  }
}

/** Does something for a place; what the system refuses is a `storage` DeskError that names it. */
export async function atPlace<T>(place: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (thrown) {
    throw storageFailure(thrown, place)
  }
}

/** Without it a power loss may undo the move. */
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
