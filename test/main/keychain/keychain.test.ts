import { expect, test } from 'vitest'
import { makeKeyNotes } from '../../../src/main/keychain/key-notes.ts'
import { makeKeychain, makeSecrets } from '../../../src/main/keychain/keychain.ts'
import { failureOf } from '../../../src/shared/failure.ts'
import { virtualClock } from '../../support/clock.ts'
import { memoryKeytar } from '../../support/keychain.ts'
import { aFolder } from '../../support/store-folder.ts'

const account = 'abcdefghijkl'
const ADDRESS = 'https://analytics.example.com'
const analytics = { account_id: account, use: 'analytics', address: ADDRESS } as const
const video = { ...analytics, use: 'video' } as const
const NAME = `Cuepoint test/${account}:analytics@${ADDRESS}`
const OLD_NAME = `Cuepoint test/${account}:analytics`

/** `unbound` is what is stored without an address, and for which each was given. */
function desk(unbound: Record<string, string> = {}, platform: NodeJS.Platform = 'linux') {
  const memory = memoryKeytar()
  const clock = virtualClock()
  const folder = aFolder()
  const secrets = makeSecrets()
  const make = () =>
    makeKeychain({
      ...{ keytar: async () => memory.keytar, clock, platform },
      ...{ remember: secrets.remember, forget: secrets.forget },
      notes: makeKeyNotes({ folder, unbound: async () => unbound }),
      serviceName: 'Cuepoint test',
    })
  return { memory, clock, known: () => [...secrets], make, keychain: make(), folder }
}

const failureFrom = (promise: Promise<unknown>) => promise.then(() => null, failureOf)

test('a stored key is found at the next start, and registered with the log for redaction', async () => {
  const { keychain, make, known, memory } = desk()
  expect(await keychain.set(analytics, 'key-1')).toBe('ready')
  const next = make()
  expect(next.state(analytics)).toBe('waiting')
  expect(await next.get(analytics)).toEqual({ state: 'ready', key: 'key-1' })
  expect(next.state(analytics)).toBe('ready')
  expect(known()).toEqual(['key-1'])
  const calls = memory.calls.length
  await next.get(analytics)
  expect(memory.calls.length).toBe(calls)
})

test('a key counts as absent only after the keychain stored and returned a test value', async () => {
  const { keychain, memory } = desk()
  expect(await keychain.get(analytics)).toEqual({ state: 'absent', key: null })
  expect(memory.calls).toEqual(['get', 'set', 'get', 'delete', 'get'])
  expect(memory.items.size).toBe(0)
})

test('with a locked keychain a key does not count as absent, and is read again after unlocking', async () => {
  const { keychain, make, memory } = desk()
  await keychain.set(analytics, 'key-1')
  memory.become('locked')
  const next = make()
  expect(await next.get(analytics)).toEqual({ state: 'locked', key: null })
  const calls = memory.calls.length
  expect(await next.get(analytics)).toEqual({ state: 'locked', key: null })
  expect(memory.calls.length).toBe(calls)
  expect(await failureFrom(next.set(analytics, 'key-2'))).toEqual({
    kind: 'key',
    state: 'locked',
  })
  memory.become('unlocked')
  expect(await next.read(analytics)).toEqual({ state: 'ready', key: 'key-1' })
})

test('a keychain problem is checked again after a while', async () => {
  const { keychain, memory, clock } = desk()
  memory.become('locked')
  expect((await keychain.get(video)).state).toBe('locked')
  memory.become('unlocked')
  await clock.advance(16_000)
  expect((await keychain.get(video)).state).toBe('absent')
})

test('without a keychain a key is kept for this session only, and can be forgotten', async () => {
  const { keychain, memory, make } = desk()
  memory.become('no-service')
  expect((await keychain.get(analytics)).state).toBe('unavailable')
  expect(await keychain.set(analytics, 'key-1')).toBe('session')
  expect(await keychain.get(analytics)).toEqual({ state: 'session', key: 'key-1' })
  expect((await make().get(analytics)).state).toBe('unavailable')
  expect(await keychain.erase([analytics])).toEqual({ now: 1, later: 0 })
  expect((await keychain.get(analytics)).key).toBeNull()
})

