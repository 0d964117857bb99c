import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError, type PictureTrouble } from '../../../shared/failure.ts'

/** The document names no limit. A picture over a player needs far less. */
export const LARGEST_PICTURE = 10_000_000
const LONGEST_NAME = 120

export function pictureError(reason: PictureTrouble, name: string, text = ''): AppError {
  return new AppError({ kind: 'picture', reason, name, text })
}

/** The chosen file's bytes, and its name made safe to show and send. Throws `picture`. */
export async function readChosen(file: string): Promise<{ name: string; bytes: Buffer }> {
  const name = shownName(file)
  try {
    return { name, bytes: await readSome(file, name) }
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw pictureError('unreadable', name, thrown instanceof Error ? thrown.message : '')
  }
}

async function readSome(file: string, name: string): Promise<Buffer> {
  const found = await stat(file)
  if (found.isDirectory()) throw pictureError('folder', name)
  // Opening a pipe or a device could block forever.
  if (!found.isFile()) throw pictureError('unreadable', name, 'not a file')
  if (found.size > LARGEST_PICTURE) throw pictureError('too-large', name)
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    return await readUpTo(handle, name)
  } finally {
    await handle.close()
  }
}

/** Bounded, since the file may have grown since it was checked. */
async function readUpTo(handle: FileHandle, name: string): Promise<Buffer> {
  const buffer = Buffer.alloc(LARGEST_PICTURE + 1)
  let length = 0
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, null)
    if (bytesRead === 0) break
    length += bytesRead
  }
  if (length > LARGEST_PICTURE) throw pictureError('too-large', name)
  return Buffer.from(buffer.subarray(0, length))
}

/** One short line without control characters: it is sent in a header of the upload. */
function shownName(file: string): string {
  const { name, ext } = path.parse(file)
  const plain = (text: string) => text.replace(/[\p{C}"\\/]+/gu, ' ').trim()
  const characters = Array.from(plain(name)).slice(0, LONGEST_NAME).join('')
  return `${characters || 'picture'}${Array.from(plain(ext)).slice(0, 10).join('')}`
}
