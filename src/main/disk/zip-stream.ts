import { constants, createDeflateRaw, deflateRawSync } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'
import { AppError } from '../../shared/failure.ts'

/** The limit without zip64, which not every reader supports. */
const MOST_BYTES = 2 ** 32 - 1

// Takes a third of the time of the default 6, for a file a fifth larger.
const LEVEL = 1

export type ZipStream = ReturnType<typeof makeZipStream>

type Pieces = Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>

/**
 * Writes a zip entry by entry, in constant memory: each piece is compressed and written outside
 * this thread while the next one is made. Throws `too-long`.
 */
export function makeZipStream(write: (bytes: Uint8Array) => Promise<void>, most = MOST_BYTES) {
  let ready: Uint8Array[] = []
  let offset = 0
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    offset += bytes.length
    ready.push(bytes)
  })

  async function flush() {
    const bytes = ready
    ready = []
    if (bytes.length > 0) await write(Buffer.concat(bytes))
  }

  async function add(filename: string, pieces: Pieces, { isBinary = false } = {}) {
    const entry = new DeflatedElsewhere(filename)
    zip.add(entry)
    const deflate = makeDeflate((bytes) => entry.ondata(null, bytes, false), isBinary)
    let compressing = Promise.resolve()
    try {
      for await (const piece of pieces) {
        const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
        await compressing
        entry.push(bytes)
        assertNotTooLong(entry)
        compressing = deflate.push(bytes)
        compressing.catch(() => undefined)
        await flush()
      }
      await compressing
      await deflate.end()
    } finally {
      deflate.close()
    }
    entry.push(new Uint8Array(), true)
    entry.ondata(null, new Uint8Array(), true)
    await flush()
  }

  async function addPacked(filename: string, pieces: AsyncIterable<Uint8Array>) {
    const entry = new Stored(filename)
    zip.add(entry)
    for await (const bytes of pieces) {
      entry.push(bytes)
      assertNotTooLong(entry)
      await flush()
    }
    entry.push(new Uint8Array(), true)
    await flush()
  }

  function assertNotTooLong({ size }: { size: number }) {
    if (Math.max(size, offset) > most) throw tooLong(size, most)
  }

  return {
    /** Adds an entry, which may hold packed numbers when it is binary; it is complete when this resolves. */
    add,
    /** Adds an entry whose bytes are compressed already. */
    addPacked,
    /** Resolves with the length of the zip in bytes. */
    async end() {
      zip.end()
      await flush()
      return offset
    },
  }
}

class Stored extends ZipPassThrough {
  // Fixed, so that equal content gives an equal file; the library writes it in the computer's zone.
  // oxlint-disable-next-line one-clock/machine-clock
  override mtime = new Date(1980, 0, 1)
}

/** An entry whose checksum and size are computed here, and which is compressed elsewhere. */
class DeflatedElsewhere extends Stored {
  // PKWARE APPNOTE 4.4.5: deflated.
  override compression = 8
  protected override process() {}
}

const SAMPLES = 4
const SAMPLE_BYTES = 2048

/** Packed numbers repeat nothing: looking for repetitions in them takes three times as long for more bytes. */
function strategyFor(bytes: Uint8Array): number {
  const { Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY } = constants
  if (bytes.length <= SAMPLES * SAMPLE_BYTES) return Z_DEFAULT_STRATEGY
  const apart = Math.floor(bytes.length / SAMPLES)
  const sample = Buffer.concat(
    Array.from({ length: SAMPLES }, (_, at) =>
      bytes.subarray(at * apart, at * apart + SAMPLE_BYTES),
    ),
  )
  const lengthBy = (strategy: number) => deflateRawSync(sample, { level: LEVEL, strategy }).length
  return lengthBy(Z_HUFFMAN_ONLY) < lengthBy(Z_DEFAULT_STRATEGY)
    ? Z_HUFFMAN_ONLY
    : Z_DEFAULT_STRATEGY
}

function makeDeflate(onBytes: (bytes: Uint8Array<ArrayBuffer>) => void, isBinary: boolean) {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 })
  deflate.on('data', onBytes)
  const ended = new Promise<void>((resolve, reject) => {
    deflate.once('end', resolve)
    deflate.once('error', reject)
  })
  ended.catch(() => undefined)
  let strategy: number = constants.Z_DEFAULT_STRATEGY
  const step = (work: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((resolve, reject) => work((error) => (error ? reject(error) : resolve())))
  return {
    async push(bytes: Uint8Array) {
      const best = isBinary ? strategyFor(bytes) : strategy
      if (best !== strategy) await step((done) => deflate.params(LEVEL, best, done))
      strategy = best
      await step((done) => deflate.write(bytes, done))
    },
    end() {
      deflate.end()
      return ended
    },
    close: () => void deflate.destroy(),
  }
}

const tooLong = (size: number, limit: number) =>
  new AppError({ kind: 'too-long', what: 'workbook', size, limit })
