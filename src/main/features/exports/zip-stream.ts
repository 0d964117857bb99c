import { createDeflateRaw } from 'node:zlib'
import { Zip, ZipPassThrough } from 'fflate'
import { DeskError } from '../../../shared/failure.ts'

/** The limit without zip64, which not every reader supports. */
const MOST_BYTES = 2 ** 32 - 1

// Takes a third of the time of the default 6, for a file a fifth larger.
const LEVEL = 1

export type ZipStream = ReturnType<typeof makeZipStream>

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

  async function add(filename: string, pieces: Iterable<string> | AsyncIterable<string>) {
    const entry = new DeflatedElsewhere(filename)
    zip.add(entry)
    const deflate = makeDeflate((bytes) => entry.ondata(null, bytes, false))
    let compressing = Promise.resolve()
    try {
      for await (const text of pieces) {
        const bytes = Buffer.from(text)
        await compressing
        entry.push(bytes)
        if (Math.max(entry.size, offset) > most) throw tooLong(entry.size, most)
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

  return {
    /** Adds an entry; it is complete when this resolves. */
    add,
    async end() {
      zip.end()
      await flush()
    },
  }
}

/** An entry whose checksum and size are computed here, and which is compressed elsewhere. */
class DeflatedElsewhere extends ZipPassThrough {
  // PKWARE APPNOTE 4.4.5: deflated.
  override compression = 8
  // Fixed, so that equal content gives an equal file; the library writes it in the computer's zone.
  // oxlint-disable-next-line one-clock/machine-clock
  override mtime = new Date(1980, 0, 1)
  protected override process() {}
}

function makeDeflate(onBytes: (bytes: Uint8Array<ArrayBuffer>) => void) {
  const deflate = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 })
  deflate.on('data', onBytes)
  const ended = new Promise<void>((resolve, reject) => {
    deflate.once('end', resolve)
    deflate.once('error', reject)
  })
  ended.catch(() => undefined)
  return {
    push: (bytes: Uint8Array) =>
      new Promise<void>((resolve, reject) => {
        deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
      }),
    end() {
      deflate.end()
      return ended
    },
    close: () => void deflate.destroy(),
  }
}

const tooLong = (size: number, limit: number) =>
  new DeskError({ kind: 'too-long', what: 'workbook', size, limit })
