import { bridge, type Noun } from '../../shared/bridge.ts'
import type { Operation } from '../../shared/operation.ts'
import type { Store } from './store.ts'
import type { StoredCalls } from './stored.ts'

type Calls = Pick<Store, keyof StoredCalls>

/** The handlers of the calls that say `isStored`: the store's functions, which notify when they change. */
export function storedHandlers(store: Calls, changed: (noun: Noun) => void): Calls {
  const nouns = Object.entries(bridge).map(([noun, operations]) => {
    const ofStore = store[noun as keyof Calls] as unknown as Record<string, Handler>
    const handlers = Object.entries<Operation>(operations)
      .filter(([, { isStored }]) => isStored)
      .map(([verb, { changes }]) => {
        const run = async (input: unknown) => {
          const value = await ofStore[verb]?.(input)
          if (changes) changed(noun as Noun)
          return value
        }
        return [verb, run] as const
      })
    return [noun, Object.fromEntries(handlers)] as const
  })
  const stored = nouns.filter(([, handlers]) => Object.keys(handlers).length > 0)
  return Object.fromEntries(stored) as unknown as Calls
}

type Handler = (input: unknown) => Promise<unknown>