test('a Mac’s keychain that fails in any language is locked, and a key that it does not keep is refused', async () => {
  const { keychain, memory } = desk({}, 'darwin')
  for (const text of ['A interação com o usuário não é permitida.', 'An unknown error occurred.']) {
    memory.fail(text)
    expect(await keychain.read(analytics)).toEqual({ state: 'locked', key: null })
    expect(await failureFrom(keychain.set(analytics, 'key-1'))).toEqual({
      kind: 'key',
      state: 'locked',
    })
  }
  memory.become('unlocked')
  memory.keytar.setPassword = async () => undefined
  const failure = await failureFrom(keychain.set(analytics, 'key-1'))
  expect(failure).toEqual({ kind: 'key', state: 'locked' })
})

test('where Windows may not keep keys, a key is kept until the app closes', async () => {
  const { keychain, memory } = desk({}, 'win32')
  memory.fail('A specified logon session does not exist. It may already have been terminated.')
  expect(await keychain.set(analytics, 'key-1')).toBe('session')
  expect(await keychain.get(analytics)).toEqual({ state: 'session', key: 'key-1' })
})

test('a keychain whose program cannot be loaded is missing on every system', async () => {
  const keychain = makeKeychain({
    ...{ platform: 'win32', clock: virtualClock(), serviceName: 'Cuepoint test' },
    keytar: () => Promise.reject(new Error('The specified module could not be found.')),
    notes: makeKeyNotes({ folder: aFolder(), unbound: async () => ({}) }),
  })
  expect((await keychain.get(analytics)).state).toBe('unavailable')
  expect(await keychain.set(analytics, 'key-1')).toBe('session')
})

test('a key that is longer than Windows keeps is refused there with the limit, and nothing is stored', async () => {
  const { keychain, memory } = desk({}, 'win32')
  expect(await keychain.set(analytics, 'k'.repeat(2560))).toBe('ready')
  const failure = await failureFrom(keychain.set(video, 'k'.repeat(2561)))
  expect(failure).toEqual({ kind: 'too-long', what: 'key', size: 2561, limit: 2560 })
  expect(memory.items.size).toBe(1)
  expect(await desk().keychain.set(video, 'k'.repeat(4096))).toBe('ready')
})

test('a prompt that stays open is “waiting” after five seconds, and its late answer is used', async () => {
  const { keychain, make, memory, clock } = desk()
  await keychain.set(analytics, 'key-1')
  memory.become('prompting')
  const next = make()
  await next.eraseForgotten()
  let changes = 0
  next.onChange(() => changes++)
  const first = next.get(analytics)
  expect(await clock.until(first)).toEqual({ state: 'waiting', key: null })
  expect(clock.monotonic()).toBe(5_000)
  const before = memory.calls.length
  expect(await clock.until(next.get(analytics))).toEqual({ state: 'waiting', key: null })
  expect(memory.calls.length).toBe(before)
  memory.become('unlocked')
  await clock.settle()
  expect(changes).toBe(1)
  expect(await next.get(analytics)).toEqual({ state: 'ready', key: 'key-1' })
})

test('a key entered while a prompt is open works at once, and is stored when the prompt is answered', async () => {
  const { keychain, memory, clock } = desk()
  await keychain.eraseForgotten()
  memory.become('prompting')
  expect(await clock.until(keychain.set(analytics, 'key-1'))).toBe('waiting')
  expect(await keychain.get(analytics)).toEqual({ state: 'session', key: 'key-1' })
  memory.become('unlocked')
  await clock.settle()
  expect(keychain.state(analytics)).toBe('ready')
  expect([...memory.items.values()]).toEqual(['key-1'])
})

