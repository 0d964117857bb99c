import { createHash } from 'node:crypto'
import { canonicalJson } from '../../src/main/database/json.ts'
import type { RawEntry } from './raw-zip.ts'

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

export const identityOf = (document: unknown) => sha256(canonicalJson(document))

/**
 * The two required entries of a report, as anyone can make them: the checksum matches the document,
 * whatever it contains.
 */
export function summed(document: unknown, { text }: { text?: string } = {}): RawEntry[] {
  const canonical = canonicalJson(document)
  return [
    { name: 'report.json', content: text ?? canonical },
    { name: 'checksum.txt', content: `${sha256(canonical)}  report.json\n` },
  ]
}

/** The same with the checksum of exactly these bytes. */
export function summedBytes(content: Buffer): RawEntry[] {
  return [
    { name: 'report.json', content },
    { name: 'checksum.txt', content: `${sha256(content)}  report.json\n` },
  ]
}
