interface Store<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** What `store` (a Map or a WeakMap) holds for a key, made when it is first asked for. */
export function kept<Key, Value extends {}>(
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
