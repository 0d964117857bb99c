import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type Entry, fromFd, type ZipFile } from 'yauzl'
import { type BackupManifest, backupManifest } from '../../../shared/features/backup/backup.ts'
import { parsed } from '../../database/json.ts'
import {
  backupError,
  LARGEST_BACKUP,
  LARGEST_MANIFEST,
  largestPart,
  MANIFEST,
  MOST_PARTS,
  textOf,
} from './parts.ts'

/**
 * Our databases compress to a twentieth at best, a zip bomb to a thousandth. So it is with the fastest level, with
 * which backups are packed; a higher one could pack one of ours this far.
 */
const MOST_PACKED = 250
const SMALL_BYTES = 1_000_000

export type BackupReader = Awaited<ReturnType<typeof openBackup>>

/** Opens an untrusted backup. Checks its list of parts before unpacking. Throws `backup`. */
export async function openBackup(file: string) {
  const name = path.basename(file)
  const handle = await openPlainFile(file, name)
  try {
    const zip = await opened(handle, name)
    const entries = await listEntries(zip, name)
    const manifest = await readManifest(zip, entries, name)
    assertSameParts(manifest, entries, name)
    return {
      name,
      manifest,
      size: (await handle.stat()).size,
      /** The bytes of a part. Throws `backup` when they differ from the list. */
      read: (part: string) => bytesOf(zip, entries.get(part), name),
      close: () => handle.close(),
    }
  } catch (thrown) {
    await handle.close()
    throw thrown
  }
}

async function openPlainFile(file: string, name: string): Promise<FileHandle> {
  try {
    // Opening a pipe or a device could block forever.
    if (!(await stat(file)).isFile()) throw new Error('not a file')
    return await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (thrown) {
    throw backupError('unreadable', name, textOf(thrown))
  }
}

const HOW = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }

function opened({ fd }: FileHandle, name: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromFd(fd, HOW, (error, zip) => {
      if (zip) resolve(zip)
      else reject(backupError('not-a-backup', name, textOf(error)))
    })
  })
}

/** The entries by name. An unknown entry refuses the file. */
function listEntries(zip: ZipFile, name: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  return new Promise((resolve, reject) => {
    if (zip.entryCount > MOST_PARTS + 1) {
      reject(backupError('too-large', name, `${zip.entryCount} parts`))
      return
    }
    let total = 0
    zip.on('error', (error: Error) => reject(backupError('damaged', name, textOf(error))))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      total += entry.uncompressedSize
      const wrong = wrongOf(entry, total, entries)
      if (wrong) return reject(backupError(wrong.reason, name, wrong.text))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

function wrongOf(entry: Entry, total: number, known: Map<string, Entry>) {
  const { fileName, uncompressedSize, compressedSize, compressionMethod } = entry
  const largest = fileName === MANIFEST ? LARGEST_MANIFEST : largestPart(fileName)
  const isUnknown = largest === null || known.has(fileName)
  const isCoded = entry.isEncrypted() || ![0, 8].includes(compressionMethod)
  if (isUnknown || isCoded) return { reason: 'not-a-backup', text: 'an unknown part' } as const
  const isBomb = uncompressedSize > SMALL_BYTES + MOST_PACKED * compressedSize
  if (uncompressedSize > largest || total > LARGEST_BACKUP || isBomb) {
    return { reason: 'too-large', text: `${fileName}, ${uncompressedSize} bytes` } as const
  }
  return null
}

async function readManifest(zip: ZipFile, entries: Map<string, Entry>, name: string) {
  const entry = entries.get(MANIFEST)
  if (!entry) throw backupError('not-a-backup', name, 'no list of parts')
  const chunks: Buffer[] = []
  for await (const chunk of bytesOf(zip, entry, name)) chunks.push(chunk)
  const read = backupManifest.safeParse(parsed(Buffer.concat(chunks).toString('utf8')))
  if (!read.success) throw backupError('not-a-backup', name, 'its list of parts')
  return read.data
}

function assertSameParts(manifest: BackupManifest, entries: Map<string, Entry>, name: string) {
  const { parts } = manifest
  const isSame = parts.every((part) => entries.get(part.name)?.uncompressedSize === part.size)
  const count = new Set(parts.map((part) => part.name)).size
  const isWhole = isSame && count === parts.length && count === entries.size - 1
  if (!isWhole) throw backupError('damaged', name, 'its parts are not those of its list')
  if (!entries.has('desk.db') || entries.has('answers.db') !== (manifest.schemas.answers !== null))
    throw backupError('not-a-backup', name, 'no desk')
}

/** Opens the stream at the first read: an earlier error would have no listener. */
async function* bytesOf(
  zip: ZipFile,
  entry: Entry | undefined,
  name: string,
): AsyncGenerator<Buffer> {
  if (!entry) throw backupError('damaged', name, 'a part is missing')
  try {
    yield* await promisify<Entry, Readable>(zip.openReadStream.bind(zip))(entry)
  } catch (thrown) {
    throw backupError('damaged', name, textOf(thrown))
  }
}
