import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { AbSnapshot } from '../../../shared/features/ab-tests/ab-test.ts'

/** What an answer left in the history of its test, by its question. */
export type Entry = [input: string, snapshot: AbSnapshot]

/** Two hundred questions about the same arms on each day of a year are less. */
const MOST_BYTES = 64 * 1024 * 1024
/** Each day is nearly the one before: more effort hardly makes less of them. */
const LEVEL = 3

/** Snapshots of one pair of arms, of which each repeats most of the one before, in few bytes. */
export const packed = (entries: readonly Entry[]): Uint8Array =>
  deflateRawSync(JSON.stringify(entries), { level: LEVEL })

/** The JSON of a history. Throws on bytes that are none. */
export const unpackedText = (stored: Uint8Array): string =>
  inflateRawSync(stored, { maxOutputLength: MOST_BYTES }).toString()

/** None where damage has left no history. */
export function unpacked(stored: Uint8Array): Entry[] {
  try {
    return JSON.parse(unpackedText(stored)) as Entry[]
  } catch {
    return []
  }
}
