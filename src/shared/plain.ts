import type { Failure } from './failure.ts'

/** Maximum nesting depth of a call's input. */
const MAX_DEPTH = 64
/** What each value counts in addition to its characters, so that the limit also bounds the number of values. */
const CHARACTERS_PER_VALUE = 16

/**
 * Why a value may not cross the bridge; null when it may. Allowed are strings, finite numbers, booleans,
 * null, arrays and plain objects (a key with undefined counts as absent), of at most `limit` characters in
 * total. The walk stops at the limit: serializing or validating such an input first could take minutes.
 */
export function whyNotPlain(root: unknown, limit: number): Failure | null {
  let size = 0
  /** The keys from the root to the value being visited. */
  const path: (string | number)[] = []

  function walk(value: unknown): Failure | null {
    size += CHARACTERS_PER_VALUE + (typeof value === 'string' ? value.length : 0)
    if (size > limit + CHARACTERS_PER_VALUE) return { kind: 'too-long', size, limit }
    if (typeof value !== 'object' || value === null)
      return isPlainLeaf(value) ? null : invalidAt(path)
    if (path.length === MAX_DEPTH) return invalidAt(path)
    if (Array.isArray(value)) return walkEach(value.keys(), (index) => value[index])
    if (!isPlainObject(value)) return invalidAt(path)
    return walkEach(Object.keys(value), (key) => value[key])
  }

  function walkEach<K extends string | number>(keys: Iterable<K>, at: (key: K) => unknown) {
    for (const key of keys) {
      size += typeof key === 'string' ? key.length : 0
      path.push(key)
      const failure = walk(at(key))
      if (failure) return failure
      path.pop()
    }
    return null
  }

  return walk(root)
}

function invalidAt(path: readonly (string | number)[]): Failure {
  const field = { path: path.join('.'), message: 'must be a plain value' }
  return { kind: 'invalid', fields: [field], text: `${field.path}: ${field.message}` }
}

const isPlainLeaf = (value: unknown) =>
  value === null ||
  value === undefined ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value)

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A JSON object in a service's response or request. */
export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value, or an empty object when it is no JSON object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})
