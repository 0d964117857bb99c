import { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { AppError } from '../../../shared/failure.ts'
import { messageOf, moreThan, type PlainFile, type Refuse } from './plain-file.ts'

export const MOST_ENTRIES = 500
/** Declared sizes of all entries together; entries that are read are also counted while decoded. */
export const MOST_UNPACKED = 256 * 1024 * 1024
export const HIGHEST_RATIO = 200
/** Up to this size the compression ratio does not matter. */
export const FREE_OF_RATIO = 1024 * 1024
const LONGEST_NAME = 255

const BYTES_AT_ONCE = 64 * 1024
/** Bytes of an entry's header before its name. */
const LOCAL_HEADER = 30

/** The first bytes of a zip with entries, and of an empty one. */
const BEGINNINGS = ['PK\u0003\u0004', 'PK\u0005\u0006'].map((text) => Buffer.from(text))

interface Unpacked {
  /** The requested entries that exist, by name. */
  bytes: Map<string, Buffer>
  /** The names of all other entries. They are never used as paths. */
  others: string[]
}

/** Decodes the wanted entries of a zip in memory, each up to its limit in bytes. */
export async function unpack(
  file: PlainFile,
  wanted: Readonly<Record<string, number>>,
  refuse: Refuse,
): Promise<Unpacked> {
  try {
    const zip = await opened(file, refuse)
    const entries = await listed(zip, refuse)
    refuseOverlaps([...entries.values()], refuse)
    const bytes = new Map<string, Buffer>()
    for (const [name, limit] of Object.entries(wanted)) {
      const entry = entries.get(name)
      if (entry) bytes.set(name, await decoded(zip, entry, { name, limit, refuse }))
    }
    return { bytes, others: [...entries.keys()].filter((name) => !bytes.has(name)) }
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown
    throw refuse('damaged', messageOf(thrown))
  }
}

async function opened(file: PlainFile, refuse: Refuse): Promise<ZipFile> {
  const head = Buffer.alloc(Math.min(4, file.size))
  await file.read(head, 0)
  if (!BEGINNINGS.some((bytes) => head.equals(bytes))) throw refuse('not-a-report', 'zip')
  // Names stay bytes: decoded in one of three encodings, two programs could see different names.
  const options = { decodeStrings: false, validateEntrySizes: true, autoClose: false }
  const zip = await fromRandomAccessReaderPromise(readerOf(file), file.size, options)
  if (zip.entryCount > MOST_ENTRIES) throw refuse('too-many-entries', `${zip.entryCount}`)
  return zip
}

/** Our own reader: the library's throws on positions beyond the file where we cannot catch it. */
function readerOf(file: PlainFile): RandomAccessReader {
  class FileReader extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number) {
      return Readable.from(slices(file, start, end), { objectMode: false })
    }
    override read(...[buffer, offset, length, position, done]: Parameters<Read>) {
      const read = async () => {
        await file.read(buffer.subarray(offset, offset + length), position)
        return length
      }
      callbackify(read)(done as Done)
    }
  }
  return new FileReader()
}

type Read = RandomAccessReader['read']
/** The library calls it with the number of bytes too, which its types omit. */
type Done = (error: Error | null, bytesRead: number) => void

async function* slices(file: PlainFile, start: number, end: number) {
  for (let at = start; at < end; at += BYTES_AT_ONCE) {
    const piece = Buffer.alloc(Math.min(BYTES_AT_ONCE, end - at))
    await file.read(piece, at)
    yield piece
  }
}

async function listed(zip: ZipFile, refuse: Refuse): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.fileNameLength > LONGEST_NAME) throw refuse('damaged', 'a name too long')
    const name = entry.fileNameRaw.toString('latin1')
    if (entries.has(name)) throw refuse('same-name-twice', name)
    if (entry.isEncrypted()) throw refuse('encrypted')
    unpacked += entry.uncompressedSize
    if (unpacked > MOST_UNPACKED) throw refuse('unpacks-too-large', moreThan(MOST_UNPACKED))
    entries.set(name, entry)
  }
  return entries
}

function refuseOverlaps(entries: readonly Entry[], refuse: Refuse) {
  const start = (entry: Entry) => entry.relativeOffsetOfLocalHeader
  const end = (entry: Entry) =>
    start(entry) + LOCAL_HEADER + entry.fileNameLength + entry.compressedSize
  const inOrder = [...entries].sort((a, b) => start(a) - start(b))
  const isOverlapped = inOrder.some((entry, index) => {
    const next = inOrder[index + 1]
    return next !== undefined && end(entry) > start(next)
  })
  if (isOverlapped) throw refuse('damaged', 'parts that overlap')
}

interface Decoding {
  name: string
  /** Bytes. */
  limit: number
  refuse: Refuse
}

async function decoded(zip: ZipFile, entry: Entry, { name, limit, refuse }: Decoding) {
  const most = Math.min(limit, Math.max(FREE_OF_RATIO, entry.compressedSize * HIGHEST_RATIO))
  const tooLarge = () => refuse('unpacks-too-large', `${name} ${moreThan(most)}`)
  if (entry.uncompressedSize > most) throw tooLarge()
  const header = await zip.readLocalFileHeaderPromise(entry)
  // Other programs use the name in the local header, so both must agree.
  if (!header.fileName.equals(entry.fileNameRaw)) throw refuse('damaged', `${name}: two names`)
  const stream = await zip.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) throw tooLarge()
      chunks.push(chunk)
    }
  } finally {
    stream.destroy()
  }
  return Buffer.concat(chunks)
}
