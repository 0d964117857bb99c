import { randomBytes } from 'node:crypto'
import { AppError, type KeyState, type KeyTrouble } from '../../shared/failure.ts'
import type { StoredAccount } from '../../shared/features/accounts/account.ts'
import type { Clock } from '../clock.ts'
import type { KeyNotes } from './key-notes.ts'

/** The used part of keytar. Its findCredentials crashes on a locked keyring: never call it. */
export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export type KeyUse = 'analytics' | 'video'

/** A key belongs to an account and to the address of the service that it was entered for. */
export interface KeyOf {
  account_id: string
  use: KeyUse
  address: string
}

/** A key's state. `key` is null unless a request may be sent with it. */
export interface KnownKey {
  state: KeyState
  key: string | null
}

/** Numbers of keys erased, and of keys that will be erased once the keychain can be opened. */
export interface ErasedKeys {
  now: number
  later: number
}

interface KeychainParts {
  keytar: () => Promise<KeytarLike>
  /** The system whose keychain it is; without it, this computer's. */
  platform?: NodeJS.Platform
  clock: Clock
  serviceName: string
  notes: KeyNotes
  /** Called with every key that is read or set, so that logs can redact it. */
  remember?: (name: string, key: string) => void
  /** Called when this process no longer has the key. */
  forget?: (name: string) => void
  /** Whether this process may have keys for an address; without it, for every address. */
  mayHold?: (address: string) => boolean
}

interface Entry extends KnownKey {
  /** When the state was found out, on the monotonic clock. */
  at: number
  isRejected: boolean
}

interface KeychainState extends KeychainParts {
  platform: NodeJS.Platform
  entries: Map<string, Entry>
  reading: Map<string, { since: number; answer: Promise<KnownKey> }>
  /** How often each key was erased: a read or write started before must not bring it back. */
  forgotten: Map<string, number>
  /** The last of the queued keychain calls. Parallel ones would use up Node's thread pool. */
  last: Promise<unknown>
  listeners: Set<() => void>
}

const LONGEST_KEY_BYTES = 4096
/** CRED_MAX_CREDENTIAL_BLOB_SIZE: the most that Windows keeps of a key. */
const LONGEST_ON_WINDOWS = 2560
const DEADLINE_MS = 5_000
/** A failed state is kept this long, so as not to ask the keychain at every request. */
export const TROUBLE_LASTS_MS = 15_000
const CANARY = 'canary'

export type Keychain = ReturnType<typeof makeKeychain>

/** The accounts' keys, stored only in the system's keychain and in this process's memory. */
export function makeKeychain(parts: KeychainParts) {
  const keychain: KeychainState = {
    platform: process.platform,
    ...parts,
    entries: new Map(),
    reading: new Map(),
    forgotten: new Map(),
    last: Promise.resolve(),
    listeners: new Set(),
  }

  return {
    /** Throws `key` when this process may not have a key for the address. */
    assertMayHave: (address: string) => assertMayHave(keychain, address),
    /** The known key; reads the keychain when it is unknown or its failure is old. */
    get: (of: KeyOf) => get(keychain, of),
    /** Reads the keychain again, unless the key is known. */
    read(of: KeyOf) {
      const name = nameOf(of)
      if (keychain.entries.get(name)?.key === null) keychain.entries.delete(name)
      return get(keychain, of)
    },
    /** Stores a key; `session` without a keychain. Throws `key` when it cannot be stored. */
    set: (of: KeyOf, key: string) => set(keychain, of, key),
    /**
     * Removes keys for good: none is used from now on. One in a locked keychain is erased as soon
     * as possible, if need be at a later start.
     */
    erase: (keys: readonly KeyOf[]) => erase(keychain, keys),
    /** Erases keys that were removed while the keychain could not erase them. Never throws. */
    async eraseForgotten() {
      const { toErase } = await keychain.notes.read().catch(() => ({ toErase: [] }))
      if (toErase.length > 0) await eraseForgotten(keychain)
    },
    /** The state as last known; `waiting` while it is being read. */
    state(of: KeyOf): KeyState {
      const entry = keychain.entries.get(nameOf(of))
      if (entry) return stateOf(entry)
      get(keychain, of).catch(() => undefined)
      return 'waiting'
    },
    /**
     * Records that the service refused a key (`true`) or accepted it. Ignored when another key has taken
     * its place since the request.
     */
    markRejected(of: KeyOf, key: string, isRejected: boolean) {
      const name = nameOf(of)
      const entry = keychain.entries.get(name)
      if (entry?.key === key && entry.isRejected !== isRejected)
        remember(keychain, name, { ...entry, isRejected })
    },
    /** Calls `listen` after each change of a state. Returns a function that unsubscribes. */
    onChange(listen: () => void) {
      keychain.listeners.add(listen)
      return () => keychain.listeners.delete(listen)
    },
  }
}