test('calls never overlap', async () => {
  const { keychain, memory } = desk()
  const accounts = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', 'dddddddddddd']
  await Promise.all(
    accounts.flatMap((id) => [
      keychain.get({ ...analytics, account_id: id }),
      keychain.set({ ...video, account_id: id }, 'k-1'),
    ]),
  )
  expect(memory.mostInFlight()).toBe(1)
})

test.each(['with\nnewline', 'nul\0byte', 'x'.repeat(4097), '', '   ', 'accentué'])(
  'a stored value that cannot be sent in a header is malformed and is not deleted: %j',
  async (value) => {
    const { keychain, memory } = desk()
    memory.items.set(NAME, value)
    expect(await keychain.get(analytics)).toEqual({ state: 'malformed', key: null })
    expect(await failureFrom(keychain.set(analytics, value))).toEqual({
      kind: 'key',
      state: 'malformed',
    })
    expect(memory.items.size).toBe(1)
  },
)

test('a refused key is marked until the service takes it or another is set', async () => {
  const { keychain } = desk()
  await keychain.set(analytics, 'key-1')
  keychain.markRejected(analytics, 'key-1', true)
  expect(await keychain.get(analytics)).toEqual({ state: 'rejected', key: 'key-1' })
  keychain.markRejected(analytics, 'key-1', false)
  expect(keychain.state(analytics)).toBe('ready')
  keychain.markRejected(analytics, 'key-1', true)
  await keychain.set(analytics, 'key-2')
  expect(keychain.state(analytics)).toBe('ready')
})

test('a late refusal of the key before does not mark the one that replaced it', async () => {
  const { keychain } = desk()
  await keychain.set(analytics, 'key-1')
  await keychain.set(analytics, 'key-2')
  keychain.markRejected(analytics, 'key-1', true)
  expect(keychain.state(analytics)).toBe('ready')
})

test('a keychain that fails and recovers is used again', async () => {
  const { keychain, memory } = desk()
  memory.become('no-service')
  expect((await keychain.read(video)).state).toBe('unavailable')
  memory.become('unlocked')
  expect((await keychain.read(video)).state).toBe('absent')
})

test('a key is found for the address that it was entered for, and for no other', async () => {
  const { keychain, make } = desk()
  await keychain.set(analytics, 'key-1')
  const next = make()
  const elsewhere = { ...analytics, address: 'https://evil.example.com' }
  expect(await next.get(elsewhere)).toEqual({ state: 'absent', key: null })
  expect(await next.get(analytics)).toEqual({ state: 'ready', key: 'key-1' })
})

const OLD = { [`${account}:analytics`]: ADDRESS }

test('a key stored without an address is bound to the address of its account', async () => {
  const { make, memory } = desk(OLD)
  memory.items.set(OLD_NAME, 'key-1')
  const elsewhere = { ...analytics, address: 'https://evil.example.com' }
  expect(await make().get(elsewhere)).toEqual({ state: 'absent', key: null })
  expect(await make().get(analytics)).toEqual({ state: 'ready', key: 'key-1' })
  expect([...memory.items]).toEqual([[NAME, 'key-1']])
  expect(await make().get(analytics)).toEqual({ state: 'ready', key: 'key-1' })
})

test('interrupted before any keychain call, the binding is completed at the next start', async () => {
  for (let last = 0; last < 6; last++) {
    const { memory, folder } = desk()
    memory.items.set(OLD_NAME, 'key-1')
    let calls = 0
    // A process that is gone hears no answer: what it asked last was not done.
    const dying = <A extends unknown[], T>(act: (...args: A) => Promise<T>) => {
      return (...args: A) => (calls++ < last ? act(...args) : new Promise<T>(() => undefined))
    }
    const { getPassword, setPassword, deletePassword } = memory.keytar
    const cut = {
      getPassword: dying(getPassword),
      setPassword: dying(setPassword),
      deletePassword: dying(deletePassword),
    }
    const lives = [cut, memory.keytar].map((keytar) =>
      makeKeychain({
        ...{ keytar: async () => keytar, clock: virtualClock(), serviceName: 'Cuepoint test' },
        notes: makeKeyNotes({ folder, unbound: async () => OLD }),
      }),
    )
    void lives[0]?.get(analytics)
    await expect.poll(() => calls > last || memory.items.has(NAME)).toBe(true)
    expect(await lives[1]?.get(analytics)).toEqual({ state: 'ready', key: 'key-1' })
    expect([last, ...memory.items]).toEqual([last, [NAME, 'key-1']])
  }
})

