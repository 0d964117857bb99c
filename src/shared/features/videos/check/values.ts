import { getOrCreate } from '../../../maps.ts'

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a dotted path; undefined when there is none. */
export function at(part: unknown, register: string): unknown {
  let value = part
  for (const key of keysOf(register)) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

// Cached, because there are few registers but thousands of items, which are checked at each key
// press.
const split = new Map<string, readonly string[]>()

const keysOf = (register: string) => getOrCreate(split, register, () => register.split('.'))

/** The text at a path, `''` when there is none: a value of another type is a problem of its own. */
export function textAt(part: unknown, register: string): string {
  const value = at(part, register)
  return typeof value === 'string' ? value : ''
}

export function secondAt(part: unknown, register: string): number | null {
  const value = at(part, register)
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

/** The items of a list that are objects. */
export function objectsAt(part: unknown, register: string) {
  const value = at(part, register)
  return Array.isArray(value) ? value.filter(isObject) : []
}
