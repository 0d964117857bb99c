type AnswerRow = Record<string, unknown>

const [QUOTE, BACKSLASH, COMMA, LIST] = [0x22, 0x5c, 0x2c, 0x5b]
const OPENING = new Set([LIST, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])
const BYTES_AT_ONCE = 1 << 20

/**
 * Parses the rows of a JSON list in portions: an answer may be 64 MB, which would take several
 * times that as one text with all its rows. Yields nothing when the bytes are not a list.
 */
export function* answerRows(bytes: Uint8Array): Generator<AnswerRow[]> {
  if (bytes[0] !== LIST || bytes.length < 3) return
  let from = 1
  for (const end of rowEnds(bytes)) {
    if (end - from < BYTES_AT_ONCE && end < bytes.length - 1) continue
    yield parsed(bytes.subarray(from, end))
    from = end + 1
  }
}

/** The position of each row's end: a comma of the outer list, or the list's end. */
function* rowEnds(bytes: Uint8Array): Generator<number> {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = stringEnd(bytes, at)
    else if (OPENING.has(byte)) depth += 1
    else if (CLOSING.has(byte)) depth -= 1
    else if (byte === COMMA && depth === 1) yield at
  }
  yield bytes.length - 1
}

function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

const decoder = new TextDecoder()

function parsed(bytes: Uint8Array): AnswerRow[] {
  const rows: unknown = JSON.parse(`[${decoder.decode(bytes)}]`)
  return rows as AnswerRow[]
}
