import type { Failure } from './failure.ts'

/** Maximum nesting depth of a call's input. */
const MAX_DEPTH = 64
/**
 * Minimum number of characters counted per value, so that the limit also bounds the number of
 * values.
 */
const CHARACTERS_PER_VALUE = 16

/** Why a call's input may not cross the bridge as JSON of at most `limit` characters; null when it may. */
export function whyNotJson(input: unknown, limit: number): Failure | null {
  if (input === undefined) return null
  if (typeof input !== 'string') return notJson('must be JSON')
  return input.length > limit ? tooLong(input.length, limit) : null
}

const tooLong = (size: number, limit: number): Failure => ({
  ...{ kind: 'too-long', what: 'step', size, limit },
})

const notJson = (message: string): Failure => ({
  kind: 'invalid',
  fields: [{ path: '', message }],
  text: `The input ${message}.`,
})

function inexact(input: unknown): Failure {
  const [place = []] = inexactIn(input)
  const path = place.join('.')
  const message = 'is a number that cannot be held exactly'
  return {
    kind: 'invalid',
    fields: [{ path, message }],
    text: `${path || 'The input'} ${message}.`,
  }
}

/**
 * The value of a call's input (undefined without one), or why it is refused: JSON with more
 * characters or values than the limit allows, or nested too deeply, would block main while it is
 * checked. What main's reader of JSON refuses could be stored, but not restored from a backup.
 */
export function readInput(input: unknown, limit: number): { value: unknown } | Failure {
  const failure = whyNotJson(input, limit)
  if (failure) return failure
  const value = input === undefined ? undefined : parsed(input as string)
  if (value === NOT_JSON) return notJson('must be JSON')
  let left = limit / CHARACTERS_PER_VALUE
  // By index: iterators would make this the longest part of a call with 10,000 changes.
  const whyNot = (inside: unknown, depth: number): Failure | null => {
    if (--left < 0) return tooLong(limit + 1, limit)
    if (typeof inside !== 'object' || inside === null) {
      return isInexact(inside) ? inexact(value) : null
    }
    if (depth === MAX_DEPTH) return notJson('is nested too deeply')
    if (hasPrototype(inside)) return notJson('has a prototype under the key __proto__')
    const items: readonly unknown[] = Array.isArray(inside) ? inside : Object.values(inside)
    for (let index = 0; index < items.length; index++) {
      const why = whyNot(items[index], depth + 1)
      if (why) return why
    }
    return null
  }
  return whyNot(value, 0) ?? { value }
}

/** Whether a number of a JSON text lost digits: beyond 2^53 not every integer can be held. */
export const isInexact = (value: unknown): boolean =>
  typeof value === 'number' && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)

/** Whether a value contains no such number. Much faster than looking for their paths. */
export const isExact = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isExact)
    : !isInexact(value)

/** The paths of such numbers in a value. */
export function* inexactIn(root: unknown): Generator<string[]> {
  const waiting: [value: unknown, path: string[]][] = [[root, []]]
  for (const [value, path] of waiting) {
    if (isInexact(value)) yield path
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) waiting.push([inner, [...path, key]])
  }
}

/** Whether a copy of an object would have another prototype. A plain value under the key changes none. */
export const hasPrototype = (object: object): boolean =>
  Object.hasOwn(object, '__proto__') &&
  typeof Object.getOwnPropertyDescriptor(object, '__proto__')?.value === 'object'

const NOT_JSON = Symbol('not JSON')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return NOT_JSON
  }
}

/** A JSON object in a service's response or request. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value, or an empty object when it is not a JSON object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
