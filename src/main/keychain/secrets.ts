export type Secrets = ReturnType<typeof makeSecrets>

/** The keys that this process has had, by what each is the key of: no line of a log may have one. */
export function makeSecrets() {
  const byName = new Map<string, Set<string>>()
  return {
    /** With those before it under the same name: a key that was replaced may still work. */
    remember(name: string, secret: string) {
      byName.set(name, (byName.get(name) ?? new Set()).add(secret))
    },
    /** Whose work has ended: nothing is left that could write its key. */
    forget(name: string) {
      byName.delete(name)
    },
    *[Symbol.iterator]() {
      for (const secrets of byName.values()) yield* secrets
    },
  }
}
