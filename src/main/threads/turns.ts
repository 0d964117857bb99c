/** Runs work one after the other, also after a failure. */
export function makeTurns() {
  let before: Promise<unknown> = Promise.resolve()
  return <T>(act: () => Promise<T>): Promise<T> => {
    const mine = before.then(act)
    before = mine.catch(() => undefined)
    return mine
  }
}

/** Turns of their own for each key. */
export function makeTurnsOf() {
  const byKey = new Map<string, ReturnType<typeof makeTurns>>()
  return <T>(key: string, act: () => Promise<T>): Promise<T> => {
    const own = byKey.get(key) ?? makeTurns()
    byKey.set(key, own)
    return own(act)
  }
}
