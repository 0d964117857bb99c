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
export function groupBy<T, N>(all: readonly T[], nameOf: (one: T) => N): Map<N, T[]> {
  const groups = new Map<N, T[]>()
  for (const one of all) {
    const name = nameOf(one)
    const known = groups.get(name)
    if (known) known.push(one)
    else groups.set(name, [one])
  }
  return groups
}