test('a key forgotten while the keychain was locked is never used again, and erased once it is unlocked', async () => {
  const { keychain, make, memory } = desk()
  await keychain.set(analytics, 'key-1')
  await keychain.set(video, 'token-1')
  memory.become('locked')
  expect(await keychain.erase([analytics])).toEqual({ now: 0, later: 1 })
  expect(keychain.state(analytics)).toBe('absent')
  const next = make()
  expect(await next.get(analytics)).toEqual({ state: 'absent', key: null })
  memory.become('unlocked')
  // Unlocked, it still has the key, which is not read.
  expect(memory.items.get(NAME)).toBe('key-1')
  const last = make()
  expect(await last.get(analytics)).toEqual({ state: 'absent', key: null })
  expect((await last.get(video)).key).toBe('token-1')
  await expect.poll(() => memory.items.has(NAME)).toBe(false)
  expect((await make().get(video)).key).toBe('token-1')
})

test('a start erases forgotten keys, and calls the keychain only if there are any', async () => {
  const { keychain, make, memory } = desk()
  await keychain.set(analytics, 'key-1')
  memory.become('locked')
  await keychain.erase([analytics])
  memory.become('unlocked')
  await make().eraseForgotten()
  expect(memory.items.size).toBe(0)
  const calls = memory.calls.length
  await make().eraseForgotten()
  expect(memory.calls.length).toBe(calls)
})

test('a key forgotten while it waits to be stored is not stored afterwards', async () => {
  const { keychain, make, memory, clock } = desk()
  await keychain.eraseForgotten()
  memory.become('prompting')
  expect(await clock.until(keychain.set(analytics, 'key-1'))).toBe('waiting')
  const erasing = keychain.erase([analytics])
  await expect.poll(() => keychain.state(analytics)).toBe('absent')
  memory.become('unlocked')
  expect(await erasing).toEqual({ now: 1, later: 0 })
  expect(memory.items.size).toBe(0)
  expect(await keychain.get(analytics)).toEqual({ state: 'absent', key: null })
  expect(await make().get(analytics)).toEqual({ state: 'absent', key: null })
})

test('a key forgotten while it is being read is not used', async () => {
  const { keychain, make, memory, clock } = desk()
  await keychain.set(analytics, 'key-1')
  memory.become('prompting')
  const next = make()
  const reading = next.get(analytics)
  await clock.settle()
  const erasing = next.erase([analytics])
  await clock.settle()
  memory.become('unlocked')
  await Promise.all([reading, erasing])
  expect(await next.get(analytics)).toEqual({ state: 'absent', key: null })
})

test('a new key that replaces a forgotten one is kept', async () => {
  const { keychain, make, memory } = desk()
  await keychain.set(analytics, 'key-1')
  memory.become('locked')
  await keychain.erase([analytics])
  memory.become('unlocked')
  expect(await keychain.set(analytics, 'key-2')).toBe('ready')
  await keychain.eraseForgotten()
  expect(await make().get(analytics)).toEqual({ state: 'ready', key: 'key-2' })
})

test('a forgotten key is not kept in memory', async () => {
  const { keychain, known, memory } = desk()
  await keychain.set(analytics, 'key-1')
  await keychain.set(video, 'token-1')
  memory.become('locked')
  await keychain.erase([analytics])
  expect(known()).toEqual(['token-1'])
})
