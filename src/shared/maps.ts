interface Store<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The value of `store` (a Map or a WeakMap) at a key, created by `make` on first use. */
export function getOrCreate<Key, Value extends {}>(
  store: Store<Key, Value>,
  key: NoInfer<Key>,
  make: () => NoInfer<Value>,
): Value {
  const known = store.get(key)
  if (known !== undefined) return known
  const made = make()
  store.set(key, made)
  return made
}

/** Groups items by name. Groups are in the order of their first item, and items keep their order. */
export function groupBy<T, N>(all: Iterable<T>, nameOf: (one: T) => N): Map<N, T[]> {
  const groups = new Map<N, T[]>()
  for (const one of all) {
    const name = nameOf(one)
    const known = groups.get(name)
    if (known) known.push(one)
    else groups.set(name, [one])
  }
  return groups
}

/** A copy of a set with all of the keys in it, or none of them. */
export function withKeys<Key>(known: ReadonlySet<Key>, keys: readonly Key[], isIn: boolean) {
  const next = new Set(known)
  for (const key of keys) {
    if (isIn) next.add(key)
    else next.delete(key)
  }
  return next
}

/** The values without one that is among them, or with it at the end. */
export const toggled = <T>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value]
