import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { BackupManifest, BackupPart } from '../../../shared/features/backup/backup.ts'
import { type Begun, type Sink, writeWhole } from '../../disk/atomic-file.ts'
import { refuseWhenCancelled } from '../../threads/ending.ts'
import type { Job } from './job.ts'
import { MANIFEST, pictureOf } from './parts.ts'

export interface Source {
  name: string
  file: string
}

type Writing = Pick<Job, 'signal' | 'onBytes'>

/** Small enough that compressing one does not delay the window's calls. */
const CHUNK_BYTES = 64 * 1024
const FASTEST = 1

/** Writes a backup, whole or not at all; resolves with its size in bytes. */
export async function writeBackup(
  place: string,
  sources: readonly Source[],
  {
    about,
    begun,
    ...writing
  }: Writing & {
    about: Omit<BackupManifest, 'parts'>
    begun: Begun | undefined
  },
): Promise<number> {
  async function write(target: Sink) {
    const zip = makeZip(target)
    const parts: BackupPart[] = []
    for (const source of sources) parts.push(await addPart(zip, source, writing))
    const manifest: BackupManifest = { ...about, parts }
    const entry = zip.add(MANIFEST, false)
    await entry.push(Buffer.from(JSON.stringify(manifest)))
    await entry.end()
    return zip.end()
  }
  // Contains all data unencrypted, so only its owner may read it.
  return writeWhole(place, write, { access: 'private', begun, signal: writing.signal })
}

type ZipFile = ReturnType<typeof makeZip>

function makeZip(target: Sink) {
  let failure: Error | null = null
  let size = 0
  let made: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    failure ??= error
    made.push(bytes)
  })
  async function flush() {
    if (failure) throw failure
    const bytes = Buffer.concat(made)
    made = []
    size += bytes.length
    if (bytes.length > 0) await target.write(bytes)
  }
  return {
    add(name: string, isPacked: boolean) {
      const entry = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: FASTEST })
      zip.add(entry)
      const push = (bytes: Uint8Array, isLast = false) => {
        entry.push(bytes, isLast)
        return flush()
      }
      return { push, end: () => push(new Uint8Array(), true) }
    },
    async end() {
      zip.end()
      await flush()
      return size
    },
  }
}

async function addPart(zip: ZipFile, { name, file }: Source, { signal, onBytes }: Writing) {
  const hash = createHash('sha256')
  let size = 0
  const entry = zip.add(name, pictureOf(name) !== null)
  const reading = createReadStream(file, { highWaterMark: CHUNK_BYTES })
  for await (const chunk of reading as AsyncIterable<Buffer<ArrayBuffer>>) {
    refuseWhenCancelled(signal)
    hash.update(chunk)
    size += chunk.length
    await entry.push(chunk)
    onBytes(chunk.length)
  }
  await entry.end()
  return { name, size, sha256: hash.digest('hex') }
}
