import { AppError } from '../../shared/failure.ts'

const DEEPEST = 64

/**
 * The value of a JSON text. Throws `malformed` for a text that is not JSON, is cut short, repeats a
 * key in an object, nests too deep to be copied to a window, contains integers that lost digits, or
 * has a key that could change an object's prototype.
 */
export function readJson(text: string): unknown {
  const value = parse(text)
  if (keysOf(value) !== namesIn(text)) throw malformed('shape', 'a key twice in one object')
  return value
}

const malformed = (reason: 'truncated' | 'not-json' | 'shape', where: string) =>
  new AppError({ kind: 'malformed', reason, where })

function parse(text: string): unknown {
  if (text.trim() === '') throw malformed('truncated', 'an empty body')
  try {
    return JSON.parse(text)
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : ''
    const place = /position (\d+)/.exec(message)?.[1]
    const isAtEnd = /end of JSON|Unterminated/.test(message) || Number(place) >= text.length
    throw malformed(isAtEnd ? 'truncated' : 'not-json', place ? `character ${place}` : 'the body')
  }
}

/** The number of keys in a value. Iterative, since the depth is not bounded yet. */
function keysOf(root: unknown): number {
  let keys = 0
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw malformed('shape', `deeper than ${DEEPEST} levels`)
    const deeper: unknown[] = []
    for (const value of level) {
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        throw malformed('shape', `${pathOf(root, value)}: an integer that cannot be held exactly`)
      }
      if (typeof value !== 'object' || value === null) continue
      if (Array.isArray(value)) for (const item of value) deeper.push(item)
      else keys += open(value, deeper)
    }
    level = deeper
  }
  return keys
}

/** The path of the first occurrence of a value; only called for refused values. */
function pathOf(root: unknown, sought: unknown): string {
  const waiting: [value: unknown, path: string[]][] = [[root, []]]
  for (const [value, path] of waiting) {
    if (Object.is(value, sought)) return path.join('.') || 'answer'
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) waiting.push([inner, [...path, key]])
  }
  return 'answer'
}

function open(object: object, into: unknown[]): number {
  // Visitors may send a parameter named `__proto__`: its count changes no prototype.
  if (Object.hasOwn(object, '__proto__') && typeof own(object, '__proto__') === 'object') {
    throw malformed('shape', 'a prototype under the key __proto__')
  }
  const values = Object.values(object)
  for (const value of values) into.push(value)
  return values.length
}

const own = (object: object, key: string): unknown =>
  Object.getOwnPropertyDescriptor(object, key)?.value

/** The number of keys in a valid JSON text: its colons outside strings. */
function namesIn(text: string): number {
  let names = 0
  let at = 0
  while (at < text.length) {
    const char = text.charCodeAt(at)
    if (char === 58) names++
    at = char === 34 ? endOfString(text, at) + 1 : at + 1
  }
  return names
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charCodeAt(at - 1 - slashes) === 92) slashes++
  return slashes % 2 === 1
}
