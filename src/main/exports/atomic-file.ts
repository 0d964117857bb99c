import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DeskError } from '../../shared/failure.ts'
import { storageFailure } from '../store/storage-failure.ts'

export type AtomicFile = Awaited<ReturnType<typeof openAtomicFile>>

/**
 * A file that is there whole or not at all: written beside its place under another name, then
 * moved over what was there. Every step throws a `storage` DeskError that names the place.
 */
export async function openAtomicFile(place: string) {
  const folder = path.dirname(place)
  const suffix = randomBytes(4).toString('hex')
  const partial = path.join(folder, `.${path.basename(place).slice(0, 200)}.${suffix}.part`)
  const handle = await told(place, () => open(partial, 'wx', 0o600))

  /** Everything is on the disk, under the other name. Throws `cancelled` as soon as the signal says so. */
  const seal = (signal?: AbortSignal) =>
    told(place, async () => {
      await Promise.race([handle.sync(), cancelled(signal)])
      await handle.close()
    })

  const commit = () =>
    told(place, async () => {
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
    write: (bytes: Uint8Array) => told(place, () => handle.writeFile(bytes)),
    seal,
    commit,
    discard,
  }
}

export type Sink = Pick<AtomicFile, 'write'>

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

export function refuseWhenCancelled(signal: AbortSignal | undefined) {
  if (signal?.aborted) throw new DeskError({ kind: 'cancelled' })
}

async function told<T>(place: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (thrown) {
    throw storageFailure(thrown, place)
  }
}

function cancelled(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new DeskError({ kind: 'cancelled' }))
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
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
