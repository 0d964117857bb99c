import type { Store } from './store.ts'

/**
 * A store that may still be opening: each verb waits for it, so that the window need not. When it
 * cannot be opened, each verb throws why.
 */
export function laterStore(opening: Promise<Store>): LaterStore {
  opening.catch(() => undefined)
  return new Proxy({} as LaterStore, {
    get: (_store, verb: keyof Store) => {
      if (verb === 'recovery') return () => opening.then(({ recovery }) => recovery)
      return (...args: never[]) =>
        opening.then((store) => (store[verb] as (...given: never[]) => unknown)(...args))
    },
  })
}

export type LaterStore = Omit<Store, 'recovery'> & {
  recovery: () => Promise<Store['recovery']>
}
