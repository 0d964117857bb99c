import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { unzipSync, zipSync } from 'fflate'
import type { BackupManifest } from '../../src/shared/features/backup/backup.ts'

export type Parts = Map<string, Uint8Array>

/** The parts of a backup by name, without its list. */
export function unpackTo(file: string): Parts {
  const parts = new Map(Object.entries(unzipSync(readFileSync(file))))
  parts.delete('manifest.json')
  return parts
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const zeros = { accounts: 1, videos: 0, edits: 0, history: 0, annotations: 0, decisions: 0 }

/** Writes parts as a backup with a correct list, except for the given changes. */
export function repack(
  parts: Parts,
  file: string,
  change: (manifest: BackupManifest) => unknown = (manifest) => manifest,
) {
  const manifest: BackupManifest = {
    ...{ format: 'cuepoint-backup', version: '1.2.3', madeAt: 1 },
    schemas: { desk: 1, answers: parts.has('answers.db') ? 1 : null },
    counts: { ...zeros, reports: 0, pictures: 0 },
    parts: [...parts].map(([name, bytes]) => ({ name, size: bytes.length, sha256: sha256(bytes) })),
  }
  const list = Buffer.from(JSON.stringify(change(manifest)))
  writeFileSync(
    file,
    zipSync({ ...Object.fromEntries(parts), 'manifest.json': new Uint8Array(list) }),
  )
}
