/** What `store` holds for a key, made when it is first asked for. */
export function kept<Key, Value>(
  store: Map<Key, Value>,
  key: NoInfer<Key>,
  make: () => Value,
): Value {
  const found = store.get(key) ?? make()
  store.set(key, found)
  return found
}
