import { AppError } from '../../shared/failure.ts'
import { hasPrototype, inexactIn, isInexact } from '../../shared/plain.ts'

const DEEPEST = 64

/**
 * The value of a JSON text. Throws `malformed` for a text that is not JSON, is cut short, repeats a
 * key in an object, nests too deep to be copied to a window, contains integers that lost digits, or
 * has a key that could change an object's prototype. With `mayBeInexact`, such integers may be at some paths.
 */
export function readJson(
  text: string,
  mayBeInexact: (path: readonly string[]) => boolean = () => false,
): unknown {
  const value = parse(text)
  const { keys, hasInexact } = lookInto(value)
  if (keys !== namesIn(text)) throw malformed('shape', 'a key twice in one object')
  for (const path of hasInexact ? inexactIn(value) : []) {
    if (mayBeInexact(path)) continue
    const where = path.join('.') || 'answer'
    throw malformed('shape', `${where}: an integer that cannot be held exactly`)
  }
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

/** The number of keys, and whether a number lost digits. Iterative, since the depth is not bounded yet. */
function lookInto(root: unknown) {
  let keys = 0
  let hasInexact = false
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw malformed('shape', `deeper than ${DEEPEST} levels`)
    const deeper: unknown[] = []
    for (const value of level) {
      hasInexact ||= isInexact(value)
      if (typeof value !== 'object' || value === null) continue
      if (Array.isArray(value)) for (const item of value) deeper.push(item)
      else keys += open(value, deeper)
    }
    level = deeper
  }
  return { keys, hasInexact }
}

function open(object: object, into: unknown[]): number {
  // Visitors may send a parameter named `__proto__`: its count changes no prototype.
  if (hasPrototype(object)) throw malformed('shape', 'a prototype under the key __proto__')
  const values = Object.values(object)
  for (const value of values) into.push(value)
  return values.length
}

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
