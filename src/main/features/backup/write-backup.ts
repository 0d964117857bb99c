import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { BackupManifest, BackupPart } from '../../../shared/features/backup/backup.ts'
import { type Begun, type Sink, writeWhole } from '../../disk/atomic-file.ts'
import type { ZipStream } from '../../disk/zip-stream.ts'
import { refuseWhenCancelled } from '../../threads/ending.ts'
import type { Job } from './job.ts'
import { MANIFEST, pictureOf } from './parts.ts'

export interface Source {
  name: string
  file: string
}

type Writing = Pick<Job, 'signal' | 'onBytes'>

export const CHUNK_BYTES = 256 * 1024

/** Writes a backup, whole or not at all; resolves with its size in bytes. */
export async function writeBackup(
  place: string,
  sources: readonly Source[],
  {
    about,
    begun,
    ...writing
  }: Writing & { about: Omit<BackupManifest, 'parts'>; begun: Begun | undefined },
): Promise<number> {
  async function write(target: Sink) {
    // Loaded on demand, because most starts write no zip.
    const { makeZipStream } = await import('../../disk/zip-stream.ts')
    const zip = makeZipStream((bytes) => target.write(bytes))
    const parts: BackupPart[] = []
    for (const source of sources) parts.push(await addPart(zip, source, writing))
    const manifest: BackupManifest = { ...about, parts }
    await zip.add(MANIFEST, [JSON.stringify(manifest)])
    return zip.end()
  }
  // Contains all data unencrypted, so only its owner may read it.
  return writeWhole(place, write, { access: 'private', begun, signal: writing.signal })
}

async function addPart(zip: ZipStream, { name, file }: Source, { signal, onBytes }: Writing) {
  const hash = createHash('sha256')
  let size = 0
  async function* chunks() {
    const reading = createReadStream(file, { highWaterMark: CHUNK_BYTES })
    for await (const chunk of reading as AsyncIterable<Buffer<ArrayBuffer>>) {
      refuseWhenCancelled(signal)
      hash.update(chunk)
      size += chunk.length
      yield chunk
      onBytes(chunk.length)
    }
  }
  await (pictureOf(name) === null
    ? zip.add(name, chunks(), { isBinary: true })
    : zip.addPacked(name, chunks()))
  return { name, size, sha256: hash.digest('hex') }
}
