import { randomBytes } from 'node:crypto'
import { DeskError, type KeyState, type KeyTrouble } from '../shared/failure.ts'
import type { Clock } from './clock.ts'

/** The part of keytar that is used. Its findCredentials crashes on a locked keyring: never call it. */
export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export type KeyUse = 'analytics' | 'video'

/** What is known of a key. `key` is null unless a request may be sent with it. */
export interface HeldKey {
  state: KeyState
  key: string | null
}

interface KeychainParts {
  keytar: () => Promise<KeytarLike>
  clock: Clock
  serviceName: string
  /** Told every key that passes, so that logs can remove it. */
  remember?: (key: string) => void
}

interface Entry extends HeldKey {
  /** When it was learnt, on the monotonic clock. */
  at: number
  isRejected: boolean
}

interface Desk extends KeychainParts {
  entries: Map<string, Entry>
  reading: Map<string, { since: number; answer: Promise<HeldKey> }>
  /** The end of the single file of keychain calls: waiting ones would use up Node's thread pool. */
  last: Promise<unknown>
  listeners: Set<() => void>
}

const LONGEST_KEY_BYTES = 4096
const DEADLINE_MS = 5_000
/** A trouble is believed this long, so that a download does not knock once per question. */
const TROUBLE_LASTS_MS = 15_000
const CANARY = 'canary'

export type Keychain = ReturnType<typeof makeKeychain>

/** The keys of the accounts, in the system's keychain and in this process's memory only. */
export function makeKeychain(parts: KeychainParts) {
  const desk: Desk = {
    ...parts,
    entries: new Map(),
    reading: new Map(),
    last: Promise.resolve(),
    listeners: new Set(),
  }

  return {
    /** The key as last known; asks the keychain when it is not known, or its trouble is old. */
    get: (account_id: string, use: KeyUse) => get(desk, nameOf(account_id, use)),
    /** Asks the keychain again, unless the key is already held. */
    read(account_id: string, use: KeyUse) {
      const name = nameOf(account_id, use)
      if (desk.entries.get(name)?.key === null) desk.entries.delete(name)
      return get(desk, name)
    },
    /** Keeps a key: `session` where there is no keychain. Throws `key` when it cannot be kept. */
    set: (account_id: string, use: KeyUse, key: string) => set(desk, nameOf(account_id, use), key),
    /** How many stored keys it erased. Throws `key` when the keychain cannot say that it is gone. */
    remove: (account_id: string, use: KeyUse) => remove(desk, nameOf(account_id, use)),
    /** The state as last known, without waiting: `waiting` while it is being found out. */
    state(account_id: string, use: KeyUse): KeyState {
      const name = nameOf(account_id, use)
      const entry = desk.entries.get(name)
      if (entry) return stateOf(entry)
      get(desk, name).catch(() => undefined)
      return 'waiting'
    },
    /** The service refused the key (`true`), or took it. */
    markRejected(account_id: string, use: KeyUse, isRejected: boolean) {
      const name = nameOf(account_id, use)
      const entry = desk.entries.get(name)
      if (entry && entry.isRejected !== isRejected) learn(desk, name, { ...entry, isRejected })
    },
    /** Calls `listen` whenever a state changed; returns how to stop. */
    onChange(listen: () => void) {
      desk.listeners.add(listen)
      return () => desk.listeners.delete(listen)
    },
  }
}

const nameOf = (account_id: string, use: KeyUse) => `${account_id}:${use}`
const stateOf = ({ isRejected, state }: Entry) => (isRejected ? 'rejected' : state)
const trouble = (state: KeyTrouble) => new DeskError({ kind: 'key', state })

