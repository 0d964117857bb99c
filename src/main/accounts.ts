import { randomBytes } from 'node:crypto'
import { DeskError, type KeyState } from '../shared/failure.ts'
import type { Account, Erased } from '../shared/model/desk.ts'
import type { QuotaUsage } from '../shared/model/quota.ts'
import { checkedAddress } from './address.ts'
import type { Clock } from './clock.ts'
import type { Keychain } from './keychain.ts'
import type { Store, StoredAccount } from './store/store.ts'

interface AccountParts {
  store: Pick<Store, 'accounts' | 'putAccount' | 'changeAccount' | 'removeAccount'>
  keychain: Keychain
  services: {
    tryKey: (base_url: string, key: string) => Promise<QuotaUsage>
    test: (account_id: string) => Promise<QuotaUsage>
    forget: (account_id: string) => void
  }
  /** Ends what is under way for an account, before it is erased. */
  stopWork: (account_id: string) => Promise<void>
  clock: Clock
  onChange: () => void
}

interface Asked {
  name: string
  timezone: string
  base_url: string
  analytics_key: string
}

export type Accounts = ReturnType<typeof makeAccounts>

/** The companies on this desk. Keys pass through here once, on their way to the keychain. */
export function makeAccounts(parts: AccountParts) {
  const { store, keychain, services, clock } = parts
  const present = (account: StoredAccount) => withKeyStates(keychain, account)
  const change = async (account_id: string, update: Partial<StoredAccount>) => {
    const account = await store.changeAccount(account_id, update)
    if (!account) throw notThere()
    parts.onChange()
    return present(account)
  }

  return {
    list: async (): Promise<Account[]> => (await store.accounts()).map(present),
    find: (account_id: string) => find(store, account_id),
    change,
    /** Tries the key first; a refused one is thrown and nothing is kept. */
    connect: async (asked: Asked) => present(await connect(parts, asked)),
    demo: async (asked: { timezone: string }) => present(await addDemo(parts, asked)),
    async test(account_id: string): Promise<QuotaUsage> {
      const usage = await services.test(account_id)
      await change(account_id, { testedAt: clock.now() })
      return usage
    },
    async replaceKey({ account_id, key }: { account_id: string; key: string }) {
      const { isDemo, base_url } = await find(store, account_id)
      if (isDemo) throw new DeskError({ kind: 'refused', text: 'The demo account has no key.' })
      const testedAt = await tried(parts, base_url, key)
      await keychain.set(account_id, 'analytics', key)
      services.forget(account_id)
      return change(account_id, { testedAt, hasAnalyticsKey: true })
    },
    /** Looks at the keychain again: after it was unlocked. */
    async unlock(account_id: string) {
      const account = await find(store, account_id)
      await keychain.read(account_id, 'analytics')
      parts.onChange()
      return present(account)
    },
    forget: (account_id: string) => forget(parts, account_id),
  }
}

async function find(store: AccountParts['store'], account_id: string): Promise<StoredAccount> {
  const account = (await store.accounts()).find(({ id }) => id === account_id)
  if (!account) throw notThere()
  return account
}

const notThere = () =>
  new DeskError({ kind: 'not-found', text: 'This account is not on the desk.' })

async function connect(parts: AccountParts, asked: Asked): Promise<StoredAccount> {
  const { store, keychain } = parts
  const base_url = checkedAddress(asked.base_url)
  const testedAt = await tried(parts, base_url, asked.analytics_key)
  const { timezone } = asked
  const account = newAccount({ name: asked.name.trim(), timezone, base_url, testedAt })
  // The row first: a key without a row could never be found again.
  await store.putAccount({ ...account, hasAnalyticsKey: true })
  try {
    await keychain.set(account.id, 'analytics', asked.analytics_key)
  } catch (thrown) {
    await store.removeAccount(account.id)
    throw thrown
  }
  parts.onChange()
  return account
}

/** When the key was shown to work; null with no network, where it is kept untested. Any refusal is thrown. */
async function tried({ services, clock }: AccountParts, base_url: string, key: string) {
  try {
    await services.tryKey(base_url, key)
    return clock.now()
  } catch (thrown) {
    const kind = thrown instanceof DeskError ? thrown.failure.kind : null
    if (kind !== 'offline' && kind !== 'unavailable') throw thrown
    return null
  }
}

async function addDemo({ store, onChange }: AccountParts, { timezone }: { timezone: string }) {
  const known = (await store.accounts()).find(({ isDemo }) => isDemo)
  if (known) return known
  const account = {
    ...newAccount({ name: 'Demo', timezone, base_url: 'demo', testedAt: null }),
    isDemo: true,
  }
  await store.putAccount(account)
  onChange()
  return account
}

/** The key first: cut off between the two, the account is still there to be forgotten again. */
async function forget(parts: AccountParts, account_id: string): Promise<Erased> {
  const { store, keychain, services } = parts
  const account = await find(store, account_id)
  const keys = account.isDemo ? 0 : await keychain.remove(account_id, 'analytics')
  await parts.stopWork(account_id)
  services.forget(account_id)
  const { answers, days } = await store.removeAccount(account_id)
  parts.onChange()
  return { name: account.name, keys, answers, days }
}

function withKeyStates(keychain: Keychain, account: StoredAccount): Account {
  const { hasAnalyticsKey: _, hasVideoToken: __, ...known } = account
  const analytics: KeyState = account.isDemo ? 'session' : keychain.state(account.id, 'analytics')
  return { ...known, keys: { analytics, video: 'absent' } }
}

type Given = Pick<StoredAccount, 'name' | 'timezone' | 'base_url' | 'testedAt'>

function newAccount(given: Given): StoredAccount {
  return {
    ...given,
    id: [...randomBytes(12)].map((byte) => (byte % 36).toString(36)).join(''),
    isDemo: false,
    api_base_url: null,
    downloadedAt: null,
    createdAt: Date.now(),
  }
}
