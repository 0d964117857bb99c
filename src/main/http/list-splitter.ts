import { AppError } from '../../shared/failure.ts'

const SPACES = new Set([9, 10, 13, 32])
const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])
const END_OF_LIST = 93

/**
 * Splits the bytes of a JSON list at the commas between its items, and passes on the text of
 * complete items, without the list's brackets. Nothing is parsed.
 */
export function makeListSplitter(onItems: (items: Uint8Array) => void) {
  /** Nesting depth: 0 outside of the list, 1 between its items. */
  let depth = 0
  let isOver = false
  let isInString = false
  let isEscaped = false
  let hadItems = false
  let pending: Uint8Array[] = []

  /** Whether the byte ends an item or the list. */
  function isEnd(byte: number): boolean {
    if (isInString) {
      if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === QUOTE) isInString = false
      return false
    }
    if (byte === QUOTE) isInString = true
    else if (OPENING.has(byte)) depth++
    else if (CLOSING.has(byte)) return --depth === 0
    return byte === COMMA && depth === 1
  }

  function emit(bytes: Uint8Array, isLast: boolean) {
    const items = Buffer.concat([...pending, bytes])
    pending = []
    const isBlank = items.every((byte) => SPACES.has(byte))
    if (isBlank && (hadItems || !isLast)) throw notJson('a comma without an item')
    if (!isBlank) onItems(items)
    hadItems = true
  }

  function assertOver(bytes: Uint8Array) {
    if (!bytes.every((byte) => SPACES.has(byte))) throw notJson('after the end of the list')
  }

  /** The index of the first item, after the opening bracket, which is known to be there. */
  function begin(bytes: Uint8Array): number {
    const at = bytes.findIndex((byte) => !SPACES.has(byte))
    if (at === -1) return bytes.length
    depth = 1
    return at + 1
  }

  return {
    add(bytes: Uint8Array) {
      if (isOver) return assertOver(bytes)
      let start = depth === 0 ? begin(bytes) : 0
      let cut = -1
      for (let at = start; at < bytes.length; at++) {
        const byte = bytes[at] ?? 0
        if (!isEnd(byte)) continue
        cut = at
        if (depth > 0) continue
        if (byte !== END_OF_LIST) throw notJson('the end of the list')
        isOver = true
        break
      }
      if (cut >= 0) {
        emit(bytes.subarray(start, cut), isOver)
        start = cut + 1
      }
      const rest = bytes.subarray(start)
      if (isOver) assertOver(rest)
      else pending.push(rest)
    },
    /** Throws `malformed` when the list was not closed. */
    end() {
      if (!isOver) throw malformed('truncated', 'the end of the list')
    },
  }
}

const malformed = (reason: 'truncated' | 'not-json', where: string) =>
  new AppError({ kind: 'malformed', reason, where })

const notJson = (where: string) => malformed('not-json', where)