/** A key that can travel in a header: 1 to 4096 printable ASCII characters, not all blank. */
export function isUsableKey(key: string) {
  return (
    Buffer.byteLength(key) <= LONGEST_KEY_BYTES && /^[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*$/.test(key)
  )
}

function learn(desk: Desk, name: string, known: Partial<Entry> & HeldKey) {
  const before = desk.entries.get(name)
  const entry = { isRejected: false, ...known, at: desk.clock.monotonic() }
  desk.entries.set(name, entry)
  if (entry.key !== null) desk.remember?.(entry.key)
  if (!before || stateOf(before) !== stateOf(entry)) for (const listen of desk.listeners) listen()
}

async function get(desk: Desk, name: string): Promise<HeldKey> {
  const entry = desk.entries.get(name)
  if (entry && isCurrent(desk, entry)) return { state: stateOf(entry), key: entry.key }
  let reading = desk.reading.get(name)
  if (!reading) {
    const answer = inTurn(desk, (keytar) => readStored(desk, keytar, name))
      .catch((thrown): HeldKey => ({ state: troubleOf(thrown), key: null }))
      .then((known) => {
        desk.reading.delete(name)
        // A key that was set meanwhile is newer than what was read.
        const held = desk.entries.get(name)
        if (held?.key !== undefined && held.key !== null) return held
        learn(desk, name, known)
        return known
      })
    reading = { since: desk.clock.monotonic(), answer }
    desk.reading.set(name, reading)
  }
  const left = reading.since + DEADLINE_MS - desk.clock.monotonic()
  return withDeadline(desk.clock, left, reading.answer).then(
    (known) => known ?? { state: 'waiting', key: null },
  )
}

function isCurrent(desk: Desk, entry: Entry) {
  if (entry.key !== null || entry.state === 'absent') return true
  return desk.clock.monotonic() - entry.at < TROUBLE_LASTS_MS
}

async function readStored(desk: Desk, keytar: KeytarLike, name: string): Promise<HeldKey> {
  const first = await keytar.getPassword(desk.serviceName, name)
  if (first !== null) return checked(first)
  // A locked keyring answers null too: only one that takes and returns a value can say "absent".
  const canary = await tryCanary(desk, keytar)
  if (canary !== 'ready') return { state: canary, key: null }
  // Writing may have made the person unlock it.
  const second = await keytar.getPassword(desk.serviceName, name)
  return second === null ? { state: 'absent', key: null } : checked(second)
}

const checked = (key: string): HeldKey =>
  isUsableKey(key) ? { state: 'ready', key } : { state: 'malformed', key: null }

async function tryCanary(desk: Desk, keytar: KeytarLike): Promise<'ready' | KeyTrouble> {
  const value = randomBytes(12).toString('hex')
  try {
    await keytar.setPassword(desk.serviceName, CANARY, value)
  } catch (thrown) {
    return troubleOf(thrown)
  }
  const returned = await keytar.getPassword(desk.serviceName, CANARY)
  await keytar.deletePassword(desk.serviceName, CANARY)
  return returned === value ? 'ready' : 'locked'
}

async function set(desk: Desk, name: string, key: string): Promise<KeyState> {
  if (!isUsableKey(key)) throw trouble('malformed')
  desk.remember?.(key)
  const keeping = inTurn(desk, async (keytar): Promise<KeyState> => {
    await keytar.setPassword(desk.serviceName, name, key)
    const returned = await keytar.getPassword(desk.serviceName, name)
    if (returned === key) return 'ready'
    throw trouble(
      await tryCanary(desk, keytar).then((state) => (state === 'ready' ? 'unavailable' : state)),
    )
  })
    .catch((thrown): KeyState => {
      const state = troubleOf(thrown)
      if (state !== 'unavailable') throw trouble(state)
      return 'session'
    })
    .then((state) => {
      learn(desk, name, { state, key })
      return state
    })
  const state = (await withDeadline(desk.clock, DEADLINE_MS, keeping)) ?? 'waiting'
  // The person is typing the keyring's password: the key works meanwhile.
  if (state === 'waiting') {
    learn(desk, name, { state: 'session', key })
    keeping.catch(() => undefined)
  }
  return state
}

async function remove(desk: Desk, name: string): Promise<number> {
  const held = desk.entries.get(name)
  if (held?.state === 'session') {
    learn(desk, name, { state: 'absent', key: null })
    return 1
  }
  const removing = inTurn(desk, async (keytar) => {
    const isGone = await keytar.deletePassword(desk.serviceName, name)
    if (isGone) return 1
    // A locked keyring says "nothing deleted" without an error.
    const canary = await tryCanary(desk, keytar)
    if (canary !== 'ready') throw trouble(canary)
    return (await keytar.deletePassword(desk.serviceName, name)) ? 1 : 0
  }).catch((thrown) => {
    throw trouble(troubleOf(thrown))
  })
  const erased = await withDeadline(desk.clock, DEADLINE_MS, removing)
  if (erased === null) {
    removing.catch(() => undefined)
    throw trouble('waiting')
  }
  learn(desk, name, { state: 'absent', key: null })
  return erased
}

/** Runs calls of the keychain one after the other. */
function inTurn<T>(desk: Desk, act: (keytar: KeytarLike) => Promise<T>): Promise<T> {
  const turn = desk.last.then(() => desk.keytar()).then(act)
  desk.last = turn.catch(() => undefined)
  return turn
}

/** The answer, or null when it is late. */
async function withDeadline<T>(clock: Clock, ms: number, answer: Promise<T>): Promise<T | null> {
  const stop = new AbortController()
  const deadline = clock.wait(ms, stop.signal).then(() => null)
  deadline.catch(() => undefined)
  try {
    return await Promise.race([answer, deadline])
  } finally {
    stop.abort()
  }
}

/** Says what a keychain's error means; their words are all they give. */
function troubleOf(thrown: unknown): KeyTrouble {
  if (thrown instanceof DeskError && thrown.failure.kind === 'key') return thrown.failure.state
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return /locked|dismiss|cancel|denied|interaction is not allowed|passphrase/i.test(text)
    ? 'locked'
    : 'unavailable'
}

/** The system's keychain. Loaded when first needed: its native part costs a start tens of milliseconds. */
export async function loadKeytar(): Promise<KeytarLike> {
  const { default: keytar } = await import('keytar')
  return keytar
}
