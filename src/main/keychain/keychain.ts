import { randomBytes } from 'node:crypto'
import { DeskError, type KeyState, type KeyTrouble } from '../../shared/failure.ts'
import type { Clock } from '../clock.ts'
import type { StoredAccount } from '../features/accounts/store.ts'
import type { KeyNotes } from './key-notes.ts'

/** The part of keytar that is used. Its findCredentials crashes on a locked keyring: never call it. */
export interface KeytarLike {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export type KeyUse = 'analytics' | 'video'

/** A key belongs to an account and to the address of the service that it was given for. */
export interface KeyOf {
  account_id: string
  use: KeyUse
  address: string
}

/** What is known of a key. `key` is null unless a request may be sent with it. */
export interface HeldKey {
  state: KeyState
  key: string | null
}

/** How many keys an account had that are gone, and that go as soon as the keychain can be opened. */
export interface ErasedKeys {
  now: number
  later: number
}

interface KeychainParts {
  keytar: () => Promise<KeytarLike>
  clock: Clock
  serviceName: string
  notes: KeyNotes
  /** Told every key that passes, by its name, so that logs can remove it. */
  remember?: (name: string, key: string) => void
  /** This process has the key no more. */
  forget?: (name: string) => void
  /** Whether keys for an address may be in this process at all; without it each may. */
  mayHold?: (address: string) => boolean
}

interface Entry extends HeldKey {
  /** When it was learnt, on the monotonic clock. */
  at: number
  isRejected: boolean
}

interface Desk extends KeychainParts {
  entries: Map<string, Entry>
  reading: Map<string, { since: number; answer: Promise<HeldKey> }>
  /** How often each key was forgotten: what was begun before that must not bring it back. */
  forgotten: Map<string, number>
  /** The end of the single file of keychain calls: waiting ones would use up Node's thread pool. */
  last: Promise<unknown>
  listeners: Set<() => void>
}

const LONGEST_KEY_BYTES = 4096
const DEADLINE_MS = 5_000
/** A trouble is believed this long, so that a download does not knock once per question. */
export const TROUBLE_LASTS_MS = 15_000
const CANARY = 'canary'

export type Keychain = ReturnType<typeof makeKeychain>

/** The keys of the accounts, in the system's keychain and in this process's memory only. */
export function makeKeychain(parts: KeychainParts) {
  const desk: Desk = {
    ...parts,
    entries: new Map(),
    reading: new Map(),
    forgotten: new Map(),
    last: Promise.resolve(),
    listeners: new Set(),
  }

  return {
    /** Throws `key` when this process may not hold a key for the address. */
    assertMayHold: (address: string) => assertMayHold(desk, address),
    /** The key as last known; asks the keychain when it is not known, or its trouble is old. */
    get: (of: KeyOf) => get(desk, of),
    /** Asks the keychain again, unless the key is already held. */
    read(of: KeyOf) {
      const name = nameOf(of)
      if (desk.entries.get(name)?.key === null) desk.entries.delete(name)
      return get(desk, of)
    },
    /** Keeps a key: `session` where there is no keychain. Throws `key` when it cannot be kept. */
    set: (of: KeyOf, key: string) => set(desk, of, key),
    /**
     * Forgets keys for good: none is used from now on, and one that a locked keychain still has is
     * erased as soon as it can be, at a later start if need be.
     */
    erase: (keys: readonly KeyOf[]) => erase(desk, keys),
    /** Erases what was forgotten while the keychain could not. Never throws. */
    async eraseForgotten() {
      const { toErase } = await desk.notes.read().catch(() => ({ toErase: [] }))
      if (toErase.length > 0) await eraseForgotten(desk)
    },
    /** The state as last known, without waiting: `waiting` while it is being found out. */
    state(of: KeyOf): KeyState {
      const entry = desk.entries.get(nameOf(of))
      if (entry) return stateOf(entry)
      get(desk, of).catch(() => undefined)
      return 'waiting'
    },
    /** The service refused the key (`true`), or took it. */
    markRejected(of: KeyOf, isRejected: boolean) {
      const name = nameOf(of)
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

/** A key of another address has another name: it is not found, whatever a file says of its account. */
const nameOf = (of: KeyOf) => `${unboundName(of)}@${of.address}`
/** The name of keys that were stored before they were bound to an address. */
export const unboundName = ({ account_id, use }: Omit<KeyOf, 'address'>) => `${account_id}:${use}`
/** The keys that an account has: the demo account's are none of the keychain. */
export function keysOf({ id: account_id, isDemo, base_url, api_base_url }: AccountOfKeys): KeyOf[] {
  if (isDemo) return []
  const analytics = { account_id, use: 'analytics', address: base_url } as const
  if (api_base_url === null) return [analytics]
  return [analytics, { account_id, use: 'video', address: api_base_url }]
}

type AccountOfKeys = Pick<StoredAccount, 'id' | 'isDemo' | 'base_url' | 'api_base_url'>

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
  if (entry.key !== null) desk.remember?.(name, entry.key)
  if (!before || stateOf(before) !== stateOf(entry)) for (const listen of desk.listeners) listen()
}

const ABSENT: HeldKey = { state: 'absent', key: null }

/** Whether a key was forgotten since the work began that asks. */
function forgettingOf(desk: Desk, name: string): () => boolean {
  const before = desk.forgotten.get(name)
  return () => desk.forgotten.get(name) !== before
}

function assertMayHold({ mayHold }: KeychainParts, address: string) {
  if (mayHold && !mayHold(address)) throw trouble('unsupported')
}

async function get(desk: Desk, of: KeyOf): Promise<HeldKey> {
  const name = nameOf(of)
  const entry = desk.entries.get(name)
  if (entry && isCurrent(desk, entry)) return { state: stateOf(entry), key: entry.key }
  let reading = desk.reading.get(name)
  if (!reading) {
    const isForgotten = forgettingOf(desk, name)
    const answer = inTurn(desk, (keytar) => readStored(desk, keytar, of))
      .catch((thrown): HeldKey => ({ state: troubleOf(thrown), key: null }))
      .then((known) => {
        if (desk.reading.get(name)?.answer === answer) desk.reading.delete(name)
        if (isForgotten()) return ABSENT
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

async function readStored(desk: Desk, keytar: KeytarLike, of: KeyOf): Promise<HeldKey> {
  assertMayHold(desk, of.address)
  const { toErase } = await desk.notes.read()
  if (toErase.includes(nameOf(of))) return ABSENT
  const first = await find(desk, keytar, of)
  // A locked keyring answers null too: only one that takes and returns a value can say "absent".
  const canary = first ? 'ready' : await tryCanary(desk, keytar)
  if (canary !== 'ready') return { state: canary, key: null }
  // Writing may have made the person unlock it.
  const found = first ?? (await find(desk, keytar, of))
  if (toErase.length > 0) void eraseForgotten(desk)
  return found ?? ABSENT
}

/** The stored key; one that was stored without an address is first bound to the one it was given for. */
async function find(desk: Desk, keytar: KeytarLike, of: KeyOf): Promise<HeldKey | null> {
  const { unbound } = await desk.notes.read()
  const [name, before] = [nameOf(of), unboundName(of)]
  const isUnbound = unbound[before] === of.address
  const known = await keytar.getPassword(desk.serviceName, name)
  const key = known ?? (isUnbound ? await keytar.getPassword(desk.serviceName, before) : null)
  if (key === null) return null
  // Cut off after any of these, the next reading goes on with the rest.
  if (known === null) await keytar.setPassword(desk.serviceName, name, key)
  if (isUnbound) await eraseStored(desk, keytar, before)
  return checked(key)
}

async function eraseStored(desk: Desk, keytar: KeytarLike, name: string) {
  await keytar.deletePassword(desk.serviceName, name)
  await desk.notes.done(name)
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

async function set(desk: Desk, of: KeyOf, key: string): Promise<KeyState> {
  if (!isUsableKey(key)) throw trouble('malformed')
  assertMayHold(desk, of.address)
  const name = nameOf(of)
  const isForgotten = forgettingOf(desk, name)
  desk.remember?.(name, key)
  const keeping = inTurn(desk, async (keytar): Promise<KeyState> => {
    await keytar.setPassword(desk.serviceName, name, key)
    const returned = await keytar.getPassword(desk.serviceName, name)
    if (returned !== key) {
      const state = await tryCanary(desk, keytar)
      throw trouble(state === 'ready' ? 'unavailable' : state)
    }
    const { unbound } = await desk.notes.read()
    if (Object.hasOwn(unbound, unboundName(of))) await eraseStored(desk, keytar, unboundName(of))
    // Forgotten meanwhile, it is erased by what comes next in turn.
    if (!isForgotten()) await desk.notes.done(name)
    return 'ready'
  })
    .catch((thrown): KeyState => {
      const state = troubleOf(thrown)
      if (state !== 'unavailable') throw trouble(state)
      return 'session'
    })
    .then((state) => {
      if (!isForgotten()) learn(desk, name, { state, key })
      return state
    })
  const state = (await withDeadline(desk.clock, DEADLINE_MS, keeping)) ?? 'waiting'
  // The person is typing the keyring's password: the key works meanwhile.
  if (state === 'waiting') {
    if (!isForgotten()) learn(desk, name, { state: 'session', key })
    keeping.catch(() => undefined)
  }
  return state
}

async function erase(desk: Desk, keys: readonly KeyOf[]): Promise<ErasedKeys> {
  const { unbound } = await desk.notes.read()
  const all = keys.map((of) => {
    const name = nameOf(of)
    const old = Object.hasOwn(unbound, unboundName(of)) ? [unboundName(of)] : []
    return { name, names: [name, ...old], isSession: desk.entries.get(name)?.state === 'session' }
  })
  // On the disk first: from here on none of them is ever used again.
  await desk.notes.erase(all.flatMap(({ names }) => names))
  for (const { name } of all) {
    desk.forgotten.set(name, (desk.forgotten.get(name) ?? 0) + 1)
    desk.reading.delete(name)
    desk.forget?.(name)
    learn(desk, name, ABSENT)
  }
  const erased = await withDeadline(desk.clock, DEADLINE_MS, eraseForgotten(desk))
  const { toErase } = await desk.notes.read()
  const isGone = ({ names, isSession }: (typeof all)[number]) =>
    isSession || names.some((name) => erased?.has(name))
  const left = all.filter((one) => !isGone(one) && one.names.some((name) => toErase.includes(name)))
  return { now: all.filter(isGone).length, later: left.length }
}

/** Gives the names of the keys that it erased; those that it cannot erase now stay noted. */
function eraseForgotten(desk: Desk): Promise<Set<string>> {
  return inTurn(desk, async (keytar) => {
    const { toErase } = await desk.notes.read()
    const erased = new Set<string>()
    let isOpen = false
    for (const name of toErase) {
      let isErased = await keytar.deletePassword(desk.serviceName, name)
      if (!isErased && !isOpen) {
        // A locked keyring says "nothing deleted" without an error.
        if ((await tryCanary(desk, keytar)) !== 'ready') return erased
        isErased = await keytar.deletePassword(desk.serviceName, name)
      }
      isOpen = true
      if (isErased) erased.add(name)
      await desk.notes.done(name)
    }
    return erased
  }).catch(() => new Set<string>())
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
