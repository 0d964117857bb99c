/**
 * `next` with the parts of `before` that are equal, or `before` itself when all are. Unchanged data keeps its
 * identity, so it is not rendered again.
 */
export function shareStructure<T>(before: unknown, next: T): T {
  if (isAlike(before, next)) return before as T
  if (!isRecord(before) || !isRecord(next)) return next
  const shared = Object.entries(next).map(([key, value]) => {
    const known = before[key]
    return [key, isAlike(known, value) ? known : value] as const
  })
  return Object.fromEntries(shared) as T
}

function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isAlike(item, other[at]))
  return isRecord(one) && isRecord(other) && areAlike(one, other)
}

function areAlike(one: Plain, other: Plain): boolean {
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isAlike(one[key], other[key]))
  )
}

type Plain = Record<string, unknown>

const isRecord = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
