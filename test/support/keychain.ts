import { makeKeyNotes } from '../../src/main/keychain/key-notes.ts'
import type { KeytarLike } from '../../src/main/keychain/keychain.ts'
import { newFolder } from './folder.ts'

type Mood = 'unlocked' | 'locked' | 'no-service' | 'prompting' | 'failing'

export type MemoryKeytar = ReturnType<typeof memoryKeytar>

/** A keychain in memory that behaves as keytar was observed to behave on Linux in each state. */
export function memoryKeytar() {
  const items = new Map<string, string>()
  const calls: string[] = []
  const waiting: (() => void)[] = []
  let mood: Mood = 'unlocked'
  let failure = ''
  let inFlight = 0
  let mostInFlight = 0

  async function act<T>(call: string, answer: () => T): Promise<T> {
    calls.push(call)
    inFlight++
    mostInFlight = Math.max(mostInFlight, inFlight)
    try {
      if (mood === 'prompting') await new Promise<void>((done) => waiting.push(done))
      else await Promise.resolve()
      if (mood === 'no-service') {
        throw new Error('The name org.freedesktop.secrets was not provided by any .service files')
      }
      if (mood === 'failing') throw new Error(failure)
      return answer()
    } finally {
      inFlight--
    }
  }

  const keytar: KeytarLike = {
    getPassword: (service, account) =>
      act('get', () => (mood === 'locked' ? null : (items.get(`${service}/${account}`) ?? null))),
    setPassword: (service, account, password) =>
      act('set', () => {
        if (mood === 'locked') throw new Error('Cannot create an item in a locked collection')
        items.set(`${service}/${account}`, password)
      }),
    deletePassword: (service, account) =>
      act('delete', () => mood !== 'locked' && items.delete(`${service}/${account}`)),
  }

  return {
    keytar,
    items,
    calls,
    mostInFlight: () => mostInFlight,
    /** Every call fails with this text from now on. */
    fail(text: string) {
      failure = text
      mood = 'failing'
    },
    become(next: Mood) {
      mood = next
      for (const done of waiting.splice(0)) done()
    },
  }
}

/** Notes of a computer on which no key was ever stored. */
export const newKeyNotes = () => makeKeyNotes({ folder: newFolder(), unbound: async () => ({}) })
