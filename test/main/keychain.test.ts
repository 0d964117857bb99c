import { expect, test } from 'vitest'
import { makeKeychain } from '../../src/main/keychain.ts'
import { failureOf } from '../../src/shared/failure.ts'
import { virtualClock } from '../support/clock.ts'
import { memoryKeytar } from '../support/keychain.ts'

const account = 'abcdefghijkl'

function desk() {
  const memory = memoryKeytar()
  const clock = virtualClock()
  const known: string[] = []
  const make = () =>
    makeKeychain({
      keytar: async () => memory.keytar,
      clock,
      serviceName: 'Cuepoint test',
      remember: (key) => known.push(key),
    })
  return { memory, clock, known, make, keychain: make() }
}

const failureFrom = (promise: Promise<unknown>) => promise.then(() => null, failureOf)

test('a key that was set is found again by the next start, and told to the log', async () => {
  const { keychain, make, known, memory } = desk()
  expect(await keychain.set(account, 'analytics', 'key-1')).toBe('ready')
  const next = make()
  expect(next.state(account, 'analytics')).toBe('waiting')
  expect(await next.get(account, 'analytics')).toEqual({ state: 'ready', key: 'key-1' })
  expect(next.state(account, 'analytics')).toBe('ready')
  expect(new Set(known)).toEqual(new Set(['key-1']))
  const calls = memory.calls.length
  await next.get(account, 'analytics')
  expect(memory.calls.length).toBe(calls)
})

test('absence is believed only after the keychain took and returned another value', async () => {
  const { keychain, memory } = desk()
  expect(await keychain.get(account, 'analytics')).toEqual({ state: 'absent', key: null })
  expect(memory.calls).toEqual(['get', 'set', 'get', 'delete', 'get'])
  expect(memory.items.size).toBe(0)
})

test('a locked keychain is not an absent key, and is asked again after unlocking', async () => {
  const { keychain, make, memory } = desk()
  await keychain.set(account, 'analytics', 'key-1')
  memory.become('locked')
  const next = make()
  expect(await next.get(account, 'analytics')).toEqual({ state: 'locked', key: null })
  const calls = memory.calls.length
  expect(await next.get(account, 'analytics')).toEqual({ state: 'locked', key: null })
  expect(memory.calls.length).toBe(calls)
  expect(await failureFrom(next.set(account, 'analytics', 'key-2'))).toEqual({
    kind: 'key',
    state: 'locked',
  })
  expect(await failureFrom(next.remove(account, 'analytics'))).toEqual({
    kind: 'key',
    state: 'locked',
  })
  memory.become('unlocked')
  expect(await next.read(account, 'analytics')).toEqual({ state: 'ready', key: 'key-1' })
})

test('a trouble is looked at again after a while without being asked to', async () => {
  const { keychain, memory, clock } = desk()
  memory.become('locked')
  expect((await keychain.get(account, 'video')).state).toBe('locked')
  memory.become('unlocked')
  await clock.advance(16_000)
  expect((await keychain.get(account, 'video')).state).toBe('absent')
})

test('without a keychain a key is kept for this session only, and can be forgotten', async () => {
  const { keychain, memory, make } = desk()
  memory.become('no-service')
  expect((await keychain.get(account, 'analytics')).state).toBe('unavailable')
  expect(await keychain.set(account, 'analytics', 'key-1')).toBe('session')
  expect(await keychain.get(account, 'analytics')).toEqual({ state: 'session', key: 'key-1' })
  expect((await make().get(account, 'analytics')).state).toBe('unavailable')
  expect(await keychain.remove(account, 'analytics')).toBe(1)
  expect((await keychain.get(account, 'analytics')).key).toBeNull()
})

test('a prompt that stays open is "waiting" after five seconds, and its late answer counts', async () => {
  const { keychain, make, memory, clock } = desk()
  await keychain.set(account, 'analytics', 'key-1')
  memory.become('prompting')
  const next = make()
  let changes = 0
  next.onChange(() => changes++)
  const first = next.get(account, 'analytics')
  expect(await clock.until(first)).toEqual({ state: 'waiting', key: null })
  expect(clock.monotonic()).toBe(5_000)
  const before = memory.calls.length
  expect(await clock.until(next.get(account, 'analytics'))).toEqual({ state: 'waiting', key: null })
  expect(memory.calls.length).toBe(before)
  memory.become('unlocked')
  await clock.settle()
  expect(changes).toBe(1)
  expect(await next.get(account, 'analytics')).toEqual({ state: 'ready', key: 'key-1' })
})

test('a key set while a prompt is open works at once and is stored when it is answered', async () => {
  const { keychain, memory, clock } = desk()
  memory.become('prompting')
  expect(await clock.until(keychain.set(account, 'analytics', 'key-1'))).toBe('waiting')
  expect(await keychain.get(account, 'analytics')).toEqual({ state: 'session', key: 'key-1' })
  memory.become('unlocked')
  await clock.settle()
  expect(keychain.state(account, 'analytics')).toBe('ready')
  expect([...memory.items.values()]).toEqual(['key-1'])
})

test('calls never overlap', async () => {
  const { keychain, memory } = desk()
  const accounts = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', 'dddddddddddd']
  await Promise.all(
    accounts.flatMap((id) => [keychain.get(id, 'analytics'), keychain.set(id, 'video', 'k-1')]),
  )
  expect(memory.mostInFlight()).toBe(1)
})

test.each(['with\nnewline', 'nul\0byte', 'x'.repeat(4097), '', '   ', 'accentué'])(
  'a stored value that cannot travel in a header is malformed and stays where it is: %j',
  async (value) => {
    const { keychain, memory } = desk()
    memory.items.set(`Cuepoint test/${account}:analytics`, value)
    expect(await keychain.get(account, 'analytics')).toEqual({ state: 'malformed', key: null })
    expect(await failureFrom(keychain.set(account, 'analytics', value))).toEqual({
      kind: 'key',
      state: 'malformed',
    })
    expect(memory.items.size).toBe(1)
  },
)

test('a refused key is marked until the service takes it or another is set', async () => {
  const { keychain } = desk()
  await keychain.set(account, 'analytics', 'key-1')
  keychain.markRejected(account, 'analytics', true)
  expect(await keychain.get(account, 'analytics')).toEqual({ state: 'rejected', key: 'key-1' })
  keychain.markRejected(account, 'analytics', false)
  expect(keychain.state(account, 'analytics')).toBe('ready')
  keychain.markRejected(account, 'analytics', true)
  await keychain.set(account, 'analytics', 'key-2')
  expect(keychain.state(account, 'analytics')).toBe('ready')
})

test('a keychain that dies and comes back is used again', async () => {
  const { keychain, memory } = desk()
  memory.become('no-service')
  expect((await keychain.read(account, 'video')).state).toBe('unavailable')
  memory.become('unlocked')
  expect((await keychain.read(account, 'video')).state).toBe('absent')
})
