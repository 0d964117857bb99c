import { setImmediate as turn } from 'node:timers/promises'

/** From here on a value goes from thread to thread as JSON that they share: to copy it holds main up. */
export const LARGE_BYTES = 1024 * 1024
/** What is decoded at once where others wait: some milliseconds. */
const SLICE_BYTES = 4 * LARGE_BYTES

/** A value by the bytes of its JSON, which no thread changes; shared by threads or given from one to the next. */
export interface LargeJson {
  readonly largeJson: Uint8Array
}

export function shared(json: Uint8Array): LargeJson {
  const largeJson = new Uint8Array(new SharedArrayBuffer(json.byteLength))
  largeJson.set(json)
  return { largeJson }
}

// Nothing that came as JSON has bytes in it.
export const isLargeJson = (value: unknown): value is LargeJson =>
  typeof value === 'object' &&
  value !== null &&
  'largeJson' in value &&
  value.largeJson instanceof Uint8Array

/** The value itself. A large one holds its thread up meanwhile: for those alone who have to look into it. */
export const opened = <T>(value: T | LargeJson): T =>
  isLargeJson(value) ? (JSON.parse(bufferOf(value).toString()) as T) : value

/** JSON of an answer whose `value` may be a large one. */
export async function answerText(answer: unknown): Promise<string> {
  const { value } = Object(answer) as { value?: unknown }
  if (!isLargeJson(value)) return JSON.stringify(answer)
  const { value: _, ...facts } = answer as { value: LargeJson }
  const bytes = bufferOf(value)
  const decoder = new TextDecoder()
  // A decoder takes no memory that threads share. One for all slices: V8 would not collect them meanwhile.
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
