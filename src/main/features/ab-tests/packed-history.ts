import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { AbSnapshot } from '../../../shared/features/ab-tests/ab-test.ts'

/** The snapshot of an answer, with its request. */
export type Entry = [input: string, snapshot: AbSnapshot]

/** More than two hundred requests about the same arms on each day of a year take. */
const MOST_BYTES = 64 * 1024 * 1024
/** Each day is nearly equal to the one before, so a higher level hardly saves space. */
const LEVEL = 3

/** Compresses the snapshots of one pair of arms, each of which repeats most of the previous one. */
export const packed = (entries: readonly Entry[]): Uint8Array =>
  deflateRawSync(JSON.stringify(entries), { level: LEVEL })

/** The JSON of a history. Throws when the bytes are not a history. */
export const unpackedText = (stored: Uint8Array): string =>
  inflateRawSync(stored, { maxOutputLength: MOST_BYTES }).toString()

/** Empty when the history is damaged. */
export function unpacked(stored: Uint8Array): Entry[] {
  try {
    return JSON.parse(unpackedText(stored)) as Entry[]
  } catch {
    return []
  }
}
