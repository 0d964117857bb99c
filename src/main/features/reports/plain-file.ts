import { constants } from 'node:fs'
import { type FileHandle, lstat, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../shared/failure.ts'
import { messageOf, type Refuse, refuseNamed } from './refusal.ts'

export interface PlainFile {
  /** Bytes when opened; nothing beyond is read. */
  readonly size: number
  /** Fills `into` completely. */
  read: (into: Buffer, position: number) => Promise<void>
}

interface Manner {
  /** Bytes. */
  limit: number
  /** For an untrusted folder: its links may lead to other files of this computer. */
  refusesLinks?: boolean
}

/**
 * Opens an untrusted path as a regular file and passes it to `work`. Throws `report-file` for
 * anything else, for a file over the limit, and for one that changed meanwhile, whatever `work`
 * returned.
 */
export async function withPlainFile<T>(
  place: string,
  manner: Manner,
  work: (file: PlainFile, refuse: Refuse) => Promise<T>,
): Promise<T> {
  const refuse = refuseNamed(path.basename(place))
  try {
    return await readOpened(place, { ...manner, refuse }, work)
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw refuse('unreadable', messageOf(thrown))
  }
}

async function readOpened<T>(
  place: string,
  { limit, refusesLinks, refuse }: Manner & { refuse: Refuse },
  work: (file: PlainFile, refuse: Refuse) => Promise<T>,
): Promise<T> {
  // Opening some devices has effects, so the type is checked before opening and again after.
  refuseUnlessRegular(await (refusesLinks ? lstat(place) : stat(place)), refuse)
  const link = refusesLinks ? (constants.O_NOFOLLOW ?? 0) : 0
  // O_NONBLOCK: opening a named pipe would otherwise wait for its other end.
  const handle = await open(place, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | link)
  try {
    const found = await handle.stat()
    refuseUnlessRegular(found, refuse)
    if (found.size === 0) throw refuse('empty')
    if (found.size > limit) throw refuse('too-large', moreThan(limit))
    return await unchanged(handle, refuse, () => work(fileOf(handle, found.size), refuse))
  } finally {
    await handle.close()
  }
}

export const moreThan = (bytes: number) => `> ${Math.round(bytes / 1024 / 1024)} MB`

function refuseUnlessRegular(
  found: { isDirectory: () => boolean; isFile: () => boolean },
  refuse: Refuse,
) {
  if (found.isDirectory()) throw refuse('folder')
  if (!found.isFile()) throw refuse('not-a-file')
}

async function unchanged<T>(handle: FileHandle, refuse: Refuse, work: () => Promise<T>) {
  const before = await handle.stat()
  const [outcome] = await Promise.allSettled([work()])
  const after = await handle.stat()
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) throw refuse('changed')
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

function fileOf(handle: FileHandle, size: number): PlainFile {
  return {
    size,
    async read(into, position) {
      if (!(position >= 0 && position + into.length <= size)) throw new Error('unexpected end')
      let length = 0
      while (length < into.length) {
        const rest = into.length - length
        const { bytesRead } = await handle.read(into, length, rest, position + length)
        if (bytesRead === 0) throw new Error('unexpected end')
        length += bytesRead
      }
    },
  }
}