/** Includes the address: a key is never used for another one, whatever a file says. */
export const nameOf = (of: KeyOf) => `${unboundName(of)}@${of.address}`
/** The name of keys stored before they were bound to an address. */
export const unboundName = ({ account_id, use }: Omit<KeyOf, 'address'>) => `${account_id}:${use}`
/** The keys that an account may have. The demo account's are not in the keychain. */
export function keysOf({ id: account_id, isDemo, base_url, api_base_url }: AccountOfKeys): KeyOf[] {
  if (isDemo) return []
  const analytics = { account_id, use: 'analytics', address: base_url } as const
  if (api_base_url === null) return [analytics]
  return [analytics, { account_id, use: 'video', address: api_base_url }]
}

export type AccountOfKeys = Pick<StoredAccount, 'id' | 'isDemo' | 'base_url' | 'api_base_url'>

const stateOf = ({ isRejected, state }: Entry) => (isRejected ? 'rejected' : state)
const trouble = (state: KeyTrouble) => new AppError({ kind: 'key', state })

/** A key that fits in an HTTP header: 1 to 4096 printable ASCII characters, not all blank. */
export function isUsableKey(key: string) {
  return (
    Buffer.byteLength(key) <= LONGEST_KEY_BYTES && /^[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*$/.test(key)
  )
}

function remember(keychain: KeychainState, name: string, known: Partial<Entry> & KnownKey) {
  const before = keychain.entries.get(name)
  const entry = { isRejected: false, ...known, at: keychain.clock.monotonic() }
  keychain.entries.set(name, entry)
  if (entry.key !== null) keychain.remember?.(name, entry.key)
  if (!before || stateOf(before) !== stateOf(entry))
    for (const listen of keychain.listeners) listen()
}

const ABSENT: KnownKey = { state: 'absent', key: null }

/** A function that says whether the key was erased since this call. */
function forgettingOf(keychain: KeychainState, name: string): () => boolean {
  const before = keychain.forgotten.get(name)
  return () => keychain.forgotten.get(name) !== before
}

function assertMayHave({ mayHold }: KeychainParts, address: string) {
  if (mayHold && !mayHold(address)) throw trouble('unsupported')
}

function assertFits({ platform }: KeychainState, { length: size }: string) {
  if (platform !== 'win32' || size <= LONGEST_ON_WINDOWS) return
  throw new AppError({ kind: 'too-long', what: 'key', size, limit: LONGEST_ON_WINDOWS })
}

async function get(keychain: KeychainState, of: KeyOf): Promise<KnownKey> {
  const name = nameOf(of)
  const entry = keychain.entries.get(name)
  if (entry && isCurrent(keychain, entry)) return { state: stateOf(entry), key: entry.key }
  let reading = keychain.reading.get(name)
  if (!reading) {
    const isForgotten = forgettingOf(keychain, name)
    const answer = inTurn(keychain, (keytar) => readStored(keychain, keytar, of))
      .catch((thrown): KnownKey => ({ state: troubleOf(keychain, thrown), key: null }))
      .then((known) => {
        if (keychain.reading.get(name)?.answer === answer) keychain.reading.delete(name)
        if (isForgotten()) return ABSENT
        // A key that was set meanwhile is newer than what was read.
        const current = keychain.entries.get(name)
        if (current?.key !== undefined && current.key !== null) return current
        remember(keychain, name, known)
        return known
      })
    reading = { since: keychain.clock.monotonic(), answer }
    keychain.reading.set(name, reading)
  }
  const left = reading.since + DEADLINE_MS - keychain.clock.monotonic()
  return withDeadline(keychain.clock, left, reading.answer).then(
    (known) => known ?? { state: 'waiting', key: null },
  )
}

function isCurrent(keychain: KeychainState, entry: Entry) {
  if (entry.key !== null || entry.state === 'absent') return true
  return keychain.clock.monotonic() - entry.at < TROUBLE_LASTS_MS
}

async function readStored(
  keychain: KeychainState,
  keytar: KeytarLike,
  of: KeyOf,
): Promise<KnownKey> {
  assertMayHave(keychain, of.address)
  const { toErase } = await keychain.notes.read()
  if (toErase.includes(nameOf(of))) return ABSENT
  const first = await find(keychain, keytar, of)
  // A locked keyring returns null too; only one that keeps a test value says "absent".
  const canary = first ? 'ready' : await tryCanary(keychain, keytar)
  if (canary !== 'ready') return { state: canary, key: null }
  // Writing may have prompted the user to unlock it.
  const found = first ?? (await find(keychain, keytar, of))
  if (toErase.length > 0) void eraseForgotten(keychain)
  return found ?? ABSENT
}

/** The stored key. One stored without an address is first bound to its address. */
async function find(
  keychain: KeychainState,
  keytar: KeytarLike,
  of: KeyOf,
): Promise<KnownKey | null> {
  const { unbound } = await keychain.notes.read()
  const [name, before] = [nameOf(of), unboundName(of)]
  const isUnbound = unbound[before] === of.address
  const known = await keytar.getPassword(keychain.serviceName, name)
  const key = known ?? (isUnbound ? await keytar.getPassword(keychain.serviceName, before) : null)
  if (key === null) return null
  // After an interruption anywhere here, the next read completes the rest.
  if (known === null) await keytar.setPassword(keychain.serviceName, name, key)
  if (isUnbound) await eraseStored(keychain, keytar, before)
  return checked(key)
}

async function eraseStored(keychain: KeychainState, keytar: KeytarLike, name: string) {
  await keytar.deletePassword(keychain.serviceName, name)
  await keychain.notes.done(name)
}

const checked = (key: string): KnownKey =>
  isUsableKey(key) ? { state: 'ready', key } : { state: 'malformed', key: null }

async function tryCanary(
  keychain: KeychainState,
  keytar: KeytarLike,
): Promise<'ready' | KeyTrouble> {
  const value = randomBytes(12).toString('hex')
  try {
    await keytar.setPassword(keychain.serviceName, CANARY, value)
  } catch (thrown) {
    return troubleOf(keychain, thrown)
  }
  const returned = await keytar.getPassword(keychain.serviceName, CANARY)
  await keytar.deletePassword(keychain.serviceName, CANARY)
  return returned === value ? 'ready' : 'locked'
}

async function set(keychain: KeychainState, of: KeyOf, key: string): Promise<KeyState> {
  if (!isUsableKey(key)) throw trouble('malformed')
  assertMayHave(keychain, of.address)
  assertFits(keychain, key)
  const name = nameOf(of)
  const isForgotten = forgettingOf(keychain, name)
  keychain.remember?.(name, key)
  const keeping = inTurn(keychain, async (keytar): Promise<KeyState> => {
    await keytar.setPassword(keychain.serviceName, name, key)
    const returned = await keytar.getPassword(keychain.serviceName, name)
    if (returned !== key) {
      const state = await tryCanary(keychain, keytar)
      throw state === 'ready' ? new Error('The keychain did not keep the key.') : trouble(state)
    }
    const { unbound } = await keychain.notes.read()
    if (Object.hasOwn(unbound, unboundName(of)))
      await eraseStored(keychain, keytar, unboundName(of))
    // When erased meanwhile, the next queued call erases it.
    if (!isForgotten()) await keychain.notes.done(name)
    return 'ready'
  })
    .catch((thrown): KeyState => {
      const state = troubleOf(keychain, thrown)
      if (state !== 'unavailable') throw trouble(state)
      return 'session'
    })
    .then((state) => {
      if (!isForgotten()) remember(keychain, name, { state, key })
      return state
    })
  const state = (await withDeadline(keychain.clock, DEADLINE_MS, keeping)) ?? 'waiting'
  // The user is entering the keyring's password: until then the key is used from memory.
  if (state === 'waiting') {
    if (!isForgotten()) remember(keychain, name, { state: 'session', key })
    keeping.catch(() => undefined)
  }
  return state
}

async function erase(keychain: KeychainState, keys: readonly KeyOf[]): Promise<ErasedKeys> {
  const { unbound } = await keychain.notes.read()
  const all = keys.map((of) => {
    const name = nameOf(of)
    const old = Object.hasOwn(unbound, unboundName(of)) ? [unboundName(of)] : []
    return {
      name,
      names: [name, ...old],
      isSession: keychain.entries.get(name)?.state === 'session',
    }
  })
  // On the disk first: from here on none of them is used again.
  await keychain.notes.erase(all.flatMap(({ names }) => names))
  for (const { name } of all) {
    keychain.forgotten.set(name, (keychain.forgotten.get(name) ?? 0) + 1)
    keychain.reading.delete(name)
    keychain.forget?.(name)
    remember(keychain, name, ABSENT)
  }
  const erased = await withDeadline(keychain.clock, DEADLINE_MS, eraseForgotten(keychain))
  const { toErase } = await keychain.notes.read()
  const isGone = ({ names, isSession }: (typeof all)[number]) =>
    isSession || names.some((name) => erased?.has(name))
  const left = all.filter((one) => !isGone(one) && one.names.some((name) => toErase.includes(name)))
  return { now: all.filter(isGone).length, later: left.length }
}

/** Resolves with the names of the erased keys. Those that cannot be erased now stay recorded. */
function eraseForgotten(keychain: KeychainState): Promise<Set<string>> {
  return inTurn(keychain, async (keytar) => {
    const { toErase } = await keychain.notes.read()
    const erased = new Set<string>()
    let isOpen = false
    for (const name of toErase) {
      let isErased = await keytar.deletePassword(keychain.serviceName, name)
      if (!isErased && !isOpen) {
        // A locked keyring reports "nothing deleted" without an error.
        if ((await tryCanary(keychain, keytar)) !== 'ready') return erased
        isErased = await keytar.deletePassword(keychain.serviceName, name)
      }
      isOpen = true
      if (isErased) erased.add(name)
      await keychain.notes.done(name)
    }
    return erased
  }).catch(() => new Set<string>())
}

/** Runs keychain calls one after the other. */
function inTurn<T>(keychain: KeychainState, act: (keytar: KeytarLike) => Promise<T>): Promise<T> {
  const turn = keychain.last.then(() => loaded(keychain)).then(act)
  keychain.last = turn.catch(() => undefined)
  return turn
}

const loaded = ({ keytar }: KeychainState) =>
  keytar().catch(() => {
    throw trouble('unavailable')
  })

/** The result, or null when it takes longer than `ms`. */
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

/**
 * The state that a keychain's error stands for; its message is all that keytar provides. On macOS, where a
 * keychain always exists, it is in the system's language.
 */
function troubleOf({ platform }: KeychainState, thrown: unknown): KeyTrouble {
  if (thrown instanceof AppError && thrown.failure.kind === 'key') return thrown.failure.state
  if (platform === 'darwin') return 'locked'
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  return /locked|dismiss|cancel|denied|interaction is not allowed|passphrase/i.test(text)
    ? 'locked'
    : 'unavailable'
}

/** Loaded at first use: its native module would slow every start by tens of milliseconds. */
export async function loadKeytar(): Promise<KeytarLike> {
  const { default: keytar } = await import('keytar')
  return keytar
}

export type Secrets = ReturnType<typeof makeSecrets>

/** The keys that this process has had, by name, so that logs can redact them. */
export function makeSecrets() {
  const byName = new Map<string, Set<string>>()
  return {
    /** Added to earlier keys of the same name: a replaced key may still work. */
    remember(name: string, secret: string) {
      byName.set(name, (byName.get(name) ?? new Set()).add(secret))
    },
    /** To be called when no running work can log the key any more. */
    forget(name: string) {
      byName.delete(name)
    },
    *[Symbol.iterator]() {
      for (const secrets of byName.values()) yield* secrets
    },
  }
}
