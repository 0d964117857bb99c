const opened = new Set<() => unknown>()

/**
 * The same function, which `closes-opened.ts` calls after the test, or the file, that opened what it
 * closes: what was opened last is closed first. To close again does nothing.
 */
export function closedLater<Closed>(close: () => Closed) {
  function once(): Closed | undefined {
    return opened.delete(once) ? close() : undefined
  }
  opened.add(once)
  return once
}

/** Closes what is opened between this call and that of the function that it returns. */
export function closingFromNow() {
  const before = new Set(opened)
  return async () => {
    for (const close of [...opened].toReversed()) if (!before.has(close)) await close()
  }
}
