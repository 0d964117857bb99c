import { randomBytes } from 'node:crypto'
import { DeskError, type KeyState } from '../shared/failure.ts'
import type { Account, Erased } from '../shared/model/desk.ts'
import type { QuotaUsage } from '../shared/model/quota.ts'
import type { Clock } from './clock.ts'
import type { Keychain } from './keychain.ts'
import type { Store, StoredAccount } from './store/store.ts'

interface AccountParts {
  store: Pick<Store, 'accounts' | 'putAccount' | 'removeAccount'>
  keychain: Keychain
  services: {
    tryKey: (base_url: string, key: string) => Promise<QuotaUsage>
    test: (account_id: string) => Promise<QuotaUsage>
    forget: (account_id: string) => void
  }
  clock: Clock
  onChange: () => void
}

export type Accounts = ReturnType<typeof makeAccounts>

/** The companies on this desk. Keys pass through here once, on their way to the keychain. */
export function makeAccounts({ store, keychain, services, clock, onChange }: AccountParts) {
  async function list(): Promise<Account[]> {
    const stored = await store.accounts()
    return stored.map(withKeyStates)
  }

  async function connect(asked: {
    name: string
    timezone: string
    base_url: string
    analytics_key: string
  }): Promise<Account> {
    const base_url = checkedAddress(asked.base_url)
    const { testedAt } = await tried(base_url, asked.analytics_key)
    const account = newAccount({ name: asked.name.trim(), timezone: asked.timezone, base_url, testedAt })
    // The row first: a key without a row could never be found again.
    await store.putAccount(account)
    try {
      await keychain.set(account.id, 'analytics', asked.analytics_key)
    } catch (thrown) {
      await store.removeAccount(account.id)
      throw thrown
    }
    onChange()
    return withKeyStates(account)
  }

  /** Tries a key. With no network it is kept untested; any other refusal is thrown. */
  async function tried(base_url: string, key: string) {
    try {
      await services.tryKey(base_url, key)
      return { testedAt: clock.now() }
    } catch (thrown) {
      const isUnreachable =
        thrown instanceof DeskError &&
        (thrown.failure.kind === 'offline' || thrown.failure.kind === 'unavailable')
      if (!isUnreachable) throw thrown
      return { testedAt: null }
    }
  }

  async function demo({ timezone }: { timezone: string }): Promise<Account> {
    const known = (await store.accounts()).find(({ isDemo }) => isDemo)
    if (known) return withKeyStates(known)
    const account = newAccount({ name: 'Demo', timezone, base_url: 'demo', testedAt: null })
    await store.putAccount({ ...account, isDemo: true })
    onChange()
    return withKeyStates({ ...account, isDemo: true })
  }

  async function find(account_id: string): Promise<StoredAccount> {
    const account = (await store.accounts()).find(({ id }) => id === account_id)
    if (!account) throw new DeskError({ kind: 'not-found', text: 'This account is not on the desk.' })
    return account
  }

  async function change(account_id: string, update: Partial<StoredAccount>) {
    const account = { ...(await find(account_id)), ...update }
    await store.putAccount(account)
    onChange()
    return withKeyStates(account)
  }

  async function test(account_id: string): Promise<QuotaUsage> {
    const usage = await services.test(account_id)
    await change(account_id, { testedAt: clock.now() })
    return usage
  }

  async function replaceKey({ account_id, key }: { account_id: string; key: string }) {
    const account = await find(account_id)
    if (account.isDemo) throw new DeskError({ kind: 'refused', text: 'The demo account has no key.' })
    const { testedAt } = await tried(account.base_url, key)
    await keychain.set(account_id, 'analytics', key)
    services.forget(account_id)
    return change(account_id, { testedAt })
  }

  async function forget(account_id: string): Promise<Erased> {
    const account = await find(account_id)
    const keys = account.isDemo ? 0 : await keychain.remove(account_id, 'analytics')
    services.forget(account_id)
    const { answers, days } = await store.removeAccount(account_id)
    onChange()
    return { name: account.name, keys, answers, days }
  }

  async function unlock(account_id: string) {
    const account = await find(account_id)
    await keychain.read(account_id, 'analytics')
    onChange()
    return withKeyStates(account)
  }

  function withKeyStates(account: StoredAccount): Account {
    const analytics: KeyState = account.isDemo ? 'session' : keychain.state(account.id, 'analytics')
    return { ...account, keys: { analytics, video: 'absent' } }
  }

  return { list, connect, demo, find, change, test, replaceKey, forget, unlock }
}

function newAccount(
  known: Pick<StoredAccount, 'name' | 'timezone' | 'base_url' | 'testedAt'>,
): StoredAccount {
  return {
    ...known,
    id: [...randomBytes(12)].map((byte) => (byte % 36).toString(36)).join(''),
    isDemo: false,
    api_base_url: null,
    downloadedAt: null,
    createdAt: Date.now(),
  }
}

/** A service's address without its trailing slash; throws `invalid` on anything but https, or http on loopback. */
export function checkedAddress(text: string): string {
  const refuse = (message: string) =>
    new DeskError({ kind: 'invalid', fields: [{ path: 'base_url', message }], text: message })
  let url: URL
  try {
    url = new URL(text.trim())
  } catch {
    throw refuse('must be an address such as https://analytics.example.com')
  }
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw refuse('must begin with https://')
  }
  if (url.username || url.password) throw refuse('must not hold a user name or a password')
  if (url.search || url.hash) throw refuse('must not hold a query or a fragment')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
