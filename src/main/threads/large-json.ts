import { setImmediate as turn } from 'node:timers/promises'

/** Larger values pass between threads as shared JSON bytes: copying them would block main. */
export const LARGE_BYTES = 1024 * 1024
/** Bytes decoded before other work gets a turn: some milliseconds. */
const SLICE_BYTES = 4 * LARGE_BYTES

/**
 * A value as the bytes of its JSON, which no thread may change; shared between threads, or
 * transferred.
 */
export interface LargeJson {
  readonly largeJson: Uint8Array
}

export function shared(json: Uint8Array): LargeJson {
  const largeJson = new Uint8Array(new SharedArrayBuffer(json.byteLength))
  largeJson.set(json)
  return { largeJson }
}

// A parsed JSON value never contains a Uint8Array.
export const isLargeJson = (value: unknown): value is LargeJson =>
  typeof value === 'object' &&
  value !== null &&
  'largeJson' in value &&
  value.largeJson instanceof Uint8Array

/** The value itself. Parsing a large one blocks the thread: only where it is needed. */
export const opened = <T>(value: T | LargeJson): T =>
  isLargeJson(value) ? (JSON.parse(bufferOf(value).toString()) as T) : value

/** The JSON of an answer whose `value` may be large. Yields between slices. */
export async function answerText(answer: unknown): Promise<string> {
  const { value } = Object(answer) as { value?: unknown }
  if (!isLargeJson(value)) return JSON.stringify(answer)
  const { value: _, ...facts } = answer as { value: LargeJson }
  const bytes = bufferOf(value)
  const decoder = new TextDecoder()
  // TextDecoder refuses shared memory, so each slice is copied. One buffer for all: V8 would not
  // free them in time.
  const slice = Buffer.allocUnsafeSlow(SLICE_BYTES)
  let text = '{"value":'
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    const length = bytes.copy(slice, 0, at)
    text += decoder.decode(slice.subarray(0, length), { stream: true })
    await turn()
  }
  return `${text},${JSON.stringify(facts).slice(1)}`
}

const bufferOf = ({ largeJson: { buffer, byteOffset, byteLength } }: LargeJson) =>
  Buffer.from(buffer, byteOffset, byteLength)
